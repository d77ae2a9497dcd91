// The members that SPDX 2.2 and 2.3 require, the forms of their values, and that what a document names is in it.
// https://spdx.github.io/spdx-spec/v2.3/
import { isFields, own } from '../../../items.ts';
import type { Piece } from '../../../json-pieces.ts';
import { SPDX_2_WORDS } from '../../spdx-2-words.ts';
import type { Validator } from '../model.ts';
import { MemberCheck, type Rule } from './member-rules.ts';

const oneOf = (words: readonly string[]) => new RegExp(`^(?:${words.join('|')})$`);

const ID = /^SPDXRef-[A-Za-z0-9.-]+$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const CREATOR = /^(?:Person|Organization|Tool): *\S/;
const AGENT = /^(?:NOASSERTION|(?:Person|Organization|Tool): *\S[\s\S]*)$/;
const ALGORITHM = oneOf(SPDX_2_WORDS.algorithm);
const RELATIONSHIP = oneOf(SPDX_2_WORDS.relationship);
// Tags write it with a hyphen.
const PURPOSE = oneOf([...SPDX_2_WORDS.purpose, 'OPERATING-SYSTEM']);
const FILE_TYPE = oneOf(SPDX_2_WORDS.fileType);

const DOCUMENT: readonly Rule[] = [
  { member: 'spdxVersion', form: /^SPDX-2\.[23]$/ },
  { member: 'SPDXID', form: /^SPDXRef-DOCUMENT$/ },
  { member: 'name', form: /\S/ },
  { member: 'dataLicense', form: /^CC0-1\.0$/ },
  { member: 'documentNamespace', form: /^[A-Za-z][\w+.-]*:[^#\s]+$/ },
];

const CHECKSUM: readonly Rule[] = [
  { member: 'algorithm', form: ALGORITHM },
  { member: 'checksumValue', form: /^[0-9A-Fa-f]+$/ },
];
const ANNOTATION: readonly Rule[] = [
  { member: 'annotationDate', form: TIME },
  { member: 'annotationType', form: oneOf(SPDX_2_WORDS.annotationType) },
  { member: 'annotator', form: CREATOR },
  { member: 'comment' },
];
const ANNOTATIONS: Rule = { member: 'annotations', list: ANNOTATION, isOptional: true };

const ELEMENTS: Readonly<Record<string, readonly Rule[]>> = {
  packages: [
    { member: 'SPDXID', form: ID },
    { member: 'name', form: /\S/ },
    { member: 'downloadLocation', form: /^(?:NONE|NOASSERTION|[A-Za-z][\w+.-]*:\S+|[\w.-]+@[\w.-]+:\S+)$/ },
    { member: 'supplier', form: AGENT, isOptional: true },
    { member: 'originator', form: AGENT, isOptional: true },
    { member: 'filesAnalyzed', isFlag: true, isOptional: true },
    { member: 'primaryPackagePurpose', form: PURPOSE, isOptional: true },
    { member: 'builtDate', form: TIME, isOptional: true },
    { member: 'releaseDate', form: TIME, isOptional: true },
    { member: 'validUntilDate', form: TIME, isOptional: true },
    { member: 'checksums', list: CHECKSUM, isOptional: true },
    {
      member: 'externalRefs',
      isOptional: true,
      list: [
        {
          member: 'referenceCategory',
          form: oneOf(SPDX_2_WORDS.referenceCategory),
        },
        { member: 'referenceType', form: /\S/ },
        { member: 'referenceLocator', form: /\S/ },
      ],
    },
    ANNOTATIONS,
  ],
  files: [
    { member: 'SPDXID', form: ID },
    { member: 'fileName', form: /\S/ },
    { member: 'checksums', list: CHECKSUM },
    { member: 'fileTypes', list: 'texts', form: FILE_TYPE, isOptional: true },
    ANNOTATIONS,
  ],
  snippets: [
    { member: 'SPDXID', form: ID },
    { member: 'snippetFromFile', form: /\S/ },
  ],
  relationships: [
    { member: 'spdxElementId', form: /\S/ },
    { member: 'relatedSpdxElement', form: /\S/ },
    { member: 'relationshipType', form: RELATIONSHIP },
  ],
  hasExtractedLicensingInfos: [
    { member: 'licenseId', form: /^LicenseRef-[A-Za-z0-9.-]+$/ },
    { member: 'extractedText', form: /\S/ },
  ],
  annotations: ANNOTATION,
};

/** Members of relationships that name elements. */
const NAMES = ['spdxElementId', 'relatedSpdxElement'];

/** RDF is read without the members that nobody needs, so only what must be there is judged in it. */
export function spdxValidator(encoding: string): Validator {
  return new SpdxValidator(encoding === 'RDF/XML');
}

type Fields = Readonly<Record<string, unknown>>;

class SpdxValidator implements Validator {
  readonly #check: MemberCheck;
  readonly #head: Record<string, unknown> = Object.create(null);
  readonly #counts = new Map<string, number>();
  readonly #ids = new Set<string>();
  /** Named by relationships, with the first place of each. */
  readonly #named = new Map<string, string>();

  constructor(isRdf: boolean) {
    this.#check = new MemberCheck('SPDX', isRdf);
  }

  take({ member, isElement, value }: Piece): void {
    if (!isElement) {
      this.#head[member] = value;
      return;
    }
    const at = this.#counts.get(member) ?? 0;
    this.#counts.set(member, at + 1);
    const place = `${member}[${at}]`;
    const rules = own(ELEMENTS, member);
    if (rules === undefined) return;
    if (!isFields(value)) {
      this.#check.say(`${place}: must be an object.`);
      return;
    }
    this.#check.object(value, rules, place);
    if (member === 'relationships') this.#noteNames(value, place);
    const id = own(value, 'SPDXID');
    if (typeof id !== 'string') return;
    if (this.#ids.has(id))
      this.#check.say(`${place}.SPDXID: "${id.slice(0, 100)}" is the SPDXID of an earlier element.`);
    this.#ids.add(id);
  }

  #noteNames(relationship: Fields, place: string): void {
    for (const name of NAMES) {
      const id = own(relationship, name);
      if (typeof id === 'string' && !this.#named.has(id)) this.#named.set(id, `${place}.${name}`);
    }
  }

  end(): string[] {
    this.#check.object(this.#head, DOCUMENT, '');
    this.#creation(own(this.#head, 'creationInfo'));
    this.#ids.add('SPDXRef-DOCUMENT');
    // Elements of other documents and licenses have names of their own.
    for (const [id, place] of this.#named)
      if (id.startsWith('SPDXRef-') && !this.#ids.has(id))
        this.#check.say(`${place}: "${id.slice(0, 100)}" is no element of the document.`);
    return this.#check.faults;
  }

  #creation(creation: unknown): void {
    if (!isFields(creation)) {
      this.#check.say('creationInfo: is missing.');
      return;
    }
    if (!TIME.test(String(own(creation, 'created'))))
      this.#check.say('creationInfo.created: must be a time like 2026-01-31T12:00:00Z.');
    const creators = own(creation, 'creators');
    if (!Array.isArray(creators) || creators.length === 0)
      this.#check.say('creationInfo.creators: must name at least one creator.');
    else if (!creators.every((one) => CREATOR.test(String(one))))
      this.#check.say('creationInfo.creators: each must begin with "Person:", "Organization:" or "Tool:".');
  }
}
