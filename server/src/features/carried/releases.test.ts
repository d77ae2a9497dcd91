// A few releases of a generated project with traps: nothing counts that must not, and what only changed its year counts. bench/carried.ts does the same at
// length.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { carriedRun } from '../../../test/carried-run.ts';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

it('three releases of ten packages', async () => {
  const run = await carriedRun(
    {
      async call(method, path, body) {
        const answer = await h.call(method, path, { body });
        if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
        return answer.body;
      },
      async upload(projectId, raw) {
        const path = `/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true`;
        const headers = { 'content-type': 'application/octet-stream' };
        expect((await h.call('POST', path, { raw, headers })).status).toBe(200);
      },
      async jobOver(jobId) {
        expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
      },
    },
    { count: 3, packages: 10, sourcesOfEach: 2, seed: 7 },
  );
  expect(run).toMatchObject({ releases: 3, traps: 18, wronglyCarried: [], wronglyAsked: [] });
  expect(run.secondProjectFilesProposed).toBe(100);
  expect(run.secondProjectItemsProposed).toBe(100);
  expect(await inconsistencies(h.database.pool)).toEqual([]);
}, 300_000);
