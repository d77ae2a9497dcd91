import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.database.pool.query(`
    insert into components (id, name, title, url, description, forge_id, purl) values
      (101, 'lodash', 'lodash', 'https://lodash.com', 'Utilities', 2037, 'pkg:npm/lodash'),
      (102, '@babel/core', '@babel/core', 'https://babel.dev', '', 2037, 'pkg:npm/%40babel/core'),
      (103, 'log4j-core', 'log4j-core', 'https://logging.apache.org', '', 628, 'pkg:maven/org.apache.logging.log4j/log4j-core'),
      (104, 'lodash', 'lodash', 'https://pypi.org/project/lodash', '', 2067, 'pkg:pypi/lodash'),
      (105, 'github.com/owner/repo', 'github.com/owner/repo', 'https://github.com/owner/repo', '', 696, 'pkg:golang/github.com/owner/repo'),
      (106, 'under_score%', 'under_score%', '', '', 1, 'pkg:generic/under_score%25');
    insert into component_versions (id, component_id, name, purl, license_expression) values
      (201, 101, '4.17.20', 'pkg:npm/lodash@4.17.20', 'MIT'),
      (202, 101, '4.17.21', 'pkg:npm/lodash@4.17.21', 'MIT OR Apache-2.0');`);
});
afterAll(() => h.close());

const make = async (input: Record<string, unknown> = {}) =>
  h.call('POST', '/components', { body: { name: `own-${++count}`, title: 'Own', url: 'NA', ...input } });
const makeVersion = async (componentId: number, input: Record<string, unknown> = {}) =>
  h.call('POST', `/components/${componentId}/versions`, { body: { name: `${++count}.0`, ...input } });

async function itemWith(componentId: number, versionId: number | null): Promise<number> {
  const projectId = (await h.call('POST', '/projects', { body: { name: `using ${++count}` } })).body.id;
  const { rows } = await h.database.pool.query(
    `insert into inventory_items (project_id, type, identity, name, component_id, version_id, license_id, license_expression, created_by)
     values ($1, 'COMPONENT', 'user:x', 'Mine', $2, $3, 7, 'MIT', 'admin') returning id`,
    [projectId, componentId, versionId],
  );
  return rows[0].id;
}

async function item(id: number) {
  return (await h.database.pool.query('select * from inventory_items where id = $1', [id])).rows[0];
}

it('403 for users who can only sign in; 201 for users who edit items in some project', async () => {
  const [plain, observer, analyst] = [await h.person('only-in'), await h.person('watcher'), await h.person('finder')];
  const { id: projectId } = (await h.call('POST', '/projects', { body: { name: 'rights of the library' } })).body;
  for (const [roleId, login] of [
    ['OBSERVER', 'watcher'],
    ['ANALYST', 'finder'],
  ])
    await h.call('POST', `/projects/${projectId}/users`, { body: { userRoles: { roleId, users: [login] } } });
  const component = (name: string, as: Person) =>
    h.call('POST', '/components', { as, body: { name, title: name, url: 'NA' } });
  const { status, body } = await component('by-a-stranger', plain);
  expect([status, body.errors[0].message]).toEqual([403, expect.stringContaining('library_manager')]);
  expect((await component('by-an-observer', observer)).status).toBe(403);
  const made = await component('by-an-analyst', analyst);
  expect(made.status).toBe(201);
  const version = (as: Person) => h.call('POST', `/components/${made.body.id}/versions`, { as, body: { name: '1' } });
  expect([(await version(plain)).status, (await version(analyst)).status]).toEqual([403, 201]);
});

