// Inventory that made programs written for the interface fail, or that they silently skipped: components without a
// version, and licenses that a program identifies by number.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tarGz } from '../archives.ts';
import { openSite, type Site, scannedProject } from './client.ts';

let site: Site;
let projectId: number;
beforeAll(async () => {
  site = await openSite();
  const json = (name: string, content: object) => ({ name, content: JSON.stringify(content) });
  const codeBase = tarGz([
    json('package.json', { name: 'own', license: 'MIT', dependencies: { left: '*' } }),
    json('vendor/either/package.json', { name: 'either', version: '2.0.0', license: '(MIT OR GPL-3.0-or-later)' }),
    { name: 'both.c', content: '/* SPDX-License-Identifier: Zlib AND (ISC OR MIT) */\nint both;\n' },
    json('vendor/agpl/package.json', { name: 'agpl', version: '1.0.0', license: 'AGPL-3.0-only' }),
  ]);
  projectId = await scannedProject(site, 'odd', codeBase);
});
afterAll(() => site.close());

/** Published or not. */
const inventory = async () =>
  (await site.client.get(`/project/inventory/${projectId}?size=100&published=false`)).json().inventoryItems;

it('a first scan records no changes: histories name no licenses, and the update time of an item is its creation time', async () => {
  for (const item of await inventory()) {
    expect(item.updatedOn).toBe(item.createdOn);
    const { data } = (await site.client.get(`/inventories/${item.id}/history?limit=100`)).json();
    const changes = Object.values(data).flat() as { field: string; action: string; user: string }[];
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter(({ field }) => field.includes('License'))).toEqual([]);
    expect(new Set(changes.map(({ action, user }) => `${action} by ${user}`))).toEqual(new Set(['Scan by System']));
  }
});

it('every component has versions, so a client can take the newest', async () => {
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

describe('an expression of several licenses', () => {
  const expression = 'MIT OR GPL-3.0-or-later';
  const either = async () =>
    (await inventory()).find((item: { componentName: string }) => item.componentName === 'either');

  it('is no license of the library: none is selected, and the possible ones are listed', async () => {
    expect(await either()).toMatchObject({
      name: `either 2.0.0 (${expression})`,
      selectedLicenseId: -1,
      selectedLicenseName: "I don't know",
      selectedLicenseSPDXIdentifier: "I don't know",
      selectedLicensePriority: 3,
      licenseExpression: expression,
      possibleLicenses: [
        { licenseId: 7, licenseName: 'MIT License', licenseSPDXIdentifier: 'MIT' },
        { licenseId: 702, licenseSPDXIdentifier: 'GPL-3.0-or-later' },
      ],
    });
    const { data } = (await site.client.get(`/projects/${projectId}/inventorySummary?published=ANY&limit=100`)).json();
    const row = data.find((item: { componentName: string }) => item.componentName === 'either');
    expect(row).toMatchObject({ selectedLicenseId: '-1', licenseExpression: expression });
    const all = (await site.client.get('/licenses/listAll?size=10000')).json();
    expect(JSON.stringify(all)).not.toContain(' OR ');
  });

  it('is counted by its most permissive license', async () => {
    const { licenses } = (await site.client.get(`/projects/${projectId}`)).json().data;
    expect(licenses.Unknown).toBe(
      (await inventory()).filter((one: { licenseExpression: string }) => one.licenseExpression === 'N/A').length,
    );
  });

  it('stays when an item is written back, and is removed when a license is chosen', async () => {
    const item = await either();
    const writeBack = { name: item.name, licenseId: String(item.selectedLicenseId) };
    expect((await site.client.put(`/inventories/${item.id}`, writeBack)).status).toBe(200);
    expect((await either()).licenseExpression).toBe(expression);
    expect((await site.client.put(`/inventories/${item.id}`, { licenseId: '7' })).status).toBe(200);
    expect(await either()).toMatchObject({ selectedLicenseId: 7, licenseExpression: 'MIT' });
  });

  it('License Only items with one license can be edited', async () => {
    const item = (await inventory()).find((one: { name: string }) => one.name === 'Zlib AND (ISC OR MIT)');
    expect(item).toMatchObject({ type: 'License Only', selectedLicenseId: -1 });
    const answer = await site.client.put(`/inventories/${item.id}`, { auditorReviewNotes: 'seen' });
    expect(answer.status).toBe(200);
  });

  it('is reported with its requirements in the evidence of a file', async () => {
    const { data } = (await site.client.get(`/projects/${projectId}/evidences`)).json();
    const file = data.find((one: { fileName: string }) => one.fileName === 'both.c');
    expect(file.licenseMatches).toEqual(['Zlib', 'ISC OR MIT']);
  });
});
