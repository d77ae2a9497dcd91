// The workbench: the keys of an auditor, the comparison with the text of a license, and a whole code base decided about in groups that were looked at.
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { artifacts, callApi, check, type Walk } from './walk.ts';

/** An auditor clears a code base of thousands of files with as many decisions at most. */
const MOST_DECISIONS = 25;

/** Thousands of files on a machine that does other work too. */
const JOB_MS = 300_000;

interface FolderLicenses {
  totals: { files: number; reviewed: number; open: number };
}

export async function auditByKeys({ page, base, projectId }: Walk): Promise<void> {
  await page.goto(`${base}/projects/${projectId}/files`);
  await page.getByRole('region', { name: 'Licenses of the folder' }).getByRole('status').waitFor();
  const shown = () => new URL(page.url()).searchParams.get('file');
  await pressFor(page, 'j', () => shown() !== null, 'opens the first open file');
  const first = shown();
  await page.getByTestId('evidence').waitFor();
  await pressFor(page, 'j', () => shown() !== first, 'opens the next open file');
  const second = shown();
  await page.getByTestId('evidence').waitFor();
  await pressFor(page, 'k', () => shown() === first, 'leads back');
  await page.getByTestId('evidence').waitFor();
  await pressFor(page, 'e', () => page.url().includes('line='), 'goes to the evidence');
  await pressFor(page, 'm', () => shown() === second, 'marks the file and opens the next one');
  const before = (await callApi(page, 'GET', `/files/${first}`)) as { data: { reviewed: boolean } };
  check(before.data.reviewed, 'The file is not marked as reviewed.');

  await page.getByRole('tree').getByText('src', { exact: true }).click();
  await page.getByRole('tree').getByText('inflate.c', { exact: true }).click();
  await page.locator('.cm-evidence-license').first().waitFor();
  await page.keyboard.press('f');
  await page.getByRole('textbox', { name: 'Find in the file' }).fill('SOFTWARE');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 2', { exact: true }).waitFor();
  await page.locator('.cm-found-now').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Hide the details (D)' }).click();
  await page.getByTestId('evidence').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Hide the files (T)' }).click();
  await page.getByRole('tree').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show the files (T)' }).click();
  await page.getByRole('button', { name: 'Show the details (D)' }).click();
  await page.getByRole('button', { name: /^Compare the words with the text of GPL/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/ not in the text of GPL-2.0-or-later|words are in the text of GPL-2.0-or-later/).waitFor();
  await page.screenshot({ path: path.join(artifacts, 'workbench-match.png') });
  await page.keyboard.press('Escape');
}

/** Groups of files, filters that only some files need, and a view under a name, which the address brings back. */
export async function groupFiles({ page, base, projectId }: Walk): Promise<void> {
  await page.goto(`${base}/projects/${projectId}/files?view=list&groups=LICENSE`);
  const groups = page.getByRole('grid', { name: 'Groups of files' });
  await groups.getByRole('row').nth(1).waitFor();
  await page.screenshot({ path: path.join(artifacts, 'file-groups.png') });
  // Marked groups are decided about whole. The decision itself belongs to the step that clears the code base.
  await groups.getByRole('checkbox', { name: 'Mark all of No license found' }).check();
  await page.getByRole('toolbar', { name: 'Marked groups' }).getByRole('button', { name: 'Mark as reviewed' }).click();
  await page.getByRole('dialog').getByRole('region', { name: 'What would change' }).getByText(/file/).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await groups.getByText('No license found', { exact: true }).click();
  const files = page.getByRole('grid', { name: 'Files' });
  await files.getByRole('row').nth(1).waitFor();
  await page.getByText('License: none', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('textbox', { name: 'Language' }).fill('typescript');
  await page.keyboard.press('Enter');
  await page.waitForURL(/language=typescript/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('TypeScript, no license');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'TypeScript, no license' }).waitFor();
  await page.screenshot({ path: path.join(artifacts, 'file-view-saved.png') });
  await page.getByRole('button', { name: 'Remove the filter Language: typescript' }).click();
  await page.getByRole('button', { name: 'TypeScript, no license (changed)' }).click();
  await page.getByRole('menuitem', { name: 'TypeScript, no license', exact: true }).click();
  await page.waitForURL(/language=typescript/);
}

/** A key is pressed once; the page may need a moment to follow. */
async function pressFor(page: Page, key: string, isDone: () => boolean, does: string): Promise<void> {
  await page.locator('body').press(key);
  for (let waited = 0; !isDone(); waited += 50) {
    check(waited < 15_000, `The key ${key} does not do this: ${does}. The address is ${page.url()}.`);
    await page.waitForTimeout(50);
  }
}

export async function clearByGroups({ page, base, projectId }: Walk): Promise<void> {
  const { totals } = await licensesOf(page, projectId);
  const decisions = await clear(page, base, projectId);
  check(decisions <= MOST_DECISIONS, `It took ${decisions} decisions to review ${totals.files} files.`);
  const after = (await licensesOf(page, projectId)).totals;
  check(after.reviewed === after.files, `${after.reviewed} of ${after.files} files are reviewed.`);
  console.log(`        ${totals.files} files, ${totals.reviewed} of them reviewed before: ${decisions} decisions`);
}

/** So few files are a group of their own, whatever their licenses. */
const LOOKED_AT_ONE_BY_ONE = 60;

/**
 * Lists each license that has open files, looks at its files, and marks all of them; then the few that are left, and those without evidence. Returns the
 * number of decisions.
 */
async function clear(page: Page, base: string, projectId: number): Promise<number> {
  await page.goto(`${base}/projects/${projectId}/files?view=list&reviewed=no&evidence=yes`);
  const panel = page.getByRole('region', { name: 'Licenses of the folder' });
  await panel.getByRole('status').waitFor();
  let decisions = 0;
  for (;;) {
    const { totals } = await licensesOf(page, projectId);
    check(decisions < MOST_DECISIONS, `After ${decisions} decisions ${totals.open} files are open.`);
    if (totals.open <= LOOKED_AT_ONE_BY_ONE) break;
    const open = panel.getByRole('button', { name: / open/ });
    const row = open.first();
    const license = (await row.getAttribute('title')) ?? '';
    await row.click();
    await decideAboutAll(page, license);
    decisions += 1;
    await panel.getByTitle(license, { exact: true }).waitFor({ state: 'detached' });
  }
  for (const [evidence, what] of [
    ['yes', 'the few files of other licenses, one by one'],
    ['no', 'files without evidence'],
  ]) {
    await page.goto(`${base}/projects/${projectId}/files?view=list&reviewed=no&evidence=${evidence}`);
    await page.getByRole('grid', { name: 'Files' }).or(page.getByText('No file found')).first().waitFor();
    if (!(await page.getByRole('button', { name: 'Mark all', exact: true }).isVisible())) continue;
    await decideAboutAll(page, what);
    decisions += 1;
  }
  return decisions;
}

async function licensesOf(page: Page, projectId: number): Promise<FolderLicenses> {
  return ((await callApi(page, 'GET', `/projects/${projectId}/codebaseLicenses`)) as { data: FolderLicenses }).data;
}

async function decideAboutAll(page: Page, what = ''): Promise<void> {
  const rows = page.getByRole('grid', { name: 'Files' }).getByRole('row');
  await rows.nth(1).waitFor();
  await page.getByRole('button', { name: 'Mark all', exact: true }).click();
  await page.getByRole('toolbar', { name: 'Marked files' }).getByRole('button', { name: 'Mark as reviewed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('region', { name: 'What would change' }).getByText(/file/).first().waitFor();
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill(`Looked at: ${what}`);
  await dialog.getByRole('button', { name: /^Mark [\d,]+ files?$/ }).click();
  if (await isJobShown(dialog)) {
    await dialog.getByText('Completed', { exact: true }).waitFor({ timeout: JOB_MS });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
}

/** More than 1,000 files are decided about by a job, which the dialog shows. Otherwise the dialog closes. */
async function isJobShown(dialog: Locator): Promise<boolean> {
  const closes = dialog.waitFor({ state: 'detached' }).then(() => false);
  const shows = dialog
    .getByRole('button', { name: 'Close', exact: true })
    .waitFor()
    .then(() => true);
  for (const one of [closes, shows]) one.catch(() => undefined);
  return Promise.race([closes, shows]);
}
