// The browser test: starts a server of its own, uses the web page as a person would, and checks the result. Run it by `node
// tools/browser-test.ts`. Each step saves a screenshot in test-artifacts/.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { firstOf, present } from '@assay/scanner/items';
import { type Browser, chromium, type Page } from 'playwright-core';
import { pack } from 'tar-stream';
import { fromBuffer } from 'yauzl';
import { findNoBarriers } from './browser/accessibility.ts';
import { fillNotices, handleTasks, showChanges, tieFiles } from './browser/items.ts';
import { reviewByKeys } from './browser/review.ts';
import { judgeInBulk, judgeVulnerability } from './browser/vulnerabilities.ts';
import { artifacts, callApi, check, chooseAction, root, type Walk } from './browser/walk.ts';
import { fitSmallScreens } from './browser/widths.ts';

const PASSWORD = 'Browser-Test-1';
const WHOLE_MS = 300_000;
const START_MS = 45_000;
const STOP_MS = 10_000;
const STEP_MS = 15_000;
const SCAN_MS = 60_000;
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Step = [title: string, act: (walk: Walk) => Promise<void>];

const steps: Step[] = [
  ['a wrong password is refused in words', refuseWrongPassword],
  ['signing in leads to the projects', signIn],
  ['a token is made, and the API takes it', makeToken],
  ['a folder and a project are created', createProject],
  ['an archive is uploaded', upload],
  ['a scan shows its progress and ends', scan],
  ['a file shows its evidence in coloured lines', showEvidence],
  ['an inventory item is approved', approve],
  ['notes that are not saved stay, and are saved', keepNotes],
  ['twenty items in a row are reviewed by keys alone', reviewByKeys],
  ['files are added to items and removed, and an item is created from files', tieFiles],
  ['a task is made, reassigned, closed and opened again', handleTasks],
  ['a notices text is filled', fillNotices],
  ['what the last scan changed is listed', showChanges],
  ['a report is made, saved, and is a zip that opens', report],
  ['a vulnerability is found, explained and suppressed', judgeVulnerability],
  ['decisions of all projects are withdrawn, and a VEX document decides', judgeInBulk],
  ['a policy rejects the component that it names', rejectByPolicy],
  ['a locked project looks locked, until it is unlocked', lock],
  ['every page of the administration opens', openAdministration],
  ['a custom field is defined, and filled on the project', fillCustomField],
  ['a project has a webhook of its own', makeProjectWebhook],
  ['a component is added to the library, used, and kept while its project is locked', keepComponent],
  ['a license is added to the library and found in it', useLibrary],
  ['a detection rule is made, and deleted', useDetectionRules],
  ['addresses of older reports lead to the item', followOldLink],
  ['no page keeps anybody out, in light and dark colours', findNoBarriers],
  ['small screens show code and the user menu', fitSmallScreens],
  ['the dark colours are dark', goDark],
  ['signing out closes the door', signOut],
  ['no page met a script error', findNoFaults],
];

async function refuseWrongPassword({ page, base }: Walk): Promise<void> {
  await page.goto(base);
  await page.getByLabel('Login name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('The login name or the password is wrong.').waitFor();
}

async function signIn({ page }: Walk): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await page.keyboard.press('/');
  const isInSearch = await page.evaluate<boolean>("document.activeElement.hasAttribute('data-page-search')");
  check(isInSearch, 'The key / did not lead to the search.');
}

async function makeToken({ page, base }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Preferences' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('browser test');
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByTestId('token').textContent())?.trim();
  const answer = await fetch(`${base}/api/projects`, { headers: { Authorization: `Bearer ${token}` } });
  check(answer.status === 200, `The API answered the new token with ${answer.status}.`);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('cell', { name: 'browser test', exact: true }).waitFor();
}

async function createProject(walk: Walk): Promise<void> {
  const { page } = walk;
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Products');
  await page.getByRole('button', { name: 'Create folder' }).click();
  await page.getByRole('navigation', { name: 'Folders and projects' }).getByText('Products').click();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText('Enter a name.').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Walk');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Walk', level: 1 }).waitFor();
  walk.projectId = Number(/\/projects\/(\d+)/.exec(page.url())?.[1]);
  check(walk.projectId > 0, `The address of the new project is ${page.url()}.`);
}

