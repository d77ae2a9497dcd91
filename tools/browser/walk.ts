// Shared by the steps of the browser test: the data they pass on, and their checks and actions.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const artifacts = path.join(root, 'test-artifacts/browser');

/** Data that steps pass on to later ones. */
export interface Walk {
  page: Page;
  base: string;
  archive: string;
  projectId: number;
  itemId: number;
  faults: string[];
  /** Ends the server and starts it anew, with the same data and address. */
  restart: () => Promise<void>;
}

export function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Simulates changes by other users, through the session of the page. */
export async function callApi(page: Page, method: string, address: string, body?: unknown): Promise<unknown> {
  const answer = await page.request.fetch(`${new URL(page.url()).origin}/api${address}`, {
    method,
    headers: { 'X-Assay-Request': '1' },
    ...(body !== undefined && { data: body }),
  });
  check(answer.ok(), `${method} ${address} answered ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}

/** The steps of a small project of its own, whose scans take no time. */
export function inProject(name: string, act: (walk: Walk) => Promise<void>): (walk: Walk) => Promise<void> {
  return async (walk) => {
    const { data } = (await callApi(walk.page, 'GET', `/projects?limit=100`)) as {
      data: { id: number; name: string }[];
    };
    const known = data.find((one) => one.name === name)?.id;
    const made = async () => ((await callApi(walk.page, 'POST', '/projects', { name })) as { id: number }).id;
    await act({ ...walk, projectId: known ?? (await made()) });
  };
}

export async function chooseAction(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Actions for this project' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** A slow machine: keys then follow each other faster than the page is drawn. */
export async function atAQuarterOfTheProcessor(page: Page, act: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  try {
    await act();
  } finally {
    await session.detach();
  }
}
