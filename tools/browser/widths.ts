// Small screens: a notebook of 1024 pixels, and a phone.
import { check, type Walk } from './walk.ts';

const COLUMNS = 80;

export async function fitSmallScreens({ page, base, projectId }: Walk): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${base}/projects/${projectId}/files`);
  await page.getByRole('tree').getByText('LICENSE', { exact: true }).first().click();
  await page.locator('.cm-line').first().waitFor();
  const columns = await page.evaluate<number>(COLUMNS_IN_VIEW);
  check(columns >= COLUMNS, `At 1024 pixels the text of a file has ${columns} columns.`);

  await page.setViewportSize({ width: 390, height: 800 });
  for (const at of ['/projects', `/projects/${projectId}`, `/projects/${projectId}/inventory`]) {
    await page.goto(base + at);
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click({ trial: true });
    await page.keyboard.press('Escape');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    check(width <= 390, `On a phone ${at} is ${width} pixels wide.`);
  }
  await page.setViewportSize(usual);
}

/** From the end of the line numbers to the end of the visible area, without the margins of a line. */
const COLUMNS_IN_VIEW = `(() => {
  const line = document.querySelector('.cm-line');
  const probe = document.createElement('span');
  probe.textContent = 'x'.repeat(100);
  line.append(probe);
  const column = probe.getBoundingClientRect().width / 100;
  probe.remove();
  const { paddingLeft, paddingRight } = getComputedStyle(line);
  const right = document.querySelector('.cm-scroller').getBoundingClientRect().right;
  const left = document.querySelector('.cm-gutters').getBoundingClientRect().right;
  return Math.floor((right - left - parseFloat(paddingLeft) - parseFloat(paddingRight)) / column);
})()`;