async function upload({ page, archive }: Walk): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(archive);
  await page.getByText('File upload successful').waitFor({ timeout: 30_000 });
}

async function scan({ page }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page
    .getByTestId('job-progress')
    .getByText(/[1-9][\d,]* of [\d,]+ files/)
    .waitFor();
  await page.screenshot({ path: path.join(artifacts, 'scan-in-progress.png') });
  const last = page.getByTestId('last-scan');
  await last.waitFor({ timeout: SCAN_MS });
  check((await last.textContent())?.includes('Completed'), `The scan ended so: ${await last.textContent()}`);
  await page.getByRole('link', { name: /^P3: permissive/ }).waitFor();
}

async function showEvidence({ page }: Walk): Promise<void> {
  const tree = page.getByRole('tree', { name: 'Code base' });
  await page.getByRole('link', { name: 'Code base' }).click();
  await tree.getByText('src', { exact: true }).click();
  await tree.getByText('inflate.c', { exact: true }).click();
  const evidence = page.getByTestId('evidence');
  await evidence
    .getByRole('button', { name: /GPL-2\.0-or-later/ })
    .first()
    .click();
  await page.locator('.cm-evidence-license').first().waitFor();
  await page.locator('.cm-evidence-copyright').first().waitFor();
  check(/[?&]line=\d+/.test(page.url()), `The chosen line is not in the address: ${page.url()}`);
  await page.reload();
  await page.locator('.cm-evidence-license').first().waitFor();
  await page.getByRole('button', { name: 'Mark reviewed' }).click();
  await page.getByRole('button', { name: 'Reviewed', exact: true }).waitFor();
}

async function approve(walk: Walk): Promise<void> {
  const { page } = walk;
  await page.getByRole('link', { name: 'Inventory', exact: true }).click();
  const rows = page.getByRole('grid', { name: 'Inventory' }).getByRole('row');
  await rows.nth(1).waitFor();
  await rows.nth(1).click();
  const pane = page.getByTestId('item-pane');
  const approveButton = pane.getByRole('button', { name: 'Approve' });
  await approveButton.waitFor();
  // Policies may have decided already: then undo the decision first.
  if (!(await approveButton.isEnabled())) await pane.getByRole('button', { name: 'Set to draft' }).click();
  // The page shows a decision before the server has answered; the answer counts.
  const answered = page.waitForResponse((response) => response.url().endsWith('/status?status=APPROVED'));
  await approveButton.click();
  await pane.getByText('Approved').first().waitFor();
  check((await answered).ok(), `The server answered the approval with ${(await answered).status()}.`);
  if (await pane.getByRole('button', { name: 'Publish' }).isVisible())
    await pane.getByRole('button', { name: 'Publish' }).click();
  walk.itemId = Number(/[?&]item=(\d+)/.exec(page.url())?.[1]);
  const status = await page.evaluate<string>(
    `fetch('/api/inventories/${walk.itemId}').then((answer) => answer.json()).then(({ data }) => data.inventoryReviewStatus)`,
  );
  check(status === 'Approved', `The server says that the item is ${status}.`);
}

