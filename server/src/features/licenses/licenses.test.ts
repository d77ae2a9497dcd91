import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const TEXT = 'Everybody may use this software, as long as they send the authors a postcard.';
const make = async (input: Record<string, unknown> = {}) =>
  h.call('POST', '/licenses', {
    body: { name: `License ${++count}`, shortName: `own-${count}`, licenseText: TEXT, ...input },
  });

/** An inventory item with a license, in its own project. */
async function itemWith(licenseId: number, shortName: string): Promise<{ id: number; projectId: number }> {
  const projectId = (await h.call('POST', '/projects', { body: { name: `licensed ${++count}` } })).body.id;
  const { rows } = await h.database.pool.query(
    `insert into inventory_items (project_id, type, identity, name, license_id, license_expression, possible_licenses, created_by)
     values ($1, 'COMPONENT', 'user:x', 'thing', $2, $3, array[$3, 'MIT'], 'admin') returning id`,
    [projectId, licenseId, shortName],
  );
  return { id: rows[0].id, projectId };
}

/** The counts of the project by license priority. */
async function rollup(projectId: number): Promise<Record<string, number>> {
  const { rows } = await h.database.pool.query('select inventory_rollup from projects where id = $1', [projectId]);
  return rows[0].inventory_rollup.licenses;
}

describe('a license that scans have found by its tag', () => {
  const met = async (shortName: string) =>
    (
      await h.database.pool.query(
        `insert into licenses (name, short_name, priority, is_custom, created_by) values ($1, $1, 3, false, 'System') returning id`,
        [shortName],
      )
    ).rows[0].id as number;

  it('201: also one that goes by the short name itself gets its text, and a reference', async () => {
    const id = await met('Plain-1.0');
    const { status, body } = await make({ name: 'Plain License', shortName: 'Plain-1.0' });
    expect([status, body.id]).toEqual([201, id]);
    const { data } = (await h.call('GET', '/licenses/Plain-1.0')).body;
    expect(data).toMatchObject({ name: 'Plain License', licenseRef: 'LicenseRef-Plain-1.0', custom: true });
  });

  it('201: becomes the custom license of that name, and its items get the new name', async () => {
    const id = await met('LicenseRef-Met');
    const item = await itemWith(id, 'LicenseRef-Met');
    const { status, body } = await make({ name: 'Met License', shortName: 'Met', priority: 'P1' });
    expect([status, body.id]).toEqual([201, id]);
    const license = (await h.call('GET', '/licenses/licenseref-met')).body.data;
    expect(license).toMatchObject({ id, shortName: 'Met', licenseRef: 'LicenseRef-Met', custom: true, priority: 1, createdBy: 'admin' }); // biome-ignore format: one claim
    const { rows } = await h.database.pool.query(
      `select license_expression, (select count(*)::int from inventory_history h where h.item_id = i.id) as revisions from inventory_items i where id = $1`,
      [item.id],
    );
    expect(rows).toEqual([{ license_expression: 'Met', revisions: 1 }]);
    expect(await rollup(item.projectId)).toMatchObject({ P1: 1 });
  });

  it('201: also with its tag as the short name; of simultaneous requests one succeeds', async () => {
    const id = await met('LicenseRef-Same');
    const answers = await Promise.all(Array.from({ length: 4 }, () => make({ shortName: 'LicenseRef-Same' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 201)!.body.id).toBe(id);
  });

  it('400 while items of locked projects use it, which keep its name', async () => {
    const id = await met('LicenseRef-Locked');
    const item = await itemWith(id, 'LicenseRef-Locked');
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [item.projectId]);
    const { status, body } = await make({ shortName: 'Locked' });
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('The license LicenseRef-Locked cannot be renamed')]); // biome-ignore format: one claim
    expect((await h.call('GET', '/licenses/LicenseRef-Locked')).body.data.custom).toBe(false);
  });
});

describe("the effect of a custom license's text on scans is reported", () => {
  const noteOf = async (licenseText: string) => {
    const { body } = await make({ licenseText });
    const { rows } = await h.database.pool.query('select short_name from licenses where id = $1', [body.id]);
    return (await h.call('GET', `/licenses/${rows[0].short_name}`)).body.data.detectionNote;
  };

  it.each([
    ['one that is searched for', TEXT, ''],
    ['none', '  ', ''],
    ['a word', 'word', 'Scans do not look for this text: it has fewer than 8 words. They look for the names.'],
    [
      'punctuation',
      '!!! --- ,,, ;;; ((( ))) ... ??? *** ###',
      'Scans do not look for this text: it has fewer than 8 words. They look for the names.',
    ],
    [
      'a book',
      'word '.repeat(200_000),
      'Scans do not look for this text: it has more than 300,000 characters. They look for the names.',
    ],
  ])('%s', async (_, text, note) => expect(await noteOf(text)).toBe(note));

  it('that of a standard license, but not one that contains more', async () => {
    const { text } = (await h.call('GET', '/licenses/ISC')).body.data;
    expect(await noteOf(text)).toBe('This is the text of ISC: files with it are found to be under this license, no longer under ISC.'); // biome-ignore format: one claim
    expect(await noteOf(`${text}\nOn Sundays it must not be used at all, by nobody.\n`)).toBe('');
    expect((await h.call('GET', '/licenses/ISC')).body.data.detectionNote).toBe('');
  });
});

