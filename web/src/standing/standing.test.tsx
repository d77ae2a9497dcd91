// @vitest-environment happy-dom
// Decisions to take again and items that are gone: what the lists say, who may act on them, and what is sent. The dialog of Apply Policy.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { GoneInventory, InventoryItem, ToDecideAgain } from '../api/models.ts';
import type { PagedRows } from '../table/paged-rows.ts';
import { layOut } from '../testing/laid-out.ts';
import { type Answer, refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ApplyPolicy } from './apply-policy.tsx';
import { ChangedWords } from './changed-words.tsx';
import { ConfirmableTable } from './decide-tab.tsx';
import { GoneTable } from './gone-table.tsx';
import { StandingNote } from './standing-note.tsx';
import { StillHolds } from './still-holds.tsx';

layOut();

let stage: Stage;
afterEach(() => stage.close());

function pagedRows<Row>(list: Row[]): PagedRows<Row> {
  return {
    total: list.length,
    rowAt: (index) => list[index],
    findIndex: (fits) => list.findIndex(fits),
    ...{ onRange: () => {}, error: null, refetch: () => {} },
    fetchAll: async () => ({ rows: list, total: list.length }),
  };
}
const everything = () => true;
const nothing = () => false;

const REVIEW: ToDecideAgain = {
  ...{ decisionId: 7, kind: 'review', scope: 'item', projectId: 9, projectName: 'shop', inventoryId: 3 },
  ...{ inventoryName: 'changer 1.0.0', filePath: '', decided: 'Approved', decidedBy: 'ada' },
  ...{ decidedOn: '2026-11-01 10:00:00', lapsedOn: '2026-11-02 10:00:00' },
  changes: [{ what: 'license', from: 'Apache-2.0', to: 'GPL-3.0-only' }],
  why: 'Approved under Apache-2.0 by ada on 2026-11-01; the license is now GPL-3.0-only.',
};
const FILE: ToDecideAgain = {
  ...REVIEW,
  ...{ decisionId: 8, kind: 'file-reviewed', scope: 'project', inventoryId: 0, inventoryName: '', filePath: 'src/a.c' },
  ...{ decided: '', changes: [], why: 'Its contents are no longer there.' },
};
const REMEMBERED: ToDecideAgain = {
  ...REVIEW,
  ...{
    decisionId: 9,
    kind: 'concluded-license',
    scope: 'site',
    inventoryName: 'other 1.0.0',
    decided: '',
    changes: [],
  },
  why: 'The evidence was MIT and is now ISC.',
};

it('lists what changed since each decision, and where', async () => {
  stage = await startStage({});
  stage.show(<ConfirmableTable projectId={9} may={everything} rows={pagedRows([REVIEW, FILE, REMEMBERED])} />);
  const [, review, file, remembered] = await screen.findAllByRole('row');
  expect(review!.textContent).toContain('License: Apache-2.0 → GPL-3.0-only');
  expect(within(review!).getByTitle(REVIEW.why)).toBeTruthy();
  expect(file!.textContent).toContain('src/a.c');
  expect(file!.textContent).toContain('Its contents are no longer there.');
  expect(remembered!.textContent).toContain('License of all projects');
});

it('offers to confirm only what the user may decide', async () => {
  stage = await startStage({});
  stage.show(
    <ConfirmableTable
      projectId={9}
      may={(action) => action === 'REVIEW_INVENTORY'}
      rows={pagedRows([REVIEW, FILE, REMEMBERED])}
    />,
  );
  await screen.findByText('changer 1.0.0');
  expect(screen.getAllByRole('button', { name: 'Still holds…' })).toHaveLength(1);
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual(['Mark changer 1.0.0']);
});