async function keepNotes({ page }: Walk): Promise<void> {
  const typed = 'Asked the authors; they agree.';
  const pane = page.getByTestId('item-pane');
  const notes = pane.getByRole('tab', { name: 'Notices & notes' });
  const mark = pane.getByRole('img', { name: 'unsaved changes' });
  const valueOfNotes = () => pane.getByLabel('Audit notes').inputValue();
  const rows = page.getByRole('grid', { name: 'Inventory' }).getByRole('row');
  await notes.click();
  await pane.getByLabel('Audit notes').fill(typed);
  await mark.waitFor();
  await pane.getByRole('tab', { name: 'Files' }).click();
  // A decision makes the item newer, so another item takes its place for a while.
  await pane.getByRole('button', { name: 'Set to draft' }).click();
  await pane.getByRole('button', { name: 'Approve' }).click();
  await pane.getByText('Approved').first().waitFor();
  const name = (await pane.getByRole('heading').first().textContent()) ?? '';
  await rows.nth(2).click();
  await pane.getByRole('heading', { name, exact: true }).waitFor({ state: 'detached' });
  check(!(await mark.isVisible()), 'Another item is marked as not saved.');
  await rows.nth(1).click();
  await mark.waitFor();
  await notes.click();
  await page.screenshot({ path: path.join(artifacts, 'notes-not-saved.png') });
  check((await valueOfNotes()) === typed, `The notes have become "${await valueOfNotes()}".`);
  await pane.getByRole('button', { name: 'Save' }).click();
  await mark.waitFor({ state: 'detached' });
  await page.reload();
  await notes.click();
  check((await valueOfNotes()) === typed, `The notes were saved as "${await valueOfNotes()}".`);
}

async function report({ page }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Reports' }).click();
  const card = page.getByTestId('report-Audit');
  await card.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate' }).click();
  const saved = page.waitForEvent('download', { timeout: 30_000 });
  const link = card.getByRole('link', { name: 'Download' });
  await link.waitFor({ timeout: 30_000 });
  await link.click();
  const file = await (await saved).path();
  const names = await namesInZip(readFileSync(file));
  check(names.length > 0, 'The report is an empty zip.');
  await card.getByRole('button', { name: 'View' }).click();
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Escape');
}

function namesInZip(bytes: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: false }, (error, zip) => {
      if (error || !zip) return reject(error ?? new Error('The report is no zip.'));
      const names: string[] = [];
      zip.on('entry', (entry: { fileName: string }) => names.push(entry.fileName));
      zip.on('end', () => resolve(names));
      zip.on('error', reject);
    });
  });
}

