// Statements of suppliers on vulnerabilities of their products, as VEX documents make them: the common form of all formats.

import type { AnalysisWords } from '../analyses.ts';
import type { Issues, Members } from '../member-reader.ts';

/** A product that a statement is about. */
export interface VexTarget {
  /** Package URL; without a version it means all versions. '' if the product has only the names below. */
  product: string;
  /** What else the product is called: CPEs, ids, names with versions. Only a project that says which product it is has these. */
  names?: string[];
  /** It is the product of the whole document, and the statement names only the part: whoever takes the document for a project says that it is the product. */
  isOfDocument?: true;
  /** Package URL of the part of the product that has the vulnerability; '' if the statement names none. */
  part: string;
  /** The release of a distribution that the product belongs to: `8.6`. '' if unknown. */
  release: string;
  /** The product is shipped as a part of a platform, so that without a version and a release it says nothing about others. */
  isOfPlatform: boolean;
  /** Versions, or ranges in the form `vers:npm/>=1.0`. An empty list means all versions of `product`. */
  versions: string[];
}

export interface VexStatement {
  place: string;
  /** All names of the vulnerability in the document. */
  names: string[];
  targets: VexTarget[];
  analysis: AnalysisWords;
  /** Status and justification as the document writes them. */
  written: string;
  /** ISO 8601; '' if unknown. */
  statedOn: string;
}

export interface VexDocument {
  id: string;
  supplier: string;
  /** As the supplier counts them; '' if unknown. */
  revision: string;
  /** When this revision was made, as ISO 8601; '' if unknown. */
  datedOn: string;
  statements: VexStatement[];
}

export interface VexFormat {
  name: string;
  /** For people. */
  title: string;
  recognizes(document: Members): boolean;
  read(document: Members, issues: Issues): VexDocument;
}

export const WHOLE_PRODUCT = { part: '', release: '', isOfPlatform: false, versions: [] };

/** '' if it is no time. */
export function timeIn(text: string): string {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

export function leftOut(issues: Issues, place: string, why: string): void {
  issues.push({ code: 'statement-left-out', path: place, message: `The statement at ${place} was left out: ${why}.` });
}

type Justification = NonNullable<AnalysisWords['justification']>;

/** The justifications of OpenVEX and CSAF that CycloneDX has too. The others stay in the words of the ground. */
export const JUSTIFICATIONS: ReadonlyMap<string, Justification> = new Map<string, Justification>([
  ['component_not_present', 'CODE_NOT_PRESENT'],
  ['vulnerable_code_not_present', 'CODE_NOT_PRESENT'],
  ['vulnerable_code_not_in_execute_path', 'CODE_NOT_REACHABLE'],
  ['inline_mitigations_already_exist', 'PROTECTED_BY_MITIGATING_CONTROL'],
]);
