// Packages that only folders outside the product name. The site defines these folders.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'places' } })).body.id;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    headers: { 'content-type': 'application/octet-stream' },
    raw: await zip({
      'package.json': JSON.stringify({ name: 'app', version: '1.0.0' }),
      'examples/web/package.json': JSON.stringify({ name: 'demo', dependencies: { shown: '1.0.0', ranged: '^2.0.0' } }),
    }),
  });
});
afterAll(() => h.close());

async function scanned(name: string) {
  const task = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  expect((await h.jobOver(task)).status).toBe('Completed');
  const { inventoryItems } = (await h.call('GET', `/project/inventory/${projectId}?published=false`)).body;
  return inventoryItems.find((item: { componentName: string }) => item.componentName === name);
}

it('a package that only an example names is marked as such; a range with its text and the version Unknown', async () => {
  expect(await scanned('shown')).toMatchObject({
    dependencyScope: 'Non Runtime',
    detectionNotes: expect.stringContaining('Only folders of the kind example name it'),
  });
  expect(await scanned('ranged')).toMatchObject({
    componentVersionName: 'Unknown',
    detectionNotes: expect.stringContaining('it is asked for as “^2.0.0”'),
  });
});

it('an administrator changes which folders are no part of the product', async () => {
  const before = (await h.call('GET', '/siteSettings')).body.data.placesOutsideProduct;
  expect(before.map((place: { name: string }) => place.name)).toContain('example');
  await h.call('PUT', '/siteSettings', { body: { placesOutsideProduct: [] } });
  expect(await scanned('shown')).toMatchObject({ dependencyScope: 'Runtime' });
  await h.call('PUT', '/siteSettings', { body: { placesOutsideProduct: before } });
  expect(await scanned('shown')).toMatchObject({ dependencyScope: 'Non Runtime' });
});

it('400 for a folder with a path, or an unknown scope', async () => {
  const put = (place: object) => h.call('PUT', '/siteSettings', { body: { placesOutsideProduct: [place] } });
  expect((await put({ name: 'x', scope: 'test', folders: ['a/b'] })).status).toBe(400);
  expect((await put({ name: 'x', scope: 'never', folders: ['a'] })).status).toBe(400);
});
