// What the pictures of the guide show, in its order: how to come to each screen, and what must be on it before the picture is taken.

import { present } from '@assay/scanner/items';
import type { Page } from 'playwright-core';
import { callApi } from '../browser/walk.ts';

interface Stage {
  page: Page;
  base: string;
  projectId: number;
}

interface Screen {
  /** The name of the files, without the colours. */
  name: string;
  show: (stage: Stage) => Promise<void>;
}

export const SCREENS: readonly Screen[] = [
  {
    name: 'home',
    async show({ page, base }) {
      await page.goto(base);
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    },
  },
  {
    name: 'summary',
    async show({ page, base, projectId }) {
      await page.goto(`${base}/projects/${projectId}`);
      await page.getByTestId('last-scan').waitFor();
    },
  },
  {
    name: 'map-licenses',
    async show({ page, base, projectId }) {
      await page.goto(`${base}/projects/${projectId}/map`);
      await page.locator('[data-testid=map-picture] a').first().waitFor();
    },
  },
  {
    name: 'map-vulnerabilities',
    async show({ page, base, projectId }) {
      await page.goto(`${base}/projects/${projectId}/map?color=vulnerabilities&below=node_modules&area=files`);
      await page.locator('[data-testid=map-picture] a').first().waitFor();
    },
  },
  {
    name: 'file',
    async show(stage) {
      const file = await fileOf(stage, 'license=Apache-2.0&hasEvidence=true&search=.js');
      await stage.page.goto(`${stage.base}/projects/${stage.projectId}/files?file=${file.id}`);
      await stage.page.locator('.cm-evidence-license').first().waitFor();
    },
  },
  {
    name: 'match',
    async show(stage) {
      const file = await fileOf(stage, 'license=BSD-3-Clause&hasEvidence=true&search=LICENSE');
      await stage.page.goto(`${stage.base}/projects/${stage.projectId}/files?file=${file.id}`);
      await stage.page
        .getByRole('button', { name: /^Compare the words with the text of/ })
        .first()
        .click();
      await stage.page
        .getByRole('dialog')
        .getByText(/in the text of/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'inventory',
    async show({ page, base, projectId }) {
      await page.goto(`${base}/projects/${projectId}/inventory`);
      await page.getByRole('grid', { name: 'Inventory' }).getByRole('row').nth(4).click();
      await page.getByTestId('item-pane').waitFor();
    },
  },
  {
    name: 'bulk',
    async show({ page, base, projectId }) {
      await page.goto(`${base}/projects/${projectId}/inventory?review=Draft`);
      const boxes = page.getByRole('grid', { name: 'Inventory' }).getByRole('checkbox');
      for (const at of [1, 2, 3, 4]) await boxes.nth(at).click();
      await page.getByRole('button', { name: /^Mark all/ }).click();
      await page.getByRole('button', { name: 'Approve marked' }).click();
      await page.getByRole('region', { name: 'What would change' }).waitFor();
    },
  },
  {
    name: 'vulnerabilities',
    async show({ page, base, projectId }) {
      await page.goto(`${base}/projects/${projectId}/vulnerabilities`);
      await page.getByRole('row').nth(2).waitFor();
    },
  },
  {
    name: 'search',
    async show({ page, base }) {
      await page.goto(base);
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('lodash');
      await page.getByRole('option').nth(2).waitFor();
    },
  },
  {
    name: 'license',
    async show({ page, base }) {
      await page.goto(`${base}/licenses/BSD-3-Clause`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'notices',
    async show({ page, base, projectId }) {
      await page.goto(`${base}/projects/${projectId}/notices`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
    },
  },
];

async function fileOf({ page, base, projectId }: Stage, filter: string): Promise<{ id: number }> {
  if (page.url() === 'about:blank') await page.goto(`${base}/projects/${projectId}/files`);
  const answer = await callApi(page, 'GET', `/projects/${projectId}/codebaseFiles?limit=1&${filter}`);
  return present((answer as { data: { files: { id: number }[] } }).data.files[0], `file with ${filter}`);
}
