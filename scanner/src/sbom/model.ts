// One model of a bill of materials: what the writers write, the rules of quality judge and the comparison compares. Plain values, so that the scanner's
// results, the server's inventory and a document that was read can all be given. Types only.
import type { DependencyScope } from '../dependency-scopes.ts';
import type { FileFacts } from '../findings.ts';
import type { Party } from '../parties.ts';
import type { SbomDigest } from './digests.ts';
import type { SbomReference } from './references.ts';

export type { SbomDigest } from './digests.ts';
export type { SbomReference } from './references.ts';

/** A person or an organisation. */
export type SbomParty = Party;

export interface SbomSubject {
  /** Name of what the document describes. */
  name: string;
  /** Its version; '' when unknown. */
  version: string;
  /** Its package URL; '' or absent when it has none. */
  purl?: string;
  /** A UUID that no other document has. */
  documentId: string;
  createdAt: Date;
  tool: { name: string; version: string };
  /** Who supplies the product and answers for the document; absent when nobody is named. */
  supplier?: SbomParty;
  /** The license of the product itself as an SPDX expression; '' or absent when unknown. */
  licenseExpression?: string;
  /** From what the document was made: source, or what a build made. */
  context: 'source' | 'analyzed';
}

/** A license text or notice as it stands in a file. */
export interface SbomText {
  /** `main`: the license of the component itself. `bundled`: of a part that comes with it. `notice`: a NOTICE file. */
  role: 'main' | 'bundled' | 'notice';
  path: string;
  /** Licenses that were recognised in it. */
  expressions: readonly string[];
  text: string;
}

export interface SbomComponent {
  /** Names it within the document, the same in every export; no other component has it. */
  key: string;
  purl: string;
  /** '' if no CPE is known. */
  cpe: string;
  namespace: string;
  name: string;
  version: string;
  scope: DependencyScope;
  /** The license that its makers declare, as an SPDX expression; '' when absent or uncertain. */
  declared: string;
  /** The conclusion of people or of all evidence; '' if unknown or if nobody concludes. */
  concluded: string;
  description: string;
  /** Who creates, defines and identifies it (NTIA): its makers, or who packages it. */
  supplier?: SbomParty;
  references: readonly SbomReference[];
  digests: readonly SbomDigest[];
  /** Distinct copyright statements of its files. */
  copyrights: readonly string[];
  texts: readonly SbomText[];
  /** Paths of the files that are evidence for it. */
  evidence: readonly string[];
  /** Keys of the components that it depends on. All of them are in the document. */
  dependsOn: readonly string[];
  /** How the subject has it: as a part of its own, by its own request, or only through other components. */
  tie: 'part' | 'direct' | 'indirect';
  /** Why it was not compared with advisories, as a sentence; '' if it was, or if nobody compares. */
  notCompared: string;
  /** A review rejected it although the subject has it. */
  isRejected: boolean;
}

export interface SbomFile {
  path: string;
  facts: FileFacts;
}

/** What is known of a vulnerability of components, and what people decided about it. */
export interface SbomVulnerability {
  id: string;
  /** Keys of the affected components. */
  affects: readonly string[];
  /** critical, high, medium, low or none; '' if no source has rated it. */
  severity: string;
  score: number | null;
  summary: string;
  /** As a date; '' if unknown. */
  publishedOn: string;
  /** '' if no fixed version is known. */
  fixedIn: string;
  /** In the words of CycloneDX; absent if the document has no analyses. */
  analysis?: { state: string; justification: string; response: string; detail: string };
}

/** Values that are known only after all files. */
export interface SbomContents {
  /** License expressions found in files. */
  licenses: readonly { expression: string; files: number }[];
  /** A sentence that says why part of the subject could not be read; '' if all of it was. */
  incompleteness: string;
  /** Which components were compared with advisories, as a sentence; '' if nobody compares. */
  comparison: string;
  /** Age of the advisories; absent if nobody compares. */
  advisories?: { dataAsOf: string; isStale: boolean };
}

/** The input of a document. Lists are read piece by piece, so that 300,000 components need no memory. */
export interface SbomSource {
  subject: SbomSubject;
  /** Whether the document lists the files too. They are read in any case, because the rest is known only after them. */
  listsFiles: boolean;
  files: AsyncIterable<SbomFile>;
  /** Call it after `files` has ended. */
  contents(): SbomContents;
  /** Each call gives all of them again, in the same order. Call it after `files` has ended. */
  components(): AsyncIterable<SbomComponent>;
  /** The same for vulnerabilities; absent for a document without them. */
  vulnerabilities?(): AsyncIterable<SbomVulnerability>;
}
