import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { closeScanPool } from '../../scans/analysis/pool.ts';

let h: Harness;
let mit: number;
let gpl: number;
let component: { id: number; versionId: number };
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  const idOf = async (name: string) =>
    (await h.database.pool.query('select id from licenses where short_name = $1', [name])).rows[0].id as number;
  mit = await idOf('MIT');
  gpl = await idOf('GPL-3.0-only');
  const { rows } = await h.database.pool.query(
    `with c as (insert into components (name, purl) values ('left-pad', 'pkg:npm/left-pad') returning id)
     insert into component_versions (component_id, name, purl) select id, '1.3.0', 'pkg:npm/left-pad@1.3.0' from c returning id, component_id`,
  );
  component = { id: rows[0].component_id, versionId: rows[0].id };
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

const project = async (more: Record<string, unknown> = {}) =>
  (await h.call('POST', '/projects', { body: { name: `items ${++count}`, ...more } })).body.id as number;
const make = (projectId: number, inventoryModel: Record<string, unknown>, as: Person = h.admin) =>
  h.call('POST', '/inventories', { as, body: { projectId, inventoryModel } });
const read = async (id: number) => (await h.call('GET', `/inventories/${id}`)).body.data;
const change = (id: number, body: Record<string, unknown>, as: Person = h.admin) =>
  h.call('PUT', `/inventories/${id}`, { as, body });
const leftPad = (licenseId: number, more: Record<string, unknown> = {}) => ({
  name: 'left-pad 1.3.0 (MIT)',
  inventoryType: 'COMPONENT',
  component: { id: String(component.id), versionId: String(component.versionId), licenseId: String(licenseId) },
  ...more,
});
const madeLeftPad = async (projectId?: number) =>
  (await make(projectId ?? (await project()), leftPad(mit))).body.id as number;
