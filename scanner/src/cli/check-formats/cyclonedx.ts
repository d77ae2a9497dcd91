// Writes a CycloneDX 1.6 document with the packages and their vulnerabilities. Keeps the contents of an SBOM that was read in this format.
// https://cyclonedx.org/docs/1.6/json/

import type { CheckedVulnerability } from '../../advisories/index.ts';
import { firstOf, isFields } from '../../items.ts';
import { parsePurl } from '../../packages/index.ts';
import { purlOfComponent } from '../sbom-packages.ts';
import { ageInWords, type CheckReport, dataAsOf, notComparedInWords } from './report.ts';

type Fields = Record<string, unknown>;

const AGE_PREFIX = 'assay:advisories:';

export function writeCycloneDx(report: CheckReport): string {
  const given = report.document as Fields | undefined;
  const base = given?.bomFormat === 'CycloneDX' ? given : newDocument(report);
  const references = referencesOf(base);
  const byName = Map.groupBy(report.vulnerabilities, ({ name }) => name);
  const vulnerabilities = [...byName.values()].map((all) => vulnerabilityOf(all, references));
  const specVersion = BEFORE_VULNERABILITIES.includes(String(base.specVersion)) ? '1.6' : base.specVersion;
  const document = { ...base, specVersion, metadata: withAge(base.metadata, report), vulnerabilities };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A document of these versions has no place for vulnerabilities. What it has is valid in later ones. */
const BEFORE_VULNERABILITIES = ['1.0', '1.1', '1.2', '1.3'];

/**
 * A document without vulnerabilities looks safe, so it names the advisories that were compared. It replaces what an
 * earlier comparison wrote.
 */
function withAge(metadata: unknown, report: CheckReport): Fields {
  const given = isFields(metadata) ? metadata : {};
  const left = notComparedInWords(report);
  const others = Array.isArray(given.properties)
    ? given.properties.filter((one) => !isFields(one) || !String(one.name).startsWith(AGE_PREFIX))
    : [];
  return {
    ...given,
    properties: [
      ...others,
      { name: `${AGE_PREFIX}dataAsOf`, value: dataAsOf(report) ?? 'unknown' },
      { name: `${AGE_PREFIX}comparedWith`, value: ageInWords(report) },
      ...(left === '' ? [] : [{ name: `${AGE_PREFIX}notCompared`, value: left }]),
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
    components: packages.map(({ purl }) => componentOf(purl)),
  };
}

function componentOf(purl: string): Fields {
  const parsed = parsePurl(purl);
  if ('problem' in parsed) return { type: 'library', 'bom-ref': purl, name: purl, purl };
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

/** The references of each package URL in a document. */
function referencesOf(document: Fields): Map<string, string> {
  const references = new Map<string, string>();
  const open = Array.isArray(document.components) ? [...(document.components as Fields[])] : [];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!isFields(one)) continue;
    const purl = purlOfComponent(one);
    if (purl !== '') references.set(purl, typeof one['bom-ref'] === 'string' ? one['bom-ref'] : purl);
    if (Array.isArray(one.components)) open.push(...(one.components as Fields[]));
  }
  return references;
}

function vulnerabilityOf(all: readonly CheckedVulnerability[], references: ReadonlyMap<string, string>): Fields {
  const { name, names, words } = firstOf(all);
  return {
    'bom-ref': `vulnerability-${name}`,
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
            .map(({ purl, fixedIn }) => `Raise ${purl} to ${fixedIn.join(' or ')}.`)
            .join(' '),
        }
      : {}),
    affects: all.map(({ purl, outcome }) => ({
      ref: references.get(purl) ?? purl,
      versions: [{ version: versionOf(purl), status: outcome === 'affected' ? 'affected' : 'unknown' }],
    })),
  };
}

function ratingsOf({ words, severity }: CheckedVulnerability): Fields[] {
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
