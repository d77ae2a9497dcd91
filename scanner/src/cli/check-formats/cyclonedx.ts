// Writes a CycloneDX document with the packages and their vulnerabilities: adds these to the SBOM that was read, or that the one writer made of a scan.
// https://cyclonedx.org/docs/1.6/json/

import { firstOf, isFields } from '../../items.ts';
import { parsePurl } from '../../packages/index.ts';
import type { CheckDecision } from '../decisions/model.ts';
import { keyOfComponent } from '../sbom-packages.ts';
import {
  ageInWords,
  allClear,
  type CheckedPackage,
  type CheckReport,
  countsOf,
  dataAsOf,
  decidedSentence,
  type FoundVulnerability,
  leftOutInWords,
  notComparedSentence,
  notesOf,
  staleInWords,
} from './report.ts';

type Fields = Record<string, unknown>;

const AGE_PREFIX = 'assay:advisories:';

export function writeCycloneDx(report: CheckReport): string {
  const given = report.document as Fields | undefined;
  const base = given?.bomFormat === 'CycloneDX' ? withFiles(given, report) : newDocument(report);
  const references = referencesOf(base);
  // An entry has one analysis, so packages about which something else was decided have an entry of their own.
  const byName = Map.groupBy(report.vulnerabilities, ({ name }) => name);
  const vulnerabilities = [...byName.values()].flatMap((all) =>
    [...Map.groupBy(all, ({ decision }) => JSON.stringify(decision ?? null)).values()].map((group, at) =>
      vulnerabilityOf(group, references, at),
    ),
  );
  const specVersion = BEFORE_VULNERABILITIES.includes(String(base.specVersion)) ? '1.6' : base.specVersion;
  const byKey = new Map(report.packages.map((one) => [one.shown, one]));
  const components = Array.isArray(base.components) ? { components: withCoverage(base.components, byKey) } : {};
  const document = { ...base, specVersion, ...components, metadata: withAge(base.metadata, report), vulnerabilities };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Also what no SBOM of packages names: malicious files, and files that could not be read. */
function withFiles(document: Fields, { packages }: CheckReport): Fields {
  const named = referencesOf(document);
  const isFile = ({ unread, coverage }: CheckedPackage) =>
    unread !== undefined || (coverage.state === 'compared' && coverage.ecosystem === 'files');
  const others = packages.filter((one) => isFile(one) && !named.has(one.shown)).map(componentOf);
  if (others.length === 0) return document;
  return { ...document, components: [...(Array.isArray(document.components) ? document.components : []), ...others] };
}

/** Says of each component that was not compared why, as a property. Components may contain components, at any depth. */
function withCoverage(components: readonly unknown[], byKey: ReadonlyMap<string, CheckedPackage>): unknown[] {
  return components.map((one) => {
    if (!isFields(one)) return one;
    const inner = Array.isArray(one.components) ? { components: withCoverage(one.components, byKey) } : {};
    const coverage = byKey.get(keyOfComponent(one))?.coverage;
    const others = othersOf(one.properties);
    const reasons =
      coverage?.state === 'not-compared'
        ? [{ name: `${AGE_PREFIX}notCompared`, value: `${coverage.reason}: ${coverage.sentence}` }]
        : coverage?.state === 'compared' && coverage.note !== ''
          ? [{ name: `${AGE_PREFIX}note`, value: coverage.note }]
          : [];
    const properties = [...others, ...reasons];
    return { ...one, ...inner, ...(properties.length > 0 || one.properties !== undefined ? { properties } : {}) };
  });
}

/** The properties that no comparison wrote. */
function othersOf(properties: unknown): unknown[] {
  if (!Array.isArray(properties)) return [];
  return properties.filter((one) => !isFields(one) || !String(one.name).startsWith(AGE_PREFIX));
}

/** A document of these versions has no place for vulnerabilities. What it has is valid in later ones. */
const BEFORE_VULNERABILITIES = ['1.0', '1.1', '1.2', '1.3'];

/**
 * A document without vulnerabilities looks safe, so it names the advisories that were compared. It replaces what an
 * earlier comparison wrote.
 */
function withAge(metadata: unknown, report: CheckReport): Fields {
  const given = isFields(metadata) ? metadata : {};
  const { undetermined, notCompared, stale } = countsOf(report);
  const said = {
    dataAsOf: dataAsOf(report) ?? 'unknown',
    comparedWith: ageInWords(report),
    undeterminedCount: String(undetermined),
    notComparedCount: String(notCompared),
    staleCount: String(stale),
    decided: [decidedSentence(report), ...report.endedDecisions].join(' ').trim(),
    notCompared: notComparedSentence(report),
    stale: staleInWords(report),
    notes: notesOf(report).join(' '),
    skipped: leftOutInWords(report),
    allClear: allClear(report),
  };
  return {
    ...given,
    properties: [
      ...othersOf(given.properties),
      ...Object.entries(said)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => ({ name: `${AGE_PREFIX}${name}`, value })),
    ],
  };
}

