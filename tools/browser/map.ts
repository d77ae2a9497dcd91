// The map of the code base: areas are links, by mouse and by keys, and addresses bring the same picture.
import path from 'node:path';
import { artifacts, check, type Walk } from './walk.ts';

export async function exploreMap({ page, base, projectId }: Walk): Promise<void> {
  const picture = page.getByTestId('map-picture');
  const areas = picture.getByRole('link');
  await page.goto(`${base}/projects/${projectId}`);
  await page.getByRole('link', { name: 'Code base', exact: true }).click();
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await areas.nth(20).waitFor();
  await page.screenshot({ path: path.join(artifacts, 'map.png') });

  // The areas of what is in the root cover the picture, and none lies outside of it.
  const covered = await picture.evaluate((element) => {
    const frame = element.parentElement?.getBoundingClientRect();
    const parts = [...element.querySelectorAll('a')].map((link) => link.getBoundingClientRect());
    if (!frame || parts.some((part) => part.right > frame.right + 1 || part.bottom > frame.bottom + 1)) return 0;
    return parts.reduce((most, part) => Math.max(most, part.bottom - frame.top), 0) / frame.height;
  });
  check(covered > 0.95, `The areas cover ${Math.round(covered * 100)} % of the height of the picture.`);

  const vendor = page.getByRole('region', { name: 'Folders and files' }).getByRole('link', { name: 'vendor/' });
  await vendor.click();
  await page.getByRole('region', { name: 'Folders and files' }).getByRole('link', { name: 'typebox/' }).waitFor();
  check(page.url().includes('below=vendor'), `The folder is not in the address: ${page.url()}`);
  await page.getByRole('radiogroup', { name: 'Colour' }).getByText('Vulnerabilities').click();
  await page.getByRole('list', { name: 'Meaning of the colours' }).getByText('Not compared').waitFor();
  const address = page.url();
  await page.reload();
  await areas.nth(5).waitFor();
  check(page.url() === address, `After loading again the address is ${page.url()}.`);

  // By keys: one stop, arrows between the areas, Enter into a folder, and back.
  await areas.first().focus();
  await page.keyboard.press('ArrowDown');
  const stops = await picture.locator('a[tabindex="0"]').count();
  check(stops === 1, `The picture has ${stops} stops of the keyboard.`);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== address);
  await page.goBack();
  await page.getByRole('region', { name: 'Folders and files' }).getByRole('link', { name: 'typebox/' }).waitFor();
  check(page.url() === address, `Back leads to ${page.url()}.`);

  await page.goto(`${base}/projects/${projectId}/map?below=src`);
  await picture.getByRole('link', { name: /src\/inflate\.c: 1 file/ }).click();
  await page.locator('.cm-evidence-license').first().waitFor();
}
