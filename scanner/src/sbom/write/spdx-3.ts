// Writes SPDX 3.0.1 as JSON-LD, piece by piece. https://spdx.github.io/spdx-spec/v3.0.1/ The context is named, never fetched.
import { createHash } from 'node:crypto';
import { readExpression } from '../../expressions/index.ts';
import { wordsOfAnalysis } from '../analysis-words.ts';
import { spdx3Algorithm } from '../digests.ts';
import type { SbomComponent, SbomFile, SbomParty, SbomSource, SbomText, SbomVulnerability } from '../model.ts';
import { NOT_COMPARED } from '../read/spdx-words.ts';
import { spdx3Reference } from '../references.ts';
import { addressOfVulnerability, isIri } from './addresses.ts';
import { comparisonInWords } from './comparison.ts';
import { LicenseRefs, NOASSERTION } from './licenses.ts';
import { namespaceOf } from './spdx-2.ts';
import { idOf, spdxTime } from './spdx-ids.ts';

/** What a document writes once however many elements name it. Its size is that of the licenses, not of the components. */
interface Known {
  namespace: string;
  written: Set<string>;
  refs: LicenseRefs;
}

/** The document in pieces of text: the same input gives the same bytes. */
export async function* writeSpdx3(source: SbomSource): AsyncGenerator<string, void> {
  yield '{\n"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld",\n"@graph": [';
  let separator = '\n';
  for await (const element of elements(source)) {
    yield `${separator}${JSON.stringify(element)}`;
    separator = ',\n';
  }
  yield '\n]\n}\n';
}

const CREATION = '_:creation';

async function* elements(source: SbomSource): AsyncGenerator<object> {
  const known: Known = { namespace: `${namespaceOf(source.subject)}#`, written: new Set(), refs: new LicenseRefs() };
  const root = idIn(known, 'package', 'root');
  yield* creation(source, known);
  yield* documentAndRoot(source, known, root);
  for await (const file of source.files) if (source.listsFiles) yield* fileElements(file, known, root);
  const contents = source.contents();
  const [incompleteness, comparison] = [contents.incompleteness, comparisonInWords(contents)];
  for (const text of [incompleteness === '' ? '' : `Not all of it could be read. ${incompleteness}`, comparison])
    if (text !== '') yield annotation(known, root, text);
  for await (const component of source.components()) yield* packageElements(component, known);
  for await (const component of source.components()) yield* relations(component, known, root);
  for await (const found of source.vulnerabilities?.() ?? []) yield* vulnerabilityElements(found, known);
  for (const { id, name, text } of known.refs.described())
    yield element('simplelicensing_SimpleLicensingText', idIn(known, 'license', id), {
      name,
      simplelicensing_licenseText: text,
    });
}

const idIn = ({ namespace }: Known, kind: string, name: string): string => `${namespace}${idOf(kind, name)}`;
const keyId = (known: Known, key: string): string => idIn(known, 'component', key);

function element(type: string, spdxId: string, more: object): object {
  return { type, spdxId, creationInfo: CREATION, ...more };
}

const agentId = (known: Known, { name, email = '', url = '' }: SbomParty): string =>
  idIn(known, 'agent', [name, email, url].filter((part) => part !== '').join('\n'));

/** True the first time. */
function isFirst({ written }: Known, id: string): boolean {
  if (written.has(id)) return false;
  written.add(id);
  return true;
}

function* agentOf(known: Known, party: SbomParty | undefined): Generator<object> {
  if (party === undefined || !isFirst(known, agentId(known, party))) return;
  yield element('Organization', agentId(known, party), {
    name: party.name,
    ...(party.email && { externalIdentifier: [identifier('email', party.email)] }),
    ...(party.url && isIri(party.url) && { externalRef: [reference('altWebPage', party.url)] }),
  });
}