describe('GET /components/search', () => {
  const ids = async (query: string) => {
    const { status, body } = await h.call('GET', `/components/search?${query}`);
    return status === 200 ? body.data.map((one: { id: number }) => one.id) : status;
  };

  it.each([
    ['searchBy=NAME&searchTerm=lodash', [101, 104]],
    ['searchTerm=LOG+core', [103]],
    ['searchBy=name&searchTerm=log%20core&filter=ANY_TERM', [102, 103, 106]],
    ['searchBy=NAME&searchTerm=lo&filter=BEGINS_WITH', [101, 104, 103]],
    ['searchBy=NAME&searchTerm=Lodash&filter=EXACT_MATCH', [101, 104]],
    ['searchBy=NAME&searchTerm=lod&filter=EXACT_MATCH', []],
    ['searchBy=NAME&searchTerm=score%25', [106]],
    ['searchBy=NAME&searchTerm=%25', [106]],
    // Words of two letters and of one, anywhere in a word, in any case.
    ['searchBy=NAME&searchTerm=4J', [103]],
    ['searchBy=NAME&searchTerm=AS+h', [101, 104]],
    ['searchBy=NAME&searchTerm=%25_', []],
    ['searchBy=CPE&product=4j', [103]],
    ['searchBy=URL&searchTerm=babel.DEV', [102]],
    ['searchBy=CPE&vendor=apache&product=log4j', [103]],
    ['searchBy=CPE&product=lodash&vendor=nobody', []],
    ['searchBy=CPE&vendor=@babel&product=core', [102]],
    ['searchBy=CPE&vendor=%25', [106]],
    ['searchBy=FORGE&forgeName=npm&packageName=lodash', [101]],
    ['searchBy=FORGE&forgeName=npm&packageName=@babel/core', [102]],
    ['searchBy=FORGE&forgeName=PyPI&packageName=Lodash', [104]],
    ['searchBy=FORGE&forgeName=Ibiblio+Maven2&groupId=org.apache.logging.log4j&artifactId=log4j-core', [103]],
    ['searchBy=FORGE&forgeName=Ibiblio+Maven2&groupId=org.other&artifactId=log4j-core', []],
    ['searchBy=FORGE&forgeName=GitHub&author=owner&repositoryName=repo', [105]],
    ['searchBy=FORGE&forgeName=Hackage&packageName=lodash', []],
    ['searchBy=NAME', 400],
    ['searchBy=URL', 400],
    ['searchBy=CPE', 400],
    ['searchBy=FORGE&searchTerm=x', 400],
    ['searchBy=FORGE&forgeName=GitHub&author=owner', 400],
    ['searchBy=COLOR&searchTerm=x', 400],
    ['searchTerm=x&filter=SOME', 400],
    ['searchTerm=lodash&offset=2', 400],
  ])('%s', async (query, expected) => expect(await ids(query)).toEqual(expected));

  it('200 in pages, with headers', async () => {
    const { body, headers } = await h.call('GET', '/components/search?searchTerm=lodash&limit=1&offset=2');
    expect(body.data.map((one: { id: number }) => one.id)).toEqual([104]);
    expect(headers).toMatchObject({ 'current-page': '2', 'number-of-pages': '2', 'total-records': '2' });
  });

  it('200 with versions only on request, and the licenses of the component', async () => {
    const [bare] = (await h.call('GET', '/components/search?searchTerm=lodash')).body.data;
    expect(bare).toMatchObject({ forge: 'npm', versionList: [], cpeList: [] });
    expect(bare.licenseList.map((one: { id: number; priority: string }) => [one.id, one.priority])).toEqual([
      [7, 'P3'],
      [20, 'P3'],
    ]);
    const [full] = (await h.call('GET', '/components/search?searchTerm=lodash&includeVersions=True')).body.data;
    expect(full.versionList).toEqual([
      { id: 201, name: '4.17.20', custom: false },
      { id: 202, name: '4.17.21', custom: false },
    ]);
  });
});

