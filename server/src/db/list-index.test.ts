// Cached orders of ids must be right at every moment: after each change, by any transaction, in any order of
// commits.
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/postgres.ts';
import type { ItemSort } from '../domain/inventories/item-groups.ts';
import { type ItemFilter, pageOfItems } from './inventories/item-lists.ts';
import { batchesOf, inOrder, type List, pageOfList } from './list-index.ts';
import type { Tx } from './postgres/connection.ts';
import { deleteMembers, insertMembers } from './projects/members.ts';
import { insertProject, listProjects, updateProject } from './projects/projects.ts';
import { pageOfScannedFiles } from './scans/scanned-files.ts';
import { listJobs } from './seen-jobs.ts';
import type { Database } from './tables.ts';
import { searchTasks } from './tasks.ts';
import { insertUser } from './users/users.ts';

let database: TestDatabase;
let userId: number;
let projectId: number;
const ALL = { limit: 1000, offset: 0 };
const ADMIN = { id: -1, permissions: ['system_admin'] };

beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  userId = await newUser('owner');
});
afterAll(() => database.drop());
beforeEach(async () => {
  projectId = await newProject();
});

let counter = 0;
const newUser = (login: string) =>
  insertUser(database.db, { login, firstName: '', lastName: '', email: '', passwordHash: null, permissions: [] });
const newProject = (more: Record<string, unknown> = {}) =>
  insertProject(database.db, {
    name: `project ${++counter}`,
    folder_id: 1,
    contact_id: userId,
    scan_profile_id: 1,
    ...more,
  });

async function addItems(db: Kysely<Database>, names: string[], more: Record<string, unknown> = {}): Promise<number[]> {
  const rows = await db
    .insertInto('inventory_items')
    .values(
      names.map((name) => ({
        project_id: projectId,
        type: 'WORK_IN_PROGRESS' as const,
        identity: `${++counter}`,
        name,
        created_by: 'test',
        ...more,
      })),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

const items = async (filter: ItemFilter = {}, by: ItemSort = 'id') => [
  ...(await pageOfItems(database.db, projectId, filter, ALL, { by, descending: false })).ids,
];

test('pages are slices of one order, with the total of the whole', async () => {
  const ids = await addItems(database.db, ['a', 'b', 'c', 'd', 'e']);
  const page = await pageOfItems(database.db, projectId, {}, { limit: 2, offset: 2 });
  expect([...page.ids]).toEqual(ids.slice(2, 4));
  expect(page.total).toBe(5);
  const beyond = await pageOfItems(database.db, projectId, {}, { limit: 2, offset: 8 });
  expect([...beyond.ids]).toEqual([]);
  expect(beyond.total).toBe(5);
});

test('an empty list has no rows and total 0', async () => {
  expect(await pageOfItems(database.db, projectId, {}, ALL)).toEqual({ ids: new Float64Array(0), total: 0 });
});

test('insertions, deletions and changes of filtered and sorted columns show at once', async () => {
  const [first, second] = await addItems(database.db, ['b', 'a']);
  expect(await items()).toEqual([first, second]);
  expect(await items({}, 'name')).toEqual([second, first]);
  expect(await items({ published: true })).toEqual([]);
  const set = (id: number, change: object) =>
    database.db.updateTable('inventory_items').set(change).where('id', '=', id).execute();
  await set(first!, { is_published: true });
  expect(await items({ published: true })).toEqual([first]);
  await set(second!, { name: 'c' });
  expect(await items({}, 'name')).toEqual([first, second]);
  expect(await items({ search: 'C' })).toEqual([second]);
  expect(await items({ status: 'APPROVED' })).toEqual([]);
  await set(second!, { status: 'APPROVED' });
  expect(await items({ status: 'APPROVED' })).toEqual([second]);
  await database.db.deleteFrom('inventory_items').where('id', '=', first!).execute();
  expect(await items()).toEqual([second]);
  expect(await items({ published: true })).toEqual([]);
});

test('a rollback changes nothing, and a transaction sees its own changes', async () => {
  const ids = await addItems(database.db, ['a']);
  expect(await items()).toEqual(ids);
  await expect(
    database.db.transaction().execute(async (tx) => {
      await addItems(tx, ['b']);
      expect((await pageOfItems(tx, projectId, {}, ALL)).total).toBe(2);
      expect(await items()).toEqual(ids);
      throw new Error('back');
    }),
  ).rejects.toThrow('back');
  expect(await items()).toEqual(ids);
});

/** A transaction that the test ends, so that several overlap in a chosen order. */
async function open(): Promise<{ tx: Tx; end(): Promise<void> }> {
  const begun = Promise.withResolvers<Tx>();
  const wanted = Promise.withResolvers<void>();
  const over = database.db.transaction().execute(async (tx) => {
    begun.resolve(tx);
    await wanted.promise;
  });
  const end = () => {
    wanted.resolve();
    return over;
  };
  return { tx: await begun.promise, end };
}

test('transactions that commit in another order than they began are all seen', async () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const known = await items();
    const open3 = [await open(), await open(), await open()];
    const added: number[][] = [];
    for (const { tx } of open3) added.push(await addItems(tx, ['x']));
    for (const index of order) {
      await open3[index]!.end();
      known.push(...added[index]!);
      expect(await items()).toEqual(known.toSorted((a, b) => a - b));
    }
  }
});

