// Changes of many files at once must not write an entry in every index for each file.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { setFolderReviewed } from './files.ts';

const FOLDERS = 20;
const FILES = 2000;

let h: Harness;
let rootId: number;
beforeAll(async () => {
  h = await startHarness();
  const { id } = (await h.call('POST', '/projects', { body: { name: 'many files' } })).body;
  const entries = Array.from({ length: FILES }, (_, at) => ({
    name: `source/folder ${at % FOLDERS}/file ${at}.txt`,
    content: `file ${at}\n`,
  }));
  const { status, text } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar(entries),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([status, text]).toEqual([200, text]);
  const { rows } = await h.database.pool.query(
    "select id from codebase_folders where project_id = $1 and path = 'source'",
    [id],
  );
  rootId = rows[0].id;
  // The outcome of the upload is written a moment later, and its transaction would keep a vacuum from freeing space.
  await h.app.audit.flush();
  await h.database.pool.query('analyze files');
});
afterAll(() => h.close());

const marked = async () =>
  (await h.database.pool.query<{ n: number }>('select count(*) as n from files where is_reviewed')).rows[0]!.n;

it.each([true, false, true])(
  'marks all files below a folder (%s), and changes no index for nearly all of them',
  async (is) => {
    // Free space for new versions comes from pruning, which waits for transactions of other databases on the server
    // too; a vacuum does not.
    await h.database.pool.query('vacuum files');
    await h.app.db.transaction().execute(async (tx) => {
      // For one connection, since its beginning or the last count.
      const counts = async () =>
        (
          await sql<{ written: number; withoutIndexes: number }>`
          select n_tup_upd as written, n_tup_hot_upd as "withoutIndexes" from pg_stat_xact_user_tables
          where relname = 'files'`.execute(tx)
        ).rows[0]!;
      const before = await counts();
      await setFolderReviewed(tx, rootId, is);
      const after = await counts();
      expect(after.written - before.written).toBe(FILES);
      expect(after.withoutIndexes - before.withoutIndexes).toBeGreaterThan(FILES * 0.9);
    });
    expect(await marked()).toBe(is ? FILES : 0);
  },
);
