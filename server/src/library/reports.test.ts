import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/postgres.ts';
import { insertReport } from '../db/reports/reports.ts';
import { jobTypes, refuseSubmission, reportJobTypes } from '../domain/jobs/job.ts';
import { JOB_HANDLERS } from '../jobs/kinds.ts';
import { findReportKind, REPORT_KINDS } from '../reports/kinds.ts';
import { fillStandardReports } from './reports.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
});
afterAll(() => database.drop());

const rows = async () =>
  (await database.pool.query('select name, path, position, options, is_default from reports order by position, name'))
    .rows;

it('adds missing rows, updates the others, and changes nothing the second time', async () => {
  expect((await rows()).map(({ path }) => path)).toEqual(['AUDIT', 'PROJECT', 'NOTICES']);
  await fillStandardReports(database.db);
  const before = await rows();
  expect(before.map(({ path }) => path).toSorted()).toEqual(REPORT_KINDS.map(({ kind }) => kind).toSorted());
  await database.pool.query(`delete from reports where path = 'PROJECT'`);
  await database.pool.query(`update reports set position = 9 where path = 'AUDIT'`);
  await fillStandardReports(database.db);
  expect(await rows()).toEqual(before);
  await fillStandardReports(database.db);
  expect(await rows()).toEqual(before);
});

it('a report of people with such a name keeps its name', async () => {
  await database.pool.query(`delete from reports where path = 'NOTICES'`);
  await database.db
    .transaction()
    .execute((tx) => insertReport(tx, { name: 'Notices', path: 'ours/make.sh', position: 7 }));
  await fillStandardReports(database.db);
  expect((await rows()).map(({ name, path }) => [name, path])).toEqual(
    expect.arrayContaining([
      ['Notices (standard)', 'NOTICES'],
      ['Notices', 'ours/make.sh'],
    ]),
  );
});

it('each report job type but that of custom reports is of one kind', () => {
  expect([...REPORT_KINDS.map(({ jobType }) => jobType), 'Custom Report']).toEqual([...reportJobTypes]);
});

it.each(REPORT_KINDS.map((kind) => [kind.kind, kind] as const))(
  '%s is known to all code that uses kinds',
  async (name, kind) => {
    expect(findReportKind(name)).toBe(kind);
    expect(jobTypes).toContain(kind.jobType);
    expect(JOB_HANDLERS).toHaveProperty(kind.jobType);
    const scan = { id: 1, type: 'Project Scan', status: 'Active', projectIds: [5] } as const;
    expect(refuseSubmission(kind.jobType, [5], [scan])).toBeDefined();
    expect((await kind.load()).document).toBeTypeOf('function');
  },
);