async function rejectByPolicy({ page, base, projectId }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Policies' }).click();
  await page.getByRole('button', { name: 'New policy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('No web servers');
  await dialog.getByRole('textbox', { name: 'Rejected components' }).fill('pkg:npm/fastify >=1');
  await dialog.getByRole('button', { name: 'Create policy' }).click();
  await page.getByRole('button', { name: 'No web servers', exact: true }).waitFor();
  await page.goto(`${base}/projects/${projectId}/inventory`);
  await page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Policy' }).click();
  await page.getByRole('option', { name: 'No web servers' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The settings were saved.').waitFor();
  await page.goto(`${base}/projects/${projectId}/inventory`);
  await chooseAction(page, 'Apply the policy');
  await page.getByText('reviewed by No web servers in the background').waitFor();
  const rejected = page.getByRole('grid', { name: 'Inventory' }).getByRole('row').filter({ hasText: 'Rejected' });
  await rejected.filter({ hasText: 'fastify' }).first().waitFor();
}

async function lock({ page }: Walk): Promise<void> {
  const newItem = page.getByRole('button', { name: 'New item' });
  const banner = page.getByRole('region', { name: 'Locked project' });
  await newItem.waitFor();
  await chooseAction(page, /^Project Completed/);
  await page.locator('header').getByText('Project Completed').first().waitFor();
  await banner.getByText('This project is locked').waitFor();
  await newItem.waitFor({ state: 'detached' });
  await page.getByRole('row').nth(1).click();
  await page.getByTestId('item-pane').waitFor();
  await page.keyboard.press('a');
  await page.getByText('The project is locked: its items cannot be reviewed.').waitFor();
  await page.screenshot({ path: path.join(artifacts, 'locked-project.png') });
  await banner.getByRole('button', { name: 'Unlock' }).click();
  await banner.waitFor({ state: 'detached' });
  await newItem.waitFor();
  await chooseAction(page, 'Analysis Completed');
  await page.locator('header').getByText('Analysis Completed').first().waitFor();
}

async function openAdministration({ page }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Administration' }).click();
  const sections = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
  await sections.first().waitFor();
  const titles = await sections.allTextContents();
  check(titles.length >= 6, `The administration has the pages ${titles.join(', ')}.`);
  for (const title of titles) {
    await sections.filter({ hasText: title }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }
}

async function fillCustomField({ page, base, projectId }: Walk): Promise<void> {
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
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await save.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('combobox', { name: 'Release stage' }).and(page.locator('[value=live]')).waitFor();
}

async function makeProjectWebhook({ page }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name: 'Webhooks' }).click();
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

async function keepComponent({ page, projectId }: Walk): Promise<void> {
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

async function useLibrary({ page }: Walk): Promise<void> {
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
  await page.getByRole('gridcell', { name: 'Browser-House', exact: true }).click();
  await dialog.getByText('LicenseRef-Browser-House').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'License rules' }).click();
  await page.getByText('The built-in rules.').waitFor();
  const file = { name: 'rules.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('The rules did not change. The upload is not an archive of a known format').waitFor();
}

async function useDetectionRules({ page }: Walk): Promise<void> {
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
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter at least one pattern.').waitFor();
  await dialog.getByRole('textbox', { name: 'Patterns' }).fill('third/fastify/**');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'third/fastify/**' }).waitFor();
  await page.getByRole('button', { name: /^Delete the rule for fastify/ }).click();
  await dialog.getByRole('button', { name: 'Delete rule' }).click();
  await page.getByText('No detection rules yet').waitFor();
}

async function followOldLink({ page, base, projectId, itemId }: Walk): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${base}/codeinsight/FNCI#myprojectdetails/?id=${projectId}&tab=projectInventory&pinv=${itemId}`);
  await page.getByTestId('item-pane').waitFor();
  check(
    page.url().endsWith(`/projects/${projectId}/inventory?item=${itemId}`),
    `The old address became ${page.url()}.`,
  );
}

async function goDark({ page, base, projectId, itemId }: Walk): Promise<void> {
  await page.goto(`${base}/projects/${projectId}/inventory?item=${itemId}`);
  await page.getByRole('button', { name: 'Switch to dark colours' }).click();
  await page.reload();
  await page.getByTestId('item-pane').waitFor();
  const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const parts = (background.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  const lightness = parts.reduce((sum, part) => sum + part, 0) / 3;
  check(lightness < 60, `The page's background has a lightness of ${lightness} of 255.`);
}

async function signOut({ page, base }: Walk): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Login name').waitFor();
  await page.goto(`${base}/preferences`);
  await page.getByLabel('Login name').waitFor();
}

async function findNoFaults({ faults }: Walk): Promise<void> {
  check(faults.length === 0, faults.join('\n'));
}

/** A code base of some thousand real files, and a few with known evidence. */
async function makeArchive(file: string): Promise<void> {
  const tar = pack();
  const archive = buffer(Readable.from(tar));
  tar.entry({ name: 'LICENSE' }, readFileSync(path.join(root, 'LICENSE')));
  tar.entry({ name: 'src/inflate.c' }, GPL_SOURCE);
  tar.entry(
    { name: 'package.json' },
    JSON.stringify({ name: 'walk', version: '1.0.0', license: 'MIT', dependencies: { kysely: '^0.28.0' } }),
  );
  for (const name of ['fastify', 'kysely', 'typebox', '@mantine/core'])
    addFolder(tar, path.join(root, 'node_modules', name), `vendor/${name}`);
  tar.finalize();
  writeFileSync(file, gzipSync(await archive, { level: 1 }));
}

function addFolder(tar: ReturnType<typeof pack>, folder: string, name: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) tar.entry({ name: `${name}/${path.relative(folder, file)}` }, readFileSync(file));
  }
}

const GPL_SOURCE = `/*
 * inflate.c: unpacks what deflate packed
 * Copyright (C) 1999, 2003 Jane Doe <jane@example.net>
 *
 * This program is free software; you can redistribute it and/or modify
 * it under the terms of the GNU General Public License as published by
 * the Free Software Foundation; either version 2 of the License, or
 * (at your option) any later version.
 *
 * This program is distributed in the hope that it will be useful,
 * but WITHOUT ANY WARRANTY; without even the implied warranty of
 * MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
 * GNU General Public License for more details.
 */
int inflate(void) { return 0; }
`;

