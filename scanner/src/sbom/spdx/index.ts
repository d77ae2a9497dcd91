// Writes SPDX 2.3 as JSON, piece by piece: first files as they arrive, then packages and relations. https://spdx.github.io/spdx-spec/v2.3/
// The scanner writes licenses as found or declared and concludes nothing, so its `licenseConcluded` is NOASSERTION. A server concludes.
import { createHash } from 'node:crypto';
import { licensesOf, parseSpdxExpression, remembered } from '../../expressions/index.ts';
import type { FileFacts } from '../../findings.ts';
import { firstOf } from '../../items.ts';
import type { SbomComponent, SbomFile, SbomSource, SbomSubject } from '../model.ts';

const ROOT = 'SPDXRef-Package-root';
const NOASSERTION = 'NOASSERTION';

/** Totals over the files, for the package that contains them. */
interface Tally {
  files: number;
  /** Digests as strings of 20 bytes, because a document of a million files needs a million of them. */
  sha1s: string[];
  licenseIds: Set<string>;
  /** Licenses off the SPDX list: their ids in this document, and their names as written. */
  licenseRefs: Map<string, string>;
}

/** The document in pieces of text. Deterministic except for the subject's id and time. */
export async function* writeSpdx({ subject, files, contents }: SbomSource): AsyncGenerator<string, void> {
  const tally: Tally = { files: 0, sha1s: [], licenseIds: new Set(), licenseRefs: new Map() };
  yield `{\n${members(header(subject))},\n"files": [`;
  for await (const file of files) yield `${tally.files > 0 ? ',' : ''}\n${JSON.stringify(describeFile(file, tally))}`;
  const { components, incompleteness, comparison = '' } = contents();
  yield `\n],\n"packages": [\n${JSON.stringify(describeRoot(subject, tally))}`;
  for (const [index, component] of components.entries())
    yield `,\n${JSON.stringify(describePackage(component, index, tally, subject))}`;
  yield '\n],\n"relationships": [\n';
  yield JSON.stringify(relation('SPDXRef-DOCUMENT', 'DESCRIBES', ROOT));
  for (let file = 1; file <= tally.files; file++)
    yield `,\n${JSON.stringify(relation(ROOT, 'CONTAINS', fileId(file)))}`;
  for (const related of packageRelations(components)) yield `,\n${JSON.stringify(related)}`;
  yield '\n],\n';
  // Only known after all files, so it is not in the header.
  if (incompleteness !== '') yield `"comment": ${JSON.stringify(`Not all of it could be read. ${incompleteness}`)},\n`;
  if (comparison !== '') yield `"annotations": ${JSON.stringify([annotation(subject, comparison)])},\n`;
  yield `"hasExtractedLicensingInfos": ${JSON.stringify(licenseRefsOf(tally))}\n}\n`;
}

function annotation({ createdAt, tool }: SbomSubject, comment: string): object {
  return {
    annotationDate: createdAt.toISOString().replace(/\.\d+Z$/, 'Z'),
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

function header(subject: SbomSubject): Record<string, unknown> {
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: subject.name,
    documentNamespace: `https://spdx.org/spdxdocs/${encodeURIComponent(subject.name.toWellFormed())}-${subject.documentId}`,
    creationInfo: {
      created: subject.createdAt.toISOString().replace(/\.\d+Z$/, 'Z'),
      creators: [`Tool: ${subject.tool.name}-${subject.tool.version}`],
    },
  };
}

function fileId(number: number): string {
  return `SPDXRef-File-${number}`;
}

function packageId(index: number): string {
  return `SPDXRef-Package-${index + 1}`;
}

function relation(from: string, relationshipType: string, to: string): object {
  return { spdxElementId: from, relationshipType, relatedSpdxElement: to };
}

function describeFile({ path, facts }: SbomFile, tally: Tally): object {
  tally.files++;
  tally.sha1s.push(Buffer.from(facts.sha1, 'hex').toString('latin1'));
  const ids = new Set<string>();
  for (const expression of facts.spdx) for (const id of readExpression(expression).ids) ids.add(told(id, tally));
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

function describeRoot(subject: SbomSubject, tally: Tally): object {
  return {
    SPDXID: ROOT,
    name: subject.name,
    ...(subject.version === '' ? {} : { versionInfo: subject.version }),
    downloadLocation: NOASSERTION,
    filesAnalyzed: true,
    packageVerificationCode: { packageVerificationCodeValue: verificationCode(tally.sha1s) },
    licenseConcluded: NOASSERTION,
    licenseDeclared: NOASSERTION,
    licenseInfoFromFiles: tally.licenseIds.size > 0 ? [...tally.licenseIds].sort() : ['NONE'],
    copyrightText: NOASSERTION,
    primaryPackagePurpose: 'SOURCE',
  };
}

function describePackage(component: SbomComponent, index: number, tally: Tally, subject: SbomSubject): object {
  const { namespace, name, version, purl, licenseExpression, description, homepageUrl, downloadUrl, evidence } =
    component;
  const licenseDeclared = declared(licenseExpression, tally);
  return {
    SPDXID: packageId(index),
    name: namespace === '' ? name : `${namespace}/${name}`,
    ...(version === '' ? {} : { versionInfo: version }),
    downloadLocation: isUrl(downloadUrl) ? downloadUrl : NOASSERTION,
    ...(isUrl(homepageUrl) ? { homepage: homepageUrl } : {}),
    filesAnalyzed: false,
    licenseConcluded: declared(component.concludedExpression ?? '', tally),
    licenseDeclared,
    copyrightText: NOASSERTION,
    ...(description === '' ? {} : { description }),
    ...(component.isRejected ? { comment: 'Rejected in review, although it is part of the product.' } : {}),
    ...(evidence.length > 0 ? { sourceInfo: `Found in: ${evidence.join(', ')}` } : {}),
    ...(component.notCompared
      ? { annotations: [annotation(subject, `Not compared with advisories. ${component.notCompared}`)] }
      : {}),
    ...(purl === ''
      ? {}
      : { externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }] }),
  };
}

