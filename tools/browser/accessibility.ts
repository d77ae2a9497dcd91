// Checks every page of the router with axe-core, in light and dark colours, and dialogs: no serious or critical finding is allowed. The
// list of pages comes from the router, so that no new page is forgotten.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ADVISORY } from './vulnerabilities.ts';
import { callApi, check, root, type Walk } from './walk.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Ids that differ on each page load. */
const MADE_ID = /mantine-[a-z0-9]{9}/g;
const GRAVE = ['serious', 'critical'];

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

export async function findNoBarriers({ page, base, projectId, itemId }: Walk): Promise<void> {
  const values = {
    projectId,
    name: ADVISORY,
    // A standard report, which has no template, and says so.
    reportId: 1,
    license: 'MIT',
    componentId: await idOf(page, '/components/search?searchBy=NAME&searchTerm=fastify'),
  };
  const item = `/projects/${projectId}/inventory?item=${itemId}`;
  const pages = [
    ...addressesOf(readFileSync(path.join(root, 'web/src/router.tsx'), 'utf8'), values),
    ...['', '&tab=notes', '&tab=vulnerabilities', '&tab=files', '&tab=decisions', '&tab=history', '&tab=tasks'].map(
      (tab) => `${item}${tab}`,
    ),
    `/projects/${projectId}/files?file=${await fileId(page, projectId)}`,
    `/projects/${projectId}/files?view=list&below=src&file=${await fileId(page, projectId)}`,
    `/projects/${projectId}/map?color=vulnerabilities`,
    `/projects/${projectId}/map?color=review&area=files&below=vendor`,
    '/no-such-page',
  ];
  const dialogs: [address: string, button: string][] = [
    [`/projects/${projectId}/inventory`, 'New item'],
    [`/projects/${projectId}/tasks`, 'New task'],
    [
      `/projects/${projectId}/files?file=${await fileId(page, projectId)}`,
      'Compare the words with the text of GPL-2.0-or-later',
    ],
    ['/projects', 'New project'],
    ['/policies', 'New policy'],
    ['/library/components', 'New component'],
    ['/administration/users', 'New user'],
  ];
  /** Distinct findings, each with its first place. */
  const barriers = new Map<string, string>();
  /** In both colours, without opening the page again: to load it takes most of the time. */
  const look = async (place: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.evaluate(COLOURS_CHANGED);
      for (const barrier of await barriersOn(page))
        if (!barriers.has(barrier)) barriers.set(barrier, `${place} (${colorScheme})`);
    }
  };
  for (const address of pages) {
    await open(page, base + address);
    await look(address);
  }
  for (const [address, button] of dialogs) {
    await open(page, base + address);
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close this dialog' }).waitFor();
    await look(`${address}, dialog ${button}`);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  const lines = [...barriers].map(([barrier, place]) => `${place}: ${barrier}`);
  check(lines.length === 0, `${lines.length} barriers:\n${lines.join('\n')}`);
}

/** Colours may change bit by bit. An animation without an end, as of a loader, is not waited for. */
const COLOURS_CHANGED = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
    .map(({ finished }) => finished.catch(() => {})),
)`;

/** A page is ready when it has a heading, or says that it does not exist, and nothing in it is loading. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading').or(page.getByText('Page not found')).first().waitFor();
  await page.locator('output[aria-label="Loading"], output[aria-live]').first().waitFor({ state: 'detached' });
}

async function barriersOn(page: Page): Promise<string[]> {
  await page.evaluate(`window.axe ?? (() => { ${AXE} })()`);
  const { violations } = await page.evaluate<{ violations: Finding[] }>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return violations
    .filter(({ impact }) => GRAVE.includes(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.replaceAll(MADE_ID, '')}\n    ${failureSummary}`),
    );
}

/** The addresses of all routes in the router's source, with these values for their parameters. */
function addressesOf(router: string, values: Record<string, number | string>): string[] {
  const routes = new Map<string, { parent: string; path: string }>();
  const definition = /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*(?:path|id): '([^']*)'/g;
  for (const [, name = '', parent = '', at = ''] of router.matchAll(definition))
    routes.set(name, { parent, path: at.startsWith('/') ? at : '' });
  const count = router.match(/= createRoute\(/g)?.length;
  check(routes.size === count, `Of ${count} routes the test can read ${routes.size}.`);
  const whole = (name: string): string => {
    const route = routes.get(name);
    return route ? whole(route.parent) + route.path.replace(/\/$/, '') : '';
  };
  const placed = (parameter: string) => {
    check(parameter in values, `The test knows no value for $${parameter} in an address.`);
    return String(values[parameter]);
  };
  const addresses = [...routes.keys()].map(
    (name) => whole(name).replaceAll(/\$(\w+)/g, (_, one) => placed(one)) || '/',
  );
  return [...new Set(addresses)];
}

async function idOf(page: Page, address: string): Promise<number> {
  const { data } = (await callApi(page, 'GET', address)) as { data: { id: number }[] };
  check(data[0], `${address} finds nothing.`);
  return data[0].id;
}

async function fileId(page: Page, projectId: number): Promise<number> {
  const found = await callApi(page, 'GET', `/projects/${projectId}/files?filePath=src/inflate.c`);
  return (found as { data: { fileId: number } }).data.fileId;
}
