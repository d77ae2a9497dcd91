// The browser test: starts its own server, uses the web page as a user would, and checks the result. Run it by
// `node tools/browser-test.ts`. Each step saves a screenshot in test-artifacts/browser/.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { findNoBarriers } from './browser/accessibility.ts';
import { fillCustomField, makeProjectWebhook, openAdministration } from './browser/administration.ts';
import { makeArchive } from './browser/archive.ts';
import { carryFiles, followIssue, handOverUser, receiveRemoteCode, rememberLicense } from './browser/elsewhere.ts';
import { findLicenseEverywhere, previewPolicy } from './browser/everywhere.ts';
import {
  CHROMIUM_FLAGS,
  findChromium,
  freePort,
  openPage,
  PASSWORD,
  startServer,
  stopServer,
  waitUntilUp,
} from './browser/installation.ts';
import { fillNotices, handleTasks, showChanges, tieFiles } from './browser/items.ts';
import { keepComponent, useDetectionRules, useLibrary } from './browser/library.ts';
import { exploreMap } from './browser/map.ts';
import { keepTypedText, openExtremes, readEnlarged, seeOthers } from './browser/qualities.ts';
import { report } from './browser/reports.ts';
import { decideGroup, reviewByKeys } from './browser/review.ts';
import {
  judgeVulnerability,
  suppressAllThatMatch,
  takeVexOver,
  withdrawEverywhere,
} from './browser/vulnerabilities.ts';
import { artifacts, check, chooseAction, inProject, type Walk } from './browser/walk.ts';
import { fitSmallScreens } from './browser/widths.ts';
import { auditByKeys, clearByGroups, groupFiles } from './browser/workbench.ts';

/** Ends a walk that hangs; it measures nothing. */
const WHOLE_MS = 600_000;
const SCAN_MS = 60_000;

type Step = [title: string, act: (walk: Walk) => Promise<void>];

const steps: Step[] = [
  ['a wrong password is refused in words', refuseWrongPassword],
  ['signing in leads to the overview', signIn],
  ['a token is made, and the API takes it', makeToken],
  ['a folder and a project are created', createProject],
  ['an archive is uploaded', upload],
  ['a scan shows its progress and ends', scan],
  ['a file shows its evidence in coloured lines', showEvidence],
  ['an inventory item is approved', approve],
  ['notes that are not saved stay, and are saved', keepNotes],
  ['twenty items in a row are reviewed by keys alone', reviewByKeys],
  ['a group of equal items is decided in five actions, and undone', decideGroup],
  ['files are added to items and removed, and an item is created from files', tieFiles],
  ['a task is made, reassigned, closed and opened again', handleTasks],
  ['a notices text is filled', fillNotices],
  ['what the last scan changed is listed', showChanges],
  ['a report is made, saved, and is a zip that opens', report],
  ['a vulnerability is found, explained and suppressed', judgeVulnerability],
  ['decisions of all projects are withdrawn', withdrawEverywhere],
  ['the vulnerabilities that a filter finds are suppressed at once, and that is undone', suppressAllThatMatch],
  ['a VEX document decides', takeVexOver],
  ['a policy rejects the component that it names', rejectByPolicy],
  ['a locked project looks locked, until it is unlocked', lock],
  ['every page of the administration opens', openAdministration],
  ['a custom field is defined, and filled on the project', fillCustomField],
  ['a project has a webhook of its own', makeProjectWebhook],
  ['a component is added to the library, used, and kept while its project is locked', keepComponent],
  ['a license is found by keys from anywhere, and leads to the items of a project', findLicenseEverywhere],
  ['a policy is tried on a project before it is saved', previewPolicy],
  ['a license is added to the library and found in it', useLibrary],
  ['a detection rule is made, and deleted', useDetectionRules],
  ['addresses of older reports lead to the item', followOldLink],
  ['open files are reviewed by keys, and a match is compared with the text of its license', auditByKeys],
  ['files are listed in groups, and a view of them is saved', groupFiles],
  ['thousands of files are reviewed in a few decisions, each about a group that was looked at', clearByGroups],
  ['the map leads from folder to folder and to a file, by mouse and by keys', exploreMap],
  ['a license that a person sets for a version is remembered, with the reason', rememberLicense],
  ['reviewed files that were moved keep their mark, and say why', inProject('Elsewhere', carryFiles)],
  ['code of a build machine is received, and told', inProject('Elsewhere', receiveRemoteCode)],
  ['a task becomes an issue of a tracker', inProject('Elsewhere', followIssue)],
  ['the directory takes a user over, and gives it back', handOverUser],
  ['an expired session loses nothing that was typed', keepTypedText],
  ["others' decisions are seen, also after a restart of the server", seeOthers],
  ['pages at 200 % are no wider than the screen, and names keep their order', readEnlarged],
  ['files and names of any size stay usable, and hidden characters are shown', openExtremes],
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
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
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
  await page.getByLabel('Archive with the code').setInputFiles(archive);
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
  // Policies may already have decided; if so, undo the decision first.
  if (!(await approveButton.isEnabled())) await pane.getByRole('button', { name: 'Set to draft' }).click();
  // The page shows a decision before the server has answered, so wait for the answer.
  const answered = page.waitForResponse((response) => response.url().endsWith('/bulkDecisions/items'));
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
  // A decision makes the item the newest, so another item takes its place for a while.
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
  await pane.getByRole('button', { name: 'Save', exact: true }).click();
  await mark.waitFor({ state: 'detached' });
  await page.reload();
  await notes.click();
  check((await valueOfNotes()) === typed, `The notes were saved as "${await valueOfNotes()}".`);
}

