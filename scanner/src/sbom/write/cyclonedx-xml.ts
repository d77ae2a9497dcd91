// The XML form of CycloneDX 1.6 and 1.7: the members of the JSON form as elements, in the order that the schema wants. Knows the elements that our
// documents have, and no others. https://cyclonedx.org/docs/1.7/xml/
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isFields, present } from '../../items.ts';
import type { SbomSource } from '../model.ts';
import { type CycloneDxVersion, cycloneDxPieces } from './cyclonedx.ts';

export const writeCycloneDxXml16 = (source: SbomSource) => write(source, '1.6');
export const writeCycloneDxXml17 = (source: SbomSource) => write(source, '1.7');

type Members = Readonly<Record<string, unknown>>;

/** The members of each element that are elements in XML, in the order of the schema; a test compares them with it. */
export const ORDER: Readonly<Record<string, readonly string[]>> = {
  bom: ['metadata', 'components', 'dependencies', 'compositions', 'vulnerabilities'],
  metadata: ['timestamp', 'lifecycles', 'tools', 'authors', 'component', 'manufacturer', 'supplier', 'properties'],
  lifecycle: ['phase'],
  tools: ['components'],
  supplier: ['name', 'url', 'contact'],
  manufacturer: ['name', 'url', 'contact'],
  contact: ['name', 'email'],
  author: ['name', 'email'],
  component: [
    ...['supplier', 'group', 'name', 'version', 'description', 'scope', 'hashes', 'licenses', 'copyright', 'cpe'],
    ...['purl', 'externalReferences', 'properties', 'evidence'],
  ],
  license: ['id', 'name', 'text', 'properties'],
  reference: ['url', 'hashes'],
  evidence: ['occurrences', 'licenses', 'copyright'],
  occurrence: ['location'],
  composition: ['aggregate', 'assemblies'],
  vulnerability: [...['id', 'source', 'ratings', 'description', 'recommendation', 'published', 'analysis', 'affects']],
  source: ['url'],
  rating: ['score', 'severity'],
  analysis: ['state', 'justification', 'response', 'detail'],
  target: ['ref'],
};

/** Lists that have an element around them, and the name of each of their elements. */
const LISTS: Readonly<Record<string, string>> = {
  ...{ lifecycles: 'lifecycle', authors: 'author', components: 'component', dependencies: 'dependency' },
  ...{ compositions: 'composition', assemblies: 'assembly', vulnerabilities: 'vulnerability', ratings: 'rating' },
  ...{ affects: 'target', properties: 'property', hashes: 'hash', externalReferences: 'reference' },
  ...{ occurrences: 'occurrence', licenses: 'license', responses: 'response' },
};

/** Members with another name in XML. */
const RENAMED: Readonly<Record<string, string>> = { response: 'responses', contentType: 'content-type' };

/** Members that are attributes, by their elements. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  component: ['type', 'mime-type', 'bom-ref'],
  vulnerability: ['bom-ref'],
  license: ['acknowledgement'],
  expression: ['acknowledgement'],
  reference: ['type'],
  property: ['name'],
  hash: ['alg'],
  text: ['contentType'],
};

/** Elements whose text is a member beside their attributes. */
const TEXT_MEMBERS: Readonly<Record<string, string>> = {
  ...{ property: 'value', hash: 'content', text: 'content', expression: 'expression' },
};

async function* write(source: SbomSource, version: CycloneDxVersion): AsyncGenerator<string, void> {
  const serial = `serialNumber="urn:uuid:${attributeText(source.subject.documentId)}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/${version}" ${serial} version="1">\n`;
  // The schema wants the metadata first, which are known only after the files.
  const early = new HeldText();
  let isBegun = false;
  for await (const piece of cycloneDxPieces(source, version)) {
    const { member } = piece;
    if (!orderOf('bom').includes(member)) continue;
    if (member === 'metadata') isBegun = true;
    if ('value' in piece) yield `${elementOf(member, piece.value)}\n`;
    else
      for await (const text of listOf(member, piece.elements))
        if (isBegun) yield text;
        else early.add(text);
    if (member === 'metadata') yield* early.texts();
  }
  yield '</bom>\n';
}

const orderOf = (name: string) => present(ORDER[name], `an element ${name}`);

async function* listOf(name: string, elements: AsyncIterable<Members>): AsyncGenerator<string> {
  yield `<${name}>\n`;
  for await (const one of elements) yield `${elementOf(present(LISTS[name], `a list ${name}`), one)}\n`;
  yield `</${name}>\n`;
}

function elementOf(name: string, value: unknown): string {
  if (name === 'dependency') return dependencyOf(value as Members);
  if (name === 'assembly') return `<assembly ref="${attributeText(String(value))}"/>`;
  if (name === 'license' && isFields(value) && 'license' in value) return elementOf('license', value.license);
  if (name === 'license' && isFields(value) && 'expression' in value) return elementOf('expression', value);
  if (name === 'copyright' && Array.isArray(value))
    return `<copyright>${value.map((one: Members) => elementOf('text', one.text)).join('')}</copyright>`;
  if (Array.isArray(value)) {
    const item = LISTS[name];
    // Addresses and contacts are repeated without an element around them.
    if (item === undefined) return value.map((one) => elementOf(name, one)).join('');
    return `<${name}>${value.map((one) => elementOf(item, one)).join('')}</${name}>`;
  }
  if (!isFields(value)) return `<${name}>${contentText(String(value))}</${name}>`;
  const attributes = (ATTRIBUTES[name] ?? [])
    .filter((one) => value[one] !== undefined)
    .map((one) => ` ${RENAMED[one] ?? one}="${attributeText(String(value[one]))}"`)
    .join('');
  const text = TEXT_MEMBERS[name];
  const inner =
    text === undefined
      ? orderOf(name)
          .filter((one) => value[one] !== undefined)
          .map((one) => elementOf(RENAMED[one] ?? one, value[one]))
          .join('')
      : contentText(String(value[text]));
  return `<${name}${attributes}>${inner}</${name}>`;
}

function dependencyOf({ ref, dependsOn }: Members): string {
  const open = `<dependency ref="${attributeText(String(ref))}"`;
  if (!Array.isArray(dependsOn) || dependsOn.length === 0) return `${open}/>`;
  const inner = dependsOn.map((one) => `<dependency ref="${attributeText(String(one))}"/>`);
  return `${open}>${inner.join('')}</dependency>`;
}

/** Characters that XML cannot have in any way of writing. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const contentText = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

/** Parsers turn white space of attributes into blanks if it is not written by number. */
const attributeText = (text: string): string =>
  contentText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

const HELD_CHARACTERS = 1024 * 1024;

/** Text that waits, packed: the files of a large code base take a tenth of their length. */
class HeldText {
  #waiting: string[] = [];
  #length = 0;
  readonly #packed: Buffer[] = [];

  add(text: string): void {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= HELD_CHARACTERS) this.#pack();
  }

  #pack(): void {
    this.#packed.push(deflateRawSync(this.#waiting.join('')));
    this.#waiting = [];
    this.#length = 0;
  }

  *texts(): Generator<string> {
    for (const one of this.#packed) yield inflateRawSync(one).toString();
    yield this.#waiting.join('');
  }
}
