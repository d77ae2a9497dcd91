// What every reader of SBOMs gives, whatever the format: the parts that the document names, what depends on what, analyses of vulnerabilities, and
// every element that was left out or changed, with its place. Types, and the tally of issues.
import type { Element } from '../../xml.ts';

/** The formats whose documents are read. */
export interface ReadSbom {
  /** `CycloneDX`, `SPDX`, `Syft`. */
  format: string;
  /** As the document states it: `1.6`, `2.3`. */
  specVersion: string;
  /** How it was written: `JSON`, `XML`, `tag-value`. */
  encoding: string;
  /** serialNumber or documentNamespace; '' if there is none. */
  serial: string;
  /** What the document is about. */
  subject: SbomSubject;
  createdAt: string;
  /** Programs that wrote it, with their versions. */
  tools: string[];
  parts: SbomPart[];
  edges: SbomEdge[];
  /** Services that the product calls, at any depth. They are no parts of it. */
  services: SbomService[];
  analyses: SbomAnalysis[];
  /** All vulnerabilities that it names, with an analysis or without one. */
  findings: SbomFinding[];
  /** Whether it says anything of vulnerabilities. Where it does not, perhaps nobody looked for them. */
  statesVulnerabilities: boolean;
  /** Texts of licenses off the SPDX list that the document describes, by their ids or names in the expressions of its parts; absent for none. */
  licenseTexts?: ReadonlyMap<string, string>;
  /** Elements that are no parts, by what they are: `services`, `files`. */
  others: { what: string; count: number }[];
  issues: SbomIssue[];
  issueCount: number;
}

interface SbomSubject {
  name: string;
  version: string;
  purl: string;
  /** References to the subject in the document. */
  refs: string[];
}

export interface SbomPart {
  /** `components[3].components[0]`. */
  place: string;
  /** bom-ref or SPDXID; '' if it has none. */
  ref: string;
  /** `library`, `file`, `operating-system` and so on; '' if the document does not say. */
  kind: string;
  /** Of Maven, npm and so on, as CycloneDX has it apart from the name. */
  group: string;
  name: string;
  version: string;
  /** As written; '' if it has none. Of several, the first. */
  purl: string;
  morePurls: string[];
  cpes: string[];
  /** License expressions; '' if the document has none. */
  declared: string;
  concluded: string;
  description: string;
  copyright: string;
  /** Name of its supplier, else of its makers. */
  supplier: string;
  /** Their e-mail or web address; '' if unknown. */
  supplierContact: string;
  /** Home page. */
  url: string;
  downloadUrl: string;
  comment: string;
  /** `required`, `optional`, `excluded`; '' if unknown. */
  scope: string;
  hashes: { algorithm: string; value: string }[];
  references: { type: string; url: string }[];
  properties: { name: string; value: string }[];
  /** purls of the packages that it was made of or derived from. */
  madeOf: string[];
  /** A sentence of SPDX on its source. */
  sourceInfo: string;
  /** Place of the part in which the document nests it; '' if none. */
  inside: string;
  /** The document says that it was not compared with advisories. */
  isNotCompared: boolean;
}

export interface SbomService {
  place: string;
  /** bom-ref; '' if it has none. */
  ref: string;
  group: string;
  name: string;
  version: string;
  endpoints: string[];
  /** Absent if the document does not say. */
  isAuthenticated?: boolean;
  crossesTrustBoundary?: boolean;
}

export interface SbomEdge {
  from: string;
  to: string;
  /** `contains` or `depends`. */
  kind: 'contains' | 'depends';
}

export interface SbomAnalysis {
  place: string;
  /** Name of the vulnerability. */
  id: string;
  aliases: string[];
  state: string;
  justification: string;
  responses: string[];
  detail: string;
  /** References of the parts that it is about. */
  refs: string[];
}

export interface SbomFinding {
  /** Name of the vulnerability. */
  id: string;
  aliases: string[];
  /** In the words of CycloneDX; '' without an analysis. */
  state: string;
  /** References of the parts that have it. */
  refs: string[];
}

