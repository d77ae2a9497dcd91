import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { insertJob } from '../db/jobs.ts';
import { jobTypes } from '../domain/jobs/job.ts';
import { payloadOf } from '../queue/payload.ts';
import { enqueue } from '../queue/queue.ts';
import { JOB_HANDLERS, JOB_PAYLOADS } from './kinds.ts';

const fits = (type: string, payload: unknown) => payloadOf(JOB_PAYLOADS.get(type)!, { type, payload } as never);

const RULE = { criterion: 'MD5', depth: 1 };
const IMPORT_RULES = {
  addFiles: true,
  inventoryRule: RULE,
  markReviewed: false,
  reviewRule: RULE,
  createEmpty: true,
  overwriteNotes: false,
  resetUsage: false,
};

const TAKEN: [type: string, payload: unknown][] = [
  ['Project Scan', {}],
  [
    'Project Re-Scan',
    { fullRescan: true, analyzed: { version: '7', count: 12 }, archivesRead: { version: '7', count: 0 } },
  ],
  ['Audit Report', { reportId: 1 }],
  ['Custom Report', { reportId: 4, options: { since: '2026-01-01' } }],
  ['Update Notices', { overwriteAll: false }],
  ['Apply Policy - Project', { keepManualStatuses: true }],
  ['Project Deletion', {}],
  ['SCM Sync', {}],
  ['Bulk Decision', { bulkId: 1, isUndo: true }],
  ['Project Release', { releaseId: 3, offerContact: 'source@example.org' }],
  ['Remote Scan', { codeBaseId: 1, sendId: 2 }],
  ['Code Upload', { uploadId: '0b1f9c1e-6d57-4c55-9a0e-2f6a3c1d7e42' }],
  ['Evidence Refresh', { done: { projectIds: [1], versions: ['7'], analyzed: 3 } }],
  ['License Rules Import', { upload: '00ff', suffix: '.zip', done: { details: 'In force.' } }],
  ['Data Garbage Collection', { isThorough: true }],
  ['Store Verification', { unknown: 'of another version' }],
  ['Project Import', { sha256: '00ff', fileName: 'data.zip', rules: IMPORT_RULES }],
  ['Export to SBOM Insights', { format: 'spdx-2.3', signature: 'dsse', options: { includeFiles: 'no' } }],
  ['Project Copy', { name: 'copy', description: '', folderId: 1 }],
  [
    'Project Branching',
    {
      name: 'branch',
      description: '',
      folderId: 1,
      codebase: { sha256: '00ff', fileName: 'code.zip', expansion: 'first-level' },
      rules: IMPORT_RULES,
    },
  ],
  ['Library Refresh', { source: 'osv', upload: '00ff', fileName: 'all.zip', isForced: true }],
];

describe('payloads', () => {
  it.each(TAKEN)('%s accepts %j', (type, payload) => {
    expect(fits(type, payload)).toEqual(payload);
  });

  it.each([
    ['Project Scan', { fullRescan: 'yes' }, '("fullRescan" must be boolean)'],
    ['Notices Report', {}, 'reportId'],
    ['Custom Report', { reportId: 4, options: { since: 1 } }, '("options.since" must be string)'],
    [
      'Evidence Refresh',
      { done: { projectIds: ['1'], versions: [], analyzed: 0 } },
      '("done.projectIds.0" must be integer)',
    ],
    ['License Rules Import', { upload: '/tmp/rules.zip' }, '("upload" '],
    ['Library Refresh', { upload: '../all.zip' }, '("upload" '],
    ['Project Copy', { name: 'copy' }, 'description'],
    ['Project Import', { sha256: '00ff', fileName: 'data.zip', rules: { addFiles: true } }, '("rules" '],
    ['Project Branching', { name: 'branch', description: '', folderId: 1, rules: 'all' }, '("rules" '],
    ['Update Notices', { overwriteAll: 'yes' }, '("overwriteAll" '],
    ['Apply Policy - Project', { keepManualStatuses: 1 }, '("keepManualStatuses" '],
  ])('%s refuses %j', (type, payload, words) => {
    expect(() => fits(type, payload)).toThrow(words);
    expect(() => fits(type, payload)).toThrow(`The ${type} job cannot run: `);
  });

  it('every kind has a description', () => {
    for (const [type, schema] of JOB_PAYLOADS) {
      expect(jobTypes).toContain(type);
      expect(JOB_HANDLERS[type]).toBeTypeOf('function');
      expect(TAKEN.some(([taken]) => JOB_PAYLOADS.get(taken) === schema)).toBe(true);
    }
  });
});

describe('in the queue', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
    await h.work();
  });
  afterAll(() => h.close());

  it('a row with an invalid payload is a job that fails and says why', async () => {
    const projectId = (await h.call('POST', '/projects', { body: { name: 'odd payload' } })).body.id;
    const id = await h.app.db.transaction().execute(async (tx) => {
      const job = { type: 'Audit Report', projectId, triggeredBy: h.admin.id, payload: { reportId: 'one' } };
      const jobId = await insertJob(tx, job);
      await enqueue(tx, jobId);
      return jobId;
    });
    expect(await h.jobOver(id)).toMatchObject({
      status: 'Failed',
      error:
        'The Audit Report job cannot run: its stored data is not what this version of Assay expects ("reportId" must be integer). Start it again.',
    });
  });

  it('such a job is not submitted either', async () => {
    const job = { type: 'Project Scan', projectId: null, triggeredBy: null, payload: { fullRescan: 1 } };
    await expect(h.app.db.transaction().execute((tx) => h.app.queue.submit(tx, job))).rejects.toThrow('fullRescan');
  });

  it('the options of a report are in its payload', async () => {
    const projectId = (await h.call('POST', '/projects', { body: { name: 'with options' } })).body.id;
    const body = { options: { since: '2026-01-01' } };
    const { taskId } = (await h.call('POST', `/projects/${projectId}/reports/1/generate`, { body })).body.data;
    expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed' });
    const { rows } = await h.database.pool.query('select payload from jobs where id = $1', [taskId]);
    expect(rows).toEqual([{ payload: { reportId: 1, options: body.options } }]);
  });
});
