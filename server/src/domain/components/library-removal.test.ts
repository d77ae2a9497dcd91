import { describe, expect, it } from 'vitest';
import { afterRemoval, type LibraryUser, type RemovedPart, refuseForLockedProjects } from './library-removal.ts';

const ITEM: LibraryUser = {
  type: 'COMPONENT',
  name: 'acme 1.0 (ACME)',
  componentName: 'acme',
  versionName: '1.0',
  licenseId: 1_000_000_001,
  licenseName: 'ACME',
  possibleLicenses: ['ACME', 'MIT'],
  priority: 'P3',
};

function check(part: RemovedPart, change: Partial<LibraryUser>, expected: object): void {
  const { revision, ...next } = afterRemoval({ ...ITEM, ...change }, part);
  expect({
    ...next,
    changes: revision.changes.map(({ field, oldValue, newValue }) => [field, oldValue, newValue]),
  }).toEqual(expected);
  expect(revision).toMatchObject({ event: 'Inventory Updated', action: 'Library Change' });
}

describe('a removed license', () => {
  it('becomes unknown, and the composed name and the possible licenses change with it', () =>
    check(
      'license',
      {},
      {
        type: 'COMPONENT',
        name: 'acme 1.0',
        priority: 'P3',
        possibleLicenses: ['MIT'],
        changes: [
          ['Name', 'acme 1.0 (ACME)', 'acme 1.0'],
          ['License', '1000000001', '-1'],
        ],
      },
    ));

  it('keeps a name that a person gave, and raises the priority if nothing else is known', () =>
    check(
      'license',
      { name: 'Our thing', possibleLicenses: ['acme'] },
      {
        type: 'COMPONENT',
        name: 'Our thing',
        priority: 'P1',
        possibleLicenses: [],
        changes: [
          ['License', '1000000001', '-1'],
          ['Priority', 'P3', 'P1'],
        ],
      },
    ));

  it('leaves License Only items unchanged', () =>
    check(
      'license',
      { type: 'LICENSE', name: 'ACME', componentName: '', versionName: '' },
      {
        type: 'LICENSE',
        name: 'ACME',
        priority: 'P3',
        possibleLicenses: ['MIT'],
        changes: [['License', '1000000001', '-1']],
      },
    ));
});

it('a removed version becomes Unknown', () =>
  check(
    'version',
    {},
    {
      type: 'COMPONENT',
      name: 'acme (ACME)',
      priority: 'P3',
      possibleLicenses: ['ACME', 'MIT'],
      changes: [
        ['Name', 'acme 1.0 (ACME)', 'acme (ACME)'],
        ['Version', '1.0', 'Unknown'],
      ],
    },
  ));

it('a removed component makes the item Work in Progress', () =>
  check(
    'component',
    {},
    {
      type: 'WORK_IN_PROGRESS',
      name: 'acme 1.0 (ACME)',
      priority: 'P3',
      possibleLicenses: ['ACME', 'MIT'],
      changes: [
        ['Inventory Type', 'Component', 'Work in Progress'],
        ['Component', 'acme', ''],
        ['Version', '1.0', ''],
      ],
    },
  ));

describe('while projects are locked', () => {
  const locked = (name: string, isVisible = true) => ({ name, status: 'Project Completed' as const, isVisible });
  const message = (...projects: Parameters<typeof refuseForLockedProjects>[1]) =>
    refuseForLockedProjects('The license ACME cannot be deleted', projects)?.refusal.message;

  it('open projects do not prevent it', () => {
    expect(message()).toBeUndefined();
    expect(message({ name: 'open', status: 'Analysis Completed', isVisible: true })).toBeUndefined();
  });

  it('the locked ones are named, the first five', () => {
    expect(message(locked('a'), { name: 'open', status: 'Not Started', isVisible: true })).toBe(
      'The license ACME cannot be deleted: items of locked projects use it (a). Their status is Project Completed; give them another status first.',
    );
    expect(message(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => locked(name)))).toContain(
      '(a, b, c, d, e and 2 more)',
    );
  });

  it('private projects of others are neither named nor counted', () => {
    expect(message(locked('secret', false), locked('a'))).toContain('use it (a).');
    expect(message(locked('secret', false))).toContain('use it. Their');
  });
});
