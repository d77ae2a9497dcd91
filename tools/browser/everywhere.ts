// Steps of the browser test: the search everywhere, the page of a license, and the preview of a policy.
import type { Walk } from './walk.ts';

/** By keys alone: from anywhere to a license, and with three clicks to the items of a project. */
export async function findLicenseEverywhere({ page, base, projectId }: Walk): Promise<void> {
  await page.goto(`${base}/jobs`);
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('option', { name: 'Go to projects' }).waitFor();
  await page.keyboard.type('MIT License');
  await page.getByRole('option', { name: 'MIT MIT License', exact: true }).waitFor();
  await page.getByRole('status').getByText('Searching…').waitFor({ state: 'hidden' });
  // The first of the licenses. Groups above it have other names.
  while ((await page.locator('[data-combobox-selected]').textContent()) !== 'MITMIT License')
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'MIT', level: 1, exact: true }).waitFor();
  await page.getByRole('button', { name: /^\d+ items? of Walk$/ }).click();
  await page.getByRole('grid', { name: 'Inventory items' }).getByRole('link').first().click();
  await page.waitForURL(new RegExp(`/projects/${projectId}/inventory\\?item=\\d+`));
}

export async function previewPolicy({ page }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Policies' }).click();
  await page.getByRole('button', { name: 'New policy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Add a license' }).fill('MIT License');
  await page.getByRole('option', { name: 'MIT MIT License', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add as rejected' }).first().click();
  await dialog.getByRole('list', { name: 'Rejected licenses' }).getByText('MIT', { exact: true }).waitFor();
  await dialog.getByRole('combobox', { name: 'Add a project to the preview' }).fill('Walk');
  await page.getByRole('option', { name: 'Walk', exact: true }).click();
  await dialog.getByRole('button', { name: 'Preview the effect' }).click();
  await dialog.getByText(/published items?: \d+ approved, [1-9]\d* rejected/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}
