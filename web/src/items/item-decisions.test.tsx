// @vitest-environment happy-dom
// A decision is shown with its author, its reason, and whether it is still in effect.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { ItemDecisions } from './item-decisions.tsx';

let stage: Stage;
afterEach(() => stage.close());

const decision = {
  id: 1,
  kind: 'review',
  subject: { finding: 'x' },
  scope: 'item',
  projectId: 3,
  inventoryId: 8,
  value: { status: 'APPROVED' },
  ground: { by: 'policy', policy: 'Default' },
  author: 'System',
  decidedOn: '2026-01-02 03:04:05',
  expiresOn: '',
  standing: 'lapsed',
  why: 'The license was MIT then and is GPL-2.0-only now.',
};

async function show(rows: object[], total = rows.length) {
  stage = await startStage({ 'GET /inventories/8/decisions': { body: { data: rows }, total } });
  stage.show(<ItemDecisions inventoryId={8} />);
}

it('says what was decided, by whom, and why it is no longer in effect', async () => {
  await show([decision]);
  await screen.findByText('Review');
  screen.getByText('No longer applies');
  screen.getByText('Status: Approved');
  screen.getByText('The license was MIT then and is GPL-2.0-only now.');
  expect(screen.getByText(/System · for this item · by policy · Default/)).toBeTruthy();
});

it('says so when nothing was decided, and how many decisions are not shown', async () => {
  await show([]);
  await screen.findByText('No decisions');
  await stage.close();
  await show([{ ...decision, kind: 'file-tied', subject: { path: 'src/a.c' }, value: { isTied: true } }], 12);
  await screen.findByText('src/a.c · Part of the item: yes');
  screen.getByText('11 older decisions are not shown.');
});
