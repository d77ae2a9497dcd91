// SPDX 3 in JSON-LD: a graph of elements in any order, which name each other by their ids. The context is known by its name, and is never fetched.
// https://spdx.github.io/spdx-spec/v3.0.1/
import { isFields, own } from '../../../items.ts';
import { analysisOfWords } from '../../analysis-words.ts';
import { referenceTypeOfSpdx3 } from '../../references.ts';
import { DependencyScopes } from '../dependency-scopes.ts';
import { type Fields, fieldsOf, PartFields, References, textIn } from '../fields.ts';
import { joinedLicenses } from '../joined.ts';
import {
  type ReadSbom,
  type SbomAnalysis,
  type SbomEdge,
  type SbomFinding,
  type SbomFormat,
  type SbomPart,
  type SbomReader,
  Tally,
} from '../model.ts';
import { known, NOT_COMPARED } from '../spdx-words.ts';
import { GraphLicenses, LICENSE_TYPES } from './licenses.ts';

export const spdx3: SbomFormat = {
  name: 'spdx3',
  title: 'SPDX 3.0 (JSON-LD)',
  lists: ['@graph'],
  recognizes: (head) =>
    /spdx\.org\/rdf\/(?:v?3|spdx-context)|spdx-context\.jsonld/.test(
      JSON.stringify(own(head, '@context') ?? '').slice(0, 2000),
    ),
  reader: (encoding) => new Spdx3Reader(encoding),
};

/** Elements that become parts, by their type without the prefix of its profile. */
const PARTS: Readonly<Record<string, string>> = {
  Package: '',
  File: 'file',
  AIPackage: 'machine-learning-model',
  DatasetPackage: 'data',
};

const KNOWN = new Set([
  ...[
    'type',
    '@type',
    'spdxId',
    '@id',
    'creationInfo',
    'name',
    'summary',
    'description',
    'comment',
    'packageVersion',
    'packageUrl',
    'homePage',
  ],
  ...[
    'downloadLocation',
    'sourceInfo',
    'primaryPurpose',
    'additionalPurpose',
    'copyrightText',
    'externalIdentifier',
    'externalRef',
  ],
  ...[
    'verifiedUsing',
    'suppliedBy',
    'originatedBy',
    'attributionText',
    'contentType',
    'fileKind',
    'builtTime',
    'releaseTime',
  ],
]);

interface Relationship {
  from: string;
  to: string[];
  type: string;
  fields: Fields;
  place: string;
}

class Spdx3Reader implements SbomReader {
  readonly #encoding: string;
  readonly #tally = new Tally();
  readonly #refs = new References(this.#tally);
  readonly #head: Record<string, unknown> = Object.create(null);
  readonly #parts: SbomPart[] = [];
  readonly #suppliers = new Map<string, string>();
  readonly #relationships: Relationship[] = [];
  readonly #licenses = new GraphLicenses();
  readonly #scopes = new DependencyScopes();
  /** Names of agents and tools, by id. */
  readonly #names = new Map<string, string>();
  /** E-mail and web addresses of agents, by id. */
  readonly #contacts = new Map<string, string>();
  readonly #notCompared = new Set<string>();
  readonly #vulnerabilities = new Map<string, { id: string; aliases: string[] }>();
  #roots: string[] = [];
  #documentName = '';
  #serial = '';
  #creation: Fields = {};
  #count = 0;

  constructor(encoding: string) {
    this.#encoding = encoding;
  }