it('CPE names: of recognised libraries, and of advisories that confirm the vendor', async () => {
  await h.database.pool.query(
    `insert into components (id, name, title, purl, url, forge_id) values (120, 'libarchive', 'libarchive', 'pkg:generic/libarchive', 'NA', 1),
       (121, 'minimist', 'minimist', 'pkg:npm/minimist', 'NA', 2037) on conflict do nothing`,
  );
  const cpe = (vendor: string, product: string, target?: string) => ({ vendor, target, type: 'cpe', name: product });
  await h.database.pool.query(
    `with s as (insert into advisory_sources (name) values ('cpes') returning id),
       a as (insert into advisories (source_id, name, kind, record, digest) select id, 'CVE-2020-1', 'vulnerability', '{}', '' from s returning id)
     insert into advisory_packages (advisory_id, position, type, name, affected)
       select a.id, x.n, 'cpe', x.affected ->> 'name', x.affected from a, jsonb_array_elements($1::jsonb) with ordinality as x(affected, n)`,
    [
      JSON.stringify([
        cpe('substack', 'minimist', 'node.js'),
        cpe('microsoft', 'minimist'),
        cpe('libarchive', 'libarchive'),
      ]),
    ],
  );
  const found = async (query: string) =>
    (await h.call('GET', `/components/search?searchBy=CPE&${query}`)).body.data.map(
      (one: { name: string; cpeList: { cpeName: string }[] }) => [one.name, one.cpeList.map(({ cpeName }) => cpeName)],
    );
  const libarchive = ['libarchive', ['cpe:2.3:a:libarchive:libarchive:*:*:*:*:*:*:*:*']];
  expect(await found('product=minimist')).toEqual([['minimist', ['cpe:2.3:a:substack:minimist:*:*:*:*:*:*:*:*']]]);
  expect(await found('vendor=libarchive_project&product=libarchive')).toEqual([libarchive]);
  expect(await found('searchTerm=cpe:2.3:a:libarchive:libarchive:3.0:*:*:*:*:*:*:*')).toEqual([libarchive]);
  const { componentCPEList } = (await h.call('GET', '/components/121')).body.data;
  expect(componentCPEList).toEqual([
    { cpeName: 'cpe:2.3:a:substack:minimist:*:*:*:*:*:*:*:*', cpeVendor: 'substack', cpeProduct: 'minimist' },
  ]);
});

describe('GET /component/lookup', () => {
  it('200 in the legacy envelope, with legacy paging', async () => {
    const { status, body, headers } = await h.call('GET', '/component/lookup?keyword=lodash&size=1&page=2');
    expect(status).toBe(200);
    expect(body['Content: ']).toMatchObject([
      {
        listId: 2,
        componentId: 104,
        encryption: false,
        vulnerabilities: false,
        forge: 'pypi',
        name: 'lodash',
        versions: [],
        licenseRestFormat: [],
      },
    ]);
    expect(headers).toMatchObject({ 'current-page': '2', 'number-of-pages': '2' });
  });

  it('400 in the legacy envelope without a keyword', async () => {
    const { status, body } = await h.call('GET', '/component/lookup');
    expect(status).toBe(400);
    expect(body['Error: ']).toContain('"keyword"');
  });
});

describe('GET /components/{componentId}', () => {
  it('200 with versions, their licenses and purls', async () => {
    const { body } = await h.call('GET', '/components/101?');
    expect(body.data).toMatchObject({
      id: 101,
      name: 'lodash',
      forge: 'npm',
      forgeId: 2037,
      encryption: 'NO',
      componentCPEList: [],
    });
    expect(body.data.versionList[1]).toMatchObject({ id: 202, purl: 'pkg:npm/lodash@4.17.21', custom: false });
    expect(body.data.versionList[1].versionLicenses.map((one: { shortName: string }) => one.shortName)).toEqual([
      'MIT',
      'Apache-2.0',
    ]);
    expect(body.data.versionList[1]).not.toHaveProperty('vulnerabilitySummary');
    expect(body.data.versions[1]).toEqual({ id: 202, name: '4.17.21' });
  });

  it('200 with a title that distinguishes components of one name', async () => {
    expect((await h.call('GET', '/components/103')).body.data.title).toBe('org.apache.logging.log4j/log4j-core');
    expect((await h.call('GET', '/components/102')).body.data.title).toBe('@babel/core');
  });

  it('200 without versions, or with counts of vulnerabilities', async () => {
    expect((await h.call('GET', '/components/101?includeVersions=false')).body.data.versionList).toEqual([]);
    const { body } = await h.call('GET', '/components/101?vulnerabilitySummary=true&cvssVersion=ANY');
    expect(body.data.versionList[0].vulnerabilitySummary.map(Object.keys)).toEqual([['CvssV3'], ['CvssV2']]);
  });

  it('404 for a missing one, 400 for a word', async () => {
    expect((await h.call('GET', '/components/999')).status).toBe(404);
    expect((await h.call('GET', '/components/abc')).status).toBe(400);
  });
});

