// The input of the SBOM writers: a document, its components and its files. Plain values, so that both the scanner's results and the
// server's inventory can be written. Types only.
import type { DependencyScope, FileFacts } from '../findings.ts';

export interface SbomSubject {
  /** Name of the scanned source. */
  name: string;
  /** Version of the scanned source; '' when unknown. */
  version: string;
  /** A UUID that no other document has. */
  documentId: string;
  createdAt: Date;
  tool: { name: string; version: string };
}

export interface SbomComponent {
  purl: string;
  /** purl type; '' when the component is not a package of an ecosystem. */
  type: string;
  namespace: string;
  name: string;
  version: string;
  scope: DependencyScope;
  /** The package's declared license as an SPDX expression; '' when absent or uncertain. */
  licenseExpression: string;
  /** The conclusion of people or of all evidence; '' if unknown or if nobody concludes. */
  concludedExpression?: string;
  description: string;
  homepageUrl: string;
  repositoryUrl: string;
  downloadUrl: string;
  /** Paths of the files that are evidence for it. */
  evidence: readonly string[];
  /** purls of the components it depends on; those that are no component of the document are left out. */
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

/** A scan as input of a document: files as they come, then the rest. */
export interface SbomSource {
  subject: SbomSubject;
  files: AsyncIterable<SbomFile>;
  /** Call it when `files` has ended. */
  contents(): SbomContents;
}
