// A job that was interrupted reports all of its work at its end, not only that of its last part.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar, zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { activateJob, finishJob } from '../../db/jobs.ts';
import { JOB_HANDLERS } from '../../jobs/kinds.ts';
import type { JobHandler, JobOutcome } from '../../queue/worker.ts';
import { closeScanPool } from './pool.ts';

const scanProject = await JOB_HANDLERS['Project Scan']!();
const refreshEvidence = await JOB_HANDLERS['Evidence Refresh']!();

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

const query = async (text: string, values: unknown[] = []) => (await h.database.pool.query(text, values)).rows;

async function projectWith(files: Record<string, string | Buffer>): Promise<number> {
  const id = (await h.call('POST', '/projects', { body: { name: `interrupted ${++count}` } })).body.id as number;
  const { status } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(status).toBe(200);
  return id;
}

async function newJob(type: string, projectId: number | null, payload = {}): Promise<number> {
  const [{ id }] = await query('insert into jobs (type, project_id, payload) values ($1, $2, $3) returning id', [type, projectId, payload]); // biome-ignore format: one query
  return id;
}

/** One part of a job: to its end, or to the first step at which `isOver` returns true. */
async function part(
  jobId: number,
  handler: JobHandler,
  isOver: (phase: string) => Promise<boolean>,
): Promise<JobOutcome> {
  const outcome = await handler({
    app: h.app,
    job: (await activateJob(h.app.db, jobId))!,
    log: h.app.log,
    signal: new AbortController().signal,
    goesOn: () => true,
    async checkpoint({ phase }) {
      if (await isOver(phase)) throw new Error('interrupted');
    },
    issues: async () => undefined,
  });
  await finishJob(h.app.db, jobId, 'Completed', outcome);
  return outcome;
}

async function inTwoParts(
  jobId: number,
  handler: JobHandler,
  isFirstOver: (phase: string) => Promise<boolean>,
): Promise<JobOutcome> {
  await expect(part(jobId, handler, isFirstOver)).rejects.toThrow('interrupted');
  return part(jobId, handler, async () => false);
}

it.each([{}, { fullRescan: true }])('a scan with the payload %j', async (payload) => {
  const project = await projectWith({
    'a.c': `int a; // ${++count}\n`,
    'b.c': `int b; // ${count}\n`,
    'c.zip': await zip({ 'c.c': `// SPDX-License-Identifier: MIT\nint c; // ${count}\n` }),
  });
  const { body } = await h.call('POST', '/scanProfiles', { body: { name: `opens ${count}`, settings: { archiveDiscovery: true } } }); // biome-ignore format: one call
  await query('update projects set scan_profile_id = $1 where id = $2', [body.id, project]);
  const job = await newJob('Project Scan', project, payload);
  const { details, result } = await inTwoParts(job, scanProject, async (phase) => phase === 'Making inventory');
  expect(details).toMatch(/^3 files, 3 analysed now, 1 archive looked into;/);
  expect(result).toMatchObject({ files: 3, analyzed: 3, archivesRead: 1 });
});

it('a scan that continues with other rules: results of the older ones do not count as its work', async () => {
  const project = await projectWith({ 'a.c': `int a; // ${++count}\n`, 'b.c': `int b; // ${count}\n` });
  const job = await newJob('Project Scan', project);

  const { details } = await inTwoParts(job, scanProject, async (phase) => {
    if (phase !== 'Making inventory') return false;

    const body = { name: 'Newer', shortName: 'Newer', priority: 'P1', licenseText: 'Only the newer rules know this text of a license, which says that all may be done.' }; // biome-ignore format: one license
    expect((await h.call('POST', '/licenses', { body })).status).toBe(201);
    return true;
  });

  expect(details).toMatch(/^2 files, 2 analysed now;/);
});

it('a first scan that was interrupted after its outcome stays a first scan in the history', async () => {
  const lock = {
    ...{ name: 'app', version: '1.0.0', lockfileVersion: 3 },
    packages: { 'node_modules/tool': { version: '1.0.0', license: 'MIT' } },
  };
  const project = await projectWith({
    'package-lock.json': JSON.stringify(lock),
    'node_modules/tool/package.json': JSON.stringify({ name: 'tool', version: '1.0.0', license: 'MIT' }),
    'node_modules/tool/LICENSE': `The license of the tool ${++count}: MIT License\n\nCopyright 2020 Ann Example\n`,
  });
  const actions = () =>
    query('select distinct action from inventory_history where project_id = $1 order by 1', [project]);
  const jobId = await newJob('Project Scan', project);
  await part(jobId, scanProject, async () => false);
  // As if the server had been killed after the outcome, and had to write an item once more.
  await query(`update jobs set status = 'Scheduled' where id = $1`, [jobId]);
  await query('delete from inventory_items where project_id = $1', [project]);
  await query('delete from inventory_history where project_id = $1', [project]);
  await part(jobId, scanProject, async () => false);
  expect(await actions()).toEqual([{ action: 'Scan' }]);
});

it('a refresh', async () => {
  const projects = [
    await projectWith({ 'd.c': 'int d;\n' }),
    await projectWith({ 'e.c': 'int e;\n', 'f.c': 'int f;\n' }),
  ];
  for (const id of projects) await part(await newJob('Project Scan', id), scanProject, async () => false);
  await query(`update facts set analyzer_version = 'older'`);
  await query(`update projects set evidence_version = 'older' where id = any($1)`, [projects]);
  await query(`update projects set last_scan_id = null where not id = any($1)`, [projects]);
  const job = await newJob('Evidence Refresh', null);
  const isFirstDone = async () =>
    (await query(`select id from projects where evidence_version <> 'older' and id = $1`, [projects[0]])).length > 0;
  const { details } = await inTwoParts(job, refreshEvidence, isFirstDone);
  expect(details).toMatch(/^3 contents of 2 projects analysed again /);
});
