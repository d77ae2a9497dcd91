import { describe, expect, it } from 'vitest';
import { type PastItem, type PastRevision, pastInventory } from './past-inventory.ts';

const item = (id: number, more: Partial<PastItem> = {}): PastItem => ({
  ...{ id, name: `item ${id}`, componentName: 'a', purl: 'pkg:npm/a@2', versionName: '2', license: 'MIT' },
  ...{ status: 'APPROVED', type: 'COMPONENT', isPublished: true, isPresent: true },
  ...more,
});
const changed = (itemId: number, field: string, oldValue: string, newValue: string): PastRevision => ({
  ...{ itemId, event: 'Inventory Updated', changes: [{ field, oldValue, newValue }] },
});
const event = (itemId: number, name: string, changes: PastRevision['changes'] = []) => ({
  itemId,
  event: name,
  changes,
});
const created = (itemId: number, values: Record<string, string>) =>
  event(
    itemId,
    'Inventory Created',
    Object.entries(values).map(([field, newValue]) => ({ field, oldValue: '', newValue })),
  );

describe('pastInventory', () => {
  it.each<[string, PastRevision[], Partial<PastItem>[]]>([
    ['nothing happened', [], [{}]],
    [
      'another version, twice',
      [changed(1, 'Version', '1', '2'), changed(1, 'Version', '0', '1')],
      [{ versionName: '0' }],
    ],
    ['another license', [changed(1, 'SPDX Expression', 'ISC', 'MIT')], [{ license: 'ISC' }]],
    ['a review', [changed(1, 'Status', 'DRAFT', 'APPROVED')], [{ status: 'DRAFT' }]],
    ['published', [changed(1, 'Published', 'false', 'true')], [{ isPublished: false }]],
    [
      'another component, whose package URL of then is unknown',
      [changed(1, 'Component', 'b', 'a')],
      [{ componentName: 'b', purl: '' }],
    ],
    ['gone and back', [changed(1, 'Evidence', 'Gone since scan 3.', '')], [{ isPresent: false }]],
    [
      'kept by a person',
      [changed(1, 'Evidence', 'Gone since scan 3', 'Counts without evidence: ours')],
      [{ isPresent: false }],
    ],
    ['made after the scan', [event(1, 'Inventory Created')], []],
    ['a change of another item', [changed(9, 'Version', '1', '2')], [{}]],
  ])('%s', (_what, later, expected) => {
    expect(pastInventory([item(1)], later, [])).toEqual({ items: expected.map((more) => item(1, more)) });
  });

  it('brings back what was deleted since, as its history says', () => {
    const later = [event(5, 'Inventory Deleted'), event(6, 'Inventory Deleted'), event(7, 'Inventory Deleted')];
    const earlier = [
      created(5, { Name: 'five', Component: 'five', Version: '1', 'SPDX Expression': 'MIT' }),
      changed(5, 'Version', '1', '3'),
      created(6, { Name: 'six 1.0 (MIT)' }),
    ];
    const past = pastInventory([], later, earlier);
    expect(past).toMatchObject({
      items: [
        { id: 5, componentName: 'five', versionName: '3', license: 'MIT', isByNameAlone: false },
        { id: 6, name: 'six 1.0 (MIT)', componentName: '', isByNameAlone: true },
      ],
    });
  });

  it('knows nothing of before a full rescan', () => {
    expect(pastInventory([item(1)], [event(1, 'Full Rescan')], [])).toEqual({ unknownSince: 'Full Rescan' });
  });
});