function* creation({ subject }: SbomSource, known: Known): Generator<object> {
  const tool = idIn(known, 'tool', subject.tool.name);
  const agent = subject.supplier
    ? agentId(known, subject.supplier)
    : idIn(known, 'agent', `${subject.tool.name} agent`);
  yield {
    type: 'CreationInfo',
    '@id': CREATION,
    specVersion: '3.0.1',
    created: spdxTime(subject.createdAt),
    createdBy: [agent],
    createdUsing: [tool],
  };
  yield element('Tool', tool, { name: `${subject.tool.name} ${subject.tool.version}` });
  if (subject.supplier) yield* agentOf(known, subject.supplier);
  else yield element('SoftwareAgent', agent, { name: subject.tool.name });
}

function* documentAndRoot({ subject, vulnerabilities }: SbomSource, known: Known, root: string): Generator<object> {
  const sbom = idIn(known, 'sbom', 'sbom');
  yield element('SpdxDocument', idIn(known, 'document', 'document'), {
    name: subject.name,
    dataLicense: idIn(known, 'expression', 'CC0-1.0'),
    profileConformance: ['core', 'software', 'simpleLicensing', ...(vulnerabilities ? ['security'] : [])],
    rootElement: [sbom],
  });
  yield* expressionElement(known, 'CC0-1.0');
  yield element('software_Sbom', sbom, { rootElement: [root], software_sbomType: [subject.context] });
  const { purl = '', supplier, licenseExpression = '' } = subject;
  yield element('software_Package', root, {
    name: subject.name,
    ...(subject.version !== '' && { software_packageVersion: subject.version }),
    ...(purl !== '' && { software_packageUrl: purl }),
    ...(supplier && { suppliedBy: agentId(known, supplier) }),
    software_primaryPurpose: 'source',
  });
  yield* licenseRelation(known, root, 'hasDeclaredLicense', licenseExpression);
}

function* fileElements({ path, facts }: SbomFile, known: Known, root: string): Generator<object> {
  const id = idIn(known, 'file', path);
  const statements = facts.copyrights.map(({ statement }) => statement);
  yield element('software_File', id, {
    name: path,
    verifiedUsing: [hash('md5', facts.md5), hash('sha1', facts.sha1), hash('sha256', facts.sha256)],
    software_primaryPurpose: facts.language === '' ? 'file' : 'source',
    ...(statements.length > 0 && { software_copyrightText: statements.join('\n') }),
  });
  yield relation(known, root, 'contains', [id]);
  for (const expression of facts.spdx) yield* licenseRelation(known, id, 'hasDeclaredLicense', expression);
}

const hash = (algorithm: string, hashValue: string) => ({ type: 'Hash', algorithm, hashValue });
const identifier = (externalIdentifierType: string, value: string) => ({
  type: 'ExternalIdentifier',
  externalIdentifierType,
  identifier: value,
});
const reference = (externalRefType: string, locator: string, comment = '') => ({
  type: 'ExternalRef',
  externalRefType,
  locator: [locator],
  ...(comment !== '' && { comment }),
});

/** The first home page and the first address of the package have members of their own. */
function referencesOf({ references }: SbomComponent) {
  const good = references.filter(({ url }) => isIri(url));
  const first = (wanted: string) => good.find(({ type }) => type === wanted);
  const [homepage, download] = [first('website'), first('distribution')];
  const others = good
    .filter((one) => one !== homepage && one !== download)
    .map(({ type, url }) => {
      const { name, comment } = spdx3Reference(type);
      return reference(name, url, comment);
    });
  return {
    ...(homepage && { software_homePage: homepage.url }),
    ...(download && { software_downloadLocation: download.url }),
    ...(others.length > 0 && { externalRef: others }),
  };
}

