// What a project has from elsewhere: code of build machines, issues of a tracker, users of a directory, licenses that people remembered, and decisions on
// files that were moved since.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { JIRA_TOKEN, JIRA_USER, startJira } from '../../server/test/jira-server.ts';
import { GPL_SOURCE, packTexts } from './archive.ts';
import { callApi, check, root, type Walk } from './walk.ts';

const SCAN_MS = 60_000;
/** The server sends issues to trackers every few seconds. */
const TRACKER_MS = 30_000;

/** `assay scan --to` sends what it found, and the page says what became of it. */
export async function receiveRemoteCode({ page, base, projectId }: Walk): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-remote-'));
  writeFileSync(path.join(folder, 'inflate.c'), GPL_SOURCE);
  writeFileSync(path.join(folder, 'package.json'), '{"name":"remote","version":"1.0.0","license":"MIT"}');
  const { token } = (await callApi(page, 'POST', '/tokens', { name: 'build machine' })) as {
    token: string;
  };
  const args = ['scan', folder, '--to', base, '--project', String(projectId), '--alias', 'linux-build', '--host', 'ci'];
  try {
    await promisify(execFile)(process.execPath, ['server/bin/assay.js', ...args], {
      cwd: root,
      env: { ...process.env, ASSAY_TOKEN: token },
      timeout: SCAN_MS,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await page.goto(`${base}/projects/${projectId}`);
  await page.getByRole('button', { name: 'linux-build', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'linux-build' });
  await dialog.getByText(/^2 files, /).waitFor();
  await dialog.getByText(/^\d+, of which .* undecided$/).waitFor();
}

/** A license that a person sets for a version counts in all projects; the component says who, when and why. */
export async function rememberLicense({ page, base }: Walk): Promise<void> {
  const { data } = (await callApi(page, 'GET', '/components/search?searchBy=NAME&searchTerm=kysely')) as {
    data: { id: number }[];
  };
  const dialog = page.getByRole('dialog');
  await page.goto(`${base}/library/components/${data[0]?.id}`);
  await page
    .getByRole('button', { name: /^Set license of version/ })
    .first()
    .click();
  const license = dialog.getByRole('combobox', { name: 'License' });
  // The words of the chosen license come with the list of licenses, and take the place of what was typed before.
  await license.and(page.locator('[value^="MIT"]')).waitFor();
  await license.fill('Zlib');
  await page.getByRole('option', { name: 'Zlib · zlib License' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The authors wrote so.');
  await dialog.getByRole('button', { name: 'Set license' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: '1 remembered license' }).waitFor();
  await page.getByRole('row', { name: /Zlib .*The authors wrote so\. admin/ }).waitFor();
}

/** A task becomes an issue of the tracker, and the page shows what the tracker says of it. */
export async function followIssue({ page, base, projectId }: Walk): Promise<void> {
  const jira = await startJira();
  try {
    const { id: instanceId } = (await callApi(page, 'POST', '/almInstances', {
      name: 'Tracker',
      url: jira.url,
      userName: JIRA_USER,
      secret: JIRA_TOKEN,
      projectKey: 'LEGAL',
    })) as { id: number };
    await callApi(page, 'PUT', `/projects/${projectId}/alm`, { instanceId });
    const inventoryId = await firstItem(page, projectId);
    await callApi(page, 'POST', `/tasks?inventoryId=${inventoryId}`, {
      summary: 'Ask the tracker',
      details: 'It has no license of its own.',
      priority: 'HIGH',
      type: 'REMEDIATE_INVENTORY',
    });
    await page.goto(`${base}/projects/${projectId}/tasks?status=OPEN`);
    const task = page.getByRole('listitem').filter({ hasText: 'Ask the tracker' });
    await task.getByRole('button', { name: 'Create issue in Tracker' }).click();
    await page.getByText('An issue is being created in Tracker.').waitFor();
    await task.getByRole('button', { name: 'State of issues' }).click();
    const dialog = page.getByRole('dialog', { name: 'Issues of Ask the tracker' });
    await dialog.getByRole('link', { name: /^LEGAL-\d+$/ }).waitFor({ timeout: TRACKER_MS });
    check(jira.issues.size === 1, `The tracker has ${jira.issues.size} issues.`);
  } finally {
    await jira.close();
  }
}

async function firstItem(page: Page, projectId: number): Promise<number> {
  const { data } = (await callApi(page, 'GET', `/projects/${projectId}/inventoryItems?limit=1`)) as {
    data: { id: number }[];
  };
  check(data[0], 'The project has no item.');
  return data[0].id;
}

/** The directory takes a user over, and gives it back. */
export async function handOverUser({ page, base }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  await callApi(page, 'PUT', '/ldapSettings', {
    enabled: false,
    urls: ['ldaps://directory.example.net'],
    base: 'dc=example,dc=net',
  });
  await page.goto(`${base}/administration/users?find=grace`);
  const row = page.getByRole('grid', { name: 'Users' }).getByRole('row', { name: /grace/ });
  await row.getByRole('button', { name: 'Let the directory manage grace' }).click();
  await dialog.getByText('The password of this server is deleted.').waitFor();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await page.getByText('The directory manages grace from now on.').waitFor();
  await row.getByRole('button', { name: 'Make grace a local user' }).click();
  await dialog.getByLabel('New password', { exact: true }).fill('short');
  await dialog.getByRole('button', { name: 'Make local' }).click();
  await dialog
    .getByText(/at least \d+ characters/)
    .last()
    .waitFor();
  await dialog.getByLabel('New password', { exact: true }).fill('Browser-Test-3');
  await dialog.getByRole('button', { name: 'Make local' }).click();
  await page.getByText('grace signs in with the new password.').waitFor();
  await row.getByRole('button', { name: 'Let the directory manage grace' }).waitFor();
}

/** Reviewed files are moved: their marks stay, and the page lists them with the reason. */
export async function carryFiles({ page, base, projectId }: Walk): Promise<void> {
  await sendCode(page, base, projectId, { 'old/inflate.c': GPL_SOURCE });
  await callApi(page, 'POST', `/projects/${projectId}/bulkDecisions/files`, {
    action: 'MARK_REVIEWED',
    filter: {},
    dryRun: false,
  });
  await sendCode(page, base, projectId, { 'new/inflate.c': GPL_SOURCE });
  await page.goto(`${base}/projects/${projectId}/decide?show=files`);
  const row = page.getByRole('grid', { name: 'Files with carried decisions' }).getByRole('row').nth(1);
  await row.getByRole('link', { name: 'new/inflate.c' }).waitFor();
  await row.getByText('Same contents').waitFor();
  await row.getByRole('link').click();
  await page.getByRole('button', { name: 'Reviewed', exact: true }).waitFor();
}

/** Replaces the code base of the project, and scans it. */
async function sendCode(page: Page, base: string, projectId: number, texts: Record<string, string>): Promise<void> {
  const to = `${base}/api/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true`;
  const sent = await page.request.post(to, {
    headers: { 'X-Assay-Request': '1', 'Content-Type': 'application/octet-stream', 'X-File-Name': 'code.tar.gz' },
    data: await packTexts(texts),
  });
  check(sent.ok(), `The upload was answered with ${sent.status()}.`);
  await page.goto(`${base}/projects/${projectId}`);
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page.getByTestId('last-scan').getByText('Completed').waitFor({ timeout: SCAN_MS });
}
