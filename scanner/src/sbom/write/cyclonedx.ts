// CycloneDX 1.6 and 1.7, piece by piece, and its JSON form; cyclonedx-xml.ts has the other form. https://cyclonedx.org/docs/1.7/json/
// Nothing is kept but the keys of direct dependencies while they are written.
import spdxIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { readExpression } from '../../expressions/index.ts';
import type {
  SbomComponent,
  SbomContents,
  SbomDigest,
  SbomFile,
  SbomParty,
  SbomReference,
  SbomSource,
  SbomSubject,
  SbomText,
  SbomVulnerability,
} from '../model.ts';
import { addressOfVulnerability, isIri } from './addresses.ts';
import { type DocumentPiece, inJson } from './pieces.ts';

const LISTED = new Set<string>(spdxIds);
/** No component has this key: keys are package URLs or are made here. */
const ROOT = 'root';

export type CycloneDxVersion = '1.6' | '1.7';

export const writeCycloneDx16 = (source: SbomSource) => inJson(cycloneDxPieces(source, '1.6'));
export const writeCycloneDx17 = (source: SbomSource) => inJson(cycloneDxPieces(source, '1.7'));

/** The members of the document by their names in JSON: the same input gives the same ones. */
export async function* cycloneDxPieces(source: SbomSource, version: CycloneDxVersion): AsyncGenerator<DocumentPiece> {
  const { subject, files, listsFiles } = source;
  yield { member: '$schema', value: `http://cyclonedx.org/schema/bom-${version}.schema.json` };
  yield { member: 'bomFormat', value: 'CycloneDX' };
  yield { member: 'specVersion', value: version };
  yield { member: 'serialNumber', value: `urn:uuid:${subject.documentId}` };
  yield { member: 'version', value: 1 };
  // What is said of the whole is known only after the files. If they are listed, they come first.
  if (listsFiles) yield { member: 'components', elements: filesAndComponents(source, version) };
  else for await (const _ of files);
  yield { member: 'metadata', value: metadata(subject, source.contents()) };
  if (!listsFiles) yield { member: 'components', elements: componentsOf(source, version) };
  yield { member: 'dependencies', elements: dependenciesOf(source) };
  const { incompleteness } = source.contents();
  yield {
    member: 'compositions',
    value: [{ aggregate: incompleteness === '' ? 'unknown' : 'incomplete', assemblies: [ROOT] }],
  };
  if (source.vulnerabilities !== undefined)
    yield { member: 'vulnerabilities', elements: vulnerabilitiesOf(source.vulnerabilities()) };
}

type Members = Record<string, unknown>;

async function* filesAndComponents(source: SbomSource, version: CycloneDxVersion): AsyncGenerator<Members> {
  for await (const file of source.files) yield fileComponent(file);
  yield* componentsOf(source, version);
}

async function* componentsOf(source: SbomSource, version: CycloneDxVersion): AsyncGenerator<Members> {
  for await (const one of source.components()) yield describe(one, version);
}

async function* vulnerabilitiesOf(all: AsyncIterable<SbomVulnerability>): AsyncGenerator<Members> {
  let at = 0;
  for await (const one of all) yield describeVulnerability(one, ++at);
}

/** Direct dependencies of the subject are its own parts, which list the other dependencies, and its own requests. */
async function* dependenciesOf(source: SbomSource): AsyncGenerator<Members> {
  const direct: string[] = [];
  for await (const { key, tie } of source.components()) if (tie !== 'indirect') direct.push(key);
  yield { ref: ROOT, dependsOn: direct };
  for await (const { key, dependsOn } of source.components())
    yield { ref: key, dependsOn: [...new Set(dependsOn)].filter((one) => one !== key) };
}

/** By lifecycle phases: a source is there before the build. What is found by analysis may be of any phase. */
const PHASES = { source: 'pre-build', analyzed: 'post-build' } as const;