function* packageElements(component: SbomComponent, known: Known): Generator<object> {
  const { key, namespace, name, version, purl, cpe, description, supplier, digests, copyrights, texts } = component;
  const id = keyId(known, key);
  const notices = texts.filter(({ role }) => role === 'notice');
  yield* agentOf(known, supplier);
  yield element('software_Package', id, {
    name: namespace === '' ? name : `${namespace}/${name}`,
    ...(version !== '' && { software_packageVersion: version }),
    ...(purl !== '' && { software_packageUrl: purl }),
    ...(cpe !== '' && { externalIdentifier: [identifier(cpe.startsWith('cpe:2.3:') ? 'cpe23' : 'cpe22', cpe)] }),
    ...(description !== '' && { description }),
    ...(supplier && { suppliedBy: agentId(known, supplier) }),
    ...referencesOf(component),
    ...(digests.length > 0 && {
      verifiedUsing: digests.map(({ algorithm, value }) => hash(spdx3Algorithm(algorithm), value)),
    }),
    ...(copyrights.length > 0 && { software_copyrightText: copyrights.join('\n') }),
    ...(notices.length > 0 && { software_attributionText: notices.map(({ text }) => text) }),
    ...(component.evidence.length > 0 && { software_sourceInfo: `Found in: ${component.evidence.join(', ')}` }),
    ...(component.isRejected && { comment: 'Rejected in review, although it is part of the product.' }),
  });
  yield* licenseRelation(known, id, 'hasDeclaredLicense', component.declared);
  yield* licenseRelation(known, id, 'hasConcludedLicense', component.concluded);
  for (const text of texts) if (text.role !== 'notice') yield* foundText(known, id, text);
  if (component.notCompared !== '') yield annotation(known, id, `${NOT_COMPARED} ${component.notCompared}`);
}

/** A text as found is an element that the package refers to; equal texts are one. */
function* foundText(known: Known, from: string, { text, path, expressions, role }: SbomText): Generator<object> {
  known.refs.found(expressions, text);
  const id = idIn(known, 'text', createHash('sha256').update(text.toWellFormed()).digest('hex'));
  if (isFirst(known, id))
    yield element('simplelicensing_SimpleLicensingText', id, {
      name: expressions.length > 0 ? `${expressions.join(', ')}, as found` : 'License text, as found',
      simplelicensing_licenseText: text,
    });
  const comment = `License text ${role === 'bundled' ? 'of a part that comes with it, ' : ''}as found in ${path}`;
  yield relation(known, from, 'other', [id], { comment });
}

function* expressionElement(known: Known, expression: string): Generator<object> {
  const id = idIn(known, 'expression', expression);
  if (!isFirst(known, id)) return;
  const own = readExpression(expression).ids.filter((one) => one.startsWith('LicenseRef-'));
  yield element('simplelicensing_LicenseExpression', id, {
    simplelicensing_licenseExpression: expression,
    ...(own.length > 0 && {
      simplelicensing_customIdToUri: own.map((key) => ({
        type: 'DictionaryEntry',
        key,
        value: idIn(known, 'license', key),
      })),
    }),
  });
}

function* licenseRelation(known: Known, from: string, type: string, text: string): Generator<object> {
  const expression = known.refs.expression(text);
  if (expression === NOASSERTION) return;
  yield* expressionElement(known, expression);
  yield relation(known, from, type, [idIn(known, 'expression', expression)]);
}

/** Two relations of one type between the same elements do not occur, so that this is an id of its own. */
function relation(known: Known, from: string, relationshipType: string, to: readonly string[], more: object = {}) {
  const id = idIn(known, 'relationship', JSON.stringify([from, relationshipType, to, more]));
  return element('Relationship', id, { from, relationshipType, to, ...more });
}

function annotation(known: Known, subject: string, statement: string): object {
  const id = idIn(known, 'annotation', JSON.stringify([subject, statement]));
  return element('Annotation', id, { annotationType: 'other', subject, statement });
}

const SCOPES = {
  runtime: 'runtime',
  optional: 'runtime',
  peer: 'runtime',
  development: 'development',
  test: 'test',
  build: 'build',
};

function* relations({ key, dependsOn, tie, scope }: SbomComponent, known: Known, root: string): Generator<object> {
  const id = keyId(known, key);
  const others = [...new Set(dependsOn)].filter((one) => one !== key).map((one) => keyId(known, one));
  if (others.length > 0) yield relation(known, id, 'dependsOn', others);
  if (tie === 'part') yield relation(known, root, 'contains', [id]);
  if (tie !== 'direct') return;
  const type =
    scope === 'optional' ? 'hasOptionalDependency' : scope === 'peer' ? 'hasProvidedDependency' : 'dependsOn';
  yield {
    ...element('LifecycleScopedRelationship', idIn(known, 'relationship', JSON.stringify([root, type, id])), {
      from: root,
      relationshipType: type,
      to: [id],
      scope: SCOPES[scope],
    }),
  };
}

