// CycloneDX in its JSON form, into which xml.ts turns XML. Newer members are read whatever version the document states.
// https://cyclonedx.org/docs/1.7/json/
import { isFields, own } from '../../../items.ts';
import { type Fields, fieldsOf, PartFields, References, textIn } from '../fields.ts';
import {
  type DocumentLinks,
  type ReadSbom,
  type SbomAnalysis,
  type SbomEdge,
  type SbomFinding,
  type SbomFormat,
  type SbomPart,
  type SbomReader,
  type SbomService,
  Tally,
} from '../model.ts';
import { bomLinkOf, elementOfBomLink, linksOf, withoutOwnLink } from './bom-links.ts';
import { licensesOf } from './licenses.ts';
import { servicesOf } from './services.ts';
import { SINCE } from './since.ts';

export const cyclonedx: SbomFormat = {
  name: 'cyclonedx',
  title: 'CycloneDX 1.0 to 1.7 (JSON, XML, Protocol Buffers)',
  lists: [
    'components',
    'dependencies',
    'vulnerabilities',
    'services',
    'compositions',
    'annotations',
    'externalReferences',
  ],
  recognizes: (head) =>
    own(head, 'bomFormat') === 'CycloneDX' || /cyclonedx\.org\/schema\/bom-/.test(textIn(head, '$schema')),
  reader: (encoding) => new CycloneDxReader(encoding),
};

/** Lists whose elements become parts, relations and vulnerabilities; elements of others are counted. */
const READ_LISTS: ReadonlySet<string> = new Set(['components', 'dependencies', 'vulnerabilities']);

/** Members that are read, or that say how to read the document. */
const KNOWN = {
  document: new Set(['$schema', 'bomFormat', 'specVersion', 'serialNumber', 'version', 'metadata', ...cyclonedx.lists]),
  component: new Set([
    ...[
      'type',
      'bom-ref',
      'group',
      'name',
      'version',
      'purl',
      'cpe',
      'description',
      'licenses',
      'copyright',
      'components',
    ],
    ...[
      'supplier',
      'manufacturer',
      'publisher',
      'author',
      'authors',
      'scope',
      'hashes',
      'externalReferences',
      'properties',
      'pedigree',
    ],
    ...['mime-type', 'evidence'],
  ]),
  evidence: new Set(['licenses', 'copyright']),
  vulnerability: new Set([
    'bom-ref',
    'id',
    'analysis',
    'affects',
    'references',
    'source',
    'ratings',
    'cwes',
    'description',
    'advisories',
  ]),
};

class CycloneDxReader implements SbomReader {
  readonly #encoding: string;
  readonly #tally = new Tally();
  readonly #refs = new References(this.#tally);
  readonly #head: Record<string, unknown> = Object.create(null);
  readonly #parts: SbomPart[] = [];
  readonly #edges: SbomEdge[] = [];
  readonly #services: SbomService[] = [];
  readonly #analyses: SbomAnalysis[] = [];
  readonly #findings: SbomFinding[] = [];
  readonly #counts = new Map<string, number>();
  #newest: { version: string; place: string } = { version: '', place: '' };

  constructor(encoding: string) {
    this.#encoding = encoding;
  }