it('confirms the marked decisions together, with what the user has read and the reason', async () => {
  stage = await startStage({ 'POST /projects/9/stillHolds': { body: { data: { confirmed: 2 } } } });
  stage.show(<ConfirmableTable projectId={9} may={everything} rows={pagedRows([REVIEW, FILE, REMEMBERED])} />);
  for (const name of ['changer 1.0.0', 'src/a.c']) await stage.user.click(await screen.findByLabelText(`Mark ${name}`));
  await stage.user.click(screen.getByRole('button', { name: 'Confirm 2 marked…' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(REVIEW.why);
  expect(dialog.textContent).toContain(FILE.why);
  expect(dialog.textContent).not.toContain(REMEMBERED.why);
  await stage.user.type(within(dialog).getByLabelText('Why do they still hold?'), 'Asked legal.');
  await stage.user.click(within(dialog).getByRole('button', { name: 'They still hold' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({
    decisions: [
      { decisionId: 7, why: REVIEW.why },
      { decisionId: 8, why: FILE.why },
    ],
    words: 'Asked legal.',
  });
  await screen.findByRole('button', { name: 'Confirm 0 marked…' });
});

it('says what else has changed, and keeps what the user wrote', async () => {
  const message = 'Something else has changed by now about changer 1.0.0: the license is now AGPL-3.0-only.';
  stage = await startStage({ 'POST /projects/9/stillHolds': refusal(message, 409) });
  const onDone = vi.fn();
  stage.show(<StillHolds projectId={9} decisions={[REVIEW]} onDone={onDone} />);
  await stage.user.type(await screen.findByLabelText('Why do they still hold?'), 'Asked legal.');
  await stage.user.click(screen.getByRole('button', { name: 'It still holds' }));
  await screen.findByText(message);
  expect(onDone).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Why do they still hold?')).toHaveProperty('value', 'Asked legal.');
});

const GONE: GoneInventory = {
  ...{ id: 3, name: 'old 1.0.0', reviewStatus: 'Draft', decided: 'Approved', isPublished: true, goneSinceScan: 12 },
  ...{ goneOn: '2026-11-02 10:00:00', why: 'The scan no longer finds it in package-lock.json.', openTasks: 1 },
  ...{ isKept: false, keptBy: '', keptOn: '', keptWhy: '' },
};
const KEPT: GoneInventory = { ...GONE, id: 4, name: 'kept 1.0.0', isKept: true, keptBy: 'ada', keptWhy: 'linked in' };

it('says of gone items since when, why, and who keeps them', async () => {
  stage = await startStage({});
  stage.show(<GoneTable projectId={9} may={nothing} rows={pagedRows([GONE, KEPT])} />);
  const [, gone, kept] = await screen.findAllByRole('row');
  for (const words of ['scan 12', GONE.why, 'counts nowhere']) expect(gone!.textContent).toContain(words);
  expect(kept!.textContent).toContain('by ada');
  expect(kept!.textContent).toContain('linked in');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Export']);
});

it('keeps an item by decision only with a reason, and withdraws it', async () => {
  const done: Answer = { body: { message: '' } };
  stage = await startStage({ 'PUT /inventories/3/kept': done, 'DELETE /inventories/4/kept': done });
  stage.show(<GoneTable projectId={9} may={everything} rows={pagedRows([GONE, KEPT])} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Keep…' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Keep it' }));
  await screen.findByText('Say why it is in the product.');
  expect(stage.changes()).toEqual([]);
  await stage.user.type(screen.getByLabelText('Why is it still in the product?'), 'linked in');
  await stage.user.click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]).toEqual({ what: 'PUT /inventories/3/kept', body: { why: 'linked in' } });
  await stage.user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(stage.changes()[1]?.what).toBe('DELETE /inventories/4/kept'));
});

const OVERTURNED = {
  ...{ inventoryId: 3, inventoryName: 'changer 1.0.0', status: 'Approved', decidedBy: 'ada', decidedOn: '' },
  ...{ policyDecision: 'Rejected', reasons: ['The license MIT is rejected.'] },
};
const applying = { 'POST /jobs/applyPolicy/9': { body: { 'Content: ': 'ID: 5' } } };

it('a policy names the decisions that it would overturn, and keeps them unless the user says otherwise', async () => {
  stage = await startStage({
    'GET /projects/9/policyPreview': { body: { data: [OVERTURNED] }, total: 1 },
    ...applying,
  });
  stage.show(<ApplyPolicy project={{ id: 9, policyProfileName: 'strict' }} />);
  await screen.findByText('changer 1.0.0: Approved by ada, would be Rejected. The license MIT is rejected.');
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
  await stage.user.click(screen.getByRole('button', { name: 'Apply the policy' }));
  await waitFor(() => expect(stage.changes()[0]?.what).toBe('POST /jobs/applyPolicy/9?keepManualStatuses=true'));
});

it('the button of a policy says how many decisions it overturns', async () => {
  stage = await startStage({
    'GET /projects/9/policyPreview': { body: { data: [OVERTURNED] }, total: 1 },
    ...applying,
  });
  stage.show(<ApplyPolicy project={{ id: 9, policyProfileName: 'strict' }} />);
  await stage.user.click(await screen.findByRole('checkbox'));
  await stage.user.click(screen.getByRole('button', { name: 'Apply and overturn 1 decision' }));
  await waitFor(() => expect(stage.changes()[0]?.what).toBe('POST /jobs/applyPolicy/9?keepManualStatuses=false'));
});

const ITEM = { id: 3, name: 'changer 1.0.0', toBeDecidedAgain: REVIEW } as unknown as InventoryItem;
const TIE: ToDecideAgain = {
  ...FILE,
  kind: 'file-tied',
  scope: 'item',
  inventoryId: 3,
  inventoryName: 'changer 1.0.0',
};
const itemStage = (actions: string[]) =>
  startStage({
    'GET /projects/9/permissions': { body: { data: actions } },
    'GET /projects/9/toBeDecidedAgain': { body: { data: [REVIEW, TIE] }, total: 2 },
    'POST /projects/9/stillHolds': { body: { data: { confirmed: 2 } } },
  });

it('an item says what changed since the decisions about it, and confirms them as the list does', async () => {
  stage = await itemStage(['REVIEW_INVENTORY', 'EDIT_INVENTORY']);
  stage.show(<StandingNote projectId={9} item={ITEM} />);
  await screen.findByText('File added src/a.c: Its contents are no longer there.');
  expect(screen.getAllByText(REVIEW.why)).toHaveLength(1);
  await stage.user.click(await screen.findByRole('button', { name: '2 decisions still hold…' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('file added src/a.c');
  await stage.user.click(await screen.findByRole('button', { name: 'They still hold' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({
    decisions: [
      { decisionId: 7, why: REVIEW.why },
      { decisionId: 8, why: TIE.why },
    ],
    words: '',
  });
});

it('an item offers to confirm only what the user may decide', async () => {
  stage = await itemStage(['EDIT_INVENTORY']);
  stage.show(<StandingNote projectId={9} item={ITEM} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Still holds…' }));
  expect((await screen.findByRole('dialog')).textContent).not.toContain(REVIEW.why);
});

it('an item that is gone says what it was decided to be, and asks for no decision', async () => {
  stage = await itemStage(['REVIEW_INVENTORY']);
  const evidence = { missingSinceScan: 12, why: GONE.why, isKept: false };
  const gone = { id: 3, name: 'old 1.0.0', goneSinceScan: 12, reviewBeforeGone: 'Approved', evidence };
  stage.show(<StandingNote projectId={9} item={gone as unknown as InventoryItem} />);
  expect((await screen.findByRole('status')).textContent).toContain('It was Approved');
  expect(screen.queryByRole('button', { name: /still hold/i })).toBeNull();
});

it('shows in which words a text differs, and what could not be compared', async () => {
  const difference = {
    pieces: [
      { piece: 'SAME', text: '… granted to' },
      { piece: 'REMOVED', text: 'sell' },
      { piece: 'ADDED', text: 'use' },
    ],
    ...{ added: 1, removed: 1 },
  };
  const words = {
    texts: [{ path: 'src/a.c', difference }, { path: 'LICENSE' }],
    missing: '1 former text is no longer stored.',
  };
  stage = await startStage({ 'GET /projects/9/toBeDecidedAgain/7/words': { body: { data: words } } });
  stage.show(<ChangedWords projectId={9} decisionId={7} />);
  expect((await screen.findByText('sell')).tagName).toBe('DEL');
  expect(screen.getByText('use').tagName).toBe('INS');
  expect(screen.getByText(/more than 500 words/)).toBeTruthy();
  expect(screen.getByText(words.missing)).toBeTruthy();
});
