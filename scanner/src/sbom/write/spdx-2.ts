// SPDX 2.3, piece by piece, and its JSON form; spdx-2-tags.ts has the other form. First files as they arrive, then packages and relations.
// https://spdx.github.io/spdx-spec/v2.3/
// The scanner writes licenses as found or declared and concludes nothing, so its `licenseConcluded` is NOASSERTION. A server concludes.
import { createHash } from 'node:crypto';
import { readExpression } from '../../expressions/index.ts';
import type { FileFacts } from '../../findings.ts';
import { wordsOfAnalysis } from '../analysis-words.ts';
import { spdx2Algorithm } from '../digests.ts';
import type {
  SbomComponent,
  SbomDigest,
  SbomFile,
  SbomParty,
  SbomReference,
  SbomSource,
  SbomSubject,
  SbomText,
  SbomVulnerability,
} from '../model.ts';
import { NOT_COMPARED } from '../read/spdx-words.ts';
import { addressOfVulnerability, isIri, isLocation } from './addresses.ts';
import { comparisonInWords } from './comparison.ts';
import { LicenseRefs, NOASSERTION } from './licenses.ts';
import { type DocumentPiece, inJson } from './pieces.ts';
import { idOf, spdxTime } from './spdx-ids.ts';

const ROOT = 'SPDXRef-Package-root';

/** Totals over the files, for the package that contains them. */
interface Tally {
  files: number;
  /** Digests as strings of 20 bytes, because a document of a million files needs a million of them. */
  sha1s: string[];
  licenseIds: Set<string>;
  refs: LicenseRefs;
}

export const writeSpdx2 = (source: SbomSource) => inJson(spdx2Pieces(source));

/** The members of the document by their names in JSON: the same input gives the same ones. */
export async function* spdx2Pieces(source: SbomSource): AsyncGenerator<DocumentPiece> {
  const { subject, listsFiles } = source;
  const tally: Tally = { files: 0, sha1s: [], licenseIds: new Set(), refs: new LicenseRefs() };
  for (const [member, value] of Object.entries(header(subject))) yield { member, value };
  if (listsFiles) yield { member: 'files', elements: filesOf(source, tally) };
  else for await (const _ of source.files);
  const contents = source.contents();
  const [incompleteness, comparison] = [contents.incompleteness, comparisonInWords(contents)];
  yield { member: 'packages', elements: packagesOf(source, tally) };
  yield { member: 'relationships', elements: allRelations(source, tally) };
  // Only known after all files, so it is not in the header.
  if (incompleteness !== '') yield { member: 'comment', value: `Not all of it could be read. ${incompleteness}` };
  if (comparison !== '') yield { member: 'annotations', value: [annotation(subject, comparison)] };
  yield { member: 'hasExtractedLicensingInfos', elements: extractedInfos(source, tally) };
}

type Members = Record<string, unknown>;

async function* filesOf({ files }: SbomSource, tally: Tally): AsyncGenerator<Members> {
  for await (const file of files) yield describeFile(file, tally);
}

async function* packagesOf(source: SbomSource, tally: Tally): AsyncGenerator<Members> {
  const vulnerabilities = await vulnerabilitiesOf(source);
  yield describeRoot(source, tally);
  for await (const component of source.components())
    yield describePackage(component, tally, source.subject, vulnerabilities.get(component.key) ?? []);
}

async function* allRelations(source: SbomSource, { files }: Tally): AsyncGenerator<Members> {
  yield relation('SPDXRef-DOCUMENT', 'DESCRIBES', ROOT);
  for (let file = 1; file <= files; file++) yield relation(ROOT, 'CONTAINS', fileId(file));
  for await (const component of source.components()) yield* relationsOf(component);
}

function annotation({ createdAt, tool }: SbomSubject, comment: string): object {
  return {
    annotationDate: spdxTime(createdAt),
    annotationType: 'OTHER',
    annotator: `Tool: ${tool.name}-${tool.version}`,
    comment,
  };
}

const CONTEXTS = {
  source: 'Generation context: source. Made of the files of a code base, before a build.',
  analyzed: 'Generation context: analyzed. Made of what a build has made.',
} as const;

function header(subject: SbomSubject): Record<string, unknown> {
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: subject.name,
    documentNamespace: namespaceOf(subject),
    creationInfo: {
      comment: CONTEXTS[subject.context],
      created: spdxTime(subject.createdAt),
      creators: [
        ...(subject.supplier ? [agent(subject.supplier)] : []),
        `Tool: ${subject.tool.name}-${subject.tool.version}`,
      ],
    },
  };
}

export function namespaceOf({ name, documentId }: SbomSubject): string {
  return `https://spdx.org/spdxdocs/${encodeURIComponent(name.toWellFormed())}-${documentId}`;
}

const agent = ({ name, email = '' }: SbomParty): string => `Organization: ${name}${email === '' ? '' : ` (${email})`}`;

