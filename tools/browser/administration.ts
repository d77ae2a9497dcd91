// Settings of the site and of a project: every page of the administration, a custom field, a webhook.
import { check, type Walk } from './walk.ts';

export async function openAdministration({ page }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Administration' }).click();
  const sections = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
  await sections.first().waitFor();
  const titles = await sections.allTextContents();
  check(titles.length >= 6, `The administration has the pages ${titles.join(', ')}.`);
  for (const title of titles) {
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: title, exact: true })
      .click();
    await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
  }
}

export async function fillCustomField({ page, base, projectId }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Custom fields' }).click();
  await page.getByRole('button', { name: 'New project field' }).click();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Release stage');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Choice from a list' }).click();
  await dialog.getByRole('textbox', { name: 'Values' }).fill('beta\nlive');
  await dialog.getByRole('button', { name: 'Create field' }).click();
  await page.getByRole('cell', { name: 'Choice from a list: beta, live' }).waitFor();
  await page.goto(`${base}/projects/${projectId}`);
  await page.getByRole('combobox', { name: 'Release stage' }).click();
  await page.getByRole('option', { name: 'live' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await save.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('combobox', { name: 'Release stage' }).and(page.locator('[value=live]')).waitFor();
}

export async function makeProjectWebhook({ page }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Parts of Settings' }).getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Build server');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://ci.example.org/assay');
  await dialog.getByRole('checkbox', { name: 'project.scanned' }).check();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await dialog.getByText('not shown again').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Build server', exact: true }).click();
  await page.getByText('Deliveries to Build server: 0').waitFor();
}