test('marks of ended transactions are deleted', async () => {
  for (let round = 0; round < 20; round++) await addItems(database.db, ['x']);
  // A transaction of another database of the cluster delays the deletion until it ends.
  await expect.poll(marksAfterChange, { timeout: 60_000 }).toBeLessThan(4);
});

async function marksAfterChange(): Promise<number> {
  await addItems(database.db, ['x']);
  const { rows } = await sql<{
    count: number;
  }>`select count(*) from list_changes where list = 'items' and scope = ${projectId}`.execute(database.db);
  return rows[0]!.count;
}

test('a mark that a dump brought from another cluster is replaced', async () => {
  await database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx);
    // The dump's row happens to have the number of this transaction.
    await sql`insert into list_changes (list, scope, xid) values ('items', ${projectId}, ${rows[0]!.xid}::xid8)`.execute(
      database.db,
    );
    expect(await items()).toEqual([]);
    await addItems(tx, ['a']);
  });
  expect(await items()).toHaveLength(1);
});

test('simultaneous requests for one list read it once, with the right answer for all', async () => {
  const ids = await addItems(
    database.db,
    Array.from({ length: 300 }, (_, n) => `item ${n}`),
  );
  const answers = await Promise.all(Array.from({ length: 40 }, () => items({}, 'name')));
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]!.toSorted((a, b) => a - b)).toEqual(ids);
});

test('simultaneous changes and reads end in the right order', async () => {
  const adding = Array.from({ length: 30 }, (_, n) => addItems(database.db, [`item ${n}`]));
  const reading = Array.from({ length: 30 }, () => items());
  const ids = (await Promise.all(adding)).flat();
  await Promise.all(reading);
  expect(await items()).toEqual(ids.toSorted((a, b) => a - b));
});

test('two transactions that change the items of two projects in opposite order do not wait for each other', async () => {
  const other = await newProject();
  const [one, two] = [await open(), await open()];
  await addItems(one.tx, ['a']);
  await addItems(two.tx, ['b'], { project_id: other });
  await addItems(one.tx, ['c'], { project_id: other });
  await addItems(two.tx, ['d']);
  await Promise.all([one.end(), two.end()]);
  expect(await items()).toHaveLength(2);
});

