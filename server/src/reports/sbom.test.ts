// The SBOM and VEX documents of reports against the published schemas.
import { faultsOfSbom } from '@assay/scanner/testing';
import { readVex } from '@assay/scanner/vex';
import { expect, it } from 'vitest';
import { IssueList } from '../project-data/document.ts';
import { cyclonedx } from './cyclonedx/index.ts';
import type { ReportVulnerability } from './data.ts';
import { documentId } from './document-id.ts';
import type { ReportWriter } from './report.ts';
import { type SampleChange, sampleSource, textOf } from './sample.ts';
import { spdx } from './spdx/index.ts';
import { vulnerabilities } from './vulnerabilities/index.ts';

async function documents(writer: ReportWriter, source = sampleSource()) {
  const files = await Array.fromAsync(writer.files!(source));
  return new Map(
    await Promise.all(files.map(async ({ name, content }) => [name, JSON.parse(await textOf(content))] as const)),
  );
}

const VERSIONS = [
  ['1.6', cyclonedx, 'sbom.cdx.json'],
  ['1.7', cyclonedx, 'sbom.cdx.json'],
  ['2.3', spdx, 'sbom.spdx.json'],
  ['3.0.1', spdx, 'sbom.spdx3.json'],
] as const;
const TEXT = 'Permission is granted to everybody.';
const LISTS: SampleChange['lists'] = {
  itemTexts: [
    {
      ...{ itemId: 1, place: 1, role: 'main', path: 'lib/alpha/LICENSE', startLine: null, endLine: null },
      ...{ isComplete: true, expressions: ['MIT'], sha256: 'a1', problem: '' },
    },
  ],
  foundTexts: [{ sha256: 'a1', text: TEXT }],
};

it.each(
  VERSIONS.flatMap(([version, writer, file]) =>
    ['no', 'vdr', 'vex'].flatMap((vulnerabilities) =>
      ['yes', 'no'].map((includeFiles) => ({ version, writer, file, vulnerabilities, includeFiles })),
    ),
  ),
)('$file $version is valid, with vulnerabilities: $vulnerabilities, files: $includeFiles', async (given) => {
  const { writer, file, ...options } = given;
  const sample = () => sampleSource({ options, lists: LISTS });
  const sbom = (await documents(writer, sample())).get(file);
  expect(faultsOfSbom(sbom)).toEqual([]);
  const text = JSON.stringify(sbom);
  for (const fact of ['alpha', 'gamma', TEXT, 'Copyright (c) 2015 The alpha Authors', 'Example House'])
    expect(text, fact).toContain(fact);
  // A person struck it from the notices.
  expect(text).not.toContain('Copyright 2001 Struck Inc.');
  expect(text).not.toContain('"hidden"');
  expect(text.includes('CVE-2026-0001')).toBe(options.vulnerabilities !== 'no');
  expect(text.includes('Seen in the field.')).toBe(options.vulnerabilities === 'vex');
  expect(text.includes('src/own.c')).toBe(options.includeFiles === 'yes');
  // The same facts give the same bytes, whenever they are written.
  expect((await documents(writer, { ...sample(), at: new Date('2027-01-01T00:00:00Z') })).get(file)).toEqual(sbom);
});

it('documents that differ in a fact have different ids', async () => {
  const idOf = async (lists: SampleChange['lists']) =>
    (await documents(cyclonedx, sampleSource({ lists }))).get('sbom.cdx.json').serialNumber;
  const [first] = LISTS?.itemTexts ?? [];
  const moved = { ...LISTS, itemTexts: [{ ...first, path: 'lib/alpha/COPYING' }] } as SampleChange['lists'];
  const ids = [await idOf(LISTS), await idOf(LISTS), await idOf(moved)];
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

it('marks rejected components', async () => {
  const [cdx, spdx2] = [
    (await documents(cyclonedx)).get('sbom.cdx.json').components,
    (await documents(spdx)).get('sbom.spdx.json').packages,
  ];
  const isRejected = ({ properties = [] }: { properties?: { name: string; value: string }[] }) =>
    properties.some(({ name, value }) => name === 'assay:review' && value === 'rejected');
  expect(cdx.filter(isRejected).map(({ name }: { name: string }) => name)).toEqual(['rejected']);
  const said = spdx2.filter(({ comment = '' }: { comment?: string }) => comment.startsWith('Rejected in review'));
  expect(said.map(({ name }: { name: string }) => name)).toEqual(['rejected']);
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
    isUndetermined: false,
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
  expect(faultsOfSbom(vex)).toEqual([]);
  expect(vex.vulnerabilities[0].analysis.state).toBe(state);
  const [statement] = files.get('vulnerabilities.openvex.json').statements;
  expect(statement.status).toBe(status);
  const [advisory] = files.get('vulnerabilities.csaf.json').vulnerabilities;
  const csafStatus = status.replace(/^(?=(?:not_)?affected)/, 'known_');
  expect(Object.keys(advisory.product_status)).toEqual([csafStatus]);
  // Assay can read its own documents.
  for (const name of [
    'vulnerabilities.csaf.json',
    'vulnerabilities.csaf-2.1.json',
    'vulnerabilities.openvex.json',
    'vulnerabilities.vex.cdx.json',
  ]) {
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
