// The facts of an SPDX 3 document in JSON-LD, whatever the order of its graph. https://spdx.github.io/spdx-spec/v3.0.1/

import type { SbomParty } from '../model.ts';
import type { CheckedComponent, CheckedDocument, CheckedHash, CheckedLicense, CheckedReference } from './checked.ts';
import { fieldsIn, isFields, textIn, textsIn } from './values.ts';

type Fields = Record<string, unknown>;

interface Graph {
  byId: Map<string, Fields>;
  /** Relations by the element that they start from. */
  from: Map<string, { type: string; to: string[]; comment: string; completeness: string }[]>;
}

export function checkedSpdx3(document: Fields): CheckedDocument {
  const all = fieldsIn(document, '@graph');
  const graph = graphOf(all);
  const ofType = (type: string) => all.filter((one) => textIn(one, 'type') === type);
  const [creation = {}] = ofType('CreationInfo');
  const [head = {}] = ofType('SpdxDocument');
  const boms = [...ofType('software_Sbom'), ...ofType('Bom')];
  const roots = new Set([...boms, head].flatMap((one) => textsIn(one, 'rootElement')));
  const packages = ofType('software_Package');
  const primary = packages.find((one) => roots.has(idOf(one)));
  const dependencies = new Map<string, string[]>();
  let completeness = '';
  for (const [from, relations] of graph.from)
    for (const { type, to, completeness: said } of relations) {
      if (!/^(dependsOn|contains|has(Optional|Provided)Dependency)$/.test(type)) continue;
      dependencies.set(from, [...(dependencies.get(from) ?? []), ...to.filter((one) => !/NoneElement$/.test(one))]);
      completeness ||= said === 'noAssertion' ? 'unknown' : said;
    }
  return {
    format: 'SPDX',
    version: textIn(creation, 'specVersion'),
    id: idOf(boms[0] ?? head),
    timestamp: textIn(creation, 'created'),
    creators: textsIn(creation, 'createdBy').flatMap((id) => partyOf(id, graph)),
    tools: [...textsIn(creation, 'createdUsing'), ...ofType('Tool').map(idOf)]
      .map((id) => textIn(graph.byId.get(id) ?? {}, 'name'))
      .filter((name) => name !== ''),
    contexts: boms.flatMap((one) => textsIn(one, 'software_sbomType')),
    ...(primary && { primary: componentOf(primary, graph) }),
    components: packages.filter((one) => one !== primary).map((one) => componentOf(one, graph)),
    otherKeys: [...graph.byId.keys()],
    dependencies,
    completeness,
    vulnerabilities: ofType('security_Vulnerability').flatMap((one) => vulnerabilitiesOf(one, graph)),
  };
}

const idOf = (one: Fields): string => textIn(one, 'spdxId') || textIn(one, '@id');

function graphOf(all: readonly Fields[]): Graph {
  const graph: Graph = { byId: new Map(), from: new Map() };
  for (const one of all) {
    graph.byId.set(idOf(one), one);
    const type = textIn(one, 'relationshipType');
    if (type === '') continue;
    const from = textIn(one, 'from');
    const relation = {
      type,
      to: textsIn(one, 'to'),
      comment: textIn(one, 'comment'),
      completeness: textIn(one, 'completeness'),
    };
    const known = graph.from.get(from);
    if (known) known.push(relation);
    else graph.from.set(from, [relation]);
  }
  return graph;
}

function vulnerabilitiesOf(one: Fields, graph: Graph): CheckedDocument['vulnerabilities'] {
  const id = idOf(one);
  const name = textIn(one, 'name') || id;
  const said = (graph.from.get(id) ?? []).flatMap(({ type, to }) =>
    to.map((component) => ({ id: name, component, state: STATES[type] ?? '' })),
  );
  const tied = [...graph.from].flatMap(([component, relations]) =>
    relations.some(({ type, to }) => type === 'hasAssociatedVulnerability' && to.includes(id))
      ? [{ id: name, component, state: '' }]
      : [],
  );
  const all = [...said, ...tied];
  return all.length > 0 ? all : [{ id: name, component: '', state: '' }];
}

const STATES: Readonly<Record<string, string>> = {
  affects: 'exploitable',
  doesNotAffect: 'not_affected',
  fixedIn: 'resolved',
  underInvestigationFor: 'in_triage',
};

/** An agent that is a program is no creator whom people can ask. */
function partyOf(id: string, { byId }: Graph): SbomParty[] {
  const one = byId.get(id);
  if (one === undefined || textIn(one, 'type') === 'SoftwareAgent') return [];
  const identifiers = fieldsIn(one, 'externalIdentifier');
  const valueLike = (pattern: RegExp) =>
    identifiers.map((identifier) => textIn(identifier, 'identifier')).find((value) => pattern.test(value)) ?? '';
  const refs = fieldsIn(one, 'externalRef').flatMap((ref) => textsIn(ref, 'locator'));
  return [
    {
      name: textIn(one, 'name'),
      email: valueLike(/@/),
      url: valueLike(/^https?:/) || refs.find((url) => /^https?:/.test(url)) || '',
    },
  ];
}