function metadata(subject: SbomSubject, contents: SbomContents): object {
  const { name, version, purl = '', supplier, licenseExpression = '' } = subject;
  const { licenses, incompleteness, comparison, advisories } = contents;
  return {
    timestamp: subject.createdAt.toISOString(),
    lifecycles: [{ phase: PHASES[subject.context] }],
    tools: { components: [{ type: 'application', name: subject.tool.name, version: subject.tool.version }] },
    ...(supplier && { manufacturer: partyOf(supplier) }),
    ...(supplier?.email && { authors: [{ name: supplier.name, email: supplier.email }] }),
    component: {
      type: 'application',
      'bom-ref': ROOT,
      ...(supplier && { supplier: partyOf(supplier) }),
      name,
      ...given({ version }),
      ...(readExpression(licenseExpression).ids.length > 0 && {
        licenses: [{ expression: licenseExpression, acknowledgement: 'declared' }],
      }),
      ...given({ purl }),
      ...(licenses.length > 0 && {
        evidence: { licenses: licenses.map(({ expression }) => namedLicense(expression)) },
      }),
    },
    ...(supplier && { supplier: partyOf(supplier) }),
    ...propertiesOf({
      'assay:incompleteness': incompleteness,
      // A list without vulnerabilities means nothing if the age of its data is unknown.
      'assay:advisories:dataAsOf': advisories?.dataAsOf ?? '',
      'assay:advisories:dataIsStale': advisories === undefined ? '' : String(advisories.isStale),
      'assay:advisories:coverage': comparison,
    }),
  };
}

function partyOf({ name, email = '', url = '' }: SbomParty): object {
  return {
    name,
    ...(isIri(url) && { url: [url] }),
    ...(email !== '' && { contact: [{ name, email }] }),
  };
}

/** A list of licenses may contain ids and names, but no expression beside others: an expression is written as a name. */
function namedLicense(expression: string, more: object = {}): object {
  return { license: { ...(LISTED.has(expression) ? { id: expression } : { name: expression }), ...more } };
}

function describe(component: SbomComponent, version: CycloneDxVersion): Members {
  const { key, namespace, name, purl, cpe, description, scope, supplier, copyrights } = component;
  return {
    type: 'library',
    'bom-ref': key,
    ...(supplier && { supplier: partyOf(supplier) }),
    ...given({ group: namespace }),
    name,
    ...given({ version: component.version, description }),
    scope: scope === 'runtime' || scope === 'peer' ? 'required' : scope === 'optional' ? 'optional' : 'excluded',
    ...hashesOf(component.digests),
    ...licensesOf(component, version),
    ...given({ copyright: copyrights.join('\n'), cpe, purl }),
    ...externalReferences(component),
    ...evidenceOf(component),
    ...propertiesOf({
      'assay:declared-license': hidesDeclared(component, version) ? component.declared : '',
      // The standard has three scopes, manifests have six.
      'assay:scope': ['runtime', 'optional'].includes(scope) ? '' : scope,
      'assay:advisories:notCompared': component.notCompared,
      'assay:review': component.isRejected ? 'rejected' : '',
    }),
  };
}

const isExpression = (text: string): boolean => readExpression(text).ids.length > 0;

/** One id of the list, one `LicenseRef-`, or a name that is no expression: not a choice, and not several. */
const isSingle = (text: string): boolean =>
  LISTED.has(text) || /^LicenseRef-[A-Za-z0-9.-]+$/.test(text) || !isExpression(text);

/** 1.6 takes either single licenses or one expression. Beside a concluded expression, there is no place for the declared one. */
const hidesDeclared = ({ declared, concluded }: SbomComponent, version: CycloneDxVersion): boolean =>
  version === '1.6' && declared !== '' && concluded !== '' && !(isSingle(declared) && isSingle(concluded));

function licensesOf(component: SbomComponent, version: CycloneDxVersion): object {
  const stated = [
    { text: readExpression(component.declared).canonical, acknowledgement: 'declared' },
    { text: readExpression(component.concluded).canonical, acknowledgement: 'concluded' },
  ].filter(({ text }) => text !== '');
  const shown = hidesDeclared(component, version) ? stated.slice(1) : stated;
  if (shown.length === 0) return {};
  const licenses = shown.map(({ text, acknowledgement }) =>
    (shown.length > 1 && isSingle(text)) || !isExpression(text)
      ? namedLicense(text, { acknowledgement })
      : { expression: text, acknowledgement },
  );
  return { licenses };
}

