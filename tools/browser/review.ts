// Decides item after item without a mouse.
import type { Locator, Page } from 'playwright-core';
import { atAQuarterOfTheProcessor, callApi, check, type Walk } from './walk.ts';

export async function reviewByKeys({ page, base, projectId }: Walk): Promise<void> {
  const names = Array.from({ length: 60 }, (_, at) => `Row ${String(at + 1).padStart(2, '0')}`);
  for (const name of names)
    await callApi(page, 'POST', '/inventories', {
      projectId,
      inventoryModel: { name, inventoryType: 'WORK_IN_PROGRESS' },
    });
  const grid = page.getByRole('grid', { name: 'Inventory' });
  const chosen = grid.locator('[role=row][aria-selected=true]');
  const pane = page.getByTestId('item-pane');
  const press = async (keys: string) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  // In a list of unreviewed items each decision removes its row, and the next row takes its place.
  await page.goto(`${base}/projects/${projectId}/inventory?find=Row&review=Draft`);
  await grid.getByText('Row 01').waitFor();
  await atAQuarterOfTheProcessor(page, () => press(`n${'a'.repeat(8)}`));
  for (const name of ['Row 09', 'Row 10']) {
    await chosen.getByText(name).waitFor();
    await reject(page);
  }
  await chosen.getByText('Row 11').waitFor();
  await atAQuarterOfTheProcessor(page, () => press(`nn${'pa'.repeat(5)}aaaaa`));
  await grid.getByText('Row 20').waitFor({ state: 'detached', timeout: 60_000 });
  await pane.getByRole('heading', { name: 'Row 23' }).waitFor();
  check((await chosen.textContent())?.startsWith('Row 23'), `The chosen row is ${await chosen.textContent()}.`);
  check((await focused(page)) === 'Inventory', `The focus lies on ${await focused(page)}.`);
  const states = (await callApi(page, 'GET', `/projects/${projectId}/inventoryItems?search=Row&limit=100`)) as {
    data: { name: string; reviewStatus: string; isPublished: boolean }[];
  };
  const wrong = states.data.filter(({ name, reviewStatus, isPublished }) => {
    const number = Number(name.slice(4));
    const isSkipped = number === 11 || number === 12 || number > 22;
    const wanted = isSkipped ? 'Draft' : number === 9 || number === 10 ? 'Rejected' : 'Approved';
    return reviewStatus !== wanted || isPublished !== (number > 12 && number < 18);
  });
  check(states.data.length === 60 && wrong.length === 0, `These stand wrong: ${JSON.stringify(wrong)}`);

  // In the whole list every row keeps its place, also after reopening the address and after going back.
  await page.goto(`${base}/projects/${projectId}/inventory?find=Row`);
  await grid.getByText('Row 01').waitFor();
  await grid.focus();
  await press('n');
  for (const key of ['End', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  const row = 'Row 57';
  await chosen.getByText(row).waitFor();
  await pane.getByRole('heading', { name: row }).waitFor();
  const before = await placeOf(grid);
  check(before > 0, 'The list did not move to its end.');
  // After a decision, the next undecided row is chosen.
  await reject(page);
  await chosen.getByText('Row 58').waitFor();
  await page.keyboard.press('ArrowUp');
  await chosen.getByText('Rejected').waitFor();
  await pane.getByRole('tab', { name: 'Tasks' }).click();
  await pane.getByText('Remediation').first().waitFor();
  check((await placeOf(grid)) === before, `The list lay at ${before}, and lies at ${await placeOf(grid)}.`);
  await page.reload();
  await chosen.getByText(row).waitFor();
  await pane.getByText('Remediation').first().waitFor();
  await page.goBack();
  await pane.getByRole('tab', { name: 'Details', selected: true }).waitFor();

  // Shortcuts do nothing while the user types, and belong to an open dialog.
  await page.keyboard.press('/');
  await press('aRpN?');
  check((await page.getByLabel('Search the inventory').inputValue()) === 'aRpN?', 'A key did not reach the search.');
  await grid.focus();
  await press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to the next item').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Rejecting asks for a reason. */
async function reject(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('r');
  await dialog.getByText('would be rejected').waitFor();
  await dialog.getByLabel('Reason').fill('It is not delivered.');
  await dialog.getByRole('button', { name: 'Reject 1 item' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** All equal items at once: group, choose the group, approve, confirm. Then everything is undone. */
export async function decideGroup({ page, base, projectId }: Walk): Promise<void> {
  const statusesNow = async () => {
    const { data } = (await callApi(page, 'GET', `/projects/${projectId}/inventoryItems?search=Row&limit=100`)) as {
      data: { name: string; reviewStatus: string }[];
    };
    return data.map(({ name, reviewStatus }) => `${name} ${reviewStatus}`);
  };
  const before = await statusesNow();
  const grid = page.getByRole('grid', { name: 'Inventory' });
  await page.goto(`${base}/projects/${projectId}/inventory?find=Row`);
  await grid.getByText('Row 01').waitFor();
  const actions = [
    () => page.getByRole('combobox', { name: 'Group by' }).click(),
    () => page.getByRole('option', { name: 'By license' }).click(),
    () => grid.getByRole('checkbox', { name: 'Mark all of No license known' }).click(),
    () => page.getByRole('button', { name: 'Approve marked' }).click(),
    () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Approve \d+ items/ })
        .click(),
  ];
  // The page counts what a person does in it: presses of the mouse and of keys.
  await page.evaluate(`window.deeds = 0;
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, (event) => { if (event.isTrusted) window.deeds += 1; }, true);`);
  for (const act of actions) await act();
  const deeds = await page.evaluate<number>('window.deeds');
  check(deeds > 0 && deeds <= 6, `Deciding a group takes ${deeds} actions.`);
  await grid.getByText('60 items, all decided').waitFor();
  check(
    (await statusesNow()).every((one) => one.endsWith('Approved')),
    'Not all items of the group are approved.',
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('items are as before').waitFor();
  check(JSON.stringify(await statusesNow()) === JSON.stringify(before), 'The undo brought back other statuses.');

  // The address keeps the grouping and the unfolded groups.
  await grid.getByRole('button', { name: 'Unfold No license known' }).click();
  await grid.getByText('Row 01').waitFor();
  await page.reload();
  await grid.getByText('Row 01').waitFor();
}

function placeOf(grid: Locator): Promise<number> {
  return grid.evaluate((element) => element.scrollTop);
}

function focused(page: Page): Promise<string | null> {
  return page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')");
}
