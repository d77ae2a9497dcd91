import { expect, test } from 'vitest';
import type { HistoryEvent } from '../inventories/inventory-history.ts';
import { fateOfDelivery, signDelivery } from './webhook-delivery.ts';
import { eventOfJob, eventsOfRevisions } from './webhook-events.ts';

const ada = { id: 7, login: 'ada' };
const revision = (itemId: number, event: HistoryEvent, more: object = {}) => ({
  projectId: 1,
  itemId,
  user: ada,
  event,
  action: 'User Action',
  changes: [],
  ...more,
});

test('equal changes of one transaction are one event, different ones are separate', () => {
  const reviewed = (newValue: string) => ({ changes: [{ field: 'Status', oldValue: 'Draft', newValue }] });
  const events = eventsOfRevisions([
    revision(1, 'Inventory Created'),
    revision(1, 'Inventory Published'),
    revision(2, 'Inventory Published'),
    revision(2, 'Inventory Published'),
    revision(3, 'Inventory Published', { action: 'Scan', user: null }),
    revision(4, 'Inventory Published', { projectId: 2 }),
    revision(5, 'Inventory Recalled'),
    revision(6, 'Inventory Reviewed', reviewed('Approved')),
    revision(7, 'Inventory Reviewed', reviewed('Rejected')),
    revision(8, 'Inventory Updated'),
    revision(9, 'Full Rescan'),
  ]);
  expect(
    events.map(({ event, projectId, actorId, itemIds, data }) => [event, projectId, actorId, itemIds, data]),
  ).toEqual([
    ['inventory.published', 1, 7, [1, 2], { action: 'User Action' }],
    ['inventory.published', 1, null, [3], { action: 'Scan' }],
    ['inventory.published', 2, 7, [4], { action: 'User Action' }],
    ['inventory.recalled', 1, 7, [5], { action: 'User Action' }],
    ['inventory.reviewed', 1, 7, [6], { action: 'User Action', status: 'Approved' }],
    ['inventory.reviewed', 1, 7, [7], { action: 'User Action', status: 'Rejected' }],
  ]);
});

test('a scan of many items makes events of at most a hundred each', () => {
  const many = Array.from({ length: 250 }, (_, index) => revision(index + 1, 'Inventory Published'));
  const events = eventsOfRevisions(many);
  expect(events.map(({ itemIds }) => itemIds.length)).toEqual([100, 100, 50]);
  expect(events.flatMap(({ itemIds }) => itemIds)).toEqual(many.map(({ itemId }) => itemId));
});

test.each([
  ['Project Scan', 'Completed', 'project.scanned'],
  ['Project Re-Scan', 'Completed', 'project.scanned'],
  ['Project Scan', 'Failed', 'scan.failed'],
  ['Project Scan', 'Canceled', undefined],
  ['Audit Report', 'Completed', 'report.ready'],
  ['Custom Report', 'Completed', 'report.ready'],
  ['Audit Report', 'Failed', undefined],
  ['Update Notices', 'Completed', undefined],
] as const)('a %s that ends as %s: %s', (type, status, event) => {
  expect(eventOfJob(type, status)).toBe(event);
});

const refused = (error = 'x') => ({ error });

test.each([
  [{ status: 200 }, 1, 'DELIVERED', 0],
  [{ status: 204 }, 8, 'DELIVERED', 0],
  [{ status: 302 }, 1, 'QUEUED', 1],
  [{ status: 404 }, 2, 'QUEUED', 5],
  [{ status: 500 }, 3, 'QUEUED', 15],
  [refused(), 4, 'QUEUED', 60],
  [refused(), 7, 'QUEUED', 720],
  [refused(), 8, 'DEAD', 0],
  [{ status: 410 }, 1, 'DEAD', 0],
] as const)('%j at attempt %i: %s, %i minutes', (outcome, attempts, state, waitMinutes) => {
  const fate = fateOfDelivery(outcome, attempts);
  expect(fate.state).toBe(state);
  expect('waitMinutes' in fate ? fate.waitMinutes : 0).toBe(waitMinutes);
});

test('a test is not retried', () => {
  expect(fateOfDelivery({ status: 500 }, 1, true)).toMatchObject({
    state: 'DEAD',
    error: 'The receiver answered 500.',
  });
});

test('the signature is HMAC-SHA256 over time and body, as openssl computes it', () => {
  // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
  expect(signDelivery('secret', 1_700_000_000, '{"a":1}')).toBe(
    'sha256=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686',
  );
});
