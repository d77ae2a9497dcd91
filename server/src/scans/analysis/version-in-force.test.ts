// Jobs that are overtaken: while they run with older rules, other rules come into force and are used by a scan.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar, zip } from '../../../test/archives.ts';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { activateJob, finishJob } from '../../db/jobs.ts';
import { JOB_HANDLERS } from '../../jobs/kinds.ts';
import type { JobHandler, JobOutcome, Progress } from '../../queue/worker.ts';
import { closeScanPool, scanVersion } from './pool.ts';
import { writeBesideVersion } from './version-in-force.ts';

const scanProject = await JOB_HANDLERS['Project Scan']!();
const refreshEvidence = await JOB_HANDLERS['Evidence Refresh']!();

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  await h.close();
  await closeScanPool();
});

const query = async (text: string, values: unknown[] = []) => (await h.database.pool.query(text, values)).rows;

async function projectWith(files: Record<string, string | Buffer>): Promise<number> {
  const id = (await h.call('POST', '/projects', { body: { name: `overtaken ${++count}` } })).body.id as number;
  const { status } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(status).toBe(200);
  return id;
}

async function scan(projectId: number): Promise<void> {
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
}

/** A custom license whose text is in a file of this content, so rules with it find more there. */
function newLicense(): { content: string; reference: string; comesIntoForce(): Promise<void> } {
  const name = `House${++count}`;
  const licenseText = `The notice of house number ${count}: all of this may be used by friends of house ${count} alone.`;
  return {
    content: `// SPDX-License-Identifier: MIT\n/* ${licenseText} */\n`,
    reference: `LicenseRef-${name}`,
    async comesIntoForce() {
      const body = { name, shortName: name, priority: 'P1', licenseText };
      expect((await h.call('POST', '/licenses', { body })).status).toBe(201);
    },
  };
}

/** Runs a job here. At its first progress in a phase, something else is done, and then the job continues. */
async function doJob(
  handler: JobHandler,
  job: { type: string; projectId: number | null; payload?: Record<string, unknown> },
  phase: string,
  meanwhile: (stop: () => void) => Promise<void>,
): Promise<JobOutcome> {
  const [{ id }] = await query('insert into jobs (type, project_id, payload) values ($1, $2, $3) returning id', [job.type, job.projectId, job.payload ?? {}]); // biome-ignore format: one query
  const canceled = new AbortController();
  let isOvertaken = false;
  try {
    return await handler({
      app: h.app,
      job: (await activateJob(h.app.db, id))!,
      log: h.app.log,
      signal: canceled.signal,
      goesOn: () => false,
      async checkpoint(progress: Progress) {
        if (progress.phase === phase && !isOvertaken) {
          isOvertaken = true;
          // It is not an open job while others run, because some wait until none is open.
          await finishJob(h.app.db, id, 'Completed');
          await meanwhile(() => canceled.abort());
        }
        canceled.signal.throwIfAborted();
      },
      issues: async () => undefined,
    });
  } finally {
    expect(isOvertaken).toBe(true);
  }
}

const refresh = (meanwhile: (stop: () => void) => Promise<void>) =>
  doJob(refreshEvidence, { type: 'Evidence Refresh', projectId: null }, 'Analysing files again', meanwhile);

const scanUntil = (phase: string, projectId: number, meanwhile: () => Promise<void>, payload = {}) =>
  doJob(scanProject, { type: 'Project Scan', projectId, payload }, phase, meanwhile);

const evidenceVersion = async (id: number) => (await h.call('GET', `/projects/${id}`)).body.data.evidenceVersion;
const inForce = async () => (await scanVersion(h.app)).analyzerVersion;

async function spdxOf(projectId: number, path: string): Promise<string[]> {
  const [{ id }] = await query('select id from files where project_id = $1 and path = $2', [projectId, path]);
  return (await h.call('GET', `/files/${id}`)).body.data.spdx;
}

async function makeOlder(projectId: number): Promise<void> {
  await query(`update facts set analyzer_version = 'older' from files f where f.sha256 = facts.sha256 and f.hint = facts.hint and f.project_id = $1`, [projectId]); // biome-ignore format: one query
  await query(`update projects set evidence_version = 'older' where id = $1`, [projectId]);
}

