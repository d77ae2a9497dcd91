// What jobs do before they lock a project, because people who change the project wait for the lock.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { startForeignImport, startSbomImport } from '../../../test/imports.ts';
import { getProject, getScanProfile } from '../../db/projects/projects.ts';
import { scanProfileSettingsOf } from '../../domain/derivation/scan-profile.ts';
import { closeScanPool } from '../analysis/pool.ts';
import { lookAhead, whatHolds } from './ahead.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

async function emptyProject(): Promise<number> {
  return (await h.call('POST', '/projects', { body: { name: `before the lock ${++count}` } })).body.id as number;
}

async function upload(id: number, names: readonly string[]): Promise<void> {
  const packages = Object.fromEntries(
    names.map((name) => [`node_modules/${name}`, { version: '1.0.0', license: 'MIT' }]),
  );
  const lockfile = JSON.stringify({ name: 'a', lockfileVersion: 3, packages });
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar([
      { name: 'package-lock.json', content: lockfile },
      { name: 'COPYING', content: 'SPDX-License-Identifier: ISC\n' },
      { name: 'a.c', content: '/* The license is in the file COPYING. */\n' },
    ]),
    headers: { 'content-type': 'application/octet-stream' },
  });
}

async function scannedProject(...names: string[]): Promise<number> {
  const id = await emptyProject();
  await upload(id, names);
  const job = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
  expect(await h.jobOver(job)).toMatchObject({ status: 'Completed' });
  return id;
}

