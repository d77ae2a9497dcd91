// Scan results that a person deleted: left out of later scans, mentioned in the log, restored by hand.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'deleted findings' } })).body.id;
  const manifest = { name: 'app', version: '1.0.0', license: 'MIT' };
  const lock = {
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'app', version: '1.0.0', dependencies: { 'left-pad': '1.3.0', ms: '2.1.3' } },
      'node_modules/left-pad': { version: '1.3.0', license: 'WTFPL' },
      'node_modules/ms': { version: '2.1.3', license: 'MIT' },
    },
  };
  const raw = tar([
    { name: 'app/package.json', content: JSON.stringify(manifest) },
    { name: 'app/package-lock.json', content: JSON.stringify(lock) },
  ]);
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw,
    headers: { 'content-type': 'application/octet-stream' },
  });
});
afterAll(() => h.close());

interface Item {
  id: number;
  name: string;
  componentId: number;
  componentVersionId: number;
  licenseId: number;
}

async function scan(query = ''): Promise<number> {
  const { body } = await h.call('POST', `/scanResource/projectScan/${projectId}${query}`);
  expect((await h.jobOver(body['Content: '])).status).toBe('Completed');
  return body['Content: '];
}

async function find(name: string): Promise<Item[]> {
  const { rows } = await h.database.pool.query(
    `select i.id, i.name, i.component_id as "componentId", i.version_id as "componentVersionId",
       i.license_id as "licenseId" from inventory_items i
     where i.project_id = $1 and i.name like $2 || '%'`,
    [projectId, name],
  );
  return rows;
}

async function logOf(jobId: number): Promise<string[]> {
  const { rows } = await h.database.pool.query(
    `select message from job_issues where job_id = $1 and code = 'deleted-by-person'`,
    [jobId],
  );
  return rows.map((row) => row.message);
}

it('a deleted item is not created by any scan, forced or not, until a person creates it', async () => {
  expect(await logOf(await scan())).toEqual([]);
  const [item] = await find('left-pad');
  expect((await h.call('DELETE', `/inventories/${item!.id}`)).status).toBe(200);
  for (const query of ['', '?fullRescan=true']) {
    const jobId = await scan(query);
    expect(await find('left-pad')).toEqual([]);
    expect(await logOf(jobId)).toEqual([
      expect.stringMatching(/^left-pad 1\.3\.0.* was found again and left out, because admin deleted it on \d{4}-/),
    ]);
  }
  expect(await find('ms')).toHaveLength(1);
  const { componentId: id, componentVersionId: versionId, licenseId } = item!;
  const inventoryModel = {
    name: 'left-pad by hand',
    inventoryType: 'COMPONENT',
    component: { id, versionId, licenseId },
  };
  const made = await h.call('POST', '/inventories', { body: { projectId, inventoryModel } });
  expect(made.status).toBe(201);
  expect(await logOf(await scan())).toEqual([]);
  expect(await find('left-pad')).toMatchObject([{ id: made.body.id, name: 'left-pad by hand' }]);
  // Deleted again, it is left out again.
  await h.call('DELETE', `/inventories/${made.body.id}`);
  expect(await logOf(await scan())).toHaveLength(1);
  expect(await find('left-pad')).toEqual([]);
});

it('an item that got another component before it was deleted is not created with the first one either', async () => {
  const [ms] = await find('ms');
  await h.database.pool.query(
    'update inventory_items set component_id = null, version_id = null, is_edited = true where id = $1',
    [ms!.id],
  );
  await h.call('DELETE', `/inventories/${ms!.id}`);
  await scan();
  expect(await find('ms')).toEqual([]);
});