const fileId = (number: number): string => `SPDXRef-File-${number}`;
const packageId = (key: string): string => idOf('SPDXRef-Package', key);
const foundId = (text: string): string => `LicenseRef-found-${digestOf(text)}`;
const digestOf = (text: string): string => createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 20);

function relation(from: string, relationshipType: string, to: string): Members {
  return { spdxElementId: from, relationshipType, relatedSpdxElement: to };
}

function describeFile({ path, facts }: SbomFile, tally: Tally): Members {
  tally.files++;
  tally.sha1s.push(Buffer.from(facts.sha1, 'hex').toString('latin1'));
  const ids = new Set<string>();
  for (const expression of facts.spdx) for (const id of readExpression(expression).ids) ids.add(tally.refs.told(id));
  for (const id of ids) tally.licenseIds.add(id);
  const isRead = facts.kind === 'text' || facts.kind === 'empty';
  const statements = facts.copyrights.map(({ statement }) => statement);
  return {
    SPDXID: fileId(tally.files),
    fileName: `./${path}`,
    fileTypes: [fileType(facts)],
    checksums: [
      { algorithm: 'SHA1', checksumValue: facts.sha1 },
      { algorithm: 'SHA256', checksumValue: facts.sha256 },
      { algorithm: 'MD5', checksumValue: facts.md5 },
    ],
    licenseConcluded: NOASSERTION,
    licenseInfoInFiles: ids.size > 0 ? [...ids].sort() : [isRead ? 'NONE' : NOASSERTION],
    // The member above may hold only single ids, so the expressions are written here.
    ...(facts.spdx.some((expression) => !ids.has(expression))
      ? { licenseComments: `Found: ${facts.spdx.join('; ')}` }
      : {}),
    copyrightText: statements.length > 0 ? statements.join('\n') : isRead ? 'NONE' : NOASSERTION,
  };
}

function fileType({ kind, language }: FileFacts): string {
  if (kind === 'archive') return 'ARCHIVE';
  if (kind === 'image') return 'IMAGE';
  if (kind === 'document') return 'DOCUMENTATION';
  if (kind === 'binary') return 'BINARY';
  if (kind === 'empty') return 'OTHER';
  return language === '' ? 'TEXT' : 'SOURCE';
}

/** https://spdx.github.io/spdx-spec/v2.3/package-information/#79-package-verification-code-field */
function verificationCode(sha1s: string[]): string {
  const hash = createHash('sha1');
  for (const sha1 of sha1s.sort()) hash.update(Buffer.from(sha1, 'latin1').toString('hex'));
  return hash.digest('hex');
}

function describeRoot({ subject, listsFiles }: SbomSource, tally: Tally): Members {
  const { purl = '', supplier, licenseExpression = '' } = subject;
  return {
    SPDXID: ROOT,
    name: subject.name,
    ...(subject.version === '' ? {} : { versionInfo: subject.version }),
    ...(supplier && { supplier: agent(supplier) }),
    downloadLocation: NOASSERTION,
    filesAnalyzed: listsFiles,
    ...(listsFiles && {
      packageVerificationCode: { packageVerificationCodeValue: verificationCode(tally.sha1s) },
      licenseInfoFromFiles: tally.licenseIds.size > 0 ? [...tally.licenseIds].sort() : ['NONE'],
    }),
    licenseConcluded: NOASSERTION,
    licenseDeclared: tally.refs.expression(licenseExpression),
    copyrightText: NOASSERTION,
    ...(purl !== '' && { externalRefs: [purlRef(purl)] }),
    primaryPackagePurpose: 'SOURCE',
  };
}

function describePackage(
  component: SbomComponent,
  { refs }: Tally,
  subject: SbomSubject,
  vulnerabilities: readonly SbomVulnerability[],
): Members {
  const { key, namespace, name, version, declared, concluded, description, evidence, supplier, copyrights } = component;
  const address = (wanted: string) => component.references.find(({ type }) => type === wanted)?.url ?? '';
  const [homepage, download] = [address('website'), address('distribution') || address('vcs')];
  return {
    SPDXID: packageId(key),
    name: namespace === '' ? name : `${namespace}/${name}`,
    ...(version !== '' && { versionInfo: version }),
    ...(supplier && { supplier: agent(supplier) }),
    downloadLocation: isLocation(download) ? download : NOASSERTION,
    ...(isLocation(homepage) && { homepage }),
    filesAnalyzed: false,
    ...(component.digests.length > 0 && { checksums: component.digests.map(checksum) }),
    licenseConcluded: refs.expression(concluded),
    licenseDeclared: refs.expression(declared),
    ...licenseComments(component.texts),
    copyrightText: copyrights.length > 0 ? copyrights.join('\n') : NOASSERTION,
    ...attributions(component.texts),
    ...(description !== '' && { description }),
    ...(component.isRejected && { comment: 'Rejected in review, although it is part of the product.' }),
    ...(evidence.length > 0 && { sourceInfo: `Found in: ${evidence.join(', ')}` }),
    ...(component.notCompared !== '' && {
      annotations: [annotation(subject, `${NOT_COMPARED} ${component.notCompared}`)],
    }),
    ...externalRefs(component, vulnerabilities),
  };
}

