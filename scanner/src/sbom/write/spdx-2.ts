// Writes SPDX 2.3 as JSON, piece by piece: first files as they arrive, then packages and relations. https://spdx.github.io/spdx-spec/v2.3/
// The scanner writes licenses as found or declared and concludes nothing, so its `licenseConcluded` is NOASSERTION. A server concludes.
import { createHash } from 'node:crypto';
import type { FileFacts } from '../../findings.ts';
import type {
  SbomComponent,
  SbomDigest,
  SbomFile,
  SbomParty,
  SbomSource,
  SbomSubject,
  SbomText,
  SbomVulnerability,
} from '../model.ts';
import { NOT_COMPARED } from '../read/spdx-words.ts';
import { addressOfVulnerability, isLocation } from './addresses.ts';
import { comparisonInWords } from './comparison.ts';
import { LicenseRefs, NOASSERTION, readExpression } from './licenses.ts';
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

/** The document in pieces of text: the same input gives the same bytes. */
export async function* writeSpdx2(source: SbomSource): AsyncGenerator<string, void> {
  const { subject, listsFiles } = source;
  const tally: Tally = { files: 0, sha1s: [], licenseIds: new Set(), refs: new LicenseRefs() };
  yield `{\n${members(header(subject))},\n`;
  if (listsFiles) yield '"files": [';
  for await (const file of source.files)
    if (listsFiles) yield `${tally.files > 0 ? ',' : ''}\n${JSON.stringify(describeFile(file, tally))}`;
  if (listsFiles) yield '\n],\n';
  const contents = source.contents();
  const [incompleteness, comparison] = [contents.incompleteness, comparisonInWords(contents)];
  const vulnerabilities = await vulnerabilitiesOf(source);
  yield `"packages": [\n${JSON.stringify(describeRoot(source, tally))}`;
  for await (const component of source.components())
    yield `,\n${JSON.stringify(describePackage(component, tally, subject, vulnerabilities.get(component.key) ?? []))}`;
  yield '\n],\n"relationships": [\n';
  yield JSON.stringify(relation('SPDXRef-DOCUMENT', 'DESCRIBES', ROOT));
  for (let file = 1; file <= tally.files; file++)
    yield `,\n${JSON.stringify(relation(ROOT, 'CONTAINS', fileId(file)))}`;
  for await (const component of source.components())
    for (const related of relationsOf(component)) yield `,\n${JSON.stringify(related)}`;
  yield '\n],\n';
  // Only known after all files, so it is not in the header.
  if (incompleteness !== '') yield `"comment": ${JSON.stringify(`Not all of it could be read. ${incompleteness}`)},\n`;
  if (comparison !== '') yield `"annotations": ${JSON.stringify([annotation(subject, comparison)])},\n`;
  yield '"hasExtractedLicensingInfos": [';
  yield* extractedInfos(source, tally);
  yield '\n]\n}\n';
}

function annotation({ createdAt, tool }: SbomSubject, comment: string): object {
  return {
    annotationDate: spdxTime(createdAt),
    annotationType: 'OTHER',
    annotator: `Tool: ${tool.name}-${tool.version}`,
    comment,
  };
}

function members(object: Record<string, unknown>): string {
  return Object.entries(object)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n');
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

function relation(from: string, relationshipType: string, to: string): object {
  return { spdxElementId: from, relationshipType, relatedSpdxElement: to };
}

function describeFile({ path, facts }: SbomFile, tally: Tally): object {
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

function describeRoot({ subject, listsFiles }: SbomSource, tally: Tally): object {
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
): object {
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
  algorithm: algorithm.replace('SHA-', 'SHA'),
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

function externalRefs({ purl, cpe }: SbomComponent, vulnerabilities: readonly SbomVulnerability[]): object {
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
      comment: [
        id,
        analysis
          ? `analysis: ${[analysis.state, analysis.justification, analysis.detail].filter(Boolean).join(', ')}`
          : '',
        fixedIn === '' ? '' : `fixed in ${fixedIn}`,
      ]
        .filter(Boolean)
        .join('; '),
    })),
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

function* relationsOf({ key, dependsOn, tie, scope }: SbomComponent): Generator<object, void> {
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
async function* extractedInfos(source: SbomSource, { refs }: Tally): AsyncGenerator<string> {
  const written = new Set<string>();
  let separator = '\n';
  for await (const { texts } of source.components())
    for (const { role, path, expressions, text } of texts) {
      refs.found(expressions, text);
      const licenseId = foundId(text);
      if (role === 'notice' || written.has(licenseId)) continue;
      written.add(licenseId);
      const name = expressions.length > 0 ? `${expressions.join(', ')}, as found` : 'License text, as found';
      yield `${separator}${JSON.stringify({ licenseId, name, extractedText: text, comment: `Found in ${path}` })}`;
      separator = ',\n';
    }
  for (const { id, name, text } of refs.described()) {
    yield `${separator}${JSON.stringify({ licenseId: id, name, extractedText: text })}`;
    separator = ',\n';
  }
}
