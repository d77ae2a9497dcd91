// @vitest-environment happy-dom
// The dialogs of the workbench: removed, merged and written statements are sent as the user entered them.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { NoticeTexts } from './notice-texts.tsx';
import { StatementDialog } from './statement-dialog.tsx';

let stage: Stage;
afterEach(() => stage.close());

const POST = 'POST /projects/5/notices/statements';

it('removes the chosen statements, with the reason', async () => {
  stage = await startStage({ [POST]: { body: { message: 'done' } } });
  const onDone = vi.fn();
  stage.show(<StatementDialog projectId={5} deed="strike" statements={['Copyright A']} onDone={onDone} />);
  await stage.user.type(await screen.findByLabelText('Reason'), 'not shipped');
  await stage.user.click(screen.getByRole('button', { name: 'Remove statements' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const edits = [{ statement: 'Copyright A', action: 'strike', reason: 'not shipped' }];
  expect(stage.changes()).toEqual([{ what: POST, body: { edits } }]);
});

it('merges several into one, and shows why the server refuses', async () => {
  stage = await startStage({ [POST]: refusal('The line of a template.') });
  stage.show(<StatementDialog projectId={5} deed="replace" statements={['A', 'B']} onDone={() => {}} />);
  const field = await screen.findByLabelText(/Printed instead/);
  await stage.user.clear(field);
  await stage.user.type(field, 'A and B');
  await stage.user.click(screen.getByRole('button', { name: 'Edit or merge statements' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The line of a template.');
  expect(stage.changes()[0]!.body).toEqual({
    edits: ['A', 'B'].map((statement) => ({ statement, action: 'replace', reason: '', value: 'A and B' })),
  });
});

it('gives all items of a text another text', async () => {
  const group = {
    ...{ number: 1, title: 'MIT License', text: 'Old', isLibraryText: true, items: 2, itemIds: [7, 8] },
    examples: [{ id: 7, name: 'seven' }],
    entityVersion: 'v1',
  };
  stage = await startStage({
    'GET /projects/5/notices/texts': { body: { data: [group] }, total: 1 },
    'POST /projects/5/notices/texts': { body: { message: 'done' } },
  });
  stage.show(<NoticeTexts projectId={5} mayEdit />);
  await stage.user.click(await screen.findByRole('button', { name: 'Read or edit text 1' }));
  const field = await screen.findByLabelText('Text');
  await stage.user.clear(field);
  await stage.user.type(field, 'New');
  await stage.user.click(screen.getByRole('button', { name: 'Save for 2 items' }));
  await waitFor(() =>
    expect(stage.changes()).toEqual([
      {
        what: 'POST /projects/5/notices/texts',
        body: { inventoryIds: [7, 8], noticeText: 'New', entityVersion: 'v1' },
      },
    ]),
  );
});

it('changes statements and text of a single chosen item', async () => {
  const item = { id: 7, name: 'seven' };
  const group = { number: 1, title: 'MIT License', text: 'Old', isLibraryText: true, items: 900, itemIds: [7, 8] };
  stage = await startStage({
    [POST]: { body: { message: 'done' } },
    'GET /projects/5/notices/texts': { body: { data: [{ ...group, examples: [item] }] }, total: 1 },
    'POST /projects/5/notices/texts': { body: { message: 'done' } },
  });
  const { unmount } = stage.show(<NoticeTexts projectId={5} mayEdit item={item} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Read or edit text 1' }));
  await stage.user.type(await screen.findByLabelText('Text'), '!');
  await stage.user.click(screen.getByRole('button', { name: 'Save for 1 item' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  unmount();
  stage.show(<StatementDialog projectId={5} deed="strike" statements={['A']} item={item} onDone={() => {}} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Remove statements' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(2));
  expect(stage.calls.some(({ what }) => what.includes('inventoryId=7'))).toBe(true);
  expect(stage.changes().map(({ body }) => body)).toEqual([
    { inventoryIds: [7], noticeText: 'Old!' },
    { edits: [{ statement: 'A', action: 'strike', reason: '', inventoryId: 7 }] },
  ]);
});