describe('GET /components/versions/{id}', () => {
  it('200 with licenses; a preferred one comes first', async () => {
    await h.database.pool.query('insert into remembered_licenses (version_id, license_id) values (201, 20)');
    const { body } = await h.call('GET', '/components/versions/201');
    expect(body.data).toMatchObject({ id: 201, name: '4.17.20', componentId: 101, purl: 'pkg:npm/lodash@4.17.20' });
    expect(
      body.data.licenses.map((one: { id: number; userPreferredLicense: boolean }) => [
        one.id,
        one.userPreferredLicense,
      ]),
    ).toEqual([
      [20, true],
      [7, false],
    ]);
  });

  it('404 for a missing one', async () => expect((await h.call('GET', '/components/versions/999')).status).toBe(404));
});

describe('GET /components/{versionId}/vulnerabilities', () => {
  it('200 with an empty list and paging headers', async () => {
    const { status, body, headers } = await h.call('GET', '/components/202/vulnerabilities');
    expect([status, body]).toEqual([200, { data: [] }]);
    expect(headers).toMatchObject({ 'current-page': '1', 'number-of-pages': '0', 'total-records': '0' });
  });

  it('404 for the id of a component', async () =>
    expect((await h.call('GET', '/components/101/vulnerabilities')).status).toBe(404));
});

describe('POST /components', () => {
  it('201 with an id above 1,000,000,000, and all fields are returned', async () => {
    const input = {
      name: 'My_Comp-1.x',
      title: 'Мой 🦊 <b>',
      url: 'https://example.org/x',
      description: 'd',
      encryption: 'yes',
      forgeId: '696',
    };
    const { status, body } = await h.call('POST', '/components', { body: input });
    expect(status).toBe(201);
    expect(body.id).toBeGreaterThan(1_000_000_000);
    expect((await h.call('GET', `/components/${body.id}`)).body.data).toMatchObject({
      ...input,
      encryption: 'YES',
      forgeId: 696,
      forge: 'github',
      custom: true,
      versionList: [{ name: 'Unknown', custom: false }],
    });
    const found = await h.call('GET', '/components/search?searchBy=NAME&filter=EXACT_MATCH&searchTerm=my_comp-1.X');
    expect(found.body.data[0].id).toBe(body.id);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a name with a blank', { name: 'a b' }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(128) }, 'name'],
    ['no title', { title: null }, 'title'],
    ['a blank title', { title: ' ' }, 'title'],
    ['a long title', { title: 'x'.repeat(256) }, 'title'],
    ['no url', { url: undefined }, 'url'],
    ['a script as url', { url: 'javascript:alert(1)' }, 'url'],
    ['a long url', { url: `http://${'x'.repeat(2400)}` }, 'url'],
    ['a long description', { description: 'x'.repeat(65_536) }, 'description'],
    ['a wrong encryption', { encryption: 'MAYBE' }, 'encryption'],
    ['an unknown forge', { forgeId: 4 }, 'forgeId'],
    ['a huge forge', { forgeId: 2 ** 63 }, 'forgeId'],
  ])('400 for %s, naming the field', async (_what, input, field) => {
    const { status, body } = await make(input);
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain(`"${field}"`);
  });

  it('400 for a custom component of the same name at the same forge, also for simultaneous requests', async () => {
    const both = await Promise.all([make({ name: 'race' }), make({ name: 'RACE' })]);
    expect(both.map((one) => one.status).sort()).toEqual([201, 400]);
    expect(both.find((one) => one.status === 400)!.body.errors[0].message).toMatch(/already exists\.$/);
    expect((await make({ name: 'race', forgeId: 2 })).status).toBe(201);
    expect((await make({ name: 'lodash', forgeId: 2037 })).status).toBe(201);
  });
});

