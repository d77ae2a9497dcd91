// Suppliers, digests and addresses of packages: from scans and imported SBOMs into the item, from there into exports and project data.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const SHA512 = 'ab'.repeat(64);
const INTEGRITY = `sha512-${Buffer.from(SHA512, 'hex').toString('base64')}`;
const LOCKFILE = JSON.stringify({
  ...{ name: 'app', lockfileVersion: 3 },
  packages: {
    '': { name: 'app', version: '1.0.0', dependencies: { left: '^1.0.0' } },
    'node_modules/left': {
      ...{ version: '1.0.0', integrity: INTEGRITY, license: 'MIT' },
      resolved: 'https://me:secret@registry.example.org/left-1.0.0.tgz',
    },
  },
});
const MANIFEST = JSON.stringify({
  ...{ name: 'left', version: '1.0.0', license: 'MIT', author: 'Jane Doe <jane@example.org>' },
  repository: 'https://example.org/left.git',
});

const project = async (name: string) => (await h.call('POST', '/projects', { body: { name } })).body.id as number;

async function upload(id: number, files: Record<string, string | Buffer>) {
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    headers: { 'content-type': 'application/octet-stream' },
    raw: await zip(files),
  });
  const task = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
  expect(await h.jobOver(task)).toMatchObject({ status: 'Completed', error: '' });
}

async function importSbom(id: number, component: object) {
  const content = JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop' } },
    components: [
      { type: 'library', 'bom-ref': 'left', name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0', ...component },
    ],
  });
  const head = 'Content-Disposition: form-data; name="sbomFile"; filename="bom.json"';
  const raw = Buffer.from(`--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const { body } = await h.call('POST', `/projects/${id}/importSbom`, { raw, headers });
  expect(await h.jobOver(body.data.taskId)).toMatchObject({ status: 'Completed', error: '' });
}

async function item(id: number, name = 'left') {
  const { rows } = await h.database.pool.query(
    `select i.id from inventory_items i join components c on c.id = i.component_id where i.project_id = $1 and c.name = $2`,
    [id, name],
  );
  return (await h.call('GET', `/inventories/${rows[0].id}`)).body.data;
}

const FOUND = {
  supplier: 'Jane Doe <jane@example.org>',
  digests: [{ algorithm: 'SHA-512', value: SHA512 }],
  references: expect.arrayContaining([
    { type: 'vcs', url: 'https://example.org/left.git' },
    { type: 'distribution', url: 'https://registry.example.org/left-1.0.0.tgz' },
  ]),
};

it('a scan finds them, passwords in addresses aside, and the export and project data have them', async () => {
  const id = await project('scanned');
  await upload(id, { 'package-lock.json': LOCKFILE, 'node_modules/left/package.json': MANIFEST });
  const found = await item(id);
  expect(found).toMatchObject(FOUND);
  const { body } = await h.call('POST', `/jobs/sbomexport/${id}?format=cyclonedx-1.6`);
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed', error: '' });
  const document = JSON.parse((await h.call('GET', `/projects/${id}/sbomExport/download`)).text);
  const component = document.components.find((one: { name: string }) => one.name === 'left');
  const hashes = [{ alg: 'SHA-512', content: SHA512 }];
  expect(component).toMatchObject({
    supplier: { name: 'Jane Doe', contact: [{ name: 'Jane Doe', email: 'jane@example.org' }] },
    hashes,
    externalReferences: expect.arrayContaining([
      { type: 'distribution', url: 'https://registry.example.org/left-1.0.0.tgz', hashes },
    ]),
  });
  expect(JSON.stringify(document)).not.toContain('secret');
  const data = (await h.call('GET', `/project/exportProjectData?projectId=${id}`)).response.rawPayload;
  const other = await project('copy of the data');
  await h.call('POST', `/importer/importProjectData?projectId=${other}&createEmptyInventory=true`, {
    headers: { 'content-type': 'application/octet-stream' },
    raw: data,
  });
  await h.allJobsOver();
  expect(await item(other)).toMatchObject(FOUND);
});

it('an SBOM brings them, a later one adds to them, and a scan fills in what it finds', async () => {
  const id = await project('imported');
  await importSbom(id, { supplier: { name: 'Acme' } });
  expect(await item(id)).toMatchObject({ supplier: 'Acme', digests: [], references: [] });
  await importSbom(id, {
    hashes: [{ alg: 'SHA-256', content: 'cd'.repeat(32) }],
    externalReferences: [{ type: 'issue-tracker', url: 'https://example.org/issues' }],
  });
  expect(await item(id)).toMatchObject({
    supplier: 'Acme',
    digests: [{ algorithm: 'SHA-256', value: 'cd'.repeat(32) }],
    references: [{ type: 'issue-tracker', url: 'https://example.org/issues' }],
  });
});

it('they are those of a version: another one has none of them', async () => {
  const id = await project('edited');
  await importSbom(id, { supplier: { name: 'Acme' }, hashes: [{ alg: 'SHA-256', content: 'cd'.repeat(32) }] });
  await importSbom(await project('with the other version'), { version: '2.0.0', purl: 'pkg:npm/left@2.0.0' });
  const left = await item(id);
  const { rows } = await h.database.pool.query(
    `select id from component_versions where component_id = $1 and name = '2.0.0'`,
    [left.componentId],
  );
  const body = {
    component: { id: left.componentId, versionId: Number(rows[0].id), licenseId: left.selectedLicenseId },
  };
  const { status, text } = await h.call('PUT', `/inventories/${left.id}`, { body });
  expect([status, text]).toEqual([200, expect.anything()]);
  expect(await item(id)).toMatchObject({ componentVersionName: '2.0.0', supplier: '', digests: [] });
});

it('an SBOM in the code base names packages, and tells where it names another version', async () => {
  const id = await project('with an SBOM');
  const purls = ['pkg:npm/left@0.9.0', 'pkg:npm/only-there@3.0.0'];
  const components = purls.map((purl) => ({ type: 'library', name: 'x', purl, supplier: { name: 'Acme' } }));
  await upload(id, {
    'package-lock.json': LOCKFILE,
    'build/bom.json': JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components }),
    'lib/app.jar': await zip({
      'META-INF/sbom/application.cdx.json': JSON.stringify({
        ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
        components: [{ type: 'library', name: 'core', purl: 'pkg:maven/org.example/core@1.2' }],
      }),
    }),
  });
  expect(await item(id, 'only-there')).toMatchObject({
    ...{ componentVersionName: '3.0.0', supplier: 'Acme', confidence: 'MEDIUM' },
    detectionNotes: expect.stringContaining('Named by the SBOM build/bom.json'),
  });
  expect(await item(id)).toMatchObject({
    componentVersionName: '1.0.0',
    detectionNotes: expect.stringContaining('Named in another version by the SBOM build/bom.json (0.9.0)'),
  });
  expect(await item(id, 'core')).toMatchObject({ componentVersionName: '1.2', filePaths: ['lib/app.jar'] });
});
