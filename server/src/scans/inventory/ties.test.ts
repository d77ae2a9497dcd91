// Files that people added to items, or removed from them, are followed by their contents.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { closeScanPool } from '../analysis/pool.ts';

let h: Harness;
let projectId: number;
let itemId: number;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'ties' } })).body.id;
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  await h.close();
  await closeScanPool();
});

async function scan(files: Record<string, string>): Promise<{ details: string }> {
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const job = await h.jobOver((await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: ']);
  expect(job).toMatchObject({ status: 'Completed', error: '' });
  return { details: job.details };
}

const tied = async (): Promise<string[]> => (await h.call('GET', `/inventories/${itemId}`)).body.data.filePaths.sort();
const tie = (method: 'PUT' | 'DELETE', body: object) => h.call(method, `/inventories/${itemId}/files`, { body });
const tasks = async () =>
  (await h.database.pool.query('select details from tasks where project_id = $1 order by id', [projectId])).rows;

const A = 'int a;\n';
const B = 'int b;\n';
const C = 'int c;\n';

it('follows single files and those of a folder, and says so', async () => {
  await scan({ 'src/a.c': A, 'src/b.c': B, 'src/empty': '', 'other/c.c': C });
  const model = { projectId, inventoryModel: { name: 'Ours', inventoryType: 'WORK_IN_PROGRESS' } };
  itemId = (await h.call('POST', '/inventories', { body: model })).body.id;
  await tie('PUT', { filePaths: ['other/c.c'], folderPaths: ['src'] });
  await tie('DELETE', { filePaths: ['src/b.c'] });
  expect(await tied()).toEqual(['other/c.c', 'src/a.c', 'src/empty']);

  const { details } = await scan({ 'lib/a.c': A, 'lib/b.c': B, 'lib/empty': '', 'lib/c.c': C });
  // A removed file stays removed; empty files are equal without having moved.
  expect(await tied()).toEqual(['lib/a.c', 'lib/c.c']);
  expect(details).toContain('3 files that moved are tied as people said');
  const history = JSON.stringify((await h.call('GET', `/inventories/${itemId}/history`)).body.data);
  expect(history).toContain('lib/a.c');
  const { rows } = await h.database.pool.query(
    'select path from inventory_file_exclusions where item_id = $1 order by path',
    [itemId],
  );
  expect(rows.map(({ path }) => path)).toContain('lib/b.c');
  expect(await tasks()).toEqual([]);
});

it('a file that a person removes from the new place stays removed', async () => {
  await tie('DELETE', { filePaths: ['lib/a.c'] });
  const { details } = await scan({ 'lib/a.c': A, 'lib/b.c': B, 'lib/c.c': C });
  expect(await tied()).toEqual(['lib/c.c']);
  expect(details).not.toContain('that moved');
});

it('contents in several places are not followed, and a person is notified once', async () => {
  await scan({ 'x/c.c': C, 'y/c.c': C });
  expect(await tied()).toEqual([]);
  expect(await tasks()).toEqual([
    {
      details:
        'admin had tied other/c.c to Ours: the file has other contents now, is gone, or lies in several other places.',
    },
  ]);
  await scan({ 'x/c.c': C, 'y/c.c': C, z: 'z' });
  expect(await tasks()).toHaveLength(1);
});

it('files that follow their item are not marked as reviewed', async () => {
  const { rows } = await h.database.pool.query('select path from files where project_id = $1 and is_reviewed', [
    projectId,
  ]);
  expect(rows).toEqual([]);
});
