// What the SBOM writers need to know: a document, its components and its files. Plain values, so that the scanner's own results and the
// server's inventory can both be written. Types only.
import type { DependencyScope, FileFacts } from '../findings.ts';

export interface SbomSubject {
  /** Name of what was scanned. */
  name: string;
  /** Version of what was scanned; '' when unknown. */
  version: string;
  /** A UUID that no other document has. */
  documentId: string;
  createdAt: Date;
  tool: { name: string; version: string };
}

export interface SbomComponent {
  purl: string;
  /** purl type; '' when the component is no package of an ecosystem. */
  type: string;
  namespace: string;
  name: string;
  version: string;
  scope: DependencyScope;
  /** License the package declares, as an SPDX expression; '' when none or not certain. */
  licenseExpression: string;
  description: string;
  homepageUrl: string;
  repositoryUrl: string;
  downloadUrl: string;
  /** Paths of the files that prove it. */
  evidence: readonly string[];
  /** purls of the components it depends on; those that are no component of the document are left out of it. */
  dependsOn: readonly string[];
  /** True when the subject itself asks for it, false when another component does; undefined when it is a part of the subject or nothing tells. */
  isDirect?: boolean;
}

export interface SbomFile {
  path: string;
  facts: FileFacts;
}

/** What is only known when all files have gone by. */
export interface SbomContents {
  components: readonly SbomComponent[];
  /** License expressions found in files. */
  licenses: readonly { expression: string; files: number }[];
  /** Why not all of the subject could be read, as a sentence; '' when all of it was. */
  incompleteness: string;
}

/** A scan on its way into a document: files as they come, then the rest. */
export interface SbomSource {
  subject: SbomSubject;
  files: AsyncIterable<SbomFile>;
  /** To be asked when `files` has ended. */
  contents(): SbomContents;
}
