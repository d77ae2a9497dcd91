// Migrations of a database that is in use: what they say of the items, files and decisions that it has.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../test/postgres.ts';
import { knownMigrations, migrate } from './postgres/migrate.ts';

/** Before items could be gone and reviews could lapse. */
const LAST_BEFORE = '0100';

let database: TestDatabase;
const ids: Record<string, number> = {};
beforeAll(async () => {
  database = await emptyDatabase(inject('postgres'));
  const names = [...(await knownMigrations()).keys()].sort();
  await migrate(database.pool, { only: names.filter((name) => name < LAST_BEFORE) });
  await fill();
  const applied = await migrate(database.pool);
  expect(applied).toEqual(names.filter((name) => name >= LAST_BEFORE));
}, 120_000);
afterAll(() => database.drop());

const insert = async (table: string, row: Record<string, unknown>): Promise<number> => {
  const columns = Object.keys(row);
  const { rows } = await database.pool.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return Number(rows[0].id);
};

async function fill(): Promise<void> {
  const user = await insert('users', { login: 'ada' });
  const profile = (await database.pool.query('select id from scan_profiles order by id limit 1')).rows[0]?.id;
  const project = await insert('projects', {
    name: 'shop',
    folder_id: 1,
    contact_id: user,
    scan_profile_id: profile ?? (await insert('scan_profiles', { name: 'all' })),
  });
  const component = await insert('components', { name: 'alpha', purl: 'pkg:npm/alpha' });
  const version = await insert('component_versions', { component_id: component, name: '1.0.0' });
  const folder = await insert('codebase_folders', { project_id: project, path: '', name: '' });
  const file = async (path: string) => {
    const sha256 = createHash('sha256').update(path).digest();
    await database.pool.query(
      `insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location) values ($1, $1, $1, 1, 's', 0, '{}')`,
      [sha256],
    );
    return insert('files', { project_id: project, folder_id: folder, path, name: path, sha256, size_bytes: 1 });
  };
  const [lock, byHand] = [await file('package-lock.json'), await file('by-hand.js')];
  const item = async (name: string, row: Record<string, unknown>, files: number[] = []) => {
    const about = {
      project_id: project,
      type: 'COMPONENT',
      component_id: component,
      version_id: version,
      created_by: 'System',
    };
    const id = await insert('inventory_items', {
      ...about,
      name,
      license_expression: 'MIT',
      ...row,
      file_count: files.length,
    });
    for (const one of files)
      await database.pool.query('insert into inventory_files (item_id, file_id) values ($1, $2)', [id, one]);
    ids[name] = id;
    const madeBy = String(row.identity).startsWith('user:') ? 'User Action' : 'Scan';
    await database.pool.query(
      `insert into inventory_history (project_id, item_id, event, action) values ($1, $2, 'Inventory Created', $3)`,
      [project, id, name === 'imported without files' ? 'Project Import' : madeBy],
    );
    return id;
  };
  await item('found', { identity: 'npm:alpha' }, [lock]);
  await item('found without files', { identity: 'npm:beta' });
  await item('edited without files', { identity: 'npm:gamma', is_edited: true });
  await item('imported without files', { identity: 'npm:eta', is_edited: true });
  const untied = await item('untied by hand', { identity: 'npm:theta', is_edited: true });
  await database.pool.query(`insert into inventory_file_exclusions (item_id, path) values ($1, 'package-lock.json')`, [
    untied,
  ]);
  await item('made by hand', { identity: 'user:1', is_edited: true });
  await item('made by hand with a file', { identity: 'user:2', is_edited: true }, [byHand]);
  const tied = await item('edited with a file of each kind', { identity: 'npm:delta', is_edited: true }, [
    lock,
    byHand,
  ]);
  const person = await item('approved by a person', {
    identity: 'npm:epsilon',
    status: 'APPROVED',
    is_status_set_by_person: true,
  });
  await item('approved by a policy', { identity: 'npm:zeta', status: 'APPROVED', possible_licenses: ['MIT', 'ISC'] });
  const decision = { scope: 'item', project_id: project, author: 'ada', ground: { by: 'person' } };
  const subject = { finding: 'component\npkg:npm/alpha\n1.0.0', path: 'by-hand.js' };
  await insert('decisions', {
    ...decision,
    ...{ kind: 'file-tied', subject, subject_key: JSON.stringify(subject), item_id: tied, value: { isTied: true } },
  });
  const review = { finding: subject.finding };
  await insert('decisions', {
    ...decision,
    ...{
      kind: 'review',
      subject: review,
      subject_key: JSON.stringify(review),
      item_id: person,
      value: { status: 'APPROVED' },
    },
  });
  const memory = { component: 'pkg:npm/alpha', version: '1.0.0' };
  const remembered = await insert('decisions', {
    ...{
      kind: 'concluded-license',
      subject: memory,
      subject_key: JSON.stringify(memory),
      scope: 'site',
      author: 'ada',
    },
    ...{ value: { licenseExpression: 'MIT' }, ground: { by: 'person' } },
  });
  await database.pool.query(
    `insert into remembered_license_grounds (decision_id, project_id, concluded, told_at) values ($1, $2, 'ISC', now())`,
    [remembered, project],
  );
}

