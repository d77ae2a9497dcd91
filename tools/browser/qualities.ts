// What must hold in any work: a session that ends, decisions of others, a restart of the server, and files and names of any size.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { MOST_MARKS, makeExtremes } from './archive.ts';
import { signInAgain } from './installation.ts';
import { artifacts, callApi, check, type Walk } from './walk.ts';

/** A scan of large files on a machine that does other work too. */
const SCAN_MS = 120_000;

/** The session ends while somebody types: what was typed is there after signing in again. */
export async function keepTypedText({ page, base, projectId, itemId }: Walk): Promise<void> {
  const typed = 'Typed before the session ended.';
  const notes = page.getByTestId('item-pane').getByLabel('Audit notes');
  await page.goto(`${base}/projects/${projectId}/inventory?item=${itemId}&tab=notes`);
  await notes.fill(typed);
  await page.context().clearCookies();
  await page.getByTestId('item-pane').getByRole('button', { name: 'Save', exact: true }).click();
  await signInAgain(page);
  await notes.waitFor();
  check((await notes.inputValue()) === typed, `After signing in again the notes are "${await notes.inputValue()}".`);
  await page.getByTestId('item-pane').getByRole('button', { name: 'Discard' }).click();
}

/** Without a reload, also by a page that was open while the server was started anew. */
export async function seeOthers(walk: Walk): Promise<void> {
  const { page, base, projectId, itemId } = walk;
  const pane = page.getByTestId('item-pane');
  const decided = async (status: string, words = status) => {
    const started = performance.now();
    await callApi(page, 'PUT', `/inventories/${itemId}/status?status=${status.toUpperCase()}`, {});
    await pane.getByText(words, { exact: true }).first().waitFor();
    return `${((performance.now() - started) / 1000).toFixed(1)} s`;
  };
  await page.goto(`${base}/projects/${projectId}/inventory?item=${itemId}`);
  await pane.waitFor();
  await decided('Draft', 'Not reviewed');
  const before = await decided('Approved');
  await walk.restart();
  const after = await decided('Rejected');
  await callApi(page, 'PUT', `/inventories/${itemId}/status?status=APPROVED`, {});
  console.log(`        seen after ${before}, after a restart of the server ${after}`);
}

/** One line of 20 MB, 40,000 copyrights in a file, a path of 2,000 characters (longer ones are not unpacked), and names that pretend to be others. */
export async function openExtremes({ page, base, archive }: Walk): Promise<void> {
  const { id } = (await callApi(page, 'POST', '/projects', { name: 'Extremes' })) as { id: number };
  const file = `${archive}.extremes.gz`;
  await makeExtremes(file);
  const sent = await page.request.post(`${base}/api/project/uploadProjectCodebase?projectId=${id}`, {
    headers: { 'X-Assay-Request': '1', 'Content-Type': 'application/octet-stream', 'X-File-Name': 'code.tar.gz' },
    data: readFileSync(file),
    timeout: SCAN_MS,
  });
  rmSync(file);
  check(sent.ok(), `The upload was answered with ${sent.status()}.`);
  await page.goto(`${base}/projects/${id}`);
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page.getByTestId('last-scan').getByText('Completed').waitFor({ timeout: SCAN_MS });

  await openFile(page, base, id, 'one-line.js');
  await openFile(page, base, id, 'marks.c');
  await page.locator('.cm-evidence-copyright').first().waitFor();
  await page.keyboard.press('e');
  await page.waitForURL(/[?&]line=\d+/);
  await page.keyboard.press('f');
  await page.getByRole('textbox', { name: 'Find in the file' }).fill(`holder ${MOST_MARKS - 1} `);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`[?&]line=${MOST_MARKS}`));
  await page.locator('.cm-found-now').waitFor();
  await page.getByText('1 of 1 line, 1 place').waitFor();
  await page.screenshot({ path: path.join(artifacts, 'find-in-large-file.png') });
  await page.keyboard.press('Escape');
  await openFile(page, base, id, 'txt.c');
  await page.getByRole('tree').getByText('evil‹U+202E›txt.c').waitFor();
  await page.locator('.cm-hidden-character').first().waitFor();
  await page.screenshot({ path: path.join(artifacts, 'hidden-characters.png') });

  await page.goto(`${base}/projects/${id}/files?view=list&find=long`);
  const cell = page.getByRole('grid', { name: 'Files' }).getByText('long-name.c');
  await cell.waitFor();
  check(await cell.isVisible(), 'The name of a file with a very long path cannot be seen.');
  await noWider(page, 'with a path of 2,000 characters');
}

async function openFile(page: Page, base: string, projectId: number, name: string): Promise<void> {
  const { data } = (await callApi(page, 'GET', `/projects/${projectId}/codebaseFiles?search=${name}`)) as {
    data: { files: { id: number }[] };
  };
  await page.goto(`${base}/projects/${projectId}/files?file=${data.files[0]?.id}`);
  await page.locator('.cm-line').first().waitFor();
}

/** A page of 1280 pixels at 200 %, and one that is read from the right. */
export async function readEnlarged({ page, base, projectId }: Walk): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: usual.width / 2, height: usual.height / 2 });
  const parts = ['', '/files', '/inventory', '/vulnerabilities', '/decide', '/tasks', '/notices'];
  for (const at of ['/', '/projects', '/policies', ...parts.map((part) => `/projects/${projectId}${part}`)]) {
    await page.goto(base + at);
    await page.locator('main').waitFor();
    await noWider(page, `${at} at 200 %`);
  }
  await page.setViewportSize(usual);
  await page.goto(`${base}/projects/${projectId}/inventory?find=mantine`);
  const name = page
    .getByRole('grid', { name: 'Inventory' })
    .getByText(/^@mantine\/core/)
    .first();
  await name.waitFor();
  await page.evaluate("document.documentElement.dir = 'rtl'");
  await noWider(page, 'read from the right');
  const order = await name.evaluate(
    (element) => element.ownerDocument.defaultView.getComputedStyle(element).unicodeBidi,
  );
  check(order === 'plaintext', `In a page that is read from the right, names have the order "${order}".`);
  await page.evaluate("document.documentElement.dir = 'ltr'");
}

async function noWider(page: Page, where: string): Promise<void> {
  const [width, seen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  check(width <= seen, `The page ${where} is ${width} pixels wide, of which ${seen} are seen.`);
}
