// Scans with so many packages that their result is computed in a separate thread.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { closeIdleScanPool, closeScanPool, withScanPool } from '../analysis/pool.ts';
import { makeOutcome } from './outcome-place.ts';

const PACKAGES = 2_500;

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

function lockfile(count: number): string {
  const packages: Record<string, object> = { '': { name: 'root', version: '1.0.0' } };
  for (let i = 0; i < count; i++)
    packages[`node_modules/package-${i}`] = {
      version: `1.${i}.0`,
      license: 'MIT',
      dependencies: { [`package-${(i + 1) % count}`]: '*' },
    };
  return JSON.stringify({ name: 'root', version: '1.0.0', lockfileVersion: 3, packages });
}

async function projectWith(name: string, packages: number): Promise<number> {
  const id = (await h.call('POST', '/projects', { body: { name } })).body.id as number;
  const { status } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar([{ name: 'package-lock.json', content: lockfile(packages) }]),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(status).toBe(200);
  return id;
}

async function scan(projectId: number) {
  const jobId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  return h.jobOver(jobId);
}

it('finds what a small scan finds, and a rescan changes nothing', async () => {
  const id = await projectWith('many packages', PACKAGES);
  expect(await scan(id)).toMatchObject({
    status: 'Completed',
    details: expect.stringContaining('2,500 inventory items (2,500 new, 0 changed, 0 deleted)'),
  });
  expect(await scan(id)).toMatchObject({
    status: 'Completed',
    details: expect.stringContaining('2,500 inventory items (0 new, 0 changed, 0 deleted)'),
  });
  const { rows } = await h.database.pool.query(
    `select count(*)::int as items, count(*) filter (where license_expression = 'MIT')::int as licensed from inventory_items where project_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ items: PACKAGES, licensed: PACKAGES }]);
});

it('a fault in the thread changes nothing, and is reported', async () => {
  const id = await projectWith('a fault', PACKAGES);
  await scan(id);
  const before = await h.call('GET', `/projects/${id}`);
  // Runs while the scan was running, because a run that is over may write nothing.
  const { rows } = await h.database.pool.query(`update jobs set status = 'Active' where project_id = $1 returning *`, [
    id,
  ]);
  const scanned = {
    job: rows[0],
    settings: {} as never,
    isForced: false,
    isRescan: true,
    version: { analyzerVersion: 'none', exceptDocuments: 'none' },
    // No such set exists.
    now: new Date(),
    searchSetId: 2_000_000_000,
    unreadable: [],
    sources: { revisions: [], lines: [] },
    fromRegistries: { issues: [], resolutions: [] },
    counts: { total: 1, analyzed: 0, archivesRead: 0, excluded: 0, kept: 0 },
  };
  await expect(makeOutcome(h.app, scanned)).rejects.toThrow(/foreign key/);
  const overtaken = { ...scanned, job: { ...scanned.job, attempt: scanned.job.attempt - 1 } };
  await expect(makeOutcome(h.app, overtaken)).rejects.toThrow('is over');
  await h.database.pool.query(`update jobs set status = 'Completed' where project_id = $1`, [id]);
  expect((await h.call('GET', `/projects/${id}`)).body).toEqual(before.body);
});

it('ends the threads that no scan uses, and keeps those of a running scan', async () => {
  const idle = await withScanPool(h.app, [], async ({ pool }) => {
    await closeIdleScanPool();
    await withScanPool(h.app, [], async (other) => expect(other.pool).toBe(pool));
    return pool;
  });
  await closeIdleScanPool();
  await withScanPool(h.app, [], async ({ pool }) => expect(pool).not.toBe(idle));
});
