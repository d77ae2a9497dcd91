// Makes the pictures of docs/guide.md: starts a server, uploads and scans code bases, decides a little, and takes each picture in light and dark colours.
//   node tools/guide-shots.ts [--advisories OSV.zip] "Name=FOLDER" ["Name=FOLDER" …]
// The first project is the one that most pictures show. `--server ADDRESS --project ID` takes the pictures of a server that is already filled;
// `--only NAME` takes one of them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { packFolder } from './browser/archive.ts';
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
import { callApi, check, root } from './browser/walk.ts';
import { SCREENS } from './guide/screens.ts';

const FOLDER = path.join(root, 'docs/guide');
/** All pictures together; people clone them with the sources. */
const MOST_BYTES = 1_500_000;
const JOB_MS = 900_000;
const SCREEN_MS = 90_000;
const SETTLE_MS = 900;

const { values, positionals } = parseArgs({
  options: {
    advisories: { type: 'string' },
    server: { type: 'string' },
    project: { type: 'string' },
    only: { type: 'string' },
  },
  allowPositionals: true,
});

async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(base);
  await page.getByLabel('Login name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
}

async function jobOver(page: Page, id: number): Promise<void> {
  for (const end = Date.now() + JOB_MS; ; ) {
    const job = (await callApi(page, 'GET', `/jobs/${id}`)) as { status: string; error: string };
    if (job.status === 'Completed') return;
    check(!['Failed', 'Terminated', 'Canceled'].includes(job.status), `Job ${id} is ${job.status}: ${job.error}`);
    check(Date.now() < end, `Job ${id} did not end.`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function send(page: Page, address: string, bytes: Buffer, fileName: string): Promise<unknown> {
  const answer = await page.request.post(`${new URL(page.url()).origin}/api${address}`, {
    headers: { 'X-Assay-Request': '1', 'Content-Type': 'application/octet-stream', 'X-File-Name': fileName },
    data: bytes,
    timeout: JOB_MS,
  });
  check(answer.ok(), `${address} answered ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}

/** Imports the advisories, and makes, fills and scans the projects. Returns the first one. */
async function fill(page: Page): Promise<number> {
  if (values.advisories !== undefined) {
    const sent = await send(
      page,
      '/advisories/import?source=osv-npm&full=true&force=true',
      readFileSync(values.advisories),
      'all.zip',
    );
    await jobOver(page, (sent as { id: number }).id);
  }
  const ids: number[] = [];
  for (const one of positionals) {
    const [name, folder] = one.split('=');
    check(name && folder, `"${one}" is not of the form Name=FOLDER.`);
    const { id } = (await callApi(page, 'POST', '/projects', { name })) as { id: number };
    await send(page, `/project/uploadProjectCodebase?projectId=${id}`, await packFolder(folder), 'code.tar.gz');
    const scan = (await callApi(page, 'POST', `/scanResource/projectScan/${id}`)) as { 'Content: ': number };
    await jobOver(page, scan['Content: ']);
    ids.push(id);
  }
  const [first] = ids;
  check(first, 'Name at least one code base.');
  await decideSome(page, first);
  return first;
}

/** A code base on which somebody has worked for an hour: some licenses are approved, some files are reviewed. */
async function decideSome(page: Page, projectId: number): Promise<void> {
  for (const [of, body] of [
    ['items', { action: 'APPROVE', filter: { license: 'MIT' } }],
    ['files', { action: 'MARK_REVIEWED', filter: { license: 'MIT' } }],
  ] as const) {
    const reason = 'Permissive; the notice is in the report.';
    const decided = await callApi(page, 'POST', `/projects/${projectId}/bulkDecisions/${of}`, {
      ...body,
      reason,
      dryRun: false,
    });
    const { jobId } = (decided as { data: { jobId?: number } }).data;
    if (jobId !== undefined) await jobOver(page, jobId);
  }
}

/** Playwright writes no WebP, which is a third as large as PNG. */
async function takePicture(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 78 });
  await session.detach();
  writeFileSync(file, Buffer.from(data, 'base64'));
}

async function takeAll(page: Page, base: string, projectId: number): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const screens = SCREENS.filter(({ name }) => values.only === undefined || name === values.only);
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate(`localStorage.setItem('assay-color-scheme', '${scheme}')`);
    for (const { name, show } of screens) {
      await page.goto('about:blank');
      await show({ page, base, projectId });
      await page.mouse.move(1279, 799);
      await page.waitForLoadState('networkidle');
      for (const waits of await page.getByLabel('Loading').all()) await waits.waitFor({ state: 'detached' });
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      await takePicture(page, path.join(FOLDER, `${name}-${scheme}.webp`));
      console.log(`${name} ${scheme}`);
    }
    await page.goto(base);
  }
}

async function main(): Promise<void> {
  const executablePath = findChromium();
  check(executablePath, 'No Chromium was found. Install it, or name it by CHROMIUM_PATH.');
  const scratch = mkdtempSync(path.join(tmpdir(), 'assay-guide-'));
  const base = values.server ?? `http://localhost:${await freePort()}`;
  const own =
    values.server === undefined ? startServer(Number(new URL(base).port), path.join(scratch, 'data')) : undefined;
  let browser: Browser | undefined;
  try {
    if (own) await waitUntilUp(base, own.server);
    browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    const faults: string[] = [];
    const page = await openPage(browser, faults);
    page.setDefaultTimeout(SCREEN_MS);
    await signIn(page, base);
    await takeAll(page, base, values.project === undefined ? await fill(page) : Number(values.project));
    check(faults.length === 0, faults.join('\n'));
  } finally {
    await browser?.close();
    if (own) await stopServer(own.server);
    rmSync(scratch, { recursive: true, force: true });
  }
  if (values.only !== undefined) return;
  const bytes = SCREENS.flatMap(({ name }) =>
    ['light', 'dark'].map((scheme) => statSync(path.join(FOLDER, `${name}-${scheme}.webp`)).size),
  );
  const total = bytes.reduce((sum, one) => sum + one, 0);
  console.log(`${bytes.length} pictures, ${total} bytes`);
  check(total <= MOST_BYTES, `The pictures have more than ${MOST_BYTES} bytes.`);
}

await main();
