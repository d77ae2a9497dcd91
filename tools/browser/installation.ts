// Finds, starts and ends the server and the browser of the browser test.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { present } from '@assay/scanner/items';
import type { Browser, Page } from 'playwright-core';
import { check, root } from './walk.ts';

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const PASSWORD = 'Browser-Test-1';
const START_MS = 45_000;
const STOP_MS = 10_000;
const STEP_MS = 15_000;

export function findChromium(): string | undefined {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return places.find((place) => place !== undefined && existsSync(place));
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no free port.');
  return address.port;
}

/** A separate process group, so that nothing started by the server can outlive the test. */
export function startServer(port: number, dataFolder: string): { server: ChildProcess; log: () => string } {
  const server = spawn(process.execPath, ['server/bin/assay.js', 'serve'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      ASSAY_DATA_DIR: dataFolder,
      ASSAY_ADMIN_PASSWORD: PASSWORD,
      // A stand-in of a tracker runs beside the test.
      ASSAY_OUTGOING_ALLOW: '127.0.0.1',
    },
  });
  let log = '';
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-20_000);
  };
  server.stdout?.on('data', keep);
  server.stderr?.on('data', keep);
  return { server, log: () => log };
}

export async function waitUntilUp(base: string, server: ChildProcess): Promise<void> {
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

export async function stopServer(server: ChildProcess): Promise<void> {
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

export async function openPage(browser: Browser, faults: string[]): Promise<Page> {
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

export async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('Login name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
