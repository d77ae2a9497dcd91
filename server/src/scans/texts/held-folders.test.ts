// Lists of third-party code that name folders which the code base does not have.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'lists' } })).body.id;
});
afterAll(() => h.close());

const entry = (name: string) => `## ${name}\n\n- Upstream: https://${name}.example\n- Version: 1.0\n- License: MIT\n\n`;

it('an entry whose folder is missing creates no item, and the log says so', async () => {
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    headers: { 'content-type': 'application/octet-stream' },
    raw: await zip({ 'thirdparty/README.md': entry('here') + entry('gone'), 'thirdparty/here/a.c': 'int a;\n' }),
  });
  const task = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  expect((await h.jobOver(task)).status).toBe('Completed');
  const { inventoryItems } = (await h.call('GET', `/project/inventory/${projectId}?published=false`)).body;
  const names = inventoryItems.map((item: { componentName: string }) => item.componentName);
  expect(names).toContain('here');
  expect(names).not.toContain('gone');
  const { rows } = await h.database.pool.query(
    `select path, message from job_issues where job_id = $1 and code = 'bad-manifest'`,
    [task],
  );
  expect(rows).toEqual([
    {
      path: expect.stringMatching(/thirdparty\/README\.md$/),
      message: 'Line 7: The folder "gone" of "gone" is not there; without its files, the entry makes no component.',
    },
  ]);
});
