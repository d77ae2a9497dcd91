// Inventory that ended programs written for the interface, or that they passed over without a word: components without a version, licenses
// that the program knows by number.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tarGz } from '../archives.ts';
import { openSite, type Site, scannedProject } from './client.ts';

let site: Site;
let projectId: number;
beforeAll(async () => {
  site = await openSite();
  const json = (name: string, content: object) => ({ name, content: JSON.stringify(content) });
  const codeBase = tarGz([
    json('package.json', { name: 'own', license: 'MIT', dependencies: { left: '*' } }),
    json('vendor/agpl/package.json', { name: 'agpl', version: '1.0.0', license: 'AGPL-3.0-only' }),
  ]);
  projectId = await scannedProject(site, 'odd', codeBase);
});
afterAll(() => site.close());

/** Published or not. */
const inventory = async () =>
  (await site.client.get(`/project/inventory/${projectId}?size=100&published=false`)).json().inventoryItems;

it('every component has versions, of which the newest can be taken', async () => {
  const items = await inventory();
  const own = items.find((item: { componentName: string }) => item.componentName === 'own');
  expect(own).toMatchObject({ componentVersionName: 'Unknown', name: 'own (MIT)' });
  for (const item of items.filter((one: { componentId: unknown }) => one.componentId !== 'N/A')) {
    const { versionList } = (await site.client.get(`/components/${item.componentId}`)).json().data;
    expect(versionList.map((version: { name: string }) => version.name)).toContain(item.componentVersionName);
    const version = (await site.client.get(`/components/versions/${item.componentVersionId}`)).json().data;
    expect(version).toMatchObject({ id: item.componentVersionId, name: item.componentVersionName });
  }
});

it('an item without a known version is written back as it was read', async () => {
  const own = (await inventory()).find((item: { componentName: string }) => item.componentName === 'own');
  const body = {
    name: own.name,
    inventoryType: 'COMPONENT',
    component: { id: own.componentId, versionId: own.componentVersionId, licenseId: own.selectedLicenseId },
    licenseId: own.selectedLicenseId,
  };
  expect((await site.client.put(`/inventories/${own.id}`, body)).status).toBe(200);
});

it('an audit that looks for restricted licenses by number finds them', async () => {
  const restricted = new Set([229, 702, 1217]);
  const found = (await inventory()).filter((item: { selectedLicenseId: number }) =>
    restricted.has(item.selectedLicenseId),
  );
  expect(found.map((item: { componentName: string }) => item.componentName)).toEqual(['agpl']);
});