it('a transaction runs again if other rules come into force before its end', async () => {
  const versions: string[] = [];
  await writeBesideVersion(h.app, async ({ analyzerVersion }, check) => {
    versions.push(analyzerVersion);
    if (versions.length === 1) await newLicense().comesIntoForce();
    await check();
  });
  expect(versions).toEqual([expect.any(String), await inForce()]);
  expect(versions[0]).not.toBe(versions[1]);
});

describe('a refresh that is overtaken', () => {
  it('starts again, and reports what it did with the rules in force', async () => {
    const license = newLicense();
    const [project, untouched] = [await projectWith({ 'a.c': license.content }), await projectWith({ 'b.c': license.content.replace('MIT', 'ISC') })]; // biome-ignore format: a pair
    for (const id of [project, untouched]) await scan(id);
    for (const id of [project, untouched]) await makeOlder(id);
    const { details } = await refresh(async () => {
      await license.comesIntoForce();
      await scan(project);
    });
    expect(details).toContain(`1 content of 1 project analysed again with the analyser version ${await inForce()};`);
    expect(await spdxOf(project, 'a.c')).toEqual([license.reference, 'MIT']);
    expect(await spdxOf(untouched, 'b.c')).toEqual(['ISC', license.reference]);
    for (const id of [project, untouched]) expect(await evidenceVersion(id)).toBe(await inForce());
  });

  it('keeps the results of the scan when it is stopped then', async () => {
    const license = newLicense();
    const project = await projectWith({ 'a.c': license.content });
    await scan(project);
    await makeOlder(project);
    const stopped = refresh(async (stop) => {
      await license.comesIntoForce();
      await scan(project);
      stop();
    });
    await expect(stopped).rejects.toThrow('aborted');
    expect(await spdxOf(project, 'a.c')).toEqual([license.reference, 'MIT']);
    expect(await evidenceVersion(project)).toBe(await inForce());
  });

  it('overwrites nothing in a project whose facts it had already written', async () => {
    const license = newLicense();
    const project = await projectWith({ 'a.c': license.content });
    await scan(project);
    await query(`update projects set evidence_version = 'older' where id = $1`, [project]);
    await refresh(async () => {
      await license.comesIntoForce();
      await scan(project);
    });
    expect(await evidenceVersion(project)).toBe(await inForce());
    expect(await spdxOf(project, 'a.c')).toEqual([license.reference, 'MIT']);
  });
});

describe('a scan that is overtaken', () => {
  for (const fullRescan of [false, true]) {
    it(`keeps the facts of a newer scan of another project, and is followed by a refresh${fullRescan ? ', also when it is forced' : ''}`, async () => {
      const license = newLicense();
      const [project, other] = [await projectWith({ 'a.c': license.content, 'own.c': license.content.replace('MIT', 'ISC') }), await projectWith({ 'b/a.c': license.content })]; // biome-ignore format: a pair
      const before = await inForce();
      const { result } = await scanUntil(
        'Analysing files',
        project,
        async () => {
          await license.comesIntoForce();
          await scan(other);
        },
        { fullRescan },
      );
      expect(result).toMatchObject({ files: 2, analyzed: 2 });
      expect(await inForce()).not.toBe(before);
      expect(await spdxOf(other, 'b/a.c')).toEqual([license.reference, 'MIT']);
      expect(await evidenceVersion(other)).toBe(await inForce());

      const [job] = await query(`select id from jobs where type = 'Evidence Refresh' order by id desc limit 1`);
      expect((await h.jobOver(job.id)).status).toBe('Completed');
      expect(await spdxOf(project, 'own.c')).toEqual(['ISC', license.reference]);
      expect(await evidenceVersion(project)).toBe(await inForce());
    });
  }

  it('keeps what a newer scan found inside an archive that both have', async () => {
    const license = newLicense();
    const archive = await zip({ 'a.c': license.content });
    const [project, other] = [await projectWith({ 'a.zip': archive }), await projectWith({ 'a.zip': archive })];
    const { body } = await h.call('POST', '/scanProfiles', { body: { name: 'opens archives', settings: { archiveDiscovery: true } } }); // biome-ignore format: one call
    await query('update projects set scan_profile_id = $1 where id = any($2)', [body.id, [project, other]]);
    await scanUntil('Looking into archives', project, async () => {
      await license.comesIntoForce();
      await scan(other);
    });
    expect(await query("select analyzer_version, files -> 0 -> 'spdx' as spdx from archive_findings")).toEqual([
      { analyzer_version: await inForce(), spdx: [license.reference, 'MIT'] },
    ]);
    await h.allJobsOver();
  });
});
