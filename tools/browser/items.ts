// Relations of inventory items: files, tasks, notices texts, and changes by scans.
import type { Page } from 'playwright-core';
import { callApi, check, type Walk } from './walk.ts';

export async function tieFiles({ page, base, projectId }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  const tree = page.getByRole('tree', { name: 'Code base' });
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  const pane = page.getByTestId('item-pane');
  await page.goto(`${base}/projects/${projectId}/files`);

  // A folder is marked as reviewed with all its contents.
  await page.getByRole('button', { name: 'Select files' }).click();
  await tree.getByRole('treeitem', { name: 'src' }).locator('[data-tick]').click();
  await bar.getByText('Selected: src').waitFor();
  await bar.getByRole('button', { name: 'Unmark' }).click();
  await page.getByText('1 file was marked as not reviewed.').waitFor();
  await bar.getByRole('button', { name: 'Mark reviewed' }).click();
  await page.getByText('1 file was marked as reviewed.').waitFor();
  check((await fileNamed(page, projectId, 'src/inflate.c')).reviewed, 'The file in the folder is not marked.');

  // Selection by keyboard: adds the folder below, and creates one item for both.
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press(' ');
  await bar.getByText('Selected: 1 file and 1 folder').waitFor();
  await bar.getByRole('button', { name: 'New item' }).click();
  await dialog.getByText('Work in progress').click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Made of files');
  await dialog.getByRole('button', { name: 'Create item' }).click();
  await pane.getByRole('heading', { name: 'Made of files' }).waitFor();
  const files = pane.getByRole('grid', { name: 'Associated files' });
  await files.getByRole('link', { name: 'src/inflate.c' }).waitFor();
  check(
    (await files.getByRole('link').count()) === 2,
    `The new item has ${await files.getByRole('link').count()} files.`,
  );

  // From the item: removed, and added again.
  await files.getByRole('button', { name: 'Remove src/inflate.c from Made of files' }).click();
  await files.getByRole('link', { name: 'src/inflate.c' }).waitFor({ state: 'detached' });
  await pane.getByRole('button', { name: 'Add files' }).click();
  await dialog.getByRole('treeitem', { name: 'src' }).locator('[data-tick]').click();
  await dialog.getByText('Selected: src').waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await files.getByRole('link', { name: 'src/inflate.c' }).click();

  // From the file: removed, and added to another item.
  const items = page.getByTestId('file-items');
  await items.getByRole('button', { name: 'Remove src/inflate.c from Made of files' }).click();
  await items.getByRole('link', { name: 'Made of files' }).waitFor({ state: 'detached' });
  await items.getByRole('button', { name: 'Add to item' }).click();
  await dialog.getByRole('combobox', { name: 'Item' }).fill('Row 60');
  await page.getByRole('option', { name: 'Row 60' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await items.getByRole('link', { name: 'Row 60' }).click();
  await pane.getByRole('heading', { name: 'Row 60' }).waitFor();
}

async function fileNamed(page: Page, projectId: number, filePath: string): Promise<{ reviewed: boolean }> {
  const found = (await callApi(page, 'GET', `/projects/${projectId}/files?filePath=${filePath}`)) as {
    data: { fileId: number };
  };
  return ((await callApi(page, 'GET', `/files/${found.data.fileId}`)) as { data: { reviewed: boolean } }).data;
}

export async function handleTasks({ page, base, projectId }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  await callApi(page, 'POST', '/users', {
    login: 'grace',
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@example.net',
    password: 'Browser-Test-2',
    question: 'Which first name?',
    answer: 'Grace',
  });
  await page.goto(`${base}/projects/${projectId}/tasks?status=OPEN`);
  await page.getByRole('button', { name: 'New task' }).click();
  await dialog.getByRole('combobox', { name: 'Item' }).fill('Row 59');
  await page.getByRole('option', { name: 'Row 59' }).click();
  await dialog.getByRole('textbox', { name: 'Summary' }).fill('Ask the authors');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  const task = page.getByRole('listitem').filter({ hasText: 'Ask the authors' });
  await task.getByText('for admin').waitFor();
  await task.getByRole('button', { name: 'Reassign' }).click();
  await dialog.getByRole('combobox', { name: 'Owner' }).fill('nobody-here');
  await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
  await dialog.getByText('who does not exist or is not active').waitFor();
  await dialog.getByRole('combobox', { name: 'Owner' }).fill('grace');
  await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
  await task.getByText('for grace').waitFor();
  await task.getByRole('button', { name: 'Close task' }).click();
  await task.waitFor({ state: 'detached' });
  await page.getByText('Closed', { exact: true }).first().click();
  await task.getByRole('button', { name: 'Reopen' }).click();
  await task.waitFor({ state: 'detached' });

  // Marked tasks are closed at once, and the undo in the message opens them again.
  await page.getByText('Open', { exact: true }).first().click();
  await task.getByRole('checkbox', { name: 'Mark Ask the authors' }).check();
  const bar = page.getByRole('toolbar', { name: 'Marked tasks' });
  await bar.getByRole('button', { name: 'Close marked' }).click();
  await dialog.getByText('1 task would be closed').waitFor();
  await dialog.getByRole('button', { name: 'Close 1 task', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await task.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('1 task is as before: no longer closed').waitFor();
  await task.waitFor();
}

export async function fillNotices({ page, base, projectId }: Walk): Promise<void> {
  const { data } = (await callApi(page, 'GET', `/projects/${projectId}/inventoryItems?search=fastify&limit=100`)) as {
    data: { id: number; licenseName: string; fileCount: number }[];
  };
  const item = data.find(({ licenseName, fileCount }) => licenseName.includes('MIT') && fileCount > 0);
  check(item, `No item of fastify has the MIT License: ${JSON.stringify(data)}`);
  await page.goto(`${base}/projects/${projectId}/inventory?item=${item.id}&tab=notes`);
  const pane = page.getByTestId('item-pane');
  const text = pane.getByRole('textbox', { name: 'Notices text' });
  await pane.getByRole('button', { name: 'Fill from the library' }).click();
  await pane.getByRole('button', { name: "Replace with the library's text" }).waitFor();
  check((await text.inputValue()).includes('Permission is hereby granted'), 'The text of the library is not there.');
  await text.fill('Ours');
  await pane.getByText('To use the text of the library, save or discard your text first.').waitFor();
  await pane.getByRole('combobox', { name: 'Add the text of a file' }).click();
  await page.getByRole('option', { name: 'vendor/fastify/LICENSE' }).click();
  await page.getByText('The text of vendor/fastify/LICENSE was added.').waitFor();
  check(/^Ours\n\n[\s\S]*Fastify/.test(await text.inputValue()), `The field holds "${await text.inputValue()}".`);
  await pane.getByRole('button', { name: 'Save', exact: true }).click();
  await pane.getByRole('img', { name: 'unsaved changes' }).waitFor({ state: 'detached' });
}

export async function showChanges({ page, base, projectId }: Walk): Promise<void> {
  await page.goto(`${base}/projects/${projectId}`);
  await page.getByTestId('last-scan').getByRole('link', { name: 'Changes' }).click();
  const changes = page.getByRole('grid', { name: 'Changes of the last scan' });
  const row = changes.getByRole('row', { name: /^Added .*fastify/ }).first();
  await row.getByRole('link').click();
  await page
    .getByTestId('item-pane')
    .getByRole('heading', { name: /fastify/ })
    .waitFor();
}
