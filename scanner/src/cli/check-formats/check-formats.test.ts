// Every format states the age of the advisories, especially if there are no other results.
import { expect, it } from 'vitest';
import { CHECK_FORMATS } from './index.ts';
import type { CheckReport } from './report.ts';

const OLD = { name: 'osv-npm', dataAsOf: '2026-03-01T06:00:00Z' };
const NEW = { name: 'cisa-kev', dataAsOf: '2026-11-01T06:00:00Z' };
const FOLDER = { name: 'advisories', dataAsOf: '' };

function written(format: string, sources: CheckReport['advisories']['sources'], document?: object): string {
  const report: CheckReport = {
    subject: 'shop',
    documentId: '00000000-0000-4000-8000-000000000000',
    createdAt: new Date('2026-11-20T00:00:00Z'),
    tool: { name: 'Assay', version: '1' },
    packages: [],
    mostDays: 7,
    document,
    vulnerabilities: [],
    baseline: '',
    endedDecisions: [],
    advisories: { records: 7, sources, leftOut: [], unreadFiles: [] },
  };
  return CHECK_FORMATS.find(({ name }) => name === format)!.write(report);
}

it('this test covers all formats', () => {
  expect(CHECK_FORMATS.map(({ name }) => name)).toEqual(['table', 'json', 'cyclonedx', 'sarif']);
});

it.each([
  [[NEW, OLD], 'compared with 7 records (cisa-kev of 2026-11-01, osv-npm of 2026-03-01).'],
  [[FOLDER], 'compared with 7 records (advisories of unknown age).'],
])('table: %j', (sources, sentence) => {
  expect(written('table', sources)).toContain(sentence);
});

it.each([
  [[NEW, OLD], OLD.dataAsOf],
  [[FOLDER], null],
  [[NEW, FOLDER], null],
])('json: %j', (sources, dataAsOf) => {
  expect(JSON.parse(written('json', sources))).toMatchObject({ dataAsOf, advisories: { records: 7, sources } });
});

it.each([
  [[NEW, OLD], OLD.dataAsOf, 'note', 'osv-npm of 2026-03-01'],
  [[FOLDER], null, 'warning', 'advisories of unknown age'],
])('sarif: %j', (sources, dataAsOf, level, words) => {
  const [run] = JSON.parse(written('sarif', sources)).runs;
  expect(run).toMatchObject({ results: [], properties: { dataAsOf, advisories: { records: 7 } } });
  const [told] = run.invocations[0].toolExecutionNotifications;
  expect(told).toEqual({ level, message: { text: expect.stringContaining(words) } });
});

it.each([
  [[NEW, OLD], OLD.dataAsOf],
  [[FOLDER], 'unknown'],
])('cyclonedx: %j', (sources, value) => {
  const { metadata } = JSON.parse(written('cyclonedx', sources));
  expect(metadata.properties).toContainEqual({ name: 'assay:advisories:dataAsOf', value });
});

it('a CycloneDX document that was checked before keeps its own properties, and gets only the newest data age', () => {
  const mine = { name: 'team', value: 'shop' };
  const before = { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { properties: [mine] } };
  const once = JSON.parse(written('cyclonedx', [OLD], before));
  const { metadata } = JSON.parse(written('cyclonedx', [NEW], once));
  expect(metadata.properties).toEqual([
    mine,
    { name: 'assay:advisories:dataAsOf', value: NEW.dataAsOf },
    { name: 'assay:advisories:comparedWith', value: '7 records (cisa-kev of 2026-11-01)' },
    { name: 'assay:advisories:undeterminedCount', value: '0' },
    { name: 'assay:advisories:notComparedCount', value: '0' },
    { name: 'assay:advisories:staleCount', value: '0' },
  ]);
});
