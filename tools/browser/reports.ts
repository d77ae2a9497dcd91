// Steps of the browser test: a report is made and saved.
import { readFileSync } from 'node:fs';
import { fromBuffer } from 'yauzl';
import { check, type Walk } from './walk.ts';

export async function report({ page }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Reports' }).click();
  const card = page.getByTestId('report-Audit');
  await card.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate' }).click();
  const saved = page.waitForEvent('download', { timeout: 30_000 });
  const link = card.getByRole('link', { name: 'Download' });
  await link.waitFor({ timeout: 30_000 });
  await link.click();
  const file = await (await saved).path();
  const names = await namesInZip(readFileSync(file));
  check(names.length > 0, 'The report is an empty zip.');
  await card.getByRole('button', { name: 'View' }).click();
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Escape');
}

function namesInZip(bytes: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: false }, (error, zip) => {
      if (error || !zip) return reject(error ?? new Error('The report is no zip.'));
      const names: string[] = [];
      zip.on('entry', (entry: { fileName: string }) => names.push(entry.fileName));
      zip.on('end', () => resolve(names));
      zip.on('error', reject);
    });
  });
}