function findChromium(): string | undefined {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return places.find((place) => place !== undefined && existsSync(place));
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no free port.');
  return address.port;
}

/** A process group of its own, so that nothing started by the server can outlive the test. */
function startServer(port: number, dataFolder: string): { server: ChildProcess; log: () => string } {
  const server = spawn(process.execPath, ['server/bin/assay.ts', 'serve'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), ASSAY_DATA_DIR: dataFolder, ASSAY_ADMIN_PASSWORD: PASSWORD },
  });
  let log = '';
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-20_000);
  };
  server.stdout?.on('data', keep);
  server.stderr?.on('data', keep);
  return { server, log: () => log };
}

async function waitUntilUp(base: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    check(server.exitCode === null, `The server ended at once with code ${server.exitCode}.`);
    const isUp = await fetch(base).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The server did not answer within ${START_MS / 1000} s.`);
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_MS))]);
  }
  try {
    process.kill(-present(server.pid, 'process of the server'), 'SIGKILL');
  } catch {
    // The group is empty: everything has ended.
  }
}

async function openPage(browser: Browser, faults: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser reports refused requests too; the API's tests check those, and some are part of the test.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`${page.url()}: ${message.text()}`);
  });
  return page;
}

/** Later steps depend on earlier ones: after a failure the rest counts as failed too. */
async function walkThrough(walk: Walk): Promise<number> {
  let passed = 0;
  for (const [title, act] of steps) {
    const picture = path.join(
      artifacts,
      `${String(passed + 1).padStart(2, '0')}-${title.replaceAll(/[^a-z]+/gi, '-')}.png`,
    );
    try {
      await act(walk);
      await walk.page.screenshot({ path: picture });
      passed += 1;
      console.log(`ok      ${title}`);
    } catch (error) {
      await walk.page.screenshot({ path: picture }).catch(() => {});
      console.log(`FAILED  ${title}\n        ${(error as Error).message}\n        at ${walk.page.url()}`);
      for (const [skipped] of steps.slice(passed + 1)) console.log(`not run ${skipped}`);
      break;
    }
  }
  return passed;
}

async function main(): Promise<number> {
  const executablePath = findChromium();
  if (!executablePath) {
    console.log('NO CHROMIUM FOUND: the browser test did not run. Install chromium, or name it by CHROMIUM_PATH.');
    return process.env.CI === 'true' ? 1 : 0;
  }
  rmSync(artifacts, { recursive: true, force: true });
  mkdirSync(artifacts, { recursive: true });
  const scratch = mkdtempSync(path.join(tmpdir(), 'assay-browser-'));
  const base = `http://localhost:${await freePort()}`;
  const { server, log } = startServer(Number(new URL(base).port), path.join(scratch, 'data'));
  let browser: Browser | undefined;
  const watchdog = setTimeout(() => {
    console.log(`FAILED  the walk took longer than ${WHOLE_MS / 1000} s`);
    void browser?.close();
  }, WHOLE_MS);
  let passed = 0;
  try {
    const archive = path.join(scratch, 'walk.tar.gz');
    await makeArchive(archive);
    await waitUntilUp(base, server);
    browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    const faults: string[] = [];
    passed = await walkThrough({
      page: await openPage(browser, faults),
      base,
      archive,
      projectId: 0,
      itemId: 0,
      faults,
    });
  } catch (error) {
    console.log(`FAILED  ${(error as Error).message}`);
  } finally {
    clearTimeout(watchdog);
    await browser?.close();
    await stopServer(server);
    rmSync(scratch, { recursive: true, force: true });
  }
  if (passed < steps.length) {
    writeFileSync(path.join(artifacts, 'server.log'), log());
    console.log('The end of the server log stands in test-artifacts/server.log.');
  }
  console.log(`${passed} passed, ${steps.length - passed} failed`);
  return passed === steps.length ? 0 : 1;
}

process.exitCode = await main();
