// Searches for one letter: the counts kept by triggers equal the table after any insertion, change and deletion.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { ComponentQuery } from '../../domain/components/component-search.ts';
import { pageOfComponents } from './components.ts';
import { deleteComponent, ensureComponents, insertCustomComponent, updateComponent } from './found.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
});
afterAll(() => database.drop());

const MANY = 4_000;
const component = (name: string) => ({ purl: `pkg:npm/${name}`, name, url: '', description: '', forgeId: 8 });
const search = (term: string): ComponentQuery => ({ by: 'name', filter: 'ALL_TERMS', text: term, terms: [term] });
const page = (term: string, offset = 0, limit = 3) => pageOfComponents(database.db, search(term), { limit, offset });

/** Counted without the table of letters. */
async function counted(letter: string): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::integer as total from components where position(lower($1) in lower(name || ' ' || title)) > 0`,
    [letter],
  );
  return rows[0].total;
}

async function summed(): Promise<Record<string, number>> {
  const { rows } = await sql<{ letter: string; total: number }>`
    select letter, sum(count) as total from component_letters group by letter having sum(count) <> 0`.execute(
    database.db,
  );
  return Object.fromEntries(rows.map(({ letter, total }) => [letter, Number(total)]));
}

it('counts insertions, changes and deletions', async () => {
  const ids = await ensureComponents(database.db, [component('Zürich'), component('zz-top'), component('100%')]);
  await ensureComponents(database.db, [component('zz-top'), component('new_one')]);
  const custom = await insertCustomComponent(database.db, {
    name: 'ours',
    title: 'Ours',
    url: 'NA',
    description: '',
    encryption: false,
    forgeId: 1,
    createdBy: 'admin',
  });
  await updateComponent(database.db, custom!, { title: 'XXL' });
  await deleteComponent(database.db, ids.get('pkg:npm/zz-top')!);
  for (const letter of ['z', 'Z', 'ü', '%', '_', 'x', 'o', 's', 'q', ' '])
    expect([letter, (await summed())[letter.toLowerCase()] ?? 0]).toEqual([letter, await counted(letter)]);
  const found = async (letter: string) => [...(await page(letter)).ids].length;
  expect([await found('%'), await found('_'), await found('ü')]).toEqual([1, 1, 1]);
});

it('pages of a common letter are in order, and the total is exact', async () => {
  await ensureComponents(
    database.db,
    Array.from({ length: MANY }, (_, n) => component(`k${String(n).padStart(6, '0')}`)),
  );
  const name = async (id: number | undefined) =>
    (await database.pool.query('select name from components where id = $1', [id])).rows[0].name;
  const { ids, total } = await page('K', 5);
  expect([total, await counted('k'), await name(ids[0]), ids.length]).toEqual([MANY, MANY, 'k000005', 3]);
  const far = await page('k', MANY - 2);
  expect([far.total, far.ids.length, await name(far.ids[1])]).toEqual([MANY, 2, `k00${MANY - 1}`]);
});

it('an update that changes neither name nor title counts nothing', async () => {
  const { rows: before } = await database.pool.query('select count(*)::integer as rows from component_letters');
  await database.pool.query(`update components set url = url || '#'`);
  const { rows: after } = await database.pool.query('select count(*)::integer as rows from component_letters');
  expect(after).toEqual(before);
});

it('differences are added up, and transactions that were rolled back leave nothing', async () => {
  const undone = database.db.transaction().execute(async (tx) => {
    await ensureComponents(tx, [component('kkk-undone')]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await database.pool.query(`insert into component_letters select 'k', 0 from generate_series(1, 6000)`);
  await ensureComponents(database.db, [component('k-last')]);
  const { rows } = await database.pool.query('select count(*)::integer as rows from component_letters');
  expect(rows[0].rows).toBeLessThan(100);
  expect((await page('k')).total).toBe(MANY + 1);
});
