// The search over everything. Each kind is asked alone, because all together must not wait for a slow one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { FOUND_SHOWN, searchKinds } from '../../domain/search/kinds.ts';

let h: Harness;
let outsider: Person;
let open: number;
let secret: number;

const SHA256 = 'ab'.repeat(32);
const SHA1 = 'cd'.repeat(20);
const MD5 = 'ef'.repeat(16);

beforeAll(async () => {
  h = await startHarness();
  outsider = await h.person('outsider');
  open = (await h.call('POST', '/projects', { body: { name: 'Zebra open' } })).body.id;
  secret = (await h.call('POST', '/projects', { body: { name: 'Zebra secret' } })).body.id;
  await h.database.pool.query('update projects set is_private = true where id = $1', [secret]);
  const facts = { copyrights: [{ holder: 'Zoë Quagga', statement: '', years: '', startLine: 1, endLine: 1 }] };
  await h.database.pool.query(
    `insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location)
     values (decode($1, 'hex'), decode($2, 'hex'), decode($3, 'hex'), 1, '', 0, '{}')`,
    [SHA256, MD5, SHA1],
  );
  await h.database.pool.query(
    `insert into facts (sha256, hint, analyzer_version, facts) values (decode($1, 'hex'), '', '1', $2)`,
    [SHA256, facts],
  );
  for (const id of [open, secret])
    await h.database.pool.query(
      `with folder as (insert into codebase_folders (project_id, name, path) values ($1, 'root', '') returning id),
         file as (insert into files (project_id, folder_id, path, name, sha256, size_bytes)
           select $1, id, 'lib/Stripes_100%.c', 'Stripes_100%.c', decode($2, 'hex'), 1 from folder),
         item as (insert into inventory_items (project_id, type, identity, name, created_by) values ($1, 'COMPONENT', 'x', 'x', 'admin') returning id)
       insert into tasks (project_id, item_id, type, summary, owner_id, created_by, updated_by)
         select $1, id, 'MISCELLANEOUS', 'Count the stripes', $3, $3, $3 from item`,
      [id, SHA256, h.admin.id],
    );
  await h.database.pool.query(
    `insert into components (name, title, purl) values ('zebra', 'Zebra', 'pkg:npm/zebra'), ('azebra', '', null), ('zebra-x', '', null)`,
  );
  await h.database.pool.query(
    `with v as (insert into vulnerabilities (name, is_recorded, summary, severity_v3) values ('CVE-2031-1', true, 'Zebra overflow', 'HIGH') returning id)
     insert into vulnerability_names (name_key, vulnerability_id) select 'cve-2031-1', id from v`,
  );
});
afterAll(() => h.close());

interface Row {
  title: string;
  detail: string;
  projectId?: number;
}

async function rows(kind: string, find: string, as: Person = h.admin): Promise<Row[]> {
  const { status, body } = await h.call('GET', `/search?kind=${kind}&find=${encodeURIComponent(find)}`, { as });
  expect([status, body.data.late]).toEqual([200, []]);
  return body.data.groups[0].rows;
}
const titles = async (kind: string, find: string, as?: Person) =>
  (await rows(kind, find, as)).map(({ title }) => title);

it.each([
  ['PROJECTS', 'zebra', 'Zebra open'],
  ['COMPONENTS', 'Zebra', 'Zebra'],
  ['LICENSES', 'MIT License', 'MIT'],
  ['LICENSES', 'GPL-2.0', 'GPL-2.0-only'],
  ['VULNERABILITIES', 'cve-2031-1', 'CVE-2031-1'],
  ['VULNERABILITIES', 'overflow', 'CVE-2031-1'],
  ['TASKS', 'STRIPES', 'Count the stripes'],
  ['FILES', 'stripes_1', 'lib/Stripes_100%.c'],
  ['FILES', 'ipes_1', 'lib/Stripes_100%.c'],
  ['FILES', SHA256.toUpperCase(), 'lib/Stripes_100%.c'],
  ['FILES', SHA1, 'lib/Stripes_100%.c'],
  ['FILES', ` ${MD5} `, 'lib/Stripes_100%.c'],
  ['HOLDERS', 'quag zo', 'Zoë Quagga'],
])('%s: %j finds %s first', async (kind, find, first) => expect((await titles(kind, find))[0]).toBe(first));

it.each([
  ['FILES', 'stripesX1'],
  ['FILES', '%'],
  ['HOLDERS', 'uagga'],
  ['HOLDERS', "':* | !&"],
  ['PROJECTS', '_ebra'],
  ['COMPONENTS', "zebra' or true --"],
])('%s: %j finds nothing', async (kind, find) => expect(await titles(kind, find)).toEqual([]));

describe('a user who may not see a private project finds nothing of it', () => {
  it.each([
    ['PROJECTS', 'zebra'],
    ['FILES', 'stripes'],
    ['FILES', SHA256],
    ['TASKS', 'stripes'],
  ])('%s', async (kind, find) => {
    expect((await rows(kind, find)).length).toBe(2);
    const seen = await rows(kind, find, outsider);
    expect(seen.map(({ title, detail }) => `${title} ${detail}`).join()).not.toContain('secret');
    expect(seen.length).toBe(1);
  });

  it('and holders are counted in the others alone', async () => {
    expect((await rows('HOLDERS', 'quagga'))[0]).toMatchObject({ detail: '2 files' });
    expect((await rows('HOLDERS', 'quagga', outsider))[0]).toMatchObject({ detail: '1 file' });
  });
});

it('says that there are more than it shows', async () => {
  await h.database.pool.query(
    `insert into components (name) select 'okapi ' || n from generate_series(1, ${FOUND_SHOWN + 1}) n`,
  );
  const { body } = await h.call('GET', '/search?kind=COMPONENTS&find=okapi');
  expect(body.data.groups[0].rows).toHaveLength(FOUND_SHOWN);
  expect(body.data.groups[0].isMore).toBe(true);
});

it('without a kind, each kind is answered or named as late', async () => {
  const { body } = await h.call('GET', '/search?find=zebra');
  const answered = body.data.groups.map(({ kind }: { kind: string }) => kind);
  expect([...answered, ...body.data.late].sort()).toEqual([...searchKinds].sort());
});

it('a kind that waits for a lock is late, and does not keep the answer', async () => {
  const client = await h.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table tasks in access exclusive mode');
    expect((await h.call('GET', '/search?find=zebra')).body.data.late).toContain('TASKS');
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('400 for blanks', async () => {
  const { status, body } = await h.call('GET', '/search?find=%20');
  expect([status, body.errors[0].message]).toEqual([400, 'The parameter "find" must not be blank.']);
});