export type SbomIssueCode =
  /** The element was not taken. */
  | 'left-out'
  /** The value was changed so that it can be taken. */
  | 'repaired'
  /** A member that no reader understands; it stays in the document. */
  | 'not-understood'
  /** Two statements of the document disagree. */
  | 'contradiction';

export interface SbomIssue {
  code: SbomIssueCode;
  place: string;
  message: string;
}

/** Of one document: three times as many as any that is known. Each stays in memory until the document is read. */
export const MOST_COMPONENTS = 1_000_000;
/** Documents of enemies may have millions of faults. */
export const MOST_ISSUES = 10_000;
/** Names of members that are not understood. */
const MOST_NAMES = 200;

export class Tally {
  readonly issues: SbomIssue[] = [];
  count = 0;
  readonly #members = new Map<string, { count: number; first: string }>();
  readonly #others = new Map<string, number>();

  say(code: SbomIssueCode, place: string, message: string): void {
    this.count++;
    if (this.issues.length < MOST_ISSUES) this.issues.push({ code, place, message });
  }

  /** Counts a member that no reader understands: `pedigree of components`. */
  notUnderstood(member: string, of: string, place: string): void {
    const key = `${member.slice(0, 60)}\n${of}`;
    const known = this.#members.get(key);
    if (known) known.count++;
    else if (this.#members.size < MOST_NAMES) this.#members.set(key, { count: 1, first: place });
  }

  other(what: string, count = 1): void {
    if (count > 0) this.#others.set(what, (this.#others.get(what) ?? 0) + count);
  }

  end(): Pick<ReadSbom, 'issues' | 'issueCount' | 'others'> {
    for (const [key, { count, first }] of this.#members) {
      const [member = '', of = ''] = key.split('\n');
      const where = count === 1 ? '' : ` (${count} times)`;
      this.say(
        'not-understood',
        first,
        `The member "${member}" of ${of} is not read${where}; it stays in the document.`,
      );
    }
    this.#members.clear();
    return {
      issues: this.issues,
      issueCount: this.count,
      others: [...this.#others].map(([what, count]) => ({ what, count })),
    };
  }
}

/** What a document says of elements of other documents, for who reads them together (linked-documents.ts). */
export interface DocumentLinks {
  /** How other documents name this one; '' if none can. */
  self: string;
  /** The documents that it refers to, by the names that they have in `self`. */
  documents: readonly string[];
  /** The document and the element that a reference means; undefined for those of its own elements. */
  elsewhere(ref: string): { document: string; id: string } | undefined;
  /** What its relationships say of the scopes of packages, its own and those of others; '' if nothing. */
  scopes: readonly (readonly [ref: string, scope: string])[];
  /** References of what each element was made of. */
  madeOf: ReadonlyMap<string, readonly string[]>;
}

/** Takes a document member by member; elements of the lists of its format arrive one by one. */
export interface SbomReader {
  take(piece: { member: string; isElement: boolean; value: unknown }): void;
  end(): ReadSbom;
  /** After the end. */
  links?(): DocumentLinks;
}

/** Checks a document that must keep the rules of its format, member by member. */
export interface Validator {
  take(piece: { member: string; isElement: boolean; value: unknown }): void;
  /** Sentences that name the paths. */
  end(): string[];
}

/** Checks a document in XML while it is parsed. */
export interface XmlValidator {
  open(element: Element): void;
  close(element: Element): void;
  /** Sentences that name the paths. */
  end(): string[];
}

export interface SbomFormat {
  name: string;
  /** For people. */
  title: string;
  /** Members whose elements are read one by one. */
  lists: readonly string[];
  /** By the members that are no such lists, of which not all need to be there yet. */
  recognizes(head: Readonly<Record<string, unknown>>): boolean;
  reader(encoding: string): SbomReader;
}

/** The document cannot be read; the message is for people. */
export class SbomRefused extends Error {}