  take({ member, isElement, value }: { member: string; isElement: boolean; value: unknown }): void {
    this.#sees('document', member, member);
    if (!isElement) {
      if (cyclonedx.lists.includes(member) && value !== null)
        this.#tally.say('left-out', member, `"${member}" must be a list; it was left out.`);
      else this.#head[member] = value;
      if (!KNOWN.document.has(member)) this.#tally.notUnderstood(member, 'the document', member);
      return;
    }
    const at = this.#counts.get(member) ?? 0;
    this.#counts.set(member, at + 1);
    const place = `${member}[${at}]`;
    const fields = fieldsOf(value, place, this.#tally);
    if (fields === undefined) return;
    if (member === 'components') this.#components(fields, place);
    else if (member === 'dependencies') this.#dependency(fields, place);
    else if (member === 'vulnerabilities') this.#vulnerability(fields, place);
    else if (member === 'services')
      for (const one of servicesOf(fields, place, this.#refs, this.#tally)) this.#services.push(one);
    if (!READ_LISTS.has(member)) this.#tally.other(member);
  }

  end(): ReadSbom {
    const read = new PartFields(this.#head, 'document', this.#tally);
    const metadata = new PartFields(read.object('metadata'), 'metadata', this.#tally);
    const main = metadata.object('component');
    const subject = new PartFields(main, 'metadata.component', this.#tally);
    for (const [at, inner] of subject.objects('components').entries())
      this.#components(inner, `metadata.component.components[${at}]`);
    const specVersion = read.text('specVersion', 20);
    if (specVersion !== '' && this.#newest.version !== '' && isBefore(specVersion, this.#newest.version))
      this.#tally.say(
        'contradiction',
        'specVersion',
        `The document says that it is CycloneDX ${specVersion}, and has members of ${this.#newest.version} (${this.#newest.place}), which were read.`,
      );
    const refs = [subject.text('bom-ref'), subject.text('purl')].filter((one) => one !== '');
    const self = this.#self();
    for (const one of this.#edges) {
      one.from = withoutOwnLink(one.from, self);
      one.to = withoutOwnLink(one.to, self);
    }
    for (const one of [...this.#findings, ...this.#analyses])
      one.refs = one.refs.map((ref) => withoutOwnLink(ref, self));
    this.#tellDangling(refs);
    return {
      format: 'CycloneDX',
      specVersion,
      encoding: this.#encoding,
      serial: read.text('serialNumber', 500),
      subject: { name: nameOf(subject), version: subject.text('version', 255), purl: subject.text('purl', 4000), refs },
      createdAt: metadata.text('timestamp', 100),
      tools: toolsOf(metadata, this.#tally),
      parts: this.#parts,
      edges: this.#edges,
      services: this.#services,
      analyses: this.#analyses,
      findings: this.#findings,
      statesVulnerabilities: this.#findings.length > 0,
      ...this.#tally.end(),
    };
  }

  links(): DocumentLinks {
    return linksOf(this.#self(), this.#edges, this.#findings);
  }

  #self(): string {
    return bomLinkOf(textIn(this.#head, 'serialNumber'), own(this.#head, 'version'));
  }

  /** A component, and those inside of it, at any depth that the JSON reader allows. */
  #components(fields: Fields, place: string): void {
    const open = [{ fields, place, inside: '' }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const read = new PartFields(next.fields, next.place, this.#tally);
      this.#parts.push(this.#part(read, next.fields, next.place, next.inside));
      const around = next.place;
      const inner = read
        .objects('components')
        .map((one, at) => ({ fields: one, place: `${around}.components[${at}]`, inside: around }));
      for (const one of inner.toReversed()) open.push(one);
    }
  }

  #part(read: PartFields, fields: Fields, place: string, inside: string): SbomPart {
    for (const member of Object.keys(fields)) this.#sees('component', member, `${place}.${member}`);
    read.others(KNOWN.component, 'components');
    const evidence = new PartFields(read.object('evidence'), `${place}.evidence`, this.#tally);
    evidence.others(KNOWN.evidence, 'evidence');
    const { declared, concluded } = licensesOf(read.objects('licenses'), place, this.#tally);
    const found = licensesOf(evidence.objects('licenses'), `${place}.evidence`, this.#tally);
    const links = read.objects('externalReferences');
    const references = links.flatMap((one) => referenceOf(one));
    const purl = read.text('purl', 4000);
    const properties = read
      .objects('properties')
      .map((one) => ({ name: textIn(one, 'name').slice(0, 500), value: textIn(one, 'value').slice(0, 4000) }));
    return {
      place,
      ref: this.#refs.take(read.text('bom-ref', 4000), place),
      kind: read.text('type', 60),
      group: read.text('group', 1000),
      name: read.text('name', 1000),
      version: read.text('version', 255),
      purl,
      morePurls: [],
      cpes: [read.text('cpe', 1000)].filter((one) => one !== ''),
      declared:
        declared ||
        (concluded === '' ? found.declared || found.concluded : '') ||
        // Where our own documents of 1.6 put it, as that version has one place for an expression.
        (properties.find(({ name }) => name === 'assay:declared-license')?.value ?? ''),
      concluded,
      description: read.text('description'),
      copyright:
        read.text('copyright') ||
        evidence
          .objects('copyright')
          .map((one) => textIn(one, 'text'))
          .filter(Boolean)
          .join('\n'),
      ...supplierOf(read),
      url: urlOf(references, 'website') || urlOf(references, 'vcs'),
      downloadUrl: urlOf(references, 'distribution'),
      comment: '',
      scope: read.text('scope', 60).toLowerCase(),
      hashes: hashesOf(read, links),
      references,
      properties,
      madeOf: ancestorsOf(read.object('pedigree')),
      sourceInfo: '',
      inside,
      isNotCompared: properties.some(({ name }) => name === 'assay:advisories:notCompared'),
    };
  }

  #dependency(fields: Fields, place: string): void {
    const read = new PartFields(fields, place, this.#tally);
    const from = read.text('ref', 4000);
    for (const to of read.texts('dependsOn')) this.#edges.push({ from, to, kind: 'depends' });
    for (const to of read.texts('provides')) this.#edges.push({ from, to, kind: 'contains' });
  }

  #vulnerability(fields: Fields, place: string): void {
    const read = new PartFields(fields, place, this.#tally);
    read.others(KNOWN.vulnerability, 'vulnerabilities');
    const named = {
      id: read.text('id', 255),
      aliases: read
        .objects('references')
        .map((one) => textIn(one, 'id').slice(0, 255))
        .filter((one) => one !== ''),
      refs: read
        .objects('affects')
        .map((one) => textIn(one, 'ref'))
        .filter((one) => one !== ''),
    };
    if (!isFields(own(fields, 'analysis'))) {
      this.#findings.push({ ...named, state: '' });
      this.#tally.other('vulnerabilities without an analysis');
      return;
    }
    const said = new PartFields(read.object('analysis'), `${place}.analysis`, this.#tally);
    const state = said.text('state', 60);
    this.#findings.push({ ...named, state });
    this.#analyses.push({
      place,
      ...named,
      state,
      justification: said.text('justification', 60),
      responses: said.texts('response'),
      detail: said.text('detail'),
    });
  }

  #tellDangling(subject: readonly string[]): void {
    const known = (ref: string) => this.#refs.has(ref) || subject.includes(ref) || elementOfBomLink(ref) !== undefined;
    const dangling = this.#edges.filter(({ from, to }) => !known(from) || !known(to));
    for (const { from, to } of dangling.slice(0, 100)) {
      const missing = known(from) ? to : from;
      this.#tally.say(
        'left-out',
        'dependencies',
        `A dependency names "${missing.slice(0, 200)}", which no component and no service has as its reference.`,
      );
    }
    if (dangling.length > 100)
      this.#tally.say(
        'left-out',
        'dependencies',
        `${dangling.length - 100} more dependencies name references that no component has.`,
      );
  }

  #sees(of: keyof typeof SINCE, member: string, place: string): void {
    const since = own(SINCE[of], member);
    if (since !== undefined && isBefore(this.#newest.version, since)) this.#newest = { version: since, place };
  }
}

const isBefore = (a: string, b: string) => Number(a.split('.')[1] ?? -1) < Number(b.split('.')[1] ?? -1);

/** A group and a name, as purls have them. */
function nameOf(read: PartFields): string {
  return [read.text('group', 1000), read.text('name', 1000)].filter((one) => one !== '').join('/');
}

/** The supplier, else who made it. */
function supplierOf(read: PartFields): Pick<SbomPart, 'supplier' | 'supplierContact'> {
  const isNamed = (one: Fields) => nameIn(one) !== '';
  const publisher = read.text('publisher', 500);
  const party =
    [read.object('supplier'), read.object('manufacturer')].find(isNamed) ??
    (publisher === '' ? read.objects('authors').find(isNamed) : undefined);
  if (party === undefined) return { supplier: publisher || read.text('author', 500), supplierContact: '' };
  const within = [party, ...[own(party, 'contact')].flat().filter(isFields)];
  const email = within.map((one) => textIn(one, 'email')).find((text) => text !== '');
  const url = [own(party, 'url')].flat().find((text) => typeof text === 'string' && text !== '');
  return { supplier: nameIn(party), supplierContact: (email ?? (typeof url === 'string' ? url : '')).slice(0, 500) };
}

/** A digest of the package may stand with the address that gives its file. */
function hashesOf(read: PartFields, links: readonly Fields[]): SbomPart['hashes'] {
  const stated = read.objects('hashes');
  const distribution = links.find((one) => textIn(one, 'type') === 'distribution');
  const said = stated.length > 0 || distribution === undefined ? stated : [own(distribution, 'hashes')].flat();
  return said
    .filter(isFields)
    .map((one) => ({ algorithm: textIn(one, 'alg').slice(0, 60), value: textIn(one, 'content').slice(0, 500) }));
}

function nameIn(organisation: Fields): string {
  return textIn(organisation, 'name').slice(0, 500);
}

function referenceOf(one: Fields): { type: string; url: string }[] {
  const url = textIn(one, 'url').trim().slice(0, 2400);
  return url === '' ? [] : [{ type: textIn(one, 'type').slice(0, 60), url }];
}

const urlOf = (references: readonly { type: string; url: string }[], type: string) =>
  references.find((one) => one.type === type)?.url ?? '';

/** The packages from which it was made: Red Hat has the source package as an ancestor. */
function ancestorsOf(pedigree: Fields): string[] {
  const ancestors = own(pedigree, 'ancestors');
  return (Array.isArray(ancestors) ? ancestors : [])
    .filter(isFields)
    .map((one) => textIn(one, 'purl'))
    .filter((one) => one !== '');
}

/** Since 1.5, tools are components and services. */
function toolsOf(metadata: PartFields, tally: Tally): string[] {
  const given = metadata.tools();
  const tools = Array.isArray(given) ? given : new PartFields(given, 'metadata.tools', tally).objects('components');
  return tools
    .filter(isFields)
    .map((one) =>
      [textIn(one, 'vendor'), textIn(one, 'name'), textIn(one, 'version')].filter(Boolean).join(' ').slice(0, 300),
    )
    .filter((one) => one !== '');
}