describe('GET /license/lookup', () => {
  it.each([
    'licenseId=7',
    'licenseName=MIT%20License',
    'licenseName=mit+license',
    'licenseName=MIT',
    'licenseId=7&licenseName=x',
  ])('200 in the legacy envelope for %s', async (query) => {
    const { status, body } = await h.call('GET', `/license/lookup?${query}`);
    expect(status).toBe(200);
    expect(body['Content: ']).toMatchObject({
      id: 7,
      name: 'MIT License',
      priority: 3,
      shortName: 'MIT',
      spdxIdentifier: 'MIT',
      licenseRef: 'N/A',
      custom: false,
    });
    expect(body['Content: '].text).toContain('Permission is hereby granted');
  });

  it('200 with name and text for an exception', async () => {
    const { body } = await h.call('GET', '/license/lookup?licenseName=Bootloader-exception');
    expect(body['Content: '].name).toBe('Bootloader Distribution Exception');
    expect(body['Content: '].text).toMatch(
      /^Bootloader Exception\n\nIn addition to the permissions .*executable\.\)$/s,
    );
  });

  it.each(['', '?licenseId=999', '?licenseName=nothing', '?licenseId=abc', '?licenseId=0', '?licenseName='])(
    '400 in the legacy envelope for %j',
    async (query) => {
      const { status, body } = await h.call('GET', `/license/lookup${query}`);
      expect(status).toBe(400);
      expect(Object.keys(body)).toEqual(['Arguments: ', 'Key: ', 'Error: ']);
    },
  );

  it('401 without a token', async () => {
    expect((await h.call('GET', '/license/lookup?licenseId=7', { as: null })).status).toBe(401);
  });
});