describe('POST /components/{componentId}/versions', () => {
  it('201 with a license, also for a component that is not custom', async () => {
    const { status, body } = await makeVersion(101, { name: '4.17.21-patched', licenseId: '4' });
    expect(status).toBe(201);
    expect(body.id).toBeGreaterThan(1_000_000_000);
    expect((await h.call('GET', `/components/versions/${body.id}`)).body.data).toMatchObject({
      name: '4.17.21-patched',
      custom: true,
      purl: 'N/A',
      licenses: [{ id: 4, userPreferredLicense: false }],
    });
  });

  it.each([
    [101, { name: '4.17.21' }, 400],
    [101, { name: ' ' }, 400],
    [101, { name: 'x'.repeat(256) }, 400],
    [101, { licenseId: 999 }, 400],
    [101, { colour: 'red' }, 400],
    [999, {}, 404],
  ])('refuses component %i with %j', async (id, input, expected) =>
    expect((await makeVersion(id, input)).status).toBe(expected),
  );
});

describe('DELETE /components/{id}', () => {
  it('400 while an item of a locked project uses it', async () => {
    const componentId = (await make()).body.id;
    const versionId = (await makeVersion(componentId)).body.id;
    const itemId = await itemWith(componentId, versionId);
    const before = await item(itemId);
    const setStatus = (status: string) =>
      h.database.pool.query('update projects set status = $1 where id = $2', [status, before.project_id]);
    await setStatus('Project Completed');
    const { status, body } = await h.call('DELETE', `/components/${componentId}`);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringMatching(/The component .* cannot be deleted: items of locked projects use it/),
    ]);
    expect(await item(itemId)).toEqual(before);
    await setStatus('Not Started');
    expect((await h.call('DELETE', `/components/${componentId}`)).status).toBe(200);
  });

  it('200: items become Work in Progress, with history; versions are deleted', async () => {
    const componentId = (await make()).body.id;
    const versionId = (await makeVersion(componentId)).body.id;
    const itemId = await itemWith(componentId, versionId);
    const { status, body } = await h.call('DELETE', `/components/${componentId}`);
    expect([status, body.message.endsWith(': 1')]).toEqual([200, true]);
    expect(await item(itemId)).toMatchObject({
      type: 'WORK_IN_PROGRESS',
      component_id: null,
      version_id: null,
      license_id: 7,
      is_edited: true,
    });
    expect((await h.call('GET', `/components/${componentId}`)).status).toBe(404);
    expect((await h.call('GET', `/components/versions/${versionId}`)).status).toBe(404);
    const { rows } = await h.database.pool.query(
      'select action, user_name, changes from inventory_history where item_id = $1',
      [itemId],
    );
    expect(rows).toMatchObject([{ action: 'Library Change', user_name: 'admin' }]);
    expect(rows[0].changes).toContainEqual({
      field: 'Inventory Type',
      oldValue: 'Component',
      newValue: 'Work in Progress',
    });
  });

  it('200 while versions are matched: neither waits for the other, although both need the version and its waiting', async () => {
    const componentId = (await make()).body.id;
    const versionId = (await makeVersion(componentId)).body.id;
    const deletion = await h.database.pool.connect();
    const waits = async () =>
      (await deletion.query('select from unmatched_versions where version_id = $1', [versionId])).rowCount;
    try {
      await deletion.query('begin');
      await deletion.query('select from component_versions where id = $1 for update', [versionId]);
      await matchWaiting(h.app.db);
      expect(await waits()).toBe(1);
      await deletion.query('delete from component_versions where id = $1', [versionId]);
      expect(await waits()).toBe(0);
    } finally {
      await deletion.query('rollback');
      deletion.release();
    }
    await matchWaiting(h.app.db);
    expect((await h.call('DELETE', `/components/${componentId}`)).status).toBe(200);
  });

  it('400 for one that is not custom, 404 for a missing one, 403 without the permission', async () => {
    expect((await h.call('DELETE', '/components/101')).status).toBe(400);
    expect((await h.call('DELETE', '/components/999')).status).toBe(404);
    const { id } = (await make()).body;
    expect((await h.call('DELETE', `/components/${id}`, { as: await h.person('plain') })).status).toBe(403);
  });
});

