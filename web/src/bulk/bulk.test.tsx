// @vitest-environment happy-dom
// Marks of rows, and the dialog that says what would be done, asks for a reason, decides, and offers to undo.
import { Notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Answer, type Stage, startStage } from '../testing/stage.tsx';
import type { BulkAction } from './actions.ts';
import { BulkDecisionForm, openBulkDecision } from './bulk-dialog.tsx';
import { markedColumn } from './mark-column.tsx';
import { useMarkedRows } from './marked-rows.ts';
import { RecentDecisions } from './recent-decisions.tsx';

let stage: Stage;
afterEach(() => stage.close());

const ROWS = [1, 2, 3, 4, 5].map((id) => ({ id, name: `item ${id}` }));

function Marking() {
  const [key, setKey] = useState('all');
  const marked = useMarkedRows({
    key,
    total: 40,
    idsBetween: async (from, to) =>
      ROWS.map(({ id }) => id).filter((id) => id >= Math.min(from, to) && id <= Math.max(from, to)),
  });
  const column = markedColumn(marked, ({ name }: { id: number; name: string }) => name);
  return (
    <>
      <output>{`${marked.count} ${marked.isAll ? 'all but' : 'of'} ${marked.ids.join(' ')}`}</output>
      <button type="button" onClick={marked.markAll}>
        All
      </button>
      <button type="button" onClick={() => setKey('other')}>
        Filter
      </button>
      {ROWS.map((row) => (
        <div key={row.id}>{column.cell(row)}</div>
      ))}
    </>
  );
}

const marks = () => screen.getByRole('status').textContent;
const click = async (name: string, shiftKey = false) => {
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: `Mark ${name}` }), { shiftKey }));
};

it('marks single rows, and with Shift all rows up to one', async () => {
  stage = await startStage({});
  stage.show(<Marking />);
  await screen.findByRole('button', { name: 'All' });
  await click('item 2');
  await click('item 4', true);
  await waitFor(() => expect(marks()).toBe('3 of 2 3 4'));
  await click('item 3');
  expect(marks()).toBe('2 of 2 4');
});

it('marks all rows that match, except some, until the filter is another one', async () => {
  stage = await startStage({});
  stage.show(<Marking />);
  await screen.findByRole('button', { name: 'All' });
  fireEvent.click(screen.getByRole('button', { name: 'All' }));
  await click('item 2');
  expect(marks()).toBe('39 all but 2');
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(marks()).toBe('0 of ');
});

const outcome = (more: Record<string, unknown> = {}): Answer => ({
  body: {
    data: {
      dryRun: true,
      matched: 150,
      changed: 147,
      skipped: [{ reason: 'REJECTED_BY_POLICY', words: 'rejected by the policy', count: 3 }],
      summary: '147 items would be approved; 3 skipped: rejected by the policy',
      outcomes: [{ from: 'Draft', to: 'Approved', count: 147 }],
      moreOutcomes: 0,
      examples: [{ id: 1, name: 'zlib 1.3', from: 'Draft', to: 'Approved' }],
      skippedExamples: [{ id: 2, name: 'gpl 1', reason: 'REJECTED_BY_POLICY', words: 'rejected by the policy' }],
      setVersion: 'v1',
      ...more,
    },
  },
});
const ITEMS = 'POST /projects/7/bulkDecisions/items';
const token = '0b1f9c1e-6d57-4c55-9a0e-2f6a3c1d7e42';

function show(action: BulkAction, onDone: () => void = () => undefined): void {
  stage.show(
    <>
      <Notifications />
      <BulkDecisionForm
        projectId={7}
        action={action}
        rows={{ filter: { search: 'z' }, exceptIds: [9] }}
        onDone={onDone}
      />
    </>,
  );
}