  take({ member, isElement, value }: { member: string; isElement: boolean; value: unknown }): void {
    if (!isElement) {
      this.#head[member] = value;
      return;
    }
    const place = `@graph[${this.#count++}]`;
    const fields = fieldsOf(value, place, this.#tally);
    if (fields !== undefined) this.#element(fields, place);
  }

  end(): ReadSbom {
    // A document of a single element has no graph.
    if (this.#count === 0 && typeOf(this.#head) !== '') this.#element(this.#head, 'document');
    const byRef = new Map(this.#parts.map((part) => [part.ref, part]));
    for (const part of this.#parts) {
      const agent = this.#suppliers.get(part.place) ?? '';
      part.supplier = this.#names.get(agent) ?? '';
      part.supplierContact = this.#contacts.get(agent) ?? '';
    }
    const edges: SbomEdge[] = [];
    const analyses: SbomAnalysis[] = [];
    for (const one of this.#relationships) this.#follow(one, byRef, edges, analyses);
    for (const ref of this.#notCompared) {
      const part = byRef.get(ref);
      if (part) part.isNotCompared = true;
    }
    for (const part of this.#parts) part.scope = this.#scopes.of(part.ref);
    const main = this.#roots.map((ref) => byRef.get(ref)).find((one) => one !== undefined);
    const licenseTexts = this.#licenses.texts();
    const creation = new PartFields(this.#creation, 'creationInfo', this.#tally);
    return {
      format: 'SPDX',
      specVersion: creation.text('specVersion', 30) || '3.0',
      encoding: this.#encoding,
      serial: this.#serial,
      subject: {
        name: main?.name || this.#documentName,
        version: main?.version ?? '',
        purl: main?.purl ?? '',
        // A document may name its bill of materials, which names the package.
        refs: [...new Set(this.#roots)].filter((ref) => main === undefined || byRef.has(ref)),
      },
      createdAt: creation.text('created', 100),
      tools: creation
        .texts('createdUsing')
        .map((ref) => this.#names.get(ref) ?? '')
        .filter((one) => one !== ''),
      parts: this.#parts,
      edges,
      services: [],
      analyses,
      findings: [...this.#tied(), ...analyses.map(({ id, aliases, state, refs }) => ({ id, aliases, state, refs }))],
      statesVulnerabilities: this.#vulnerabilities.size > 0,
      ...(licenseTexts && { licenseTexts }),
      ...this.#tally.end(),
    };
  }

  #element(fields: Fields, place: string): void {
    const type = typeOf(fields);
    const id = idOf(fields);
    const read = new PartFields(fields, place, this.#tally);
    const kind = own(PARTS, type);
    if (kind !== undefined) this.#part(read, fields, { place, id, kind });
    else if (/Relationship$/.test(type)) this.#relationship(fields, place);
    else if (type === 'CreationInfo') this.#creation = { ...this.#creation, ...fields };
    else if (type === 'SpdxDocument') {
      this.#documentName = read.text('name', 500);
      this.#serial = id.slice(0, 2000);
      this.#roots = [...this.#roots, ...refsIn(fields, 'rootElement')];
    } else if (/^(?:Sbom|Bom|Bundle)$/.test(type)) this.#roots = [...refsIn(fields, 'rootElement'), ...this.#roots];
    else if (type === 'Vulnerability') this.#vulnerability(read, id);
    else if (LICENSE_TYPES.test(type)) {
      const plain = withoutProfiles(fields);
      this.#licenses.add(id, type, plain, (name) => refsIn(plain, name));
    } else if (/^(?:Agent|Person|Organization|SoftwareAgent|Tool)$/.test(type)) this.#agent(read, id);
    else {
      if (type === 'Annotation' && read.text('statement').startsWith(NOT_COMPARED))
        this.#notCompared.add(refsIn(fields, 'subject')[0] ?? '');
      this.#tally.other(type === '' ? 'elements without a type' : `elements ${type.slice(0, 60)}`);
    }
  }

  #agent(read: PartFields, id: string): void {
    this.#names.set(id, read.text('name', 500));
    const email = read.objects('externalIdentifier').find((one) => textIn(one, 'externalIdentifierType') === 'email');
    const page = read.objects('externalRef').find((one) => textIn(one, 'externalRefType') === 'altWebPage');
    const contact = (email && textIn(email, 'identifier')) || (page && refsIn(page, 'locator')[0]) || '';
    if (contact !== '') this.#contacts.set(id, contact.slice(0, 500));
  }

  /** Vulnerabilities of parts that nobody has assessed. */
  #tied(): SbomFinding[] {
    return this.#relationships
      .filter(({ type }) => type === 'hasAssociatedVulnerability')
      .flatMap(({ from, to }) =>
        to.flatMap((ref) => {
          const found = this.#vulnerabilities.get(ref);
          return found ? [{ ...found, state: '', refs: [from] }] : [];
        }),
      );
  }

  #part(read: PartFields, fields: Fields, { place, id, kind }: { place: string; id: string; kind: string }): void {
    const plain = withoutProfiles(fields);
    new PartFields(plain, place, this.#tally).others(KNOWN, 'packages');
    const of = new PartFields(plain, place, this.#tally);
    const identifiers = of.objects('externalIdentifier').map((one) => ({
      type: textIn(one, 'externalIdentifierType'),
      value: textIn(one, 'identifier'),
    }));
    const [purl = '', ...morePurls] = [
      ...new Set([
        of.text('packageUrl', 4000),
        ...identifiers.filter(({ type }) => /^(?:purl|packageUrl|packageURL)$/i.test(type)).map(({ value }) => value),
      ]),
    ].filter((one) => one !== '');
    const [supplier = refsIn(plain, 'originatedBy')[0]] = refsIn(plain, 'suppliedBy');
    if (supplier !== undefined) this.#suppliers.set(place, supplier);
    this.#parts.push({
      place,
      ref: this.#refs.take(id, place),
      kind:
        kind ||
        of
          .text('primaryPurpose', 60)
          .toLowerCase()
          .replace(/^operatingsystem$/, 'operating-system'),
      group: '',
      name: read.text('name', 1000),
      version: known(of.text('packageVersion', 255)),
      purl,
      morePurls,
      cpes: identifiers.filter(({ type }) => /^cpe2[23]$/.test(type)).map(({ value }) => value),
      declared: '',
      concluded: '',
      description: of.text('description') || of.text('summary'),
      copyright: known(of.text('copyrightText')),
      supplier: '',
      supplierContact: '',
      url: of.text('homePage', 2400),
      downloadUrl: known(of.text('downloadLocation', 2400)),
      comment: of.text('comment'),
      scope: '',
      hashes: of
        .objects('verifiedUsing')
        .flatMap((one) =>
          textIn(one, 'hashValue') === ''
            ? []
            : [{ algorithm: textIn(one, 'algorithm').slice(0, 60), value: textIn(one, 'hashValue').slice(0, 500) }],
        ),
      references: of.objects('externalRef').flatMap((one) =>
        refsIn(one, 'locator').map((url) => ({
          type: referenceTypeOfSpdx3(textIn(one, 'externalRefType').slice(0, 60), textIn(one, 'comment')),
          url: url.slice(0, 2400),
        })),
      ),
      properties: [],
      madeOf: [],
      sourceInfo: of.text('sourceInfo', 4000),
      inside: '',
      isNotCompared: false,
    });
  }

  #vulnerability(read: PartFields, id: string): void {
    const names = read
      .objects('externalIdentifier')
      .map((one) => textIn(one, 'identifier'))
      .filter((one) => /^[A-Z]+-/.test(one));
    const [first = read.text('name', 255), ...aliases] = names;
    this.#vulnerabilities.set(id, { id: first, aliases });
  }

  #relationship(fields: Fields, place: string): void {
    const plain = withoutProfiles(fields);
    const type = textIn(plain, 'relationshipType');
    const [from = ''] = refsIn(plain, 'from');
    this.#relationships.push({ from, to: refsIn(plain, 'to'), type, fields: plain, place });
  }

  /** Relationships are followed when all elements are known, as the graph has no order. */
  #follow(
    { from, to, type, fields, place }: Relationship,
    byRef: ReadonlyMap<string, SbomPart>,
    edges: SbomEdge[],
    analyses: SbomAnalysis[],
  ): void {
    const part = byRef.get(from);
    const names = () => to.map((ref) => this.#licenses.of(ref)).filter((one) => known(one) !== '');
    if (type === 'hasDeclaredLicense' && part)
      part.declared = joinedLicenses([...held(part.declared), ...names()], 'AND');
    else if (type === 'hasConcludedLicense' && part)
      part.concluded = joinedLicenses([...held(part.concluded), ...names()], 'AND');
    else if (type === 'contains' || DEPENDS.test(type)) {
      const kind = type === 'contains' ? 'contains' : 'depends';
      for (const ref of to) {
        if (!byRef.has(ref) || part === undefined)
          this.#tally.say(
            'left-out',
            place,
            `The relationship names "${(part ? ref : from).slice(0, 200)}", which no package or file has as its id.`,
          );
        else edges.push({ from, to: ref, kind });
        if (kind === 'depends') this.#scopes.add(ref, scopeOf(type, fields));
      }
    } else if (type === 'generates') for (const ref of to) byRef.get(ref)?.madeOf.push(part?.purl ?? '');
    else if (type === 'ancestorOf') for (const ref of to) byRef.get(ref)?.madeOf.push(part?.purl ?? '');
    else if (Object.hasOwn(STATES, type)) this.#analysis({ from, to, type, fields, place }, analyses);
    else this.#tally.other(`relationships ${type.slice(0, 60) || 'without a type'}`);
  }

  #analysis({ from, to, type, fields, place }: Relationship, analyses: SbomAnalysis[]): void {
    const found = this.#vulnerabilities.get(from);
    if (found === undefined) {
      this.#tally.say(
        'left-out',
        place,
        `The assessment names "${from.slice(0, 200)}", which no vulnerability has as its id.`,
      );
      return;
    }
    const [subject = ''] = refsIn(fields, 'assessedElement');
    const said = analysisOfWords(textIn(fields, 'comment')) ?? {
      state: own(STATES, type) ?? '',
      justification: own(JUSTIFICATIONS, textIn(fields, 'justificationType')) ?? '',
      response: '',
      detail: textIn(fields, 'impactStatement') || textIn(fields, 'statusNotes') || textIn(fields, 'actionStatement'),
    };
    const { response, ...words } = said;
    const refs = [subject, ...to].filter((one) => one !== '');
    analyses.push({ place, ...found, ...words, responses: response === '' ? [] : [response], refs });
  }
}

/** The VEX relationships as states of CycloneDX. */
const STATES: Readonly<Record<string, string>> = {
  doesNotAffect: 'not_affected',
  affects: 'exploitable',
  fixedIn: 'resolved',
  underInvestigationFor: 'in_triage',
};

const JUSTIFICATIONS: Readonly<Record<string, string>> = {
  componentNotPresent: 'code_not_present',
  vulnerableCodeNotPresent: 'code_not_present',
  vulnerableCodeNotInExecutePath: 'code_not_reachable',
  vulnerableCodeCannotBeControlledByAdversary: 'requires_environment',
  inlineMitigationsAlreadyExist: 'protected_by_mitigating_control',
};

function typeOf(fields: Fields): string {
  return (textIn(fields, 'type') || textIn(fields, '@type')).replace(/^.*[_/#:]/, '');
}

function idOf(fields: Fields): string {
  return textIn(fields, 'spdxId') || textIn(fields, '@id');
}

/** `software_packageVersion` is `packageVersion`. */
function withoutProfiles(fields: Fields): Fields {
  const plain: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(fields))
    plain[name.replace(/^(?:software|security|simplelicensing|expandedlicensing|build|ai|dataset)_/, '')] = value;
  return plain;
}

/** Ids, given as texts or as objects with an id, alone or in a list. */
function refsIn(fields: Fields, name: string): string[] {
  const value = own(fields, name);
  return (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' ? [one] : isFields(one) && idOf(one) !== '' ? [idOf(one)] : [],
  );
}

const DEPENDS = /^(?:dependsOn|has(?:Static|Dynamic)Link|has(?:Optional|Provided)Dependency)$/;

/** Undefined if the relationship does not say it. */
function scopeOf(type: string, fields: Fields): 'required' | 'optional' | 'excluded' | undefined {
  if (type === 'hasOptionalDependency') return 'optional';
  const scope = textIn(fields, 'scope');
  if (/^(?:development|test|build|design)$/.test(scope)) return 'excluded';
  return scope === 'runtime' && type !== 'hasProvidedDependency' ? 'required' : undefined;
}

const held = (license: string): string[] => (license === '' ? [] : [license]);
