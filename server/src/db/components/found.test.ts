// More rows than fit into one statement.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { partsOf } from '../postgres/parts.ts';
import { ensureComponents, ensureVersions, versionKey } from './found.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
});
afterAll(() => database.drop());

const MANY = 20_001;

it('a list is split into parts in its order', () => {
  expect([...partsOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...partsOf([])]).toEqual([]);
});

it('all components and versions get their ids, however many there are', async () => {
  const purl = (n: number) => `pkg:npm/many-${n}`;
  const components = Array.from({ length: MANY }, (_, n) => ({
    purl: purl(n),
    name: `many-${n}`,
    url: '',
    description: '',
    forgeId: 8,
  }));
  const ids = await ensureComponents(database.db, components);
  const stored = await database.pool.query("select id, purl from components where purl like 'pkg:npm/many-%'");
  expect(Object.fromEntries(ids)).toEqual(Object.fromEntries(stored.rows.map((row) => [row.purl, row.id])));
  const versions = components.map((one) => ({
    componentId: ids.get(one.purl)!,
    name: '1.0',
    purl: `${one.purl}@1.0`,
    licenseExpression: '',
  }));
  const versionIds = await ensureVersions(database.db, versions);
  expect(versionIds.size).toBe(MANY);
  const last = versionIds.get(versionKey(ids.get(purl(MANY - 1))!, '1.0', ''));
  const { rows } = await database.pool.query('select purl from component_versions where id = $1', [last]);
  expect(rows).toEqual([{ purl: `${purl(MANY - 1)}@1.0` }]);
});
