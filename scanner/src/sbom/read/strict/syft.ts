// What all published schemas of Syft JSON require (there is one for each of its versions), and the forms of values. Members that a version does not have
// are not refused: every schema is made with additional properties allowed. https://github.com/anchore/syft/tree/main/schema/json
import { isFields, own } from '../../../items.ts';
import type { Piece } from '../../../json-pieces.ts';
import type { Validator } from '../model.ts';
import { MemberCheck, type Rule } from './member-rules.ts';

const LOCATION: readonly Rule[] = [{ member: 'path' }, { member: 'layerID', isOptional: true }];
const LICENSE: readonly Rule[] = [
  { member: 'value' },
  { member: 'spdxExpression', isOptional: true },
  { member: 'type', isOptional: true, form: /^(?:declared|concluded|)$/ },
  { member: 'urls', list: 'texts', isOptional: true },
  { member: 'locations', list: LOCATION, isOptional: true },
];
const DIGEST: readonly Rule[] = [{ member: 'algorithm' }, { member: 'value' }];

/** Rules of the lists, whose elements come one by one. */
const ELEMENTS: Readonly<Record<string, readonly Rule[]>> = {
  artifacts: [
    { member: 'id', form: /\S/ },
    ...['name', 'version', 'type', 'foundBy', 'language', 'purl'].map((member) => ({ member })),
    { member: 'locations', list: LOCATION },
    { member: 'licenses', list: LICENSE, orTexts: true },
    { member: 'cpes', list: [{ member: 'cpe' }, { member: 'source', isOptional: true }], orTexts: true },
    { member: 'metadataType', isOptional: true },
  ],
  artifactRelationships: [{ member: 'parent' }, { member: 'child' }, { member: 'type' }],
  files: [
    { member: 'id', form: /\S/ },
    { member: 'location', object: LOCATION },
    { member: 'digests', list: DIGEST, isOptional: true },
    { member: 'contents', isOptional: true },
  ],
};

const VERSION: Rule = { member: 'version', form: /^\d+\.\d+\.\d+$/ };
const DOCUMENT: readonly Rule[] = [
  { member: 'source', object: [{ member: 'type' }, ...['id', 'name', 'version'].map((member) => ({ member, isOptional: true as const }))] }, // biome-ignore format: one claim
  {
    member: 'distro',
    object: [
      ...['id', 'name', 'version', 'versionID', 'versionCodename', 'prettyName'].map((member) => ({ member, isOptional: true as const })), // biome-ignore format: one claim
      { member: 'idLike', list: 'texts', isOptional: true },
    ],
  },
  { member: 'descriptor', object: [{ member: 'name' }, { member: 'version' }] },
  { member: 'schema', object: [VERSION, { member: 'url', form: /^https?:\/\/\S+$/ }] },
];
/** Lists that must be there, also without an element. */
const REQUIRED_LISTS = ['artifacts', 'artifactRelationships'];

export class SyftValidator implements Validator {
  readonly #check = new MemberCheck('Syft');
  readonly #head: Record<string, unknown> = Object.create(null);
  readonly #counts = new Map<string, number>();
  readonly #ids = new Set<string>();

  take({ member, isElement, value }: Piece): void {
    const at = this.#counts.get(member) ?? 0;
    const rules = own(ELEMENTS, member);
    if (!isElement || rules === undefined) {
      if (rules === undefined) this.#head[member] = value;
      else if (!Array.isArray(value)) this.#check.say(`${member}: must be a list.`);
      this.#counts.set(member, at);
      return;
    }
    this.#counts.set(member, at + 1);
    const place = `${member}[${at}]`;
    if (!isFields(value)) {
      this.#check.say(`${place}: must be an object.`);
      return;
    }
    this.#check.object(value, rules, place);
    if (member === 'artifacts') this.#noteId(own(value, 'id'), place);
  }

  #noteId(id: unknown, place: string): void {
    if (typeof id !== 'string') return;
    if (this.#ids.has(id)) this.#check.say(`${place}.id: "${id.slice(0, 100)}" is the id of an earlier artifact.`);
    this.#ids.add(id);
  }

  end(): string[] {
    for (const member of REQUIRED_LISTS) if (!this.#counts.has(member)) this.#check.say(`${member}: is missing.`);
    this.#check.object(this.#head, DOCUMENT, '');
    return this.#check.faults;
  }
}