describe('GET /licenses/{shortName}', () => {
  it.each(['GPL-3.0-only', 'gpl-3.0-only/'])('200 for %s', async (name) => {
    const { status, body } = await h.call('GET', `/licenses/${name}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: 197,
      priority: 1,
      spdxIdentifier: 'GPL-3.0-only',
      familyName: 'GNU GPL 3 Style',
    });
  });

  it('404 for an unknown one', async () => {
    const { status, body } = await h.call('GET', '/licenses/no%20such%2Fthing');
    expect(status).toBe(404);
    expect(body.errors[0].message).toContain('no such/thing');
  });
});

describe('GET /licenses/listAll', () => {
  it('200 page by page, every license once', async () => {
    const first = await h.call('GET', '/licenses/listAll?size=300');
    const pages = Number(first.headers['number-of-pages']);
    const ids = new Set<number>();
    for (let page = 1; page <= pages; page++) {
      const { body, headers } = await h.call('GET', `/licenses/listAll?size=300&page=${page}`);
      expect(headers['current-page']).toBe(String(page));
      for (const one of body.data) ids.add(one.id);
    }
    expect(ids.size).toBe(Number(first.headers['total-records']));
    expect(ids.size).toBeGreaterThan(600);
  });

  it('200 with only custom ones, without their texts', async () => {
    const { id } = (await make()).body;
    const { body } = await h.call('GET', '/licenses/listAll?onlyCustom=True&size=10000');
    expect(body.data.map((one: { id: number }) => one.id)).toContain(id);
    expect(body.data.every((one: { custom: boolean }) => one.custom)).toBe(true);
    expect(body.data[0]).not.toHaveProperty('text');
  });

  it('400 for a page beyond the end', async () => {
    const { status, body } = await h.call('GET', '/licenses/listAll?page=99&size=1000');
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(
      /^The page 99 you requested is out of bounds\. Total records :\d+ number of pages :1$/,
    );
  });
});

describe('POST /licenses', () => {
  it('201 with an id above 1,000,000,000, and all fields are returned', async () => {
    const input = {
      name: 'The Postcard License 1.0',
      shortName: 'Postcard 1.0',
      licenseText: TEXT,
      priority: 'p2',
      url: 'https://example.org/postcard',
      description: 'كرت 🦊 <b>',
      familyName: 'mit style',
      externalId: 'LEGAL-7',
    };
    const { status, body } = await h.call('POST', '/licenses', { body: input });
    expect(status).toBe(201);
    expect(body.id).toBeGreaterThan(1_000_000_000);
    expect((await h.call('GET', '/licenses/Postcard%201.0')).body.data).toMatchObject({
      id: body.id,
      name: input.name,
      shortName: 'Postcard 1.0',
      text: TEXT,
      priority: 2,
      url: input.url,
      description: input.description,
      familyName: 'MIT Style',
      externalId: 'LEGAL-7',
      custom: true,
      spdxIdentifier: 'N/A',
      licenseRef: 'LicenseRef-Postcard-1.0',
      createdBy: 'admin',
    });
  });

  it('201 at the limits', async () => {
    const body = {
      name: 'n'.repeat(127),
      shortName: 's'.repeat(255),
      licenseText: '',
      url: `http://${'u'.repeat(2393)}`,
      description: 'd'.repeat(65_535),
    };
    expect((await h.call('POST', '/licenses', { body })).status).toBe(201);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a long name', { name: 'x'.repeat(128) }, 'name'],
    ['no short name', { shortName: null }, 'shortName'],
    ['a long short name', { shortName: 'x'.repeat(256) }, 'shortName'],
    ['no text', { licenseText: undefined }, 'licenseText'],
    ['a long url', { url: 'x'.repeat(2401) }, 'url'],
    ['a script as url', { url: 'javascript:alert(1)' }, 'url'],
    ['a long description', { description: 'x'.repeat(65_536) }, 'description'],
    ['an unknown priority', { priority: 'P4' }, 'priority'],
    ['an unknown family', { familyName: 'Cosa Nostra' }, 'familyName'],
    ['a long external id', { externalId: 'x'.repeat(256) }, 'externalId'],
    ['a NUL', { description: 'a\0b' }, 'description'],
  ])('400 for %s, naming the field', async (_what, input, field) => {
    const { status, body } = await make(input);
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain(`"${field}"`);
  });

  it('400 for a short name in use, by a standard license or a simultaneous request', async () => {
    const { status, body } = await make({ shortName: 'mit' });
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(/already exists\.$/);
    const both = await Promise.all([make({ shortName: 'race' }), make({ shortName: 'RACE' })]);
    expect(both.map((one) => one.status).sort()).toEqual([201, 400]);
  });

  it('201 for short names that are equal as references: each gets its own', async () => {
    await make({ shortName: 'alike one' });
    await make({ shortName: 'alike-one' });
    const references = await Promise.all(
      ['alike%20one', 'alike-one'].map(async (name) => (await h.call('GET', `/licenses/${name}`)).body.data.licenseRef),
    );
    expect(references).toEqual(['LicenseRef-alike-one', 'LicenseRef-alike-one-2']);
  });

  it('400 Unrecognized field for an unknown member', async () => {
    expect((await make({ text: 'x' })).body.errors[0].message).toContain('Unrecognized field "text"');
  });

  it('403 without the library manager permission, even for an administrator', async () => {
    const as = await h.person('sysadmin', ['system_admin']);
    const { status, body } = await h.call('POST', '/licenses', {
      as,
      body: { name: 'a', shortName: 'b', licenseText: '' },
    });
    expect(status).toBe(403);
    expect(body.errors[0].message).toContain('User does not have permission to perform this operation');
  });
});

describe('PUT /licenses/{licenseId}', () => {
  it('200: renamed, also in the items that use it, with history; roll-ups follow the priority', async () => {
    const { id } = (await make({ shortName: 'before' })).body;
    const item = await itemWith(id, 'before');
    const body = { name: 'New', shortName: 'after', licenseText: 'Other.', priority: 'P1' };
    expect((await h.call('PUT', `/licenses/${id}`, { body })).status).toBe(200);
    expect((await h.call('GET', '/licenses/after')).body.data).toMatchObject({
      id,
      name: 'New',
      text: 'Other.',
      priority: 1,
      url: '',
      spdxIdentifier: 'N/A',
      licenseRef: 'LicenseRef-before',
    });
    const { rows } = await h.database.pool.query('select license_expression from inventory_items where id = $1', [
      item.id,
    ]);
    expect(rows[0].license_expression).toBe('after');
    const history = Object.values((await h.call('GET', `/inventories/${item.id}/history`)).body.data as object)[0];
    expect(history[0]).toMatchObject({
      action: 'Library Change',
      field: 'SPDX Expression',
      oldValue: 'before',
      newValue: 'after',
    });
    expect((await rollup(item.projectId)).P1).toBe(1);
  });

  it('200 with its own name in other case', async () => {
    const { id } = (await make({ shortName: 'casing' })).body;
    const body = { name: 'x', shortName: 'CASING', licenseText: '' };
    expect((await h.call('PUT', `/licenses/${id}`, { body })).status).toBe(200);
  });

  it.each([
    ['a standard license', '7', { shortName: 'x' }, 400],
    ['a taken short name', 'own', { shortName: 'MIT' }, 400],
    ['an unknown id', '999', { shortName: 'x' }, 404],
    ['an id that is a word', 'abc', { shortName: 'x' }, 400],
  ])('refuses %s', async (_what, which, input, expected) => {
    const id = which === 'own' ? (await make()).body.id : which;
    const body = { name: 'x', licenseText: '', ...input };
    expect((await h.call('PUT', `/licenses/${id}`, { body })).status).toBe(expected);
  });
});

