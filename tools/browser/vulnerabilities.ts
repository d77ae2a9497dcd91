// Vulnerabilities: an advisory of one's own is found in the project, explained, and suppressed with words.
import { callApi, check, type Walk } from './walk.ts';

/** The advisory that the steps behind this one find as well. */
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
  await page.getByText('Completed').first().waitFor({ timeout: WAIT_MS });

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
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Only reached from the inside.');
  await dialog.getByRole('button', { name: 'Decide', exact: true }).click();
  await page.getByText(`${ADVISORY} is suppressed in this project.`).waitFor();
  await pane.getByText('Suppressed').waitFor();
  const { data } = (await callApi(page, 'GET', `/projects/${projectId}/vulnerabilities`)) as { data: unknown[] };
  check(data.length === 0, 'The suppressed vulnerability still counts.');
}
