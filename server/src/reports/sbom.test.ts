// The SBOM and VEX documents of reports against the published schemas.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { expect, it } from 'vitest';
import { IssueList } from '../project-data/document.ts';
import { readVex } from '../project-data/vex/read.ts';
import { cyclonedx } from './cyclonedx/index.ts';
import type { ReportVulnerability } from './data.ts';
import { documentId } from './document-id.ts';
import type { ReportWriter } from './report.ts';
import { sampleSource, textOf } from './sample.ts';
import { spdx } from './spdx/index.ts';
import { vulnerabilities } from './vulnerabilities/index.ts';

const require = createRequire(import.meta.url);

function cycloneDxSchema() {
  const folder = require.resolve('@cyclonedx/cyclonedx-library/package.json').replace('package.json', 'res/schema/');
  const schema = (name: string) => JSON.parse(readFileSync(`${folder}${name}.SNAPSHOT.schema.json`, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormatsModule.default(ajv);
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true);
  ajv.addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json');
  ajv.addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json');
  return ajv.compile(schema('bom-1.6'));
}

async function documents(writer: ReportWriter, source = sampleSource()) {
  const files = await Array.fromAsync(writer.files!(source));
  return new Map(
    await Promise.all(files.map(async ({ name, content }) => [name, JSON.parse(await textOf(content))] as const)),
  );
}

const validate = cycloneDxSchema();

it.each(['yes', 'no'])('CycloneDX is valid, with files: %s', async (includeFiles) => {
  const sbom = (await documents(cyclonedx, sampleSource({ options: { includeFiles } }))).get('sbom.cdx.json');
  validate(sbom);
  expect(validate.errors).toBeNull();
  const names = sbom.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['alpha', 'gamma']));
  const rejected = sbom.components.filter((one: { properties?: object[] }) =>
    one.properties?.some((property) => JSON.stringify(property) === '{"name":"assay:review","value":"rejected"}'),
  );
  expect(rejected.map(({ name }: { name: string }) => name)).toEqual(['rejected']);
  expect(names).not.toContain('hidden');
});

it('SPDX names the packages and their dependencies', async () => {
  const sbom = (await documents(spdx, sampleSource({ options: { includeFiles: 'yes' } }))).get('sbom.spdx.json');
  expect(sbom.spdxVersion).toBe('SPDX-2.3');
  const rejected = sbom.packages.filter(({ comment = '' }: { comment?: string }) =>
    comment.startsWith('Rejected in review'),
  );
  expect(rejected.map(({ name }: { name: string }) => name)).toEqual(['rejected']);
  expect(sbom.files).toHaveLength(3);
  expect(sbom.relationships.map((one: { relationshipType: string }) => one.relationshipType)).toContain('DEPENDS_ON');
});

const row = (more: Partial<ReportVulnerability>): ReportVulnerability => ({
  ...{
    itemId: 1,
    itemName: 'a',
    purl: 'pkg:npm/a@1',
    id: 'CVE-2026-1',
    severity: '',
    score: null,
    summary: '',
    publishedOn: '',
  },
  ...{
    isExploited: null,
    fixedIn: '',
    isSuppressed: false,
    state: '',
    justification: '',
    response: '',
    detail: '',
    reason: '',
    by: '',
    on: '',
  },
  ...more,
});

it.each([
  ['nothing said', row({}), 'in_triage', 'under_investigation'],
  ['a state', row({ state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' }), 'not_affected', 'not_affected'],
  [
    'a false positive without analysis',
    row({ isSuppressed: true, reason: 'FALSE_POSITIVE' }),
    'false_positive',
    'not_affected',
  ],
  ['remediated without analysis', row({ isSuppressed: true, reason: 'REMEDIATED' }), 'resolved', 'fixed'],
  [
    'exploitable',
    row({ state: 'exploitable', response: 'update', severity: 'HIGH', score: 9 }),
    'exploitable',
    'affected',
  ],
  [
    'unknown words',
    row({ state: 'perhaps', justification: 'so', response: 'wait' }),
    'in_triage',
    'under_investigation',
  ],
])('VEX of %s', async (_, vulnerability, state, status) => {
  const files = await documents(vulnerabilities, sampleSource({ lists: { vulnerabilities: [vulnerability] } }));
  const vex = files.get('vulnerabilities.vex.cdx.json');
  validate(vex);
  expect(validate.errors).toBeNull();
  expect(vex.vulnerabilities[0].analysis.state).toBe(state);
  const [statement] = files.get('vulnerabilities.openvex.json').statements;
  expect(statement.status).toBe(status);
  const [advisory] = files.get('vulnerabilities.csaf.json').vulnerabilities;
  const csafStatus = status.replace(/^(?=(?:not_)?affected)/, 'known_');
  expect(Object.keys(advisory.product_status)).toEqual([csafStatus]);
  // Assay can read its own documents.
  for (const name of ['vulnerabilities.csaf.json', 'vulnerabilities.openvex.json', 'vulnerabilities.vex.cdx.json']) {
    const read = readVex(Buffer.from(JSON.stringify(files.get(name))), new IssueList());
    expect([name, read.statements.map(({ names }) => names[0])]).toEqual([name, [vulnerability.id]]);
  }
  // OpenVEX: a statement "not affected" says why, and a statement "affected" says what to do.
  if (status === 'not_affected') expect(statement.justification ?? statement.impact_statement).toBeTruthy();
  if (status === 'affected') expect(statement.action_statement).toBeTruthy();
});

it('the id of a document is a UUID computed from its data', () => {
  expect(documentId(sampleSource())).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(documentId(sampleSource())).toBe(documentId(sampleSource()));
});
