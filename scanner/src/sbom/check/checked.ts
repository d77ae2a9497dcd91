// What the rules of quality judge: the facts of a document as it states them, the same for both standards. Wrong values are kept, so that a rule can
// tell a missing value from a wrong one. Types only.
import type { SbomParty } from '../model.ts';

export interface CheckedHash {
  /** `SHA-256`, in upper case. */
  algorithm: string;
  value: string;
}

export interface CheckedReference {
  /** In the words of CycloneDX: vcs, source-distribution, distribution, rfc-9116, … */
  type: string;
  url: string;
  hashes: readonly CheckedHash[];
}

export interface CheckedLicense {
  /** As written: an id, an expression, a name. */
  text: string;
  kind: 'declared' | 'concluded' | 'unstated';
}

export interface CheckedComponent {
  key: string;
  /** For people. */
  shown: string;
  name: string;
  version: string;
  suppliers: readonly SbomParty[];
  /** Makers: manufacturers, authors, originators. */
  makers: readonly SbomParty[];
  identifiers: readonly { type: 'purl' | 'cpe' | 'swid' | 'other'; value: string }[];
  licenses: readonly CheckedLicense[];
  hashes: readonly CheckedHash[];
  references: readonly CheckedReference[];
  /** Members that BSI has named; absent if the document does not state them. */
  filename?: string;
  executable?: string;
  archive?: string;
  structured?: string;
  effectiveLicense?: string;
}

export interface CheckedDocument {
  format: 'CycloneDX' | 'SPDX';
  version: string;
  /** Serial number or namespace; '' if there is none. */
  id: string;
  timestamp: string;
  /** People and organisations who made the document. */
  creators: readonly SbomParty[];
  tools: readonly string[];
  /** Phases of the lifecycle, or words on how it was made. */
  contexts: readonly string[];
  /** What the document is about. */
  primary?: CheckedComponent;
  /** All others. */
  components: readonly CheckedComponent[];
  /** Keys of elements that are no components, such as files, but that dependencies may name. */
  otherKeys: readonly string[];
  /** Which component states its dependencies, and on what. A component that states none has an empty list. */
  dependencies: ReadonlyMap<string, readonly string[]>;
  /** What is said of the completeness of dependencies: complete, incomplete, unknown; '' if nothing is. */
  completeness: string;
  /** What is said of vulnerabilities; `state` in the words of the document, '' if nobody analysed it. */
  vulnerabilities: readonly { id: string; component: string; state: string }[];
}