describe('DELETE /components/{componentId}/versions/{id}', () => {
  it('400 while an item of a locked project uses it', async () => {
    const componentId = (await make()).body.id;
    const versionId = (await makeVersion(componentId)).body.id;
    const itemId = await itemWith(componentId, versionId);
    const before = await item(itemId);
    const setStatus = (status: string) =>
      h.database.pool.query('update projects set status = $1 where id = $2', [status, before.project_id]);
    await setStatus('Project Completed');
    const { status, body } = await h.call('DELETE', `/components/${componentId}/versions/${versionId}`);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringMatching(/The version .* cannot be deleted: items of locked projects use it/),
    ]);
    expect(await item(itemId)).toEqual(before);
    await setStatus('Not Started');
    expect((await h.call('DELETE', `/components/${componentId}/versions/${versionId}`)).status).toBe(200);
  });

  it('200: items get version Unknown, with history', async () => {
    const componentId = (await make()).body.id;
    const { id } = (await makeVersion(componentId, { name: '7.7' })).body;
    const itemId = await itemWith(componentId, id);
    expect((await h.call('DELETE', `/components/${componentId}/versions/${id}`)).status).toBe(200);
    expect(await item(itemId)).toMatchObject({
      type: 'COMPONENT',
      component_id: componentId,
      version_id: expect.any(Number),
      name: 'Mine',
    });
    const { rows } = await h.database.pool.query('select changes from inventory_history where item_id = $1', [itemId]);
    expect(rows[0].changes).toEqual([{ field: 'Version', oldValue: '7.7', newValue: 'Unknown' }]);
    const shown = (await h.call('GET', `/inventories/${itemId}`)).body.data;
    expect(shown.componentVersionName).toBe('Unknown');
    const version = (await h.call('GET', `/components/versions/${shown.componentVersionId}`)).body.data;
    expect(version).toMatchObject({ name: 'Unknown', componentId, custom: false });
  });

  it('400 for one that is not custom, 404 for one of another component, 403 without the permission', async () => {
    expect((await h.call('DELETE', '/components/101/versions/202')).status).toBe(400);
    expect((await h.call('DELETE', '/components/102/versions/202')).status).toBe(404);
    const as = await h.person('reader', ['system_admin']);
    expect((await h.call('DELETE', '/components/101/versions/202', { as })).status).toBe(403);
  });
});

describe('GET /components', () => {
  const ids = async (query: string) => {
    const { status, body } = await h.call('GET', `/components?limit=1000&${query}`);
    return status === 200 ? body.data.map((one: { id: number }) => one.id) : status;
  };

  it('200 with all components, those with some words, and only custom ones', async () => {
    const { id } = (await make({ name: `quokka-${++count}`, title: 'Quokka of lodash' })).body;
    const all = await ids('');
    expect(all).toEqual(expect.arrayContaining([101, 102, 103, 104, 105, 106, id]));
    expect(await ids('find=%20%20')).toEqual(all);
    expect(await ids('find=LODASH')).toEqual(expect.arrayContaining([101, 104, id]));
    expect(await ids('find=lodash+QUOKKA')).toEqual([id]);
    expect(await ids('find=quokka&custom=true')).toEqual([id]);
    expect(await ids('find=babel&custom=true')).toEqual([]);
    expect(await ids('find=nothing+of+the+kind')).toEqual([]);
  });

  it('200 in pages; 400 beyond the end', async () => {
    const { body, headers } = await h.call('GET', '/components?find=babel&limit=1&offset=1');
    expect(body.data).toMatchObject([{ id: 102, title: '@babel/core', forge: 'npm', custom: false, versionList: [] }]);
    expect(headers['total-records']).toBe('1');
    expect((await h.call('GET', '/components?find=babel&limit=1&offset=2')).status).toBe(400);
  });
});