/** A license of another document. A reference would need that document's address and digest, which are unknown. */
const ELSEWHERE = /DocumentRef-([A-Za-z0-9.-]+):(?=LicenseRef-)/g;

/** The ids of an expression, or one id, in a form that this document may use. */
function local(expression: string): string {
  return expression.replace(ELSEWHERE, 'LicenseRef-DocumentRef-$1-');
}

/** An id in a form that this document may use; ids off the list will be described in it. */
function told(id: string, tally: Tally): string {
  const here = local(id);
  if (here.startsWith('LicenseRef-')) tally.licenseRefs.set(here, id);
  return here;
}

/** A valid declared or concluded expression. Its `LicenseRef-`s are described in the document, like those found in files. */
function declared(expression: string, tally: Tally): string {
  const { canonical, ids } = readExpression(expression);
  if (ids.length === 0) return NOASSERTION;
  for (const id of ids) told(id, tally);
  return local(canonical);
}

function isUrl(text: string): boolean {
  return /^(?:https?|git|ssh|git\+https?|git\+ssh|ftp):\/\/\S+$/.test(text) && URL.canParse(text);
}

/** Dependencies between packages. A package without dependents becomes a dependency of the subject, so that none is unconnected. */
function* packageRelations(components: readonly SbomComponent[]): Generator<object, void> {
  // In reverse, so that others depend on the first of several components with one purl.
  const idByPurl = new Map(
    components.map((component, index): [string, string] => [component.purl, packageId(index)]).reverse(),
  );
  const wanted = new Set<string>();
  for (const [index, component] of components.entries()) {
    const id = packageId(index);
    const dependencies = new Set(component.dependsOn.flatMap((purl) => idByPurl.get(purl) ?? []));
    dependencies.delete(id);
    for (const dependency of dependencies) {
      wanted.add(dependency);
      yield relation(id, 'DEPENDS_ON', dependency);
    }
  }
  for (const [index, { isDirect }] of components.entries()) {
    const id = packageId(index);
    if (isDirect === undefined) yield relation(ROOT, 'CONTAINS', id);
    else if (isDirect || !wanted.has(id)) yield relation(ROOT, 'DEPENDS_ON', id);
  }
}

function licenseRefsOf({ licenseRefs }: Tally): object[] {
  return [...licenseRefs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, written]) => describeLicenseRef(id, written));
}

function describeLicenseRef(licenseId: string, written: string): object {
  const text =
    written === licenseId
      ? `Its text, or the words that name it, are in the files that list ${licenseId}.`
      : `It is written as ${written}: a license of another SPDX document. Only this name is known.`;
  return {
    licenseId,
    name: licenseId.slice('LicenseRef-'.length),
    extractedText: `This license is not on the SPDX License List. ${text}`,
  };
}

/** An expression in canonical form, and its licenses without exceptions. There are none when it is invalid or has a name off the SPDX list. */
const readExpression = remembered((text: string): { canonical: string; ids: readonly string[] } => {
  const parsed = parseSpdxExpression(text);
  if (parsed === undefined || parsed.unknown.length > 0) return { canonical: text, ids: [] };
  const ids = licensesOf(parsed.expression).map((term) => firstOf(term.split(' WITH ')));
  return { canonical: parsed.expression, ids: [...new Set(ids)] };
});