async function rejectByPolicy({ page, base, projectId }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Policies' }).click();
  await page.getByRole('button', { name: 'New policy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('No web servers');
  await dialog.getByRole('checkbox', { name: /^Edit licenses and components as text/ }).check();
  await dialog.getByRole('textbox', { name: 'Rejected components' }).fill('pkg:npm/fastify >=1');
  await dialog.getByRole('button', { name: 'Create policy' }).click();
  await page.getByRole('button', { name: 'No web servers', exact: true }).waitFor();
  await page.goto(`${base}/projects/${projectId}/inventory`);
  await page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Policy' }).click();
  await page.getByRole('option', { name: 'No web servers' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The settings were saved.').waitFor();
  await page.goto(`${base}/projects/${projectId}/inventory`);
  await chooseAction(page, 'Apply the policy');
  await dialog.getByText('The policy overturns no decision of a person.').waitFor();
  check(
    await dialog.getByRole('checkbox', { name: 'Keep the statuses that people set' }).isChecked(),
    'Keeping what people decided is not preselected.',
  );
  await dialog.getByRole('button', { name: 'Apply the policy' }).click();
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

/** Later steps depend on earlier ones: after a failure the remaining steps count as failed. */
async function walkThrough(walk: Walk): Promise<number> {
  let passed = 0;
  for (const [title, act] of steps) {
    const picture = path.join(
      artifacts,
      `${String(passed + 1).padStart(2, '0')}-${title.replaceAll(/[^a-z]+/gi, '-')}.png`,
    );
    const started = performance.now();
    try {
      await act(walk);
      await walk.page.screenshot({ path: picture });
      passed += 1;
      console.log(`ok      ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
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
  const start = () => startServer(Number(new URL(base).port), path.join(scratch, 'data'));
  let { server, log } = start();
  const restart = async () => {
    await stopServer(server);
    ({ server, log } = start());
    await waitUntilUp(base, server);
  };
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
      restart,
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
    console.log('The end of the server log stands in test-artifacts/browser/server.log.');
  }
  console.log(`${passed} passed, ${steps.length - passed} failed`);
  return passed === steps.length ? 0 : 1;
}

process.exitCode = await main();