it('items that a scan found, or that have files, had evidence; nothing is gone, kept or lapsed by the update itself', async () => {
  const { rows } = await database.pool.query(
    'select name, had_evidence, missing_since_scan, gone_since_scan, is_kept, review_lapse, status from inventory_items order by id',
  );
  expect(Object.fromEntries(rows.map(({ name, had_evidence }) => [name, had_evidence]))).toEqual({
    found: true,
    'found without files': true,
    'edited without files': true,
    'imported without files': false,
    'untied by hand': false,
    'made by hand': false,
    'made by hand with a file': true,
    'edited with a file of each kind': true,
    'approved by a person': true,
    'approved by a policy': true,
  });
  for (const row of rows)
    expect(row).toMatchObject({ missing_since_scan: null, gone_since_scan: null, is_kept: false, review_lapse: null });
  expect(rows.filter(({ status }) => status === 'APPROVED')).toHaveLength(2);
});

it('files that people tied are theirs, all others of found items are found', async () => {
  const { rows } = await database.pool.query(
    `select i.name, f.path, x.is_found from inventory_files x join inventory_items i on i.id = x.item_id join files f on f.id = x.file_id order by i.id, f.path`,
  );
  expect(rows.map(({ name, path, is_found }) => [name, path, is_found])).toEqual([
    ['found', 'package-lock.json', true],
    ['made by hand with a file', 'by-hand.js', false],
    ['edited with a file of each kind', 'by-hand.js', false],
    ['edited with a file of each kind', 'package-lock.json', true],
  ]);
});

it('a status without a decision rests on what the item has at the update; a decision of a person stays the only one', async () => {
  const { rows } = await database.pool.query(
    `select item_id, author, value, ground, subject, lapsed_at from decisions where kind = 'review' order by item_id`,
  );
  expect(rows).toMatchObject([
    { item_id: ids['approved by a person'], author: 'ada', lapsed_at: null },
    {
      item_id: ids['approved by a policy'],
      author: 'System',
      value: { status: 'APPROVED' },
      subject: { finding: 'component\npkg:npm/alpha\n1.0.0' },
      ground: { by: 'policy', licenseExpression: 'MIT', possibleLicenses: ['MIT', 'ISC'] },
      lapsed_at: null,
    },
  ]);
  expect(Object.keys(rows[1].ground)).toEqual(expect.arrayContaining(['componentId', 'versionId']));
});

it('a remembered license that was reported before says why', async () => {
  const { rows } = await database.pool.query('select lapse from remembered_license_grounds');
  expect(rows).toEqual([{ lapse: 'The evidence was ISC and is another one now.' }]);
});
