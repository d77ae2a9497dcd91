// Fills in SPDX 3: members of packages, and new elements for licenses, suppliers, dependencies and for what is said of the additions. New elements have a
// creation of their own, so that it stays visible who added them.
import { isFields, own } from '../../items.ts';
import { uuidOf } from '../document-uuid.ts';
import { spdxTime } from '../write/spdx-ids.ts';
import {
  Additions,
  type EditableFields,
  type Filled,
  type FilledField,
  type Filling,
  isMissing,
  listed,
  missingDependencies,
  type PlacedComponent,
  textIn,
  titleOf,
  toldDependencies,
} from './additions.ts';
import type { ComponentKnowledge, SourcedValue } from './known.ts';

const PACKAGES = ['software_Package', 'ai_AIPackage', 'dataset_DatasetPackage'];

export function fillSpdx3(document: Readonly<EditableFields>, knowledge: ComponentKnowledge, filling: Filling): Filled {
  const graph = own(document, '@graph');
  if (!Array.isArray(graph)) return { document, filled: [], isSignatureLeftOut: false };
  const main = graph.find((one): one is EditableFields => isFields(one) && textIn(one, 'type') === 'SpdxDocument');
  const serial = main === undefined ? '' : textIn(main, 'spdxId');
  const work = new GraphFilling(graph, knowledge, `urn:uuid:${uuidOf([serial, 'filled', spdxTime(filling.at)])}`);
  const written = graph.map((one, at) => (isFields(one) ? work.element(one, `@graph[${at}]`) : one));
  work.dependencies();
  const { filled } = work;
  if (filled.length === 0) return { document, filled, isSignatureLeftOut: false };
  const all = [...written, ...work.added(filling)];
  // No two documents may have one address.
  const address = serial === '' ? '' : `${serial}-filled-${uuidOf([serial, filled])}`;
  const copy = all.map((one) => (isFields(one) ? renamed(one, serial, address, work.ids) : one));
  return { document: { ...document, '@graph': copy }, filled, isSignatureLeftOut: false };
}

/** The document with its new address, which others may name, and with the elements that were added to it. */
function renamed(element: EditableFields, from: string, to: string, added: readonly string[]): EditableFields {
  if (from === '') return element;
  const change = (value: unknown) => (value === from ? to : value);
  const members = ['spdxId', 'from', 'subject'].filter((name) => own(element, name) === from);
  const targets = own(element, 'to');
  const list = own(element, 'element');
  const isDocument = textIn(element, 'type') === 'SpdxDocument';
  return {
    ...element,
    ...Object.fromEntries(members.map((name) => [name, to])),
    ...(Array.isArray(targets) && { to: targets.map(change) }),
    ...(isDocument && Array.isArray(list) && { element: [...list, ...added] }),
  };
}

class GraphFilling {
  readonly filled: FilledField[] = [];
  readonly ids: string[] = [];
  readonly #knowledge: ComponentKnowledge;
  readonly #base: string;
  /** Of this filling alone: a document may be filled in again. */
  readonly #creation: string;
  readonly #placed: PlacedComponent[] = [];
  readonly #elements: EditableFields[] = [];
  /** Ids of elements that several packages share, by what they say. */
  readonly #shared = new Map<string, string>();
  /** `from` of the relationships of the document, by type. */
  readonly #stated = new Map<string, Set<string>>();

  constructor(graph: readonly unknown[], knowledge: ComponentKnowledge, base: string) {
    this.#knowledge = knowledge;
    this.#base = base;
    this.#creation = `_:assay-filled-${base.slice('urn:uuid:'.length)}`;
    for (const one of graph) if (isFields(one)) this.#note(textIn(one, 'relationshipType'), textIn(one, 'from'));
  }

