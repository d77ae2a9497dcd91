// Vulnerabilities: an own advisory is found in the project, explained and suppressed with words; decisions are withdrawn in bulk, and imported.
import type { Page } from 'playwright-core';
import { atAQuarterOfTheProcessor, callApi, check, type Walk } from './walk.ts';

/** The advisory that the following steps find as well. */
export const ADVISORY = 'ACME-2026-0001';
const WAIT_MS = 30_000;

export async function judgeVulnerability({ page, base, projectId }: Walk): Promise<void> {
  const advisory = {
    id: ADVISORY,
    summary: 'Requests are taken for others',
    severity: 'high',
    packages: [{ purl: 'pkg:npm/fastify', versions: ['>=0'] }],
  };
  const { id } = (await callApi(page, 'POST', '/advisories/own', { advisories: [advisory] })) as { id: number };
  await page.goto(`${base}/jobs?job=${id}`);
  // Other jobs in the list are completed already; only the details tell that this one is.
  await page
    .getByText(/: 1 record, 1 new/)
    .first()
    .waitFor({ timeout: WAIT_MS });

  await page.goto(`${base}/projects/${projectId}/alerts`);
  await page.getByRole('button', { name: new RegExp(`^Close the alert of ${ADVISORY}`) }).click();
  await page.getByText('No open alert').waitFor();

  await page.getByRole('link', { name: 'All vulnerabilities' }).click();
  await page.getByRole('grid', { name: 'Vulnerabilities' }).getByRole('link', { name: ADVISORY }).click();
  await page.getByRole('heading', { name: ADVISORY, level: 1 }).waitFor();
  await page
    .getByRole('grid', { name: 'Items' })
    .getByRole('link', { name: /^fastify/ })
    .click();

  const pane = page.getByTestId('item-pane');
  await pane.getByRole('button', { name: 'Explain match' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`is affected by ${ADVISORY}`).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await pane.getByRole('button', { name: 'Check for vulnerable code' }).click();
  await dialog.getByText('Not determined: treat it as vulnerable').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await pane.getByRole('region', { name: 'Remedy' }).waitFor();
  await pane.getByRole('button', { name: 'Analyse or suppress…' }).click();
  await chooseState(page, 'Not affected');
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Only reached from the inside.');
  await dialog.getByRole('button', { name: 'Decide', exact: true }).click();
  await page.getByText(`${ADVISORY} is suppressed in this project.`).waitFor();
  await pane.getByText('Suppressed').waitFor();
  const { data } = (await callApi(page, 'GET', `/projects/${projectId}/vulnerabilities`)) as { data: unknown[] };
  check(data.length === 0, 'The suppressed vulnerability still counts.');
}

/** Withdraws the decision for the items of all projects. */
export async function withdrawEverywhere({ page, base }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  const preview = dialog.getByRole('region', { name: 'What changes' });
  await page.goto(`${base}/vulnerabilities/${ADVISORY}`);
  await page.getByRole('button', { name: 'Decide for all items…' }).click();
  await dialog.getByText('Withdraw decisions').click();
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('The supplier answers.');
  await dialog.getByRole('button', { name: 'Show what changes' }).click();
  await preview.getByText('withdrawn').waitFor();
  await dialog.getByRole('button', { name: 'Withdraw 1' }).click();
  await page.getByText('Withdrew 1 decision in 1 project.').waitFor();
}

/** A supplier's document decides about what counts again. */
export async function takeVexOver({ page, base, projectId }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  const preview = dialog.getByRole('region', { name: 'What changes' });
  await page.goto(`${base}/projects/${projectId}/vulnerabilities`);
  await page.getByRole('button', { name: 'Import VEX…' }).click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'fastify.openvex.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(SUPPLIERS_VEX)),
  });
  await dialog.getByRole('checkbox', { name: 'Suppress what is not affected or fixed' }).check();
  await dialog.getByRole('button', { name: 'Show what changes' }).click();
  await preview.getByText('1 analysis from 1 statement').waitFor();
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await page.getByText('1 analysis imported.').waitFor();
  const { data } = (await callApi(page, 'GET', `/projects/${projectId}/vulnerabilities`)) as { data: unknown[] };
  check(data.length === 0, "The vulnerability that the supplier's document suppresses still counts.");
}

/** The list is reached, marked and decided about by keys alone, up to the preview. */
async function markByKeys(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('grid', { name: 'Vulnerabilities' })
    .getByText(/^fastify /)
    .first()
    .waitFor();
  // It is there as soon as the page knows that the user may decide.
  await page.getByRole('button', { name: /^Mark all/ }).waitFor();
  // Without a pause, at a quarter of the processor: each key acts on the row that it was pressed on.
  await atAQuarterOfTheProcessor(page, async () => {
    for (const key of 'nxa') await page.keyboard.press(key);
    await dialog.getByText('Suppress the marked vulnerabilities').waitFor();
  });
  await chooseState(page, 'In triage');
  await dialog.getByRole('list', { name: 'Examples' }).getByText(ADVISORY).waitFor();
  await dialog.getByRole('button', { name: 'Suppress 1 vulnerability' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove all marks' }).click();
}

/** All that the filter finds is suppressed with a reason; the undo in the message brings it back. */
export async function suppressAllThatMatch({ page, base, projectId }: Walk): Promise<void> {
  const counted = async () => {
    const { data } = (await callApi(page, 'GET', `/projects/${projectId}/vulnerabilities`)) as { data: unknown[] };
    return data.length;
  };
  const before = await counted();
  check(before > 0, 'No vulnerability counts that could be suppressed.');
  await page.goto(`${base}/projects/${projectId}/vulnerabilities`);
  await markByKeys(page);
  await page.getByRole('button', { name: /^Mark all/ }).click();
  await page
    .getByRole('toolbar', { name: 'Marked vulnerabilities' })
    .getByRole('button', { name: 'Suppress marked' })
    .click();
  const dialog = page.getByRole('dialog');
  await chooseState(page, 'Not affected');
  await dialog.getByText(/would be suppressed as not affected\.$/).waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Only reached from the inside.');
  await dialog.getByRole('button', { name: /^Suppress \d/ }).click();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.waitFor();
  check((await counted()) === 0, 'Suppressed vulnerabilities still count.');
  await undo.click();
  await page.getByText(/as before: no longer suppressed/).waitFor();
  check((await counted()) === before, 'The undo did not bring the vulnerabilities back.');
}

async function chooseState(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

const SUPPLIERS_VEX = {
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://fastify.example/vex/1',
  author: 'Maintainers of fastify',
  timestamp: '2026-11-20T10:00:00Z',
  version: 1,
  statements: [
    {
      vulnerability: { name: ADVISORY },
      products: [{ '@id': 'pkg:npm/fastify' }],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
    },
  ],
};
