// Curated facts from their import to the license of an item.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { closeScanPool } from '../../scans/analysis/pool.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

const FACTS = `- id: "NPM::curated-pad:1.0.0"
  curations:
    comment: The maker said so by mail.
    concluded_license: MIT
`;
const LOCKFILE = JSON.stringify({
  name: 'shop',
  lockfileVersion: 3,
  packages: { '': { name: 'shop', version: '1.0.0' }, 'node_modules/curated-pad': { version: '1.0.0' } },
});

const importFacts = (source: string, text: string, fileName = 'curations.yml', as?: object) =>
  h.call('POST', `/curations/import?source=${source}`, {
    raw: Buffer.from(text),
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': fileName },
    ...as,
  });

async function scan(projectId: number): Promise<void> {
  const { body } = await h.call('POST', `/scanResource/projectScan/${projectId}`);
  expect(await h.jobOver(body['Content: '])).toMatchObject({ status: 'Completed', error: '' });
}

async function itemOf(projectId: number) {
  const { rows } = await h.database.pool.query(
    "select id from inventory_items where project_id = $1 and purl = 'pkg:npm/curated-pad@1.0.0'",
    [projectId],
  );
  return (await h.call('GET', `/inventories/${rows[0].id}`)).body.data;
}

it("202; a source that is switched on concludes the license of packages that declare none, and a person's choice wins", async () => {
  const { id: projectId } = (await h.call('POST', '/projects', { body: { name: 'curated' } })).body;
  const raw = tar([{ name: 'package-lock.json', content: LOCKFILE }]);
  const headers = { 'content-type': 'application/octet-stream' };
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, { raw, headers });

  const queued = await importFacts('ours', FACTS);
  expect(queued.status).toBe(202);
  const { status, details } = await h.jobOver(queued.body.id);
  expect([status, details]).toEqual(['Completed', 'ours: 1 curated fact on 1 package of 1 file; 0 issues.']);
  expect((await h.call('GET', '/curations')).body.data).toMatchObject([{ name: 'ours', isEnabled: false, facts: 1 }]);
  expect((await h.call('GET', '/curations/ours?find=pad')).body.data).toMatchObject([
    { packageUrl: 'pkg:npm/curated-pad', versions: '1.0.0', licenseExpression: 'MIT' },
  ]);

  await scan(projectId);
  expect((await itemOf(projectId)).licenseFacts.concluded).toMatchObject({ expression: '', source: 'none' });

  expect((await h.call('PUT', '/curations/ours', { body: { isEnabled: true } })).status).toBe(200);
  await scan(projectId);
  const item = await itemOf(projectId);
  expect(item).toMatchObject({ selectedLicenseName: 'MIT License', licenseFacts: { declared: { source: 'none' } } });
  expect(item.licenseFacts.concluded.source).toBe('curation');
  expect(item.licenseFacts.concluded.words).toBe(
    'Concluded by the curation curations.yml of the source ours on version 1.0.0, because: The maker said so by mail.',
  );

  const { rows } = await h.database.pool.query("select id from licenses where short_name = 'ISC'");
  const changed = await h.call('PUT', `/inventories/${item.id}`, { body: { licenseId: Number(rows[0].id) } });
  expect(changed.status).toBe(200);
  await scan(projectId);
  expect((await itemOf(projectId)).licenseFacts.concluded.source).toBe('person');

  expect((await h.call('DELETE', '/curations/ours')).status).toBe(200);
  await scan(projectId);
  expect((await itemOf(projectId)).licenseFacts.concluded.source).toBe('person');
  expect((await h.call('GET', '/curations')).body.data ?? []).toEqual([]);
});

it('a file without facts ends its job with issues that name the field, and earlier facts stay', async () => {
  await h.jobOver((await importFacts('kept', FACTS)).body.id);
  const { body } = await importFacts('kept', '- id: "NPM::a:"\n  curations: 1\n');
  const job = await h.jobOver(body.id);
  expect([job.status, job.error || job.details].join(': ')).toMatch(/curations/);
  expect((await h.call('GET', '/curations/kept')).body.data).toHaveLength(1);
});

it('404 for a missing source; 400 for an invalid name', async () => {
  expect((await h.call('GET', '/curations/nobody')).status).toBe(404);
  expect((await h.call('PUT', '/curations/nobody', { body: { isEnabled: true } })).status).toBe(404);
  expect((await importFacts('no name', FACTS)).status).toBe(400);
});