  #note(type: string, from: string): void {
    if (type === '') return;
    const froms = this.#stated.get(type) ?? new Set();
    this.#stated.set(type, froms.add(from));
  }

  #isStated = (type: string, from: string) => this.#stated.get(type)?.has(from) === true;

  element(one: EditableFields, place: string): EditableFields {
    const id = textIn(one, 'spdxId');
    if (!PACKAGES.includes(textIn(one, 'type')) || id === '') return one;
    const [name, version] = [textIn(one, 'name'), textIn(one, 'software_packageVersion')];
    const purl = textIn(one, 'software_packageUrl') || identifierIn(one);
    const known = this.#knowledge.of({ purl, group: '', name, version });
    const additions = new Additions();
    if (purl === '') additions.add('software_packageUrl', known.purl, (value) => value);
    if (isMissing(one, 'software_copyrightText'))
      additions.add('software_copyrightText', known.copyright, (value) => value);
    if (isMissing(one, 'verifiedUsing'))
      additions.add('verifiedUsing', known.hashes, (all) =>
        all.map(({ algorithm, value }) => ({
          ...{ type: 'Hash', algorithm: algorithm.toLowerCase().replace('-', ''), hashValue: value },
        })),
      );
    if (isMissing(one, 'suppliedBy'))
      additions.add('suppliedBy', known.supplier, (supplier) => this.#share('Organization', { name: supplier }));
    const { members } = additions;
    this.#license(additions, id, 'hasDeclaredLicense', listed(known.declared));
    this.#license(additions, id, 'hasConcludedLicense', listed(known.concluded));
    const component = titleOf(name, version);
    this.filled.push(...additions.told(place, component));
    this.#placed.push({ purl: purl || String(members.software_packageUrl ?? ''), ref: id, place, component });
    if (additions.said.length === 0) return one;
    const words = additions.said.map(({ field, source }) => `${field} from ${source}`).join('; ');
    this.#add('Annotation', { annotationType: 'other', subject: id, statement: `Filled in: ${words}.` });
    return { ...one, ...members };
  }

  /** A license is a relationship, not a member. */
  #license(additions: Additions, id: string, type: string, known: SourcedValue<string> | undefined): void {
    if (known === undefined || this.#isStated(type, id)) return;
    const to = this.#share('simplelicensing_LicenseExpression', { simplelicensing_licenseExpression: known.value });
    this.#add('Relationship', { from: id, relationshipType: type, to: [to] });
    additions.said.push({ field: type, source: known.source });
  }

  dependencies(): void {
    const found = missingDependencies(this.#placed, (ref) => this.#isStated('dependsOn', ref), this.#knowledge);
    for (const { from, to, source } of found)
      this.#add('Relationship', {
        ...{ from: from.ref, relationshipType: 'dependsOn', to, comment: `Filled in from ${source}.` },
      });
    this.filled.push(...toldDependencies(found, 'dependsOn'));
  }

  #share(type: string, members: EditableFields): string {
    const key = JSON.stringify([type, members]);
    const id = this.#shared.get(key) ?? this.#add(type, members);
    this.#shared.set(key, id);
    return id;
  }

  #add(type: string, members: EditableFields): string {
    const spdxId = `${this.#base}#${this.#elements.length + 1}`;
    this.#elements.push({ type, spdxId, creationInfo: this.#creation, ...members });
    this.ids.push(spdxId);
    return spdxId;
  }

  /** The new elements, with their creation. */
  added({ at, tool }: Filling): EditableFields[] {
    const agent = `${this.#base}#agent`;
    this.ids.push(agent);
    const creation = { type: 'CreationInfo', '@id': this.#creation, specVersion: '3.0.1', created: spdxTime(at) };
    return [
      { ...creation, createdBy: [agent] },
      { type: 'SoftwareAgent', spdxId: agent, creationInfo: this.#creation, name: `${tool.name}-${tool.version}` },
      ...this.#elements,
    ];
  }
}

function identifierIn(one: EditableFields): string {
  const identifiers = own(one, 'externalIdentifier');
  const found = (Array.isArray(identifiers) ? identifiers : []).find(
    (each) => isFields(each) && textIn(each, 'externalIdentifierType') === 'packageUrl',
  );
  return isFields(found) ? textIn(found, 'identifier') : '';
}
