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
  /** purls of the components it depends on; purls outside the document are left out. */
  dependsOn: readonly string[];
  /** True if the subject itself requests it, false if another component does; undefined for a part of the subject and when unknown. */
  isDirect?: boolean;
  /** Why it was not compared with advisories, as a sentence; '' or absent if it was, or if nobody compares. */
  notCompared?: string;
  /** A review rejected it although the subject has it. */
  isRejected?: boolean;
}

export interface SbomFile {
  path: string;
  facts: FileFacts;
}

/** Values that are known only after all files. */
export interface SbomContents {
  components: readonly SbomComponent[];
  /** License expressions found in files. */
  licenses: readonly { expression: string; files: number }[];
  /** A sentence that says why part of the subject could not be read; '' if all of it was. */
  incompleteness: string;
  /** Which components were compared with advisories, as a sentence; absent if nobody compares. */
  comparison?: string;
}

/** A scan as input of a document: files as they arrive, then the rest. */
export interface SbomSource {
  subject: SbomSubject;
  files: AsyncIterable<SbomFile>;
  /** Call it after `files` has ended. */
  contents(): SbomContents;
}