describe('PUT /components/{componentId}', () => {
  it('200: given members change, the rest stays, and lists show it', async () => {
    const { id } = (await make({ title: 'Before', description: 'Old', encryption: 'YES' })).body;
    const change = (body: Record<string, unknown>) => h.call('PUT', `/components/${id}`, { body });
    expect((await change({ title: '  After the change ' })).status).toBe(200);
    const read = async () => (await h.call('GET', `/components/${id}`)).body.data;
    expect(await read()).toMatchObject({ title: 'After the change', description: 'Old', url: 'NA', encryption: 'YES' });
    const found = (await h.call('GET', '/components?find=after+change')).body.data;
    expect(found.map((one: { id: number }) => one.id)).toEqual([id]);
    await change({ url: 'https://own.example', description: '', encryption: 'no' });
    expect(await read()).toMatchObject({ url: 'https://own.example', description: '', encryption: 'NO' });
    expect((await change({})).status).toBe(200);
  });

  it.each([
    ['a blank title', { title: ' ' }, '"title"'],
    ['an invalid address', { url: 'ftp://x' }, '"url"'],
    ['an unknown encryption', { encryption: 'MAYBE' }, '"encryption"'],
  ])('400 for %s', async (_what, body, text) => {
    const { id } = (await make()).body;
    const answer = await h.call('PUT', `/components/${id}`, { body });
    expect([answer.status, answer.body.errors[0].message]).toEqual([400, expect.stringContaining(text)]);
  });

  it('400 for one that is not custom, 404 for a missing one, 403 without the permission', async () => {
    expect((await h.call('PUT', '/components/101', { body: { title: 'x' } })).status).toBe(400);
    expect((await h.call('PUT', '/components/999', { body: { title: 'x' } })).status).toBe(404);
    const { id } = (await make()).body;
    const as = await h.person('no keeper');
    expect((await h.call('PUT', `/components/${id}`, { as, body: { title: 'x' } })).status).toBe(403);
  });
});

describe('GET /components/{componentId}/inventories', () => {
  it('200 with items of every visible project, by project', async () => {
    const componentId = (await make()).body.id;
    const versionId = (await makeVersion(componentId)).body.id;
    const [first, second] = [await itemWith(componentId, versionId), await itemWith(componentId, null)];
    const privateItem = await itemWith(componentId, versionId);
    await h.database.pool.query('update projects set is_private = true where id = $1', [
      (await item(privateItem)).project_id,
    ]);
    const uses = async (as?: Awaited<ReturnType<typeof h.person>>, query = '') =>
      (await h.call('GET', `/components/${componentId}/inventories${query}`, { as })).body.data;
    const plain = await h.person('passer-by');
    expect(await uses(plain)).toMatchObject([
      { id: first, name: 'Mine', type: 'Component', reviewStatus: 'Draft', versionId, projectStatus: 'Not Started' },
      { id: second, versionId: null, versionName: 'Unknown', isPublished: false },
    ]);
    expect((await uses()).map((one: { id: number }) => one.id)).toEqual([first, second, privateItem]);
    expect((await uses(plain, `?versionId=${versionId}`)).map((one: { id: number }) => one.id)).toEqual([first]);
    const page = await h.call('GET', `/components/${componentId}/inventories?limit=2&offset=2`);
    expect([page.body.data.length, page.headers['total-records']]).toEqual([1, '3']);
  });

  it('404 for a missing component, and an empty list for an unused one', async () => {
    expect((await h.call('GET', '/components/999/inventories')).status).toBe(404);
    expect((await h.call('GET', '/components/106/inventories')).body.data).toEqual([]);
  });
});

it('401 without a token', async () => {
  for (const path of ['/components/101', '/components/search?searchTerm=x', '/components/versions/201'])
    expect((await h.call('GET', path, { as: null })).status).toBe(401);
});
