// SPDX 2 in its JSON form, into which tag-value.ts and rdf.ts turn the other forms; YAML has the same members. https://spdx.github.io/spdx-spec/v2.3/
import { own } from '../../../items.ts';
import { analysisOfWords } from '../../analysis-words.ts';
import { DependencyScopes } from '../dependency-scopes.ts';
import { type Fields, fieldsOf, PartFields, References, textIn } from '../fields.ts';
import { LicenseNames } from '../license-names.ts';
import {
  type DocumentLinks,
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

export const spdx: SbomFormat = {
  name: 'spdx',
  title: 'SPDX 2.2 and 2.3 (JSON, YAML, tag-value, RDF/XML)',
  lists: [
    'packages',
    'files',
    'snippets',
    'relationships',
    'hasExtractedLicensingInfos',
    'annotations',
    'externalDocumentRefs',
  ],
  recognizes: (head) => /^SPDX-[12]\./.test(textIn(head, 'spdxVersion')),
  reader: (encoding) => new SpdxReader(encoding),
};

const KNOWN = {
  document: new Set([
    ...[
      'SPDXID',
      'spdxVersion',
      'dataLicense',
      'documentNamespace',
      'name',
      'creationInfo',
      'documentDescribes',
      'comment',
    ],
    ...spdx.lists,
  ]),
  package: new Set([
    ...[
      'SPDXID',
      'name',
      'versionInfo',
      'externalRefs',
      'homepage',
      'description',
      'summary',
      'licenseConcluded',
      'sourceInfo',
    ],
    ...[
      'licenseDeclared',
      'licenseComments',
      'comment',
      'copyrightText',
      'filesAnalyzed',
      'hasFiles',
      'downloadLocation',
      'supplier',
    ],
    ...[
      'originator',
      'checksums',
      'primaryPackagePurpose',
      'packageVerificationCode',
      'licenseInfoFromFiles',
      'packageFileName',
    ],
  ]),
};

/** What follows from a relationship: whether its first element depends on or contains the other one, or the other way round. */
const RELATIONSHIPS: Readonly<Record<string, { kind: SbomEdge['kind']; isReversed?: true }>> = {
  CONTAINS: { kind: 'contains' },
  CONTAINED_BY: { kind: 'contains', isReversed: true },
  DEPENDS_ON: { kind: 'depends' },
  DEPENDENCY_OF: { kind: 'depends', isReversed: true },
  BUILD_DEPENDENCY_OF: { kind: 'depends', isReversed: true },
  DEV_DEPENDENCY_OF: { kind: 'depends', isReversed: true },
  OPTIONAL_DEPENDENCY_OF: { kind: 'depends', isReversed: true },
  PROVIDED_DEPENDENCY_OF: { kind: 'depends', isReversed: true },
  RUNTIME_DEPENDENCY_OF: { kind: 'depends', isReversed: true },
  TEST_DEPENDENCY_OF: { kind: 'depends', isReversed: true },
  STATIC_LINK: { kind: 'depends' },
  DYNAMIC_LINK: { kind: 'depends' },
};

/** What these say of the package that is needed. */
const SCOPES: Readonly<Record<string, 'required' | 'optional' | 'excluded'>> = {
  RUNTIME_DEPENDENCY_OF: 'required',
  DEV_DEPENDENCY_OF: 'excluded',
  TEST_DEPENDENCY_OF: 'excluded',
  BUILD_DEPENDENCY_OF: 'excluded',
  OPTIONAL_DEPENDENCY_OF: 'optional',
};

class SpdxReader implements SbomReader {
  readonly #encoding: string;
  readonly #tally = new Tally();
  readonly #refs = new References(this.#tally);
  readonly #head: Record<string, unknown> = Object.create(null);
  readonly #parts: SbomPart[] = [];
  readonly #edges: SbomEdge[] = [];
  readonly #findings: SbomFinding[] = [];
  readonly #analyses: SbomAnalysis[] = [];
  readonly #counts = new Map<string, number>();
  /** References of files and snippets, which relationships may name. */
  readonly #elements = new Set<string>(['NOASSERTION', 'NONE', 'SPDXRef-DOCUMENT']);
  readonly #described = new Set<string>();
  readonly #madeOf = new Map<string, string[]>();
  readonly #scopes = new DependencyScopes();
  readonly #licenseNames = new LicenseNames();
  /** Namespaces of other documents, by the names that this one gives them. */
  readonly #documents = new Map<string, string>();

  constructor(encoding: string) {
    this.#encoding = encoding;
  }

  take({ member, isElement, value }: { member: string; isElement: boolean; value: unknown }): void {
    if (!isElement) {
      if (spdx.lists.includes(member) && value !== null)
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
    if (member === 'packages') this.#package(fields, place);
    else if (member === 'relationships') this.#relationship(fields, place);
    else {
      const ref = textIn(fields, 'SPDXID');
      if (ref !== '') this.#elements.add(ref);
      if (member === 'hasExtractedLicensingInfos') {
        this.#licenseNames.add(textIn(fields, 'licenseId'), textIn(fields, 'name'));
        this.#licenseNames.addText(textIn(fields, 'licenseId'), textIn(fields, 'extractedText'));
      }
      if (member === 'externalDocumentRefs')
        this.#documents.set(textIn(fields, 'externalDocumentId'), textIn(fields, 'spdxDocument').trim().slice(0, 2000));
      this.#tally.other(member);
    }
  }

  end(): ReadSbom {
    const read = new PartFields(this.#head, 'document', this.#tally);
    const creation = new PartFields(read.object('creationInfo'), 'creationInfo', this.#tally);
    for (const ref of read.texts('documentDescribes')) this.#described.add(ref);
    for (const part of this.#parts) this.#complete(part);
    const main = this.#parts.find(({ ref }) => ref !== '' && this.#described.has(ref));
    this.#tellDangling();
    const licenseTexts = this.#licenseNames.texts();
    return {
      format: 'SPDX',
      specVersion: read.text('spdxVersion', 30).replace(/^SPDX-/, ''),
      encoding: this.#encoding,
      serial: read.text('documentNamespace', 2000),
      subject: {
        name: main?.name || read.text('name', 500),
        version: main?.version ?? '',
        purl: main?.purl ?? '',
        refs: [...this.#described],
      },
      createdAt: creation.text('created', 100),
      tools: creation
        .texts('creators')
        .filter((one) => one.startsWith('Tool:'))
        .map((one) => one.slice(5, 300).trim()),
      parts: this.#parts,
      edges: this.#edges,
      services: [],
      analyses: this.#analyses,
      findings: this.#findings,
      statesVulnerabilities: this.#findings.length > 0,
      ...(licenseTexts && { licenseTexts }),
      ...this.#tally.end(),
    };
  }

  links(): DocumentLinks {
    return {
      self: textIn(this.#head, 'documentNamespace').slice(0, 2000),
      documents: [...this.#documents.values()],
      elsewhere: (ref) => {
        const [, name = '', id = ''] = /^(DocumentRef-[^:]+):(.*)$/.exec(ref) ?? [];
        const document = this.#documents.get(name);
        return document === undefined ? undefined : { document, id };
      },
      scopes: this.#scopes.said,
      madeOf: this.#madeOf,
    };
  }

  #package(fields: Fields, place: string): void {
    const read = new PartFields(fields, place, this.#tally);
    read.others(KNOWN.package, 'packages');
    const references = read.objects('externalRefs').map((one) => ({
      type: textIn(one, 'referenceType')
        .replace(/^.*[/#]/, '')
        .slice(0, 200),
      url: textIn(one, 'referenceLocator').trim().slice(0, 4000),
    }));
    const [purl = '', ...morePurls] = [
      ...new Set(references.filter(({ type }) => type === 'purl').map(({ url }) => url)),
    ];
    const ref = this.#refs.take(read.text('SPDXID', 4000), place);
    for (const [at, one] of read.objects('externalRefs').entries())
      this.#advisory(one, ref, `${place}.externalRefs[${at}]`);
    this.#parts.push({
      place,
      ref,
      kind: read.text('primaryPackagePurpose', 60).toLowerCase().replaceAll('_', '-'),
      group: '',
      name: read.text('name', 1000),
      version: known(read.text('versionInfo', 255)),
      purl,
      morePurls,
      cpes: references.filter(({ type, url }) => /^cpe2[23]Type$/.test(type) && url !== '').map(({ url }) => url),
      declared: known(read.text('licenseDeclared', 2000)),
      concluded: known(read.text('licenseConcluded', 2000)),
      description: read.text('description') || read.text('summary'),
      copyright: known(read.text('copyrightText')),
      ...supplierOf(read),
      url: known(read.text('homepage', 2400)),
      downloadUrl: known(read.text('downloadLocation', 2400)),
      comment: [read.text('licenseComments'), read.text('comment')].filter(Boolean).join('\n'),
      scope: '',
      hashes: read.objects('checksums').map((one) => ({
        algorithm: textIn(one, 'algorithm')
          .replace(/^.*checksumAlgorithm_/, '')
          .slice(0, 60),
        value: textIn(one, 'checksumValue').slice(0, 500),
      })),
      references: references.filter(({ type }) => type !== 'purl' && !/^cpe2[23]Type$/.test(type)),
      properties: [],
      madeOf: [],
      sourceInfo: read.text('sourceInfo', 4000),
      inside: '',
      isNotCompared: read.objects('annotations').some((one) => textIn(one, 'comment').startsWith(NOT_COMPARED)),
    });
  }

  /** SPDX 2 has no vulnerabilities; advisories of a package name them in their addresses, and our own say more in their comments. */
  #advisory(fields: Fields, ref: string, place: string): void {
    if (!/^(?:advisory|fix)$/.test(textIn(fields, 'referenceType').replace(/^.*[/#]/, ''))) return;
    const address = textIn(fields, 'referenceLocator').trim().slice(0, 4000);
    const comment = textIn(fields, 'comment');
    const found = /([A-Za-z]+-[\w-]*\d[\w.-]*)\/?$/.exec(address)?.[1] ?? address;
    if (found === '') return;
    const named = { id: found.slice(0, 255), aliases: [], refs: [ref] };
    const said = analysisOfWords(comment);
    const state = said?.state ?? /\banalysis: ([a-z_]+)/.exec(comment)?.[1] ?? '';
    this.#findings.push({ ...named, state });
    if (said === undefined) return;
    const { response, ...words } = said;
    this.#analyses.push({ place, ...named, ...words, responses: response === '' ? [] : [response] });
  }

  #relationship(fields: Fields, place: string): void {
    const read = new PartFields(fields, place, this.#tally);
    const [from, to] = [read.text('spdxElementId', 4000), read.text('relatedSpdxElement', 4000)];
    const type = read.text('relationshipType', 60).toUpperCase();
    if (type === 'DESCRIBES') this.#described.add(to);
    else if (type === 'DESCRIBED_BY') this.#described.add(from);
    else if (type === 'GENERATED_FROM') this.#madeOf.set(from, [...(this.#madeOf.get(from) ?? []), to]);
    const meaning = own(RELATIONSHIPS, type);
    if (meaning?.kind === 'depends') this.#scopes.add(meaning.isReversed ? from : to, own(SCOPES, type));
    if (meaning === undefined) this.#tally.other(`relationships ${type.slice(0, 40) || 'without a type'}`);
    else
      this.#edges.push({
        from: meaning.isReversed ? to : from,
        to: meaning.isReversed ? from : to,
        kind: meaning.kind,
      });
  }

  /** What relationships and licenses of the document say of a package is known when all of them are. */
  #complete(part: SbomPart): void {
    part.declared = this.#licenseNames.in(part.declared);
    part.concluded = this.#licenseNames.in(part.concluded);
    part.scope = this.#scopes.of(part.ref);
    const sources = this.#madeOf.get(part.ref);
    if (sources === undefined) return;
    this.#purls ??= new Map(this.#parts.map(({ ref, purl, morePurls }) => [ref, [purl, ...morePurls]]));
    part.madeOf = sources.flatMap((ref) => this.#purls?.get(ref) ?? []).filter((one) => one !== '');
  }
  #purls: Map<string, string[]> | undefined;

  #tellDangling(): void {
    const isKnown = (ref: string) =>
      this.#refs.has(ref) || this.#elements.has(ref) || this.#documents.has(/^DocumentRef-[^:]*/.exec(ref)?.[0] ?? '');
    let count = 0;
    for (const { from, to } of this.#edges) {
      if (isKnown(from) && isKnown(to)) continue;
      if (++count <= 100)
        this.#tally.say(
          'left-out',
          'relationships',
          `A relationship names "${(isKnown(from) ? to : from).slice(0, 200)}", which no element has as its SPDXID.`,
        );
    }
    if (count > 100)
      this.#tally.say(
        'left-out',
        'relationships',
        `${count - 100} more relationships name elements that the document does not have.`,
      );
  }
}

/** The supplier, else the originator: `Organization: Red Hat (secalert@redhat.com)` without its sort. */
function supplierOf(read: PartFields): Pick<SbomPart, 'supplier' | 'supplierContact'> {
  const text = known(read.text('supplier', 500)) || known(read.text('originator', 500));
  const said = text.replace(/^(?:Organization|Person|Tool):\s*/, '');
  const [, name = said, contact = ''] = /^(.*?)\s*\(([^()\s]*@[^()\s]*|)\)$/.exec(said) ?? [];
  return { supplier: name || contact, supplierContact: contact };
}