it('says in words what would be done, does exactly that, and undoes it', async () => {
  let isDone = false;
  stage = await startStage({
    [ITEMS]: ({ body }) =>
      (body as { dryRun: boolean }).dryRun
        ? outcome()
        : outcome({ dryRun: false, summary: '147 items were approved', bulkDecisionId: 1, undoToken: token }),
    [`POST /projects/7/bulkDecisions/${token}/undo`]: {
      body: {
        data: {
          restored: 146,
          keptCount: 1,
          kept: [{ id: 3, name: 'bzip2', why: 'changed since by anna' }],
          summary: '146 items are as before',
        },
      },
    },
  });
  show('APPROVE', () => {
    isDone = true;
  });
  expect(await screen.findByText('147 items would be approved; 3 skipped: rejected by the policy.')).toBeTruthy();
  expect(screen.getByLabelText('What would change').textContent).toContain('147 Not reviewed → Approved');
  expect(screen.getByRole('checkbox', { name: 'Also approve the 3 that the policy rejects' })).toBeTruthy();
  await stage.user.type(screen.getByLabelText('Reason (optional)'), 'All MIT');
  await stage.user.click(screen.getByRole('button', { name: 'Approve 147 items' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('146 items are as before. bzip2: changed since by anna')).toBeTruthy();
  expect(isDone).toBe(true);
  const sent = stage.calls.filter(({ what }) => what === ITEMS).map(({ body }) => body);
  const order = { action: 'APPROVE', filter: { search: 'z' }, exceptIds: [9] };
  expect(sent).toEqual([
    { ...order, reason: '', dryRun: true },
    { ...order, reason: 'All MIT', setVersion: 'v1', dryRun: false },
  ]);
});

it('asks why before it rejects', async () => {
  stage = await startStage({ [ITEMS]: outcome({ summary: '2 items would be rejected', changed: 2 }) });
  show('REJECT');
  await stage.user.click(await screen.findByRole('button', { name: 'Reject 2 items' }));
  expect(await screen.findByText('Say why.')).toBeTruthy();
  expect(stage.calls.filter(({ what }) => what === ITEMS)).toHaveLength(1);
});

const EVERYWHERE = 'POST /bulkDecisions/vulnerabilities';

it('suppresses vulnerabilities of all projects with a state, a day and a reason, and undoes it', async () => {
  const said = { summary: '2 vulnerabilities would be suppressed as not affected', changed: 2, items: 31, projects: 4 };
  stage = await startStage({
    [EVERYWHERE]: ({ body }) =>
      (body as { dryRun: boolean }).dryRun
        ? outcome(said)
        : outcome({ dryRun: false, summary: '2 vulnerabilities were suppressed', bulkDecisionId: 1, undoToken: token }),
    [`POST /bulkDecisions/${token}/undo`]: {
      body: { data: { restored: 2, keptCount: 0, kept: [], summary: '2 vulnerabilities are as before' } },
    },
  });
  stage.show(
    <>
      <Notifications />
      <BulkDecisionForm
        projectId={null}
        action="SUPPRESS"
        rows={{ filter: { severity: 'LOW' }, exceptIds: [] }}
        onDone={() => undefined}
      />
    </>,
  );
  expect((await screen.findByRole('button', { name: 'Suppress' })).getAttribute('aria-disabled')).toBe('true');
  await stage.user.click(screen.getByRole('combobox', { name: 'State' }));
  await stage.user.click(await screen.findByRole('option', { name: 'Not affected' }));
  await stage.user.click(screen.getByRole('combobox', { name: 'Justification' }));
  await stage.user.click(await screen.findByRole('option', { name: 'The vulnerable code is never reached' }));
  fireEvent.change(screen.getByLabelText('Valid until'), { target: { value: '2999-01-31' } });
  expect(await screen.findByText('In 31 items of 4 projects.')).toBeTruthy();
  await stage.user.click(await screen.findByRole('button', { name: 'Suppress 2 vulnerabilities' }));
  expect(await screen.findByText('Say why.')).toBeTruthy();
  await stage.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Not called');
  await stage.user.click(await screen.findByRole('button', { name: 'Suppress 2 vulnerabilities' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 vulnerabilities are as before.')).toBeTruthy();
  const sent = stage.calls.filter(({ what }) => what === EVERYWHERE).map(({ body }) => body);
  expect(sent.at(-1)).toEqual({
    action: 'SUPPRESS',
    filter: { severity: 'LOW' },
    exceptIds: [],
    analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' },
    expiresOn: '2999-01-31',
    reason: 'Not called',
    setVersion: 'v1',
    dryRun: false,
  });
});

it('shows the set as it is now if it has changed since', async () => {
  let count = 0;
  stage = await startStage({
    [ITEMS]({ body }) {
      if (!(body as { dryRun: boolean }).dryRun)
        return { status: 409, body: { errors: [{ message: 'The set has changed since the dry run.' }] } };
      count += 1;
      return outcome(count === 1 ? {} : { changed: 140, summary: '140 items would be approved', setVersion: 'v2' });
    },
  });
  show('APPROVE');
  await stage.user.click(await screen.findByRole('button', { name: 'Approve 147 items' }));
  expect(await screen.findByText('The set has changed since the dry run.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Approve 140 items' })).toBeTruthy();
});

it('lists what was decided, and undoes it there after its message is gone', async () => {
  const entry = {
    bulkDecisionId: 1,
    undoToken: token,
    undoUntil: '2026-11-30 09:30:00',
    action: 'REJECT',
    summary: '3 items were rejected',
    reason: 'No source code',
    decidedBy: 'anna',
    decidedOn: '2026-11-29 09:30:00',
    changed: 3,
    skipped: [],
    jobId: 0,
    isDone: true,
    undoneBy: '',
    undoneOn: '',
    restored: 0,
    kept: [],
    mayUndo: true,
  };
  stage = await startStage({
    'GET /projects/7/bulkDecisions': {
      body: { data: [entry, { ...entry, bulkDecisionId: 0, mayUndo: false }] },
      total: 2,
    },
    [`POST /projects/7/bulkDecisions/${token}/undo`]: {
      body: { data: { restored: 3, keptCount: 0, kept: [], summary: '3 items are as before' } },
    },
  });
  stage.show(
    <>
      <Notifications />
      <RecentDecisions projectId={7} />
    </>,
  );
  await stage.user.click(await screen.findByRole('button', { name: 'Undo: 3 items were rejected' }));
  expect(await screen.findByText('3 items are as before.')).toBeTruthy();
  expect(screen.getAllByText('Reason: No source code')).toHaveLength(2);
});

it('takes the focus before the dry run has answered, so that Enter decides and no key goes to the page below', async () => {
  let answer: (value: Answer) => void = () => undefined;
  const waits = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  stage = await startStage({
    [ITEMS]: ({ body }) => ((body as { dryRun: boolean }).dryRun ? waits : outcome({ dryRun: false })),
  });
  let isDone = false;
  const onDone = () => {
    isDone = true;
  };
  const ask = () =>
    openBulkDecision({ projectId: 7, action: 'APPROVE', rows: { ids: [1] }, onDone, onLeft: () => undefined });
  stage.show(
    <button type="button" onClick={ask}>
      Ask
    </button>,
  );
  await stage.user.click(await screen.findByRole('button', { name: 'Ask' }));
  const approve = await screen.findByRole('button', { name: 'Approve' });
  await waitFor(() => expect(document.activeElement).toBe(approve));
  await stage.user.keyboard('{Enter}');
  expect(stage.calls.filter(({ body }) => !(body as { dryRun: boolean }).dryRun)).toEqual([]);
  answer(outcome());
  await screen.findByRole('button', { name: 'Approve 147 items' });
  await stage.user.keyboard('{Enter}');
  await waitFor(() => expect(isDone).toBe(true));
});