/** Holds rows with this query until `work` is over. */
async function whileHeld<T>(query: string, work: () => Promise<T>): Promise<T> {
  const client = await h.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(query);
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function scanned(projectId: number) {
  const { scan_profile_id } = await getProject(h.app.db, projectId);
  const profile = await getScanProfile(h.app.db, scan_profile_id);
  return {
    settings: scanProfileSettingsOf(profile.settings),
    fromRegistries: { resolutions: [] },
  };
}

const components = async (...names: string[]) =>
  (
    await h.database.pool.query('select purl from components where purl = any($1) order by purl', [
      names.map((name) => `pkg:npm/${name}`),
    ])
  ).rows.map(({ purl }) => purl);

async function holds(projectId: number, ahead: Awaited<ReturnType<typeof lookAhead>>): Promise<boolean> {
  const facts = await scanned(projectId);
  return h.app.db.transaction().execute(async (tx) => {
    const { found } = await whatHolds(tx, await getProject(tx, projectId), facts, ahead);
    return found !== undefined;
  });
}

it('a scan finds its inventory while somebody else holds the project, and changes nothing', async () => {
  const id = await scannedProject('first-held');
  await h.database.pool.query(`delete from followed_licenses`);
  const facts = await scanned(id);
  const held = `select from projects where id = ${id} for no key update`;
  const ahead = await whileHeld(held, () => lookAhead(h.app.db, id, facts));
  expect(ahead?.found.wanted.items.map(({ name }) => name)).toContainEqual(expect.stringContaining('first-held'));
  expect(ahead?.followed.rows).toHaveLength(1);
  expect((await h.database.pool.query('select from followed_licenses')).rowCount).toBe(0);
  expect(await holds(id, ahead)).toBe(true);
});

it.each([
  ['files', (id: number) => `update files set path = 'b.c' where project_id = ${id} and path = 'a.c'`],
  [
    'remembered licenses',
    (id: number) => `insert into remembered_licenses (version_id, license_id)
      select version_id, license_id from inventory_items where project_id = ${id} and version_id is not null limit 1`,
  ],
  [
    'settings of the site',
    () => `insert into settings (key, value) values ('site', '{"licensePreferences":["ISC"]}')
      on conflict (key) do update set value = settings.value || excluded.value`,
  ],
])('what a scan found before no longer holds when there are other %s', async (_what, change) => {
  const id = await scannedProject(`changing-${count}`);
  const ahead = await lookAhead(h.app.db, id, await scanned(id));
  expect(await holds(id, ahead)).toBe(true);
  await h.database.pool.query(change(id));
  expect(await holds(id, ahead)).toBe(false);
});

it('a scan gives way to whoever holds its files, and finds everything under the lock instead', async () => {
  const id = await scannedProject('given-way');
  await h.database.pool.query(`update files set scan_plan = 'exclude' where project_id = ${id}`);
  const facts = await scanned(id);
  const held = `select from files where project_id = ${id} for update`;
  expect(await whileHeld(held, () => lookAhead(h.app.db, id, facts))).toBeUndefined();
  expect(await holds(id, undefined)).toBe(false);
});

it('an import makes the components of its items while somebody else holds the project', async () => {
  const id = await emptyProject();
  const names = ['carried-one', 'carried-two'];
  const document = {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    components: names.map((name) => ({ type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` })),
  };
  const job = await startForeignImport(h, id, document);
  await whileHeld(`select from projects where id = ${id} for no key update`, () =>
    expect.poll(() => components(...names), { timeout: 30_000 }).toHaveLength(2),
  );
  expect(await h.jobOver(job)).toMatchObject({ status: 'Completed', details: expect.stringContaining('2 items made') });
});

const cycloneDx = (...names: string[]) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
  components: names.map((name) => ({
    ...{ type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0`, 'bom-ref': name },
    licenses: [{ license: { id: 'MIT' } }],
  })),
  dependencies: [{ ref: names[0], dependsOn: names.slice(1) }],
});

/** Runs `work` while an import has made its first items and is held there. */
async function whileImportIsHeld(start: () => Promise<number>, work: () => Promise<void>): Promise<number> {
  const query = (text: string) => h.database.pool.query(text);
  await query(`create sequence items_made;
    create function hold_first() returns trigger language plpgsql as $$ begin
      if nextval('items_made') = 1 then perform pg_advisory_xact_lock(77001); end if; return null; end $$;
    create trigger hold_first after insert on inventory_items for each statement execute function hold_first()`);
  try {
    return await whileHeld('select pg_advisory_xact_lock(77001)', async () => {
      const id = await start();
      const waiting = async () =>
        (await query(`select from pg_locks where not granted and locktype = 'advisory' and objid = 77001`)).rowCount;
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
      await work();
      return id;
    });
  } finally {
    await query('drop trigger hold_first on inventory_items; drop function hold_first; drop sequence items_made');
  }
}

const itemNames = async (projectId: number) =>
  (
    await h.database.pool.query('select name from inventory_items where project_id = $1 order by name', [projectId])
  ).rows.map(({ name }) => name);

it('people change other items of the project while an import makes its own', async () => {
  const id = await emptyProject();
  await h.jobOver(await startSbomImport(h, id, cycloneDx('stands-here')));
  const { rows } = await h.database.pool.query('select id from inventory_items where project_id = $1', [id]);
  const job = await whileImportIsHeld(
    () => startSbomImport(h, id, cycloneDx('made-one', 'made-two')),
    async () => {
      const change = { auditorReviewNotes: 'changed meanwhile' };
      expect((await h.call('PUT', `/inventories/${rows[0].id}`, { body: change })).status).toBe(200);
      expect(await itemNames(id)).toHaveLength(1);
    },
  );
  expect(await h.jobOver(job)).toMatchObject({ status: 'Completed', details: expect.stringContaining('2 items made') });
  const { text } = await h.call('GET', `/inventories/${rows[0].id}`);
  expect(text).toContain('changed meanwhile');
});

it.each(['importSbom', 'importForeign'])(
  '%s begins again under the lock if a person has made the same item meanwhile',
  async (operation) => {
    const id = await emptyProject();
    const name = `twice-${operation.toLowerCase()}`;
    const document = cycloneDx(name, `${name}-other`);
    const start = () =>
      operation === 'importSbom' ? startSbomImport(h, id, document) : startForeignImport(h, id, document);
    const job = await whileImportIsHeld(start, async () => {
      const { rows } = await h.database.pool.query(
        `select c.id as component, v.id as version, (select id from licenses where short_name = 'MIT') as license from components c join component_versions v on v.component_id = c.id where c.purl = $1`,
        [`pkg:npm/${name}`],
      );
      const inventoryModel = {
        ...{
          name: `${name} 1.0.0 (MIT)`,
          inventoryType: 'COMPONENT',
          component: {
            id: String(rows[0].component),
            versionId: String(rows[0].version),
            licenseId: String(rows[0].license),
          },
        },
      };
      const made = await h.call('POST', '/inventories', { body: { projectId: id, inventoryModel } });
      expect([made.status, made.text]).toEqual([201, made.text]);
    });
    expect(await h.jobOver(job)).toMatchObject({ status: 'Completed' });
    const { rows } = await h.database.pool.query(
      `select count(*)::int as n from inventory_items i join components c on c.id = i.component_id where i.project_id = $1 and c.purl = $2`,
      [id, `pkg:npm/${name}`],
    );
    expect(rows[0].n).toBe(1);
  },
);