test('scanned files: seen by a scan, replaced, deleted', async () => {
  const files = async () => [...(await pageOfScannedFiles(database.db, projectId, ALL)).ids];
  const sha256 = Buffer.alloc(32, counter);
  await database.db
    .insertInto('blobs')
    .values({
      sha256,
      md5: sha256.subarray(16),
      sha1: sha256.subarray(12),
      size_bytes: 1,
      segment: '',
      block_offset: 0,
      location: '{}',
    })
    .execute();
  const folder = await database.db
    .insertInto('codebase_folders')
    .values({ project_id: projectId, path: '', name: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await database.db
    .insertInto('files')
    .values({ project_id: projectId, folder_id: folder.id, path: 'a', name: 'a', sha256, size_bytes: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await files()).toEqual([]);
  await database.db.updateTable('files').set({ scan_id: 1 }).where('id', '=', id).execute();
  expect(await files()).toEqual([id]);
  await database.db.updateTable('files').set({ scan_id: null }).where('id', '=', id).execute();
  expect(await files()).toEqual([]);
  await database.db.updateTable('files').set({ scan_id: 2 }).where('id', '=', id).execute();
  expect(await files()).toEqual([id]);
  await database.db.deleteFrom('files').where('id', '=', id).execute();
  expect(await files()).toEqual([]);
});

test('projects, tasks and jobs of a private project appear and disappear with the right to see it', async () => {
  const viewer = { id: await newUser(`viewer ${++counter}`), permissions: [] };
  const [itemId] = await addItems(database.db, ['a']);
  const task = {
    project_id: projectId,
    item_id: itemId!,
    type: 'MISCELLANEOUS' as const,
    owner_id: userId,
    created_by: userId,
    updated_by: userId,
  };
  await database.db.insertInto('tasks').values(task).execute();
  await database.db
    .insertInto('jobs')
    .values({ type: 'Project Scan', project_id: projectId, status: 'Canceled', completed_at: new Date() })
    .execute();
  const seen = async (who: { id: number; permissions: string[] }) => [
    (await Array.fromAsync((await listProjects(database.db, who, ALL)).rows)).filter((row) => row.id === projectId)
      .length,
    (await searchTasks(database.db, who, { projectId }, ALL)).total,
    (await listJobs(database.db, who, { projectId }, ALL)).total,
  ];
  expect(await seen(viewer)).toEqual([1, 1, 1]);
  await updateProject(database.db, projectId, { is_private: true });
  expect(await seen(viewer)).toEqual([0, 0, 0]);
  expect(await seen(ADMIN)).toEqual([1, 1, 1]);
  await insertMembers(database.db, projectId, 'OBSERVER', [viewer.id]);
  expect(await seen(viewer)).toEqual([1, 1, 1]);
  await deleteMembers(database.db, projectId, 'OBSERVER', [viewer.id]);
  expect(await seen(viewer)).toEqual([0, 0, 0]);
  await updateProject(database.db, projectId, { legal_contact_id: viewer.id });
  expect(await seen(viewer)).toEqual([1, 1, 1]);
});

test('a list without a key is read row by row, and counted', async () => {
  const ids = await addItems(database.db, ['a', 'b', 'c']);
  const list: List = {
    key: undefined,
    changesWith: [],
    ids: database.db
      .selectFrom('inventory_items')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('id', 'desc'),
  };
  const page = await pageOfList(database.db, list, { limit: 2, offset: 1 });
  expect([...page.ids]).toEqual([ids[1], ids[0]]);
  expect(page.total).toBe(3);
});

test('rows come in the order of their ids, without deleted ones', () => {
  expect(inOrder([3, 1, 2], [{ id: 1 }, { id: 3 }])).toEqual([{ id: 3 }, { id: 1 }]);
  expect([...batchesOf(Float64Array.of(1, 2, 3), 2)]).toEqual([[1, 2], [3]]);
});

test('a large update is not compared row by row, whatever its session did before', async () => {
  const client = await database.pool.connect();
  try {
    await client.query(
      `with folder as (insert into codebase_folders (project_id, path, name) values ($1::bigint, '', '') returning id),
       blob as (insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location) values (decode(repeat('ab', 32), 'hex'), decode(repeat('ab', 16), 'hex'), decode(repeat('ab', 20), 'hex'), 0, 's', 0, '{}') returning sha256)
       insert into files (project_id, folder_id, path, name, sha256, size_bytes)
       select $1::bigint, folder.id, 'f' || n, 'f' || n, blob.sha256, 0 from folder, blob, generate_series(1, 60000) n`,
      [projectId],
    );
    // The trigger's plans are made at the first update of a session, here one that changes no row.
    await client.query('update files set is_reviewed = true where project_id = -1');
    // Comparing every row with every other would take minutes: 3,600,000,000 comparisons.
    const { rowCount } = await client.query('update files set scan_id = 1 where project_id = $1', [projectId]);
    expect(rowCount).toBe(60_000);
  } finally {
    client.release();
  }
});