const checksum = ({ algorithm, value }: SbomDigest) => ({
  algorithm: spdx2Algorithm(algorithm),
  checksumValue: value,
});

/** The texts themselves are at the end of the document, each once. */
function licenseComments(texts: readonly SbomText[]): object {
  const found = texts.filter(({ role }) => role !== 'notice');
  if (found.length === 0) return {};
  const told = found.map(({ text, path, role, expressions }) =>
    [
      `${foundId(text)} in ${path}`,
      expressions.length > 0 ? ` (${expressions.join(', ')})` : '',
      role === 'bundled' ? ', of a part that comes with it' : '',
    ].join(''),
  );
  return { licenseComments: `License texts as found: ${told.join('; ')}` };
}

/** Text that must be shipped: NOTICE files. */
function attributions(texts: readonly SbomText[]): object {
  const notices = texts.filter(({ role }) => role === 'notice');
  return notices.length > 0 ? { attributionTexts: notices.map(({ text }) => text) } : {};
}

/** The first home page and the first address of the package have members of their own. */
function otherReferences({ references }: SbomComponent): object[] {
  const first = (wanted: string) => references.find(({ type }) => type === wanted);
  const [homepage, download] = [first('website'), first('distribution')];
  const isElsewhere = (one: SbomReference) => isLocation(one.url) && (one === homepage || one === download);
  return references
    .filter((one) => isIri(one.url) && !isElsewhere(one))
    .map(({ type, url }) => ({ referenceCategory: 'OTHER', referenceType: type, referenceLocator: url }));
}

function externalRefs(component: SbomComponent, vulnerabilities: readonly SbomVulnerability[]): object {
  const { purl, cpe } = component;
  const refs = [
    ...(purl === '' ? [] : [purlRef(purl)]),
    ...(cpe === ''
      ? []
      : [
          {
            referenceCategory: 'SECURITY',
            referenceType: cpe.startsWith('cpe:2.3:') ? 'cpe23Type' : 'cpe22Type',
            referenceLocator: cpe,
          },
        ]),
    ...vulnerabilities.map(({ id, analysis, fixedIn }) => ({
      referenceCategory: 'SECURITY',
      referenceType: 'advisory',
      referenceLocator: addressOfVulnerability(id),
      comment: [id, analysis ? wordsOfAnalysis(analysis) : '', fixedIn === '' ? '' : `fixed in ${fixedIn}`]
        .filter(Boolean)
        .join('; '),
    })),
    ...otherReferences(component),
  ];
  return refs.length > 0 ? { externalRefs: refs } : {};
}

const purlRef = (purl: string) => ({
  referenceCategory: 'PACKAGE-MANAGER',
  referenceType: 'purl',
  referenceLocator: purl,
});

/** They stand with their packages, so they are put by package first. */
async function vulnerabilitiesOf(source: SbomSource): Promise<Map<string, SbomVulnerability[]>> {
  const byKey = new Map<string, SbomVulnerability[]>();
  if (source.vulnerabilities === undefined) return byKey;
  for await (const one of source.vulnerabilities())
    for (const key of new Set(one.affects)) byKey.set(key, [...(byKey.get(key) ?? []), one]);
  return byKey;
}

function* relationsOf({ key, dependsOn, tie, scope }: SbomComponent): Generator<Members, void> {
  const id = packageId(key);
  for (const other of new Set(dependsOn)) if (other !== key) yield relation(id, 'DEPENDS_ON', packageId(other));
  if (tie === 'part') yield relation(ROOT, 'CONTAINS', id);
  else if (tie === 'direct') {
    // The scope of a request has its own relation, in the other direction.
    const [type] = SCOPES.filter(([name]) => name === scope);
    if (type === undefined) yield relation(ROOT, 'DEPENDS_ON', id);
    else yield relation(id, type[1], ROOT);
  }
}

const SCOPES = [
  ['development', 'DEV_DEPENDENCY_OF'],
  ['test', 'TEST_DEPENDENCY_OF'],
  ['build', 'BUILD_DEPENDENCY_OF'],
  ['optional', 'OPTIONAL_DEPENDENCY_OF'],
  ['peer', 'PROVIDED_DEPENDENCY_OF'],
] as const;

/** Licenses off the SPDX list, then the texts as found, each once. */
async function* extractedInfos(source: SbomSource, { refs }: Tally): AsyncGenerator<Members> {
  const written = new Set<string>();
  for await (const { texts } of source.components())
    for (const { role, path, expressions, text } of texts) {
      refs.found(expressions, text);
      const licenseId = foundId(text);
      if (role === 'notice' || written.has(licenseId)) continue;
      written.add(licenseId);
      const name = expressions.length > 0 ? `${expressions.join(', ')}, as found` : 'License text, as found';
      yield { licenseId, name, extractedText: text, comment: `Found in ${path}` };
    }
  for (const { id, name, text } of refs.described()) yield { licenseId: id, name, extractedText: text };
}