const NOT_AFFECTED: Readonly<Record<string, string>> = {
  code_not_present: 'vulnerableCodeNotPresent',
  code_not_reachable: 'vulnerableCodeNotInExecutePath',
  protected_by_mitigating_control: 'inlineMitigationsAlreadyExist',
  protected_at_runtime: 'inlineMitigationsAlreadyExist',
  protected_by_compiler: 'inlineMitigationsAlreadyExist',
  protected_at_perimeter: 'inlineMitigationsAlreadyExist',
};

/** The vulnerability, and for each component what is said of it. Without an analysis, only that they are tied. */
function* vulnerabilityElements(found: SbomVulnerability, known: Known): Generator<object> {
  const { id: name, summary, publishedOn, analysis } = found;
  const id = idIn(known, 'vulnerability', name);
  if (isFirst(known, id))
    yield element('security_Vulnerability', id, {
      name,
      ...(summary !== '' && { description: summary }),
      externalIdentifier: [identifier(/^CVE-/i.test(name) ? 'cve' : 'securityOther', name)],
      externalRef: [reference('securityAdvisory', addressOfVulnerability(name))],
      ...timeOf('security_publishedTime', publishedOn),
    });
  const to = [...new Set(found.affects)].map((key) => keyId(known, key));
  if (to.length === 0) return;
  // A vulnerability without an analysis has no status: somebody would seem to have looked at it.
  if (analysis === undefined) {
    for (const one of to) yield relation(known, one, 'hasAssociatedVulnerability', [id]);
    return;
  }
  yield assessment(known, id, to, found, analysis);
}

function assessment(
  known: Known,
  from: string,
  to: string[],
  { fixedIn }: SbomVulnerability,
  analysis: NonNullable<SbomVulnerability['analysis']>,
): object {
  const { state, justification, response, detail } = analysis;
  const statement = (otherwise: string) =>
    [detail, response.replaceAll('_', ' ')].filter(Boolean).join('. ') || otherwise;
  const words = statement('');
  const notes = { ...(words !== '' && { security_statusNotes: words }) };
  const justified = NOT_AFFECTED[justification];
  const status = STATUS[state] ?? 'UnderInvestigation';
  const more = {
    NotAffected: {
      relationshipType: 'doesNotAffect',
      security_impactStatement: statement('Analysed as not affected.'),
      ...(justified !== undefined && { security_justificationType: justified }),
    },
    Affected: {
      relationshipType: 'affects',
      security_actionStatement: statement(
        fixedIn === '' ? 'No action has been decided yet.' : `Upgrade to ${fixedIn}.`,
      ),
    },
    Fixed: { relationshipType: 'fixedIn', ...notes },
    UnderInvestigation: { relationshipType: 'underInvestigationFor', ...notes },
  }[status];
  const id = idIn(known, 'assessment', JSON.stringify([from, to, analysis]));
  // SPDX has four states, five grounds and no responses.
  const comment = wordsOfAnalysis(analysis);
  return element(`security_Vex${status}VulnAssessmentRelationship`, id, { from, to, comment, ...more });
}

const STATUS: Readonly<Record<string, 'Fixed' | 'Affected' | 'NotAffected' | 'UnderInvestigation'>> = {
  resolved: 'Fixed',
  resolved_with_pedigree: 'Fixed',
  exploitable: 'Affected',
  in_triage: 'UnderInvestigation',
  false_positive: 'NotAffected',
  not_affected: 'NotAffected',
};

function timeOf(name: string, text: string): object {
  const time = text === '' ? Number.NaN : Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(time) ? {} : { [name]: spdxTime(new Date(time)) };
}
