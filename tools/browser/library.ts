// The library: components, licenses and detection rules.
import { firstOf } from '@assay/scanner/items';
import type { Page } from 'playwright-core';
import { callApi, check, type Walk } from './walk.ts';

export async function keepComponent({ page, projectId }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'New component' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('house widgets');
  await dialog.getByRole('button', { name: 'Create component' }).click();
  await dialog.getByText('Use only letters, digits, dots, hyphens and underscores.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('house-widgets');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('House widgets');
  await dialog.getByRole('button', { name: 'Create component' }).click();
  await page.getByRole('heading', { name: 'House widgets', level: 1 }).waitFor();
  const componentId = Number(/\/components\/(\d+)/.exec(page.url())?.[1]);
  await page.getByRole('button', { name: 'New version' }).click();
  await dialog.getByRole('textbox', { name: 'Version' }).fill('1.0');
  await dialog.getByRole('combobox', { name: 'License' }).fill('Zlib');
  await page.getByRole('option', { name: 'Zlib · zlib License' }).click();
  await dialog.getByRole('button', { name: 'Create version' }).click();
  await page.getByRole('row', { name: /^1\.0 Zlib/ }).waitFor();
  await page.getByText('Not used').waitFor();
  await callApi(page, 'POST', '/inventories', {
    projectId,
    inventoryModel: {
      name: 'House widgets 1.0',
      inventoryType: 'COMPONENT',
      component: await versionOf(page, componentId),
    },
  });
  await callApi(page, 'PUT', `/projects/${projectId}/status?status=Project%20Completed`);
  await page.reload();
  const uses = page.getByRole('grid', { name: 'Where it is used' });
  await uses.getByRole('link', { name: 'House widgets 1.0' }).waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete component' }).click();
  await dialog.getByRole('alert').getByText('items of locked projects use it (Walk)').waitFor();
  await callApi(page, 'PUT', `/projects/${projectId}/status?status=Analysis%20Completed`);
  await dialog.getByRole('button', { name: 'Delete component' }).click();
  await page.getByRole('heading', { name: 'Components', level: 1 }).waitFor();
  await page.getByLabel('Find components').fill('house widgets');
  await page.getByText('No component found').waitFor();
}

async function versionOf(page: Page, componentId: number) {
  const { data } = (await callApi(page, 'GET', `/components/${componentId}`)) as {
    data: { versionList: { id: number; versionLicenses: { id: number }[] }[] };
  };
  const version = data.versionList.find(({ versionLicenses }) => versionLicenses.length > 0);
  check(version, `No version of the component has a license: ${JSON.stringify(data.versionList)}`);
  return { id: componentId, versionId: version.id, licenseId: firstOf(version.versionLicenses).id };
}

export async function useLibrary({ page }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Licenses' }).click();
  await page.getByRole('button', { name: 'New license' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Browser House License');
  await dialog.getByLabel('Short name').fill('Browser-House');
  await dialog.getByLabel('Text').fill('Everybody in the house may use this as they like, and nobody else may.');
  await dialog.getByRole('button', { name: 'Create license' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByLabel('Find licenses').fill('house browser');
  await page.getByRole('link', { name: 'Browser-House', exact: true }).click();
  await page.getByText('LicenseRef-Browser-House').waitFor();
  await page.getByText('Not used', { exact: true }).waitFor();
  await page.getByLabel('Find in the text').fill('everybody in');
  await page.getByText('1 place').waitFor();
  await page.getByRole('navigation', { name: 'Path of the license' }).getByRole('link', { name: 'Licenses' }).click();
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'License rules' }).click();
  await page.getByText('The built-in rules.').waitFor();
  const file = { name: 'rules.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('The rules did not change. The upload is not an archive of a known format').waitFor();
}

export async function useDetectionRules({ page }: Walk): Promise<void> {
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Detection rules' }).click();
  await page.getByRole('button', { name: 'New detection rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Component' }).fill('fastify');
  await page
    .getByRole('option', { name: /^fastify · / })
    .first()
    .click();
  await dialog.getByRole('combobox', { name: 'Version' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('combobox', { name: 'License' }).fill('Zlib');
  await page.getByRole('option', { name: 'Zlib · zlib License' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Enter at least one pattern.').waitFor();
  await dialog.getByRole('textbox', { name: 'Patterns' }).fill('third/fastify/**');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'third/fastify/**' }).waitFor();
  await page.getByRole('button', { name: /^Delete the rule for fastify/ }).click();
  await dialog.getByRole('button', { name: 'Delete rule' }).click();
  await page.getByText('No detection rules yet').waitFor();
}
