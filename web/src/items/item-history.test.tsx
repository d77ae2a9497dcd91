// @vitest-environment happy-dom
// The history names licenses, which the server gives as ids.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { ItemHistory } from './item-history.tsx';

let stage: Stage;
afterEach(() => stage.close());

const head = { date: '2026-01-02 03:04:05', user: 'ada', userEmail: '', event: 'Inventory Updated', action: 'Scan' };
const change = (field: string, oldValue: string, newValue: string) => ({ ...head, field, oldValue, newValue });

async function show(revisions: object, total: number) {
  stage = await startStage({
    'GET /inventories/8/history': { body: { data: revisions }, total },
    'GET /licenses/listAll': { body: { data: [{ id: 7, name: 'MIT License' }] } },
  });
  stage.show(<ItemHistory inventoryId={8} />);
}

it.each([
  ['-1', '7', "I don't know", 'MIT License'],
  ['7', '99', 'MIT License', 'a deleted license (id 99)'],
])('shows the license change %s to %s as names', async (oldValue, newValue, before, after) => {
  await show({ 3: [change('License', oldValue, newValue)] }, 1);
  const line = (await screen.findByText('License')).parentElement;
  expect(line?.textContent).toBe(`License${before}${after}`);
});

it('shows numbers of other fields as they are, and asks for no licenses', async () => {
  await show({ 3: [change('Name', '-1', '7')] }, 1);
  const line = (await screen.findByText('Name')).parentElement;
  expect(line?.textContent).toBe('Name-17');
  expect(stage.calls.some(({ what }) => what.includes('listAll'))).toBe(false);
});

it('says how many entries are not shown', async () => {
  await show({ 3: [change('Name', 'a', 'b')] }, 61);
  await screen.findByText('60 older entries are not shown.');
});