const history = async (id: number) => (await h.call('GET', `/inventories/${id}/history`)).body.data;
const latest = async (id: number) => {
  const revisions = await history(id);
  return revisions[String(Math.max(...Object.keys(revisions).map(Number)))];
};
const withFiles = async () => {
  const id = await project();
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar(['a.txt', 'lib/b.txt', 'lib/deep/c.txt', 'd.txt'].map((name) => ({ name, content: name }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  return id;
};

describe('POST /inventories', () => {
  it('201 for a component, with numbers as texts; unpublished, draft, of high confidence', async () => {
    const answer = await make(await project(), leftPad(mit, { disclosed: 'YES', url: 'https://example.org' }));
    expect(answer.status).toBe(201);
    expect(answer.text.startsWith('{"id":')).toBe(true);
    expect(await read(answer.body.id)).toMatchObject({
      type: 'Component',
      componentId: component.id,
      componentName: 'left-pad',
      componentVersionName: '1.3.0',
      selectedLicenseId: mit,
      selectedLicenseSPDXIdentifier: 'MIT',
      purl: 'pkg:npm/left-pad@1.3.0',
      priority: 'Low',
      createdBy: 'admin',
      confidence: 'HIGH',
      disclosed: true,
      isPublished: false,
      inventoryReviewStatus: 'Draft',
      workflowURL: 'None',
      provenanceInventoryId: 'N/A',
    });
    expect((await latest(answer.body.id))[0]).toMatchObject({ event: 'Inventory Created', action: 'User Action' });
  });

  it('201 for a license and for work in progress; two of one kind can exist side by side', async () => {
    const id = await project();
    const license = await make(id, { name: 'GPL things', inventoryType: 'LICENSE', licenseId: String(gpl) });
    expect(await read(license.body.id)).toMatchObject({ type: 'License Only', priority: 'High', componentId: 'N/A' });
    const progress = [1, 2].map(() => make(id, { name: 'unclear', inventoryType: 'work_in_progress' }));
    const answers = await Promise.all(progress);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(await read(answers[0]!.body.id)).toMatchObject({ type: 'Work in Progress', priority: 'Other' });
    const counts = (await h.call('GET', `/projects/${id}`)).body.data;
    expect(counts).toMatchObject({ inventoryCount: 3, licenses: { P1: 1, P2: 0, P3: 0, Unknown: 2 } });
  });

  it('201 with a parent item', async () => {
    const id = await project();
    const first = (await make(id, { name: 'a', inventoryType: 'WORK_IN_PROGRESS' })).body.id;
    const model = { name: 'b', inventoryType: 'WORK_IN_PROGRESS', invProvenanceId: first };
    expect((await read((await make(id, model)).body.id)).provenanceInventoryId).toBe(first);
    expect((await make(await project(), model)).status).toBe(400);
  });

  it.each([
    ['no name', { inventoryType: 'LICENSE' }, 'inventoryModel.name'],
    ['a blank name', { name: ' ', inventoryType: 'WORK_IN_PROGRESS' }, 'inventoryModel.name'],
    ['a long name', { name: 'x'.repeat(256), inventoryType: 'WORK_IN_PROGRESS' }, 'inventoryModel.name'],
    ['no type', { name: 'a' }, 'inventoryModel.inventoryType'],
    ['a component without one', { name: 'a', inventoryType: 'COMPONENT' }, '"component" is required'],
    ['half a component', { name: 'a', inventoryType: 'COMPONENT', component: { id: 1 } }, 'component.versionId'],
    [
      'an unknown version',
      { name: 'a', inventoryType: 'COMPONENT', component: { id: 1, versionId: 1, licenseId: -1 } },
      'version 1',
    ],
    ['a license without one', { name: 'a', inventoryType: 'LICENSE' }, '"licenseId" is required'],
    ['an unknown license', { name: 'a', inventoryType: 'LICENSE', licenseId: 999_999 }, 'license 999999'],
    [
      'an unknown custom field',
      { name: 'a', inventoryType: 'WORK_IN_PROGRESS', customFields: [{ id: 9, value: 'x' }] },
      'custom field 9',
    ],
    [
      'an unknown member',
      { name: 'a', inventoryType: 'WORK_IN_PROGRESS', notes: 'x' },
      'Unrecognized field "inventoryModel.notes"',
    ],
  ])('400 for %s', async (_what, model, text) => {
    const answer = await make(await project(), model);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain(text);
  });

  it('403 without a role, 404 in a private project, 404 without a project', async () => {
    const stranger = await h.person('stranger');
    const model = { name: 'a', inventoryType: 'WORK_IN_PROGRESS' };
    expect((await make(await project(), model, stranger)).status).toBe(403);
    expect((await make(await project({ privateProject: true }), model, stranger)).status).toBe(404);
    expect((await make(999_999, model)).status).toBe(404);
  });

  it('400 in a locked project', async () => {
    const id = await project();
    await h.call('PUT', `/projects/${id}/status?status=COMPLETED`);
    const answer = await make(id, { name: 'a', inventoryType: 'WORK_IN_PROGRESS' });
    expect(answer.body.errors[0].message).toContain('locked');
  });
});

describe('PUT /inventories/{inventoryId}', () => {
  it('200: a name with version and license is updated, a chosen name stays; both in the history', async () => {
    const id = await madeLeftPad();
    expect((await change(id, { licenseId: gpl })).status).toBe(200);
    expect((await read(id)).name).toBe('left-pad 1.3.0 (GPL-3.0-only)');
    expect(await latest(id)).toContainEqual(
      expect.objectContaining({
        field: 'Name',
        oldValue: 'left-pad 1.3.0 (MIT)',
        newValue: 'left-pad 1.3.0 (GPL-3.0-only)',
      }),
    );
    await change(id, { licenseId: -1 });
    expect((await read(id)).name).toBe('left-pad 1.3.0');
    await change(id, { licenseId: mit, name: 'padding' });
    await change(id, { licenseId: gpl });
    expect((await read(id)).name).toBe('padding');
  });

  it('200 for another license: history by license ids, a priority that rises and never falls', async () => {
    const id = await madeLeftPad();
    const body = {
      name: 'left-pad 1.3.0 (GPL-3.0-only)',
      inventoryType: 'COMPONENT',
      component: { ...component, licenseId: gpl },
      licenseId: gpl,
      auditorReviewNotes: 'checked',
    };
    expect((await change(id, body)).status).toBe(200);
    expect(await read(id)).toMatchObject({ selectedLicenseId: gpl, priority: 'High', auditNotes: 'checked' });
    const changes = await latest(id);
    expect(changes).toContainEqual(
      expect.objectContaining({ field: 'License', oldValue: String(mit), newValue: String(gpl) }),
    );
    await change(id, { licenseId: mit });
    expect(await read(id)).toMatchObject({ selectedLicenseId: mit, priority: 'High' });
  });

  it('200 when the type changes: fields that the new type does not have are cleared', async () => {
    const id = await madeLeftPad();
    await change(id, { inventoryType: 'LICENSE' });
    expect(await read(id)).toMatchObject({
      type: 'License Only',
      componentId: 'N/A',
      purl: 'N/A',
      selectedLicenseId: mit,
    });
    await change(id, { inventoryType: 'WORK_IN_PROGRESS' });
    expect(await read(id)).toMatchObject({
      type: 'Work in Progress',
      selectedLicenseId: -1,
      selectedLicenseName: "I don't know",
    });
    expect((await change(id, { component: { ...component, licenseId: -1 } })).status).toBe(400);
    await change(id, leftPad(-1));
    expect(await read(id)).toMatchObject({ type: 'Component', componentName: 'left-pad', selectedLicenseId: -1 });
  });

  it('200 for custom fields, in all answers and in the history', async () => {
    const field = (
      await h.call('POST', '/customFields', { body: { scope: 'INVENTORY', label: 'Vulnerability Ignore List' } })
    ).body.id;
    const projectId = await project();
    const id = await madeLeftPad(projectId);
    expect((await change(id, { customFields: [{ id: String(field), value: 'CVE-1|no' }] })).status).toBe(200);
    const expected = [{ id: field, fieldLabel: 'Vulnerability Ignore List', value: 'CVE-1|no' }];
    expect((await read(id)).customFields).toEqual(expected);
    const list = await h.call('GET', `/project/inventory/${projectId}?published=false`);
    expect(list.body.inventoryItems[0].customFields).toEqual(expected);
    const found = async (query: string) =>
      ((await h.call('GET', `/projects/${projectId}/inventoryItems?${query}`)).body.data as { id: number }[]).map(
        (row) => row.id,
      );
    expect(await found(`customFieldId=${field}`)).toEqual([id]);
    expect(await found(`customFieldId=${field}&customFieldValue=cve-1|`)).toEqual([id]);
    expect(await found(`customFieldId=${field}&customFieldValue=CVE-2`)).toEqual([]);
    expect(await latest(id)).toEqual([
      expect.objectContaining({ field: 'Vulnerability Ignore List', oldValue: '', newValue: 'CVE-1|no' }),
    ]);
  });

  it('403 for a reviewer who edits fields of analysts, 200 for notes and priority', async () => {
    const projectId = await project();
    const reviewer = await h.person('reviewer');
    await h.call('POST', `/projects/${projectId}/users`, {
      body: { userRoles: { roleId: 'REVIEWER', users: ['reviewer'] } },
    });
    const id = await madeLeftPad(projectId);
    expect((await change(id, { name: 'x' }, reviewer)).status).toBe(403);
    expect((await change(id, { usageGuidance: 'x', priority: 'P4' }, reviewer)).status).toBe(200);
    expect(await read(id)).toMatchObject({ usageGuidance: 'x', priority: 'Other', name: 'left-pad 1.3.0 (MIT)' });
  });

  it('200 for lone surrogates, emoji and HTML: everything that can be stored is stored', async () => {
    const id = await madeLeftPad();
    const answer = await h.call('PUT', `/inventories/${id}`, {
      raw: Buffer.from('{"usageGuidance":"\\ud800 <b> \\ud83e\\udd8a"}'),
    });
    expect(answer.status).toBe(200);
    expect((await read(id)).usageGuidance).toBe('\ufffd <b> 🦊');
    expect((await latest(id))[0].newValue).toBe('\ufffd <b> 🦊');
  });

  it('400 without a change, and for contradicting licenses', async () => {
    const id = await madeLeftPad();
    expect((await change(id, {})).status).toBe(400);
    expect((await change(id, { component: { ...component, licenseId: mit }, licenseId: gpl })).status).toBe(400);
  });

  it('a published item with another license is reviewed again by the policy, also if a person had decided under the former one', async () => {
    await h.database.pool.query(
      `insert into policy_profiles (name, rules) values ('No GPL', '{"licenses": [{"license": "GPL-3.0-only", "decision": "REJECTED"}]}')`,
    );
    const projectId = await project({ policyProfileName: 'No GPL' });
    const [id, decided] = [await madeLeftPad(projectId), await madeLeftPad(projectId)];
    for (const one of [id, decided]) await h.call('PUT', `/inventories/${one}/publish`);
    await h.call('PUT', `/inventories/${decided}/status?status=APPROVED`);
    for (const one of [id, decided]) await change(one, { licenseId: gpl });
    expect((await read(id)).inventoryReviewStatus).toBe('Rejected');
    // The review was of the item under its former license.
    expect((await read(decided)).inventoryReviewStatus).toBe('Rejected');
  });
});

describe('files of an item', () => {
  it('200: files and folders are added, counted, marked as reviewed, and recorded', async () => {
    const projectId = await withFiles();
    const id = await madeLeftPad(projectId);
    const body = { filePaths: ['/a.txt'], folderPaths: ['lib'], markAssociatedFilesAsReviewed: 'true' };
    const answer = await h.call('PUT', `/inventories/${id}/files`, { body });
    expect(answer.status).toBe(200);
    expect(await read(id)).toMatchObject({ fileCount: 3, filePaths: ['a.txt', 'lib/b.txt', 'lib/deep/c.txt'] });
    const { rows } = await h.database.pool.query(
      'select path, is_reviewed, inventory_count from files where project_id = $1 order by path',
      [projectId],
    );
    expect(rows.map((row) => [row.path, row.is_reviewed, row.inventory_count])).toEqual([
      ['a.txt', true, 1],
      ['d.txt', false, 0],
      ['lib/b.txt', true, 1],
      ['lib/deep/c.txt', true, 1],
    ]);
    expect(await latest(id)).toEqual([
      expect.objectContaining({ field: 'Files Added', newValue: 'a.txt\nlib/b.txt\nlib/deep/c.txt' }),
    ]);
  });

  it('400 for a missing path, and nothing is added', async () => {
    const id = await madeLeftPad(await withFiles());
    const answer = await h.call('PUT', `/inventories/${id}/files`, { body: { filePaths: ['a.txt', 'nowhere.txt'] } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain('nowhere.txt');
    expect((await read(id)).fileCount).toBe(0);
    expect((await h.call('PUT', `/inventories/${id}/files`, { body: {} })).status).toBe(400);
  });

  it('200: a removed file is remembered, and a person can add it again', async () => {
    const id = await madeLeftPad(await withFiles());
    const excluded = async () =>
      (await h.database.pool.query('select path from inventory_file_exclusions where item_id = $1', [id])).rows.map(
        (row) => row.path,
      );
    await h.call('PUT', `/inventories/${id}/files`, { body: { folderPaths: ['/'] } });
    expect((await h.call('DELETE', `/inventories/${id}/files`, { body: { filePaths: ['a.txt'] } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ fileCount: 3 });
    expect(await excluded()).toEqual(['a.txt']);
    expect(await latest(id)).toEqual([expect.objectContaining({ field: 'Files Removed', oldValue: 'a.txt' })]);
    await h.call('PUT', `/inventories/${id}/files`, { body: { filePaths: ['a.txt'] } });
    expect(await excluded()).toEqual([]);
  });

  it('a new code base removes deleted files from items', async () => {
    const projectId = await withFiles();
    const id = await madeLeftPad(projectId);
    await h.call('PUT', `/inventories/${id}/files`, { body: { filePaths: ['a.txt', 'd.txt'] } });
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true`, {
      raw: tar([{ name: 'd.txt', content: 'new' }]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(await read(id)).toMatchObject({ fileCount: 1, filePaths: ['d.txt'] });
    const lost = { event: 'Inventory Updated', user: 'admin', field: 'Files Removed', oldValue: 'a.txt', newValue: '' };
    expect(await latest(id)).toEqual([expect.objectContaining(lost)]);
  });

  it('200 for DELETE of the item: its files are free again, its history stays', async () => {
    const projectId = await withFiles();
    const id = await madeLeftPad(projectId);
    await h.call('PUT', `/inventories/${id}/files`, { body: { filePaths: ['a.txt'] } });
    expect((await h.call('DELETE', `/inventories/${id}`)).status).toBe(200);
    expect((await h.call('GET', `/inventories/${id}`)).status).toBe(404);
    const { rows } = await h.database.pool.query(
      `select (select inventory_count from files where project_id = $1 and path = 'a.txt') as count,
         (select event from inventory_history where item_id = $2 order by revision desc limit 1) as event`,
      [projectId, id],
    );
    expect(rows[0]).toEqual({ count: 0, event: 'Inventory Deleted' });
  });
});

describe('rememberLicense', () => {
  it('400 without anything to remember', async () => {
    const model = { name: 'a', inventoryType: 'WORK_IN_PROGRESS', rememberLicense: 'GLOBAL' };
    expect((await make(await project(), model)).status).toBe(400);
    const id = await madeLeftPad();
    expect((await change(id, { licenseId: -1, rememberLicense: 'GLOBAL' })).status).toBe(400);
  });

  it('GLOBAL is used by the next scan of another project; INVENTORY is not', async () => {
    const scanned = async () => {
      const id = await project();
      const lock = JSON.stringify({
        name: 'app',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: {
          '': { name: 'app', version: '1.0.0', dependencies: { 'left-pad': '1.3.0' } },
          'node_modules/left-pad': { version: '1.3.0' },
        },
      });
      await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
        raw: tar([{ name: 'package-lock.json', content: lock }]),
        headers: { 'content-type': 'application/octet-stream' },
      });
      const task = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
      expect((await h.jobOver(task)).status).toBe('Completed');
      const items = (await h.call('GET', `/project/inventory/${id}?published=false`)).body.inventoryItems;
      return items.find((item: { componentName: string }) => item.componentName === 'left-pad');
    };
    await h.work();
    const before = await scanned();
    expect(before.selectedLicenseId).toBe(-1);
    await change(before.id, { licenseId: gpl, rememberLicense: 'INVENTORY' });
    expect((await scanned()).selectedLicenseId).toBe(-1);
    expect(
      (await h.call('PUT', `/inventories/${before.id}?rememberLicense=GLOBAL`, { body: { licenseId: gpl } })).status,
    ).toBe(200);
    expect(await scanned()).toMatchObject({ selectedLicenseId: gpl, name: 'left-pad 1.3.0 (GPL-3.0-only)' });
  });

  it('GLOBAL is reported once in each project whose evidence differs, and stays', async () => {
    await h.work();
    const scan = async (id: number, license: string) => {
      const packages = { '': { name: 'a' }, 'node_modules/picocolors': { version: '1.0.0', license } };
      const content = JSON.stringify({ name: 'a', lockfileVersion: 3, packages });
      await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
        raw: tar([{ name: 'package-lock.json', content }]),
        headers: { 'content-type': 'application/octet-stream' },
      });
      const task = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
      const { status, details } = await h.jobOver(task);
      expect(status).toBe('Completed');
      const { inventoryItems } = (await h.call('GET', `/project/inventory/${id}?published=false`)).body;
      const item = inventoryItems.find((one: { componentName: string }) => one.componentName === 'picocolors');
      return { details, id: item.id, facts: (await h.call('GET', `/inventories/${item.id}`)).body.data.licenseFacts };
    };
    const tasks = async (id: number) =>
      (await h.database.pool.query('select details from tasks where project_id = $1 order by id', [id])).rows.map(
        ({ details }) => details,
      );
    const [here, elsewhere, third] = [await project(), await project(), await project()];
    const { id: decided } = await scan(here, 'MIT');
    expect((await change(decided, { licenseId: gpl, rememberLicense: 'GLOBAL' })).status).toBe(200);

    // The evidence is listed beside the person's choice.
    const first = await scan(elsewhere, 'MIT');
    expect(first.facts).toMatchObject({ declared: { expression: 'MIT' }, concluded: { expression: 'GPL-3.0-only' } });
    expect(await tasks(elsewhere)).toEqual([]);
    const second = await scan(elsewhere, 'ISC');
    expect(second.id).toBe(first.id);
    expect(second.details).toContain('1 decision no longer holds');
    const told = [
      expect.stringMatching(
        /^picocolors 1\.0\.0 \(GPL-3\.0-only\): the license GPL-3\.0-only, which admin had remembered for all projects on \S+, no longer holds here\. The evidence was MIT and is now ISC\./,
      ),
    ];
    expect(await tasks(elsewhere)).toEqual(told);
    expect(second.facts.concluded).toMatchObject({ expression: 'GPL-3.0-only', source: 'person' });

    // Once, whatever other projects find; again if it was consistent in between.
    await scan(third, 'MIT');
    await scan(elsewhere, 'ISC');
    expect(await tasks(third)).toEqual([]);
    expect(await tasks(elsewhere)).toEqual(told);
    await scan(elsewhere, 'MIT');
    await scan(elsewhere, 'ISC');
    const message =
      'picocolors 1\\.0\\.0 \\(GPL-3\\.0-only\\): the license GPL-3\\.0-only, [^\\n]+ The evidence was MIT and is now ISC\\.[^\\n]*';
    expect(await tasks(elsewhere)).toEqual([
      expect.stringMatching(new RegExp(`^Scan \\d+:\\n${message}\\n\\n${message}$`)),
    ]);

    // Created before grounds were stored: the first scan provides its ground.
    await h.database.pool.query(
      `update decisions set ground = ground - 'concluded' where scope = 'site' and subject ->> 'component' = 'pkg:npm/picocolors'`,
    );
    const fourth = await project();
    await scan(fourth, '0BSD');
    expect(await tasks(fourth)).toEqual([]);
    await scan(fourth, 'Zlib');
    expect(await tasks(fourth)).toEqual([expect.stringContaining('evidence was 0BSD and is now Zlib.')]);
  });

  it('GLOBAL leaves earlier findings unchanged: the next scan creates a second item beside them', async () => {
    await h.work();
    const ofProject = async (id: number) => {
      const { inventoryItems } = (await h.call('GET', `/project/inventory/${id}?published=false`)).body;
      return inventoryItems
        .filter((item: { componentName: string }) => item.componentName === 'kleur')
        .map((item: { id: number; selectedLicenseId: number; filePaths: string[] }) => [
          item.id,
          item.selectedLicenseId,
          item.filePaths,
        ]);
    };
    const scan = async (id: number) => {
      const task = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
      expect((await h.jobOver(task)).status).toBe('Completed');
    };
    const packages = {
      '': { name: 'a', dependencies: { kleur: '4.1.5' } },
      'node_modules/kleur': { version: '4.1.5' },
    };
    const raw = tar([
      { name: 'package-lock.json', content: JSON.stringify({ name: 'a', lockfileVersion: 3, packages }) },
    ]);
    const [here, elsewhere] = [await project(), await project()];
    for (const id of [here, elsewhere]) {
      const headers = { 'content-type': 'application/octet-stream' };
      await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, { raw, headers });
      await scan(id);
    }
    const [[own]] = await ofProject(here);
    const before = await ofProject(elsewhere);
    expect((await change(own, { licenseId: gpl, rememberLicense: 'GLOBAL' })).status).toBe(200);
    for (const id of [here, elsewhere, elsewhere]) await scan(id);
    expect(await ofProject(here)).toEqual([[own, gpl, ['package-lock.json']]]);
    expect(await ofProject(elsewhere)).toEqual([...before, [expect.any(Number), gpl, ['package-lock.json']]]);
  });
});