function newDocument({ documentId, createdAt, tool, subject, packages }: CheckReport): Fields {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${documentId}`,
    version: 1,
    metadata: {
      timestamp: createdAt.toISOString(),
      tools: { components: [{ type: 'application', name: tool.name, version: tool.version }] },
      component: { type: 'application', name: subject, 'bom-ref': 'root' },
    },
    components: packages.map(componentOf),
  };
}

function componentOf({ purl, shown, cpe, unread }: CheckedPackage): Fields {
  const parsed = parsePurl(purl);
  if (purl === '' || 'problem' in parsed)
    return {
      type: unread === undefined ? 'library' : 'file',
      'bom-ref': shown,
      name: shown,
      ...(purl === '' ? {} : { purl }),
      ...(cpe === '' ? {} : { cpe }),
    };
  const { namespace, name, version } = parsed.value;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(namespace === null ? {} : { group: namespace }),
    name,
    ...(version === null ? {} : { version }),
    purl,
  };
}

/** The references of the components of a document, and of what it is about, by what people are shown. */
function referencesOf(document: Fields): Map<string, string> {
  const references = new Map<string, string>();
  const about = isFields(document.metadata) ? [document.metadata.component as Fields] : [];
  const open = [...(Array.isArray(document.components) ? (document.components as Fields[]) : []), ...about];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!isFields(one)) continue;
    const key = keyOfComponent(one);
    references.set(key, typeof one['bom-ref'] === 'string' ? one['bom-ref'] : key);
    if (Array.isArray(one.components)) open.push(...(one.components as Fields[]));
  }
  return references;
}

function vulnerabilityOf(
  all: readonly FoundVulnerability[],
  references: ReadonlyMap<string, string>,
  at: number,
): Fields {
  const { name, names, words, decision } = firstOf(all);
  return {
    'bom-ref': `vulnerability-${name}${at === 0 ? '' : `-${at + 1}`}`,
    id: name,
    source: { name: words.source, ...(words.url === '' ? {} : { url: words.url }) },
    references: names.filter((one) => one !== name).map((one) => ({ id: one, source: { name: one.split('-')[0] } })),
    ratings: ratingsOf(firstOf(all)),
    cwes: words.cwes.map((cwe) => Number(cwe.slice('CWE-'.length))),
    ...(words.description === '' ? {} : { description: words.description }),
    ...(words.published === null ? {} : { published: words.published }),
    ...(words.modified === null ? {} : { updated: words.modified }),
    ...(all.some(({ fixedIn }) => fixedIn.length > 0)
      ? {
          recommendation: all
            .filter(({ fixedIn }) => fixedIn.length > 0)
            .map(({ shown, fixedIn }) => `Raise ${shown} to ${fixedIn.join(' or ')}.`)
            .join(' '),
        }
      : {}),
    ...(decision === undefined ? {} : { analysis: analysisOf(decision) }),
    affects: all.map(({ shown, identity, outcome }) => ({
      ref: references.get(shown) ?? shown,
      versions: [{ version: versionOf(identity), status: outcome === 'affected' ? 'affected' : 'unknown' }],
    })),
  };
}

function analysisOf({ state, justification, detail, place }: CheckDecision): Fields {
  return {
    state: state.toLowerCase(),
    ...(justification === undefined ? {} : { justification: justification.toLowerCase() }),
    detail: `${detail} (${place})`.trim(),
  };
}

function ratingsOf({ words, severity }: FoundVulnerability): Fields[] {
  const ratings = [
    { scored: words.v4, method: 'CVSSv4' },
    { scored: words.v3, method: words.v3.vector.startsWith('CVSS:3.0') ? 'CVSSv3' : 'CVSSv31' },
    { scored: words.v2, method: 'CVSSv2' },
  ].flatMap(({ scored, method }): Fields[] =>
    scored.score === null
      ? []
      : [
          {
            source: { name: scored.source },
            score: scored.score,
            severity: severity.toLowerCase(),
            method,
            vector: scored.vector,
          },
        ],
  );
  return ratings.length > 0 ? ratings : [{ severity: severity.toLowerCase(), method: 'other' }];
}

function versionOf(purl: string): string {
  const parsed = parsePurl(purl);
  return 'problem' in parsed ? '' : (parsed.value.version ?? '');
}
