// The own format of Syft (`-o syft-json`). https://github.com/anchore/syft/tree/main/schema/json
import { isFields, own } from '../../../items.ts';
import { type Fields, fieldsOf, PartFields, References, textIn } from '../fields.ts';
import { type ReadSbom, type SbomEdge, type SbomFormat, type SbomPart, type SbomReader, Tally } from '../model.ts';

export const syft: SbomFormat = {
  name: 'syft',
  title: 'Syft JSON',
  lists: ['artifacts', 'artifactRelationships', 'files'],
  recognizes: (head) =>
    isFields(own(head, 'descriptor')) &&
    /syft/.test(`${textIn(fieldsIn(head, 'schema'), 'url')} ${textIn(fieldsIn(head, 'descriptor'), 'name')}`),
  reader: (encoding) => new SyftReader(encoding),
};

const KNOWN = {
  document: new Set(['artifacts', 'artifactRelationships', 'files', 'source', 'distro', 'descriptor', 'schema']),
  artifact: new Set([
    ...[
      'id',
      'name',
      'version',
      'type',
      'foundBy',
      'locations',
      'licenses',
      'language',
      'cpes',
      'purl',
      'metadataType',
      'metadata',
    ],
  ]),
};

/** Members of `metadata` that name the source package, as the properties that Syft writes into CycloneDX. */
const SOURCES = ['source', 'sourceVersion', 'originPackage', 'sourceRpm', 'modularityLabel', 'epoch'];

class SyftReader implements SbomReader {
  readonly #encoding: string;
  readonly #tally = new Tally();
  readonly #refs = new References(this.#tally);
  readonly #head: Record<string, unknown> = Object.create(null);
  readonly #parts: SbomPart[] = [];
  readonly #edges: SbomEdge[] = [];
  readonly #counts = new Map<string, number>();

  constructor(encoding: string) {
    this.#encoding = encoding;
  }

  take({ member, isElement, value }: { member: string; isElement: boolean; value: unknown }): void {
    if (!isElement) {
      this.#head[member] = value;
      if (!KNOWN.document.has(member)) this.#tally.notUnderstood(member, 'the document', member);
      return;
    }
    const at = this.#counts.get(member) ?? 0;
    this.#counts.set(member, at + 1);
    const place = `${member}[${at}]`;
    const fields = fieldsOf(value, place, this.#tally);
    if (fields === undefined) return;
    if (member === 'artifacts') this.#artifact(fields, place);
    else if (member === 'artifactRelationships') this.#relationship(fields);
    else this.#tally.other(member);
  }

  end(): ReadSbom {
    const read = new PartFields(this.#head, 'document', this.#tally);
    const source = new PartFields(read.object('source'), 'source', this.#tally);
    const descriptor = new PartFields(read.object('descriptor'), 'descriptor', this.#tally);
    const schema = new PartFields(read.object('schema'), 'schema', this.#tally);
    this.#system(read.object('distro'));
    return {
      format: 'Syft',
      specVersion: schema.text('version', 30),
      encoding: this.#encoding,
      serial: '',
      subject: {
        name: source.text('name', 500),
        version: source.text('version', 255),
        purl: '',
        refs: [source.text('id', 500)].filter(Boolean),
      },
      createdAt: '',
      tools: [[descriptor.text('name', 100), descriptor.text('version', 100)].filter(Boolean).join(' ')].filter(
        Boolean,
      ),
      parts: this.#parts,
      edges: this.#edges,
      services: [],
      analyses: [],
      findings: [],
      statesVulnerabilities: false,
      ...this.#tally.end(),
    };
  }

  #artifact(fields: Fields, place: string): void {
    const read = new PartFields(fields, place, this.#tally);
    read.others(KNOWN.artifact, 'artifacts');
    const cpes = own(fields, 'cpes');
    const metadata = fieldsIn(fields, 'metadata');
    this.#parts.push({
      ...EMPTY,
      place,
      ref: this.#refs.take(read.text('id', 500), place),
      kind: 'library',
      name: read.text('name', 1000),
      version: read.text('version', 255),
      purl: read.text('purl', 4000),
      cpes: (Array.isArray(cpes) ? cpes : [])
        .map((one) => (isFields(one) ? textIn(one, 'cpe') : String(one)))
        .filter((one) => one.startsWith('cpe:')),
      ...licensesOf(own(fields, 'licenses')),
      properties: SOURCES.flatMap((name) => {
        const value = own(metadata, name);
        return typeof value === 'string' || typeof value === 'number'
          ? [{ name: `syft:metadata:${name}`, value: String(value) }]
          : [];
      }),
    });
  }

  #relationship(fields: Fields): void {
    const [from, to, type] = [textIn(fields, 'parent'), textIn(fields, 'child'), textIn(fields, 'type')];
    if (type === 'dependency-of') this.#edges.push({ from: to, to: from, kind: 'depends' });
    else if (type === 'contains' && this.#refs.has(from)) this.#edges.push({ from, to, kind: 'contains' });
    else this.#tally.other(`relationships ${type.slice(0, 40)}`);
  }

  /** The system that an image has, as CycloneDX names it. */
  #system(distro: Fields): void {
    const [id, version] = [textIn(distro, 'id'), textIn(distro, 'versionID')];
    if (id === '') return;
    const like = own(distro, 'idLike');
    const codename = textIn(distro, 'versionCodename');
    this.#parts.push({
      ...EMPTY,
      place: 'distro',
      kind: 'operating-system',
      name: id,
      version,
      properties: [
        ...(Array.isArray(like) ? like : []).map((one, at) => ({
          name: `syft:distro:idLike:${at}`,
          value: String(one),
        })),
        ...(codename === '' ? [] : [{ name: 'syft:distro:versionCodename', value: codename }]),
      ],
    });
  }
}

/** Licenses are texts, or objects since version 9 of its schema. */
function licensesOf(given: unknown): { declared: string; concluded: string } {
  const said = (Array.isArray(given) ? given : []).map((one) =>
    isFields(one)
      ? {
          text: textIn(one, 'spdxExpression') || textIn(one, 'value'),
          isConcluded: textIn(one, 'type') === 'concluded',
        }
      : { text: String(one), isConcluded: false },
  );
  const together = (isConcluded: boolean) => {
    const texts = [
      ...new Set(
        said.filter((one) => one.isConcluded === isConcluded && one.text !== '').map(({ text }) => text.slice(0, 2000)),
      ),
    ];
    return texts.map((text) => (texts.length > 1 && /\s/.test(text) ? `(${text})` : text)).join(' AND ');
  };
  return { declared: together(false), concluded: together(true) };
}

function fieldsIn(fields: Fields, name: string): Fields {
  const value = own(fields, name);
  return isFields(value) ? value : {};
}

const EMPTY: SbomPart = {
  ...{
    place: '',
    ref: '',
    kind: '',
    group: '',
    name: '',
    version: '',
    purl: '',
    morePurls: [],
    cpes: [],
    declared: '',
    concluded: '',
  },
  ...{
    description: '',
    copyright: '',
    supplier: '',
    supplierContact: '',
    url: '',
    downloadUrl: '',
    comment: '',
    scope: '',
    hashes: [],
    references: [],
  },
  ...{ properties: [], madeOf: [], sourceInfo: '', inside: '', isNotCompared: false },
};