describe('DELETE /licenses/{licenseId}', () => {
  it('200: items that use it get license Unknown, with history and roll-ups', async () => {
    const { id } = (await make({ shortName: 'doomed' })).body;
    const item = await itemWith(id, 'doomed');
    expect((await h.call('DELETE', `/licenses/${id}`)).status).toBe(200);
    expect((await h.call('GET', '/licenses/doomed')).status).toBe(404);
    const { data } = (await h.call('GET', `/inventories/${item.id}`)).body;
    expect(data).toMatchObject({ selectedLicenseId: -1, selectedLicenseName: "I don't know" });
    expect(data.possibleLicenses.map((one: { licenseName: string }) => one.licenseName)).toEqual(['MIT License']);
    const history = Object.values((await h.call('GET', `/inventories/${item.id}/history`)).body.data as object)[0];
    expect(history[0]).toMatchObject({ user: 'admin', field: 'License', oldValue: String(id), newValue: '-1' });
    expect((await rollup(item.projectId)).Unknown).toBe(1);
  });

  it('400 while an item of a locked project uses it; its name stays too, and nothing is changed', async () => {
    const { id } = (await make({ name: 'Sealed', shortName: 'sealed' })).body;
    const item = await itemWith(id, 'sealed');
    const before = (await h.call('GET', `/inventories/${item.id}`)).body.data;
    const { pool } = h.database;
    await pool.query(`update projects set status = 'Project Completed', is_private = true where id = $1`, [
      item.projectId,
    ]);
    const refused = await h.call('DELETE', `/licenses/${id}`);
    expect(refused.status).toBe(400);
    const { name } = (await pool.query('select name from projects where id = $1', [item.projectId])).rows[0];
    expect(JSON.stringify(refused.body)).toContain(
      `The license sealed cannot be deleted: items of locked projects use it (${name})`,
    );
    const input = (shortName: string) => ({ name: 'Sealed', shortName, licenseText: TEXT });
    const renamed = await h.call('PUT', `/licenses/${id}`, { body: input('other') });
    expect([renamed.status, JSON.stringify(renamed.body)]).toEqual([400, expect.stringContaining('cannot be renamed')]);
    expect(
      (
        await h.call('PUT', `/licenses/${id}`, {
          body: { ...input('sealed'), description: 'Looked at by the lawyers' },
        })
      ).status,
    ).toBe(200);
    const as = await h.person('keeper', ['library_manager']);
    const unseen = await h.call('DELETE', `/licenses/${id}`, { as });
    expect([unseen.status, JSON.stringify(unseen.body)]).toEqual([400, expect.not.stringContaining(name)]);
    expect((await h.call('GET', `/inventories/${item.id}`)).body.data).toEqual(before);
    await pool.query(`update projects set status = 'Not Started' where id = $1`, [item.projectId]);
    expect((await h.call('DELETE', `/licenses/${id}`)).status).toBe(200);
  });

  it('400 for a standard license, 404 for a missing one', async () => {
    expect((await h.call('DELETE', '/licenses/7')).status).toBe(400);
    expect((await h.call('DELETE', '/licenses/2000000000')).status).toBe(404);
  });

  it('403 without the permission', async () => {
    const { id } = (await make()).body;
    expect((await h.call('DELETE', `/licenses/${id}`, { as: await h.person('plain') })).status).toBe(403);
  });
});

describe('PATCH /licenses/{licenseId}', () => {
  it('200 for a standard license', async () => {
    expect((await h.call('PATCH', '/licenses/4', { body: { externalId: 'x'.repeat(255) } })).status).toBe(200);
    expect((await h.call('GET', '/license/lookup?licenseId=4')).body['Content: '].externalId).toHaveLength(255);
  });

  it.each([
    [4, { externalId: 'x'.repeat(256) }, 400],
    [4, {}, 400],
    [999, { externalId: 'x' }, 404],
  ])('refuses license %i with %j', async (id, body, expected) => {
    expect((await h.call('PATCH', `/licenses/${id}`, { body })).status).toBe(expected);
  });
});
