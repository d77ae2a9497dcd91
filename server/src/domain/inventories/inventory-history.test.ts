import { describe, expect, it } from 'vitest';
import type { HistoryState } from './inventory-history.ts';
import { fullRescanRevision, historyFields, historyOf, withLicenseNames } from './inventory-history.ts';

const before: HistoryState = { name: 'x 1.0', status: 'Draft', licenseId: '7', isPublished: false, files: ['a', 'b'] };

describe('a revision', () => {
  it.each<[string, HistoryState, string, [string, string, string][]]>([
    ['one field', { ...before, name: 'y 1.0' }, 'Inventory Updated', [['Name', 'x 1.0', 'y 1.0']]],
    ['the license, by id', { ...before, licenseId: '-1' }, 'Inventory Updated', [['License', '7', '-1']]],
    ['the status alone', { ...before, status: 'Approved' }, 'Inventory Reviewed', [['Status', 'Draft', 'Approved']]],
    [
      'publishing, with the review that follows',
      { ...before, isPublished: true, status: 'Approved' },
      'Inventory Published',
      [
        ['Status', 'Draft', 'Approved'],
        ['Published', 'false', 'true'],
      ],
    ],
    [
      'several fields, in a fixed order',
      { ...before, url: 'u', name: 'z' },
      'Inventory Updated',
      [
        ['Name', 'x 1.0', 'z'],
        ['URL', '', 'u'],
      ],
    ],
    [
      'files',
      { ...before, files: ['b', 'd', 'c'] },
      'Inventory Updated',
      [
        ['Files Removed', 'a', ''],
        ['Files Added', '', 'c\nd'],
      ],
    ],
    [
      'custom fields, by label',
      { ...before, customFields: { Supplier: 'ACME', Approver: 'me' } },
      'Inventory Updated',
      [
        ['Approver', '', 'me'],
        ['Supplier', '', 'ACME'],
      ],
    ],
    [
      'lists as text',
      { ...before, possibleLicenses: ['MIT', 'ISC'] },
      'Inventory Updated',
      [['SPDX Candidates', '', 'MIT, ISC']],
    ],
  ])('of %s', (_, after, event, changes) => {
    expect(historyOf(before, after, 'User Action')).toEqual({
      event,
      action: 'User Action',
      changes: changes.map(([field, oldValue, newValue]) => ({ field, oldValue, newValue })),
    });
  });

  it('of a recall', () => {
    const revision = historyOf({ ...before, isPublished: true }, before, 'User Action');
    expect(revision?.event).toBe('Inventory Recalled');
  });

  it('of a new item lists its values', () => {
    expect(historyOf(undefined, { name: 'x', url: '', files: ['a'] }, 'Scan')).toEqual({
      event: 'Inventory Created',
      action: 'Scan',
      changes: [
        { field: 'Name', oldValue: '', newValue: 'x' },
        { field: 'Files Added', oldValue: '', newValue: 'a' },
      ],
    });
  });

  it.each<[string, HistoryState]>([
    ['the same state', before],
    ['absent members', {}],
    ['files in another order', { files: ['b', 'a'] }],
  ])('of %s is none', (_, after) => {
    expect(historyOf(before, after, 'Scan')).toBeUndefined();
  });

  it('names the number of many files', () => {
    const files = Array.from({ length: 1_000 }, (_, i) => `f${i}`);
    const [change] = historyOf({ files: [] }, { files }, 'Scan')!.changes;
    expect(change!.newValue.split('\n')).toHaveLength(21);
    expect(change!.newValue).toMatch(/\nand 980 more files$/);
  });

  it('of a full rescan is one record without changes', () => {
    expect(fullRescanRevision()).toEqual({ event: 'Full Rescan', action: 'Project Rescan', changes: [] });
  });
});

it('of a new item gives its license, from the id of none, and nothing if it has none', () => {
  const licenseOf = (licenseId: string) => historyOf(undefined, { name: 'x', licenseId }, 'Scan')!.changes.slice(1);
  expect(licenseOf('7')).toEqual([{ field: 'License', oldValue: '-1', newValue: '7' }]);
  expect(licenseOf('-1')).toEqual([]);
});

it('names each field once; only the license, whose values are ids, has the word that clients look for', () => {
  const names = historyFields.map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.includes('License'))).toEqual(['License']);
});

it('for people names licenses in place of their ids, and leaves other fields alone', () => {
  const names = new Map([['7', 'MIT License']]);
  const change = (field: string) => [{ field, oldValue: '-1', newValue: '7' }];
  expect(withLicenseNames(change('License'), names)).toEqual([
    { field: 'License', oldValue: "I don't know", newValue: 'MIT License' },
  ]);
  expect(withLicenseNames([{ field: 'License', oldValue: '7', newValue: '9' }], names)).toEqual([
    { field: 'License', oldValue: 'MIT License', newValue: '9' },
  ]);
  expect(withLicenseNames(change('Priority'), names)).toEqual(change('Priority'));
});