function hashesOf(digests: readonly SbomDigest[]): object {
  if (digests.length === 0) return {};
  return { hashes: digests.map(({ algorithm, value }) => ({ alg: algorithm, content: value })) };
}

/** The checksum of a package is that of the file that its address gives. */
function externalReferences({ references, digests }: SbomComponent): object {
  const links = references
    .filter(({ url }: SbomReference) => isIri(url))
    .map(({ type, url }) => ({ type, url, ...(type === 'distribution' && hashesOf(digests)) }));
  return links.length > 0 ? { externalReferences: links } : {};
}

/** License texts as found stand where the standard wants what was found in files. */
function evidenceOf({ evidence, texts, copyrights }: SbomComponent): object {
  const found = {
    ...(evidence.length > 0 && { occurrences: [...new Set(evidence)].map((location) => ({ location })) }),
    ...(texts.length > 0 && { licenses: texts.map(foundText) }),
    ...(copyrights.length > 0 && { copyright: copyrights.map((text) => ({ text })) }),
  };
  return Object.keys(found).length > 0 ? { evidence: found } : {};
}

function foundText({ role, path, expressions, text }: SbomText): object {
  const name = expressions.length > 0 ? expressions.join(' AND ') : role === 'notice' ? 'Notice' : 'License text';
  return namedLicense(name, {
    text: { contentType: 'text/plain', content: text },
    ...propertiesOf({ 'assay:path': path, 'assay:role': role }),
  });
}

function fileComponent({ path, facts }: SbomFile): Members {
  const licenses = facts.spdx.filter((one) => readExpression(one).ids.length > 0);
  const statements = facts.copyrights.map(({ statement }) => statement);
  return {
    type: 'file',
    'bom-ref': `file:${path}`,
    name: path,
    ...(facts.mediaType !== '' &&
      /^[-+a-z0-9.]+\/[-+a-z0-9.]+$/.test(facts.mediaType) && { 'mime-type': facts.mediaType }),
    ...hashesOf([
      { algorithm: 'MD5', value: facts.md5 },
      { algorithm: 'SHA-1', value: facts.sha1 },
      { algorithm: 'SHA-256', value: facts.sha256 },
    ]),
    ...((licenses.length > 0 || statements.length > 0) && {
      evidence: {
        ...(licenses.length > 0 && { licenses: licenses.map((one) => namedLicense(one)) }),
        ...(statements.length > 0 && { copyright: statements.map((text) => ({ text })) }),
      },
    }),
  };
}

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info', 'none'];

function describeVulnerability(found: SbomVulnerability, at: number): Members {
  const { id, summary, analysis, score, fixedIn } = found;
  const severity = found.severity.toLowerCase();
  return {
    'bom-ref': `vulnerability-${at}`,
    id,
    source: { url: addressOfVulnerability(id) },
    ...((score !== null || severity !== '') && {
      ratings: [{ ...(score !== null && { score }), severity: SEVERITIES.includes(severity) ? severity : 'unknown' }],
    }),
    ...given({ description: summary, recommendation: fixedIn === '' ? '' : `Upgrade to ${fixedIn}.` }),
    ...dateOf('published', found.publishedOn),
    ...(analysis && { analysis: analysisOf(analysis) }),
    affects: [...new Set(found.affects)].map((ref) => ({ ref })),
  };
}

function analysisOf({ state, justification, response, detail }: NonNullable<SbomVulnerability['analysis']>): object {
  return { state, ...given({ justification }), ...(response !== '' && { response: [response] }), ...given({ detail }) };
}

function dateOf(name: string, text: string): object {
  const time = text === '' ? Number.NaN : Date.parse(/[zZ]$/.test(text) ? text : `${text.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() };
}

function propertiesOf(values: Readonly<Record<string, string>>): object {
  const properties = Object.entries(given(values)).map(([name, value]) => ({ name, value }));
  return properties.length > 0 ? { properties } : {};
}

/** The members that are not empty. */
function given(members: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));
}