const IDENTIFIERS: Readonly<Record<string, 'purl' | 'cpe' | 'swid' | 'other'>> = {
  packageUrl: 'purl',
  packageURL: 'purl',
  cpe22: 'cpe',
  cpe23: 'cpe',
  swid: 'swid',
  swhid: 'other',
  gitoid: 'other',
};

function componentOf(one: Fields, graph: Graph): CheckedComponent {
  const id = idOf(one);
  const relations = graph.from.get(id) ?? [];
  const files = relations
    .filter(({ type }) => type === 'hasDistributionArtifact')
    .flatMap(({ to }) => to)
    .flatMap((file): Fields[] => {
      const found = graph.byId.get(file);
      return found === undefined ? [] : [found];
    });
  const [name, version] = [textIn(one, 'name'), textIn(one, 'software_packageVersion')];
  const purl = textIn(one, 'software_packageUrl');
  return {
    key: id,
    shown: [name || id, version].filter(Boolean).join(' '),
    name,
    version,
    suppliers: [textIn(one, 'suppliedBy')].filter(Boolean).flatMap((party) => partyOf(party, graph)),
    makers: textsIn(one, 'originatedBy').flatMap((party) => partyOf(party, graph)),
    identifiers: [
      ...(purl === '' ? [] : [{ type: 'purl' as const, value: purl }]),
      ...fieldsIn(one, 'externalIdentifier').flatMap((identifier) => {
        const type = IDENTIFIERS[textIn(identifier, 'externalIdentifierType')];
        return type === undefined ? [] : [{ type, value: textIn(identifier, 'identifier') }];
      }),
    ],
    licenses: relations.flatMap(({ type, to }) => licensesOf(type, to, graph)),
    hashes: [one, ...files].flatMap(hashesOf),
    references: [...referencesOf(one, hashesOf(one)), ...files.flatMap((file) => referencesOf(file, hashesOf(file)))],
    ...factsOfFile(files[0]),
    ...effectiveLicense(relations, graph),
  };
}

function licensesOf(type: string, to: readonly string[], { byId }: Graph): CheckedLicense[] {
  const kind = type === 'hasDeclaredLicense' ? 'declared' : type === 'hasConcludedLicense' ? 'concluded' : undefined;
  if (kind === undefined) return [];
  return to.map((id) => ({ text: expressionOf(id, byId), kind }));
}

function expressionOf(id: string, byId: Graph['byId']): string {
  const license = byId.get(id);
  return license === undefined
    ? (/([^/#]+)$/.exec(id)?.[1] ?? id)
    : textIn(license, 'simplelicensing_licenseExpression') || textIn(license, 'name');
}

const hashesOf = (one: Fields): CheckedHash[] =>
  fieldsIn(one, 'verifiedUsing').map((hash) => ({
    algorithm: textIn(hash, 'algorithm')
      .toUpperCase()
      .replace(/^SHA(\d{1,3})$/, 'SHA-$1'),
    value: textIn(hash, 'hashValue'),
  }));

const TYPES: Readonly<Record<string, string>> = {
  sourceArtifact: 'source-distribution',
  binaryArtifact: 'distribution',
  vcs: 'vcs',
  securityOther: 'rfc-9116',
};

function referencesOf(one: Fields, hashes: CheckedHash[]): CheckedReference[] {
  const download = textIn(one, 'software_downloadLocation');
  return [
    ...(download === '' ? [] : [{ type: 'distribution', url: download, hashes }]),
    ...fieldsIn(one, 'externalRef').flatMap((ref) => {
      const type = TYPES[textIn(ref, 'externalRefType')] ?? textIn(ref, 'externalRefType');
      return textsIn(ref, 'locator').map((url) => ({ type, url, hashes }));
    }),
  ];
}

/** A property that the standard does not list is not had: the file itself is what states them. */
function factsOfFile(file: Fields | undefined): Partial<CheckedComponent> {
  if (file === undefined || !isFields(file)) return {};
  const purposes = [textIn(file, 'software_primaryPurpose'), ...textsIn(file, 'software_additionalPurpose')];
  const has = (...words: string[]) => String(words.some((word) => purposes.includes(word)));
  return {
    filename: textIn(file, 'name'),
    executable: has('executable'),
    archive: has('archive'),
    structured: has('container', 'firmware'),
  };
}

function effectiveLicense(relations: readonly { type: string; to: string[]; comment: string }[], graph: Graph) {
  const found = relations.find(({ type, comment }) => type === 'other' && /^hasEffectiveLicen[sc]e$/.test(comment));
  const [id] = found?.to ?? [];
  return id === undefined ? {} : { effectiveLicense: expressionOf(id, graph.byId) };
}
