import { describe, expect, it } from 'vitest';
import { type DirectoryEntry, type EntryPlan, type KnownUser, planEntry, refuseEntry } from './ldap-sync.ts';

const ENTRY: DirectoryEntry = {
  dn: 'uid=ada,dc=x',
  id: 'id-1',
  login: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@x.org',
  granted: [],
};
const ADA: KnownUser = {
  ...ENTRY,
  id: 7,
  source: 'LDAP',
  directoryId: 'id-1',
  isActive: true,
  isDeactivatedBySync: false,
  permissions: ['edit_policy'],
};
const LOCAL: KnownUser = { ...ADA, id: 8, source: 'LOCAL', directoryId: null, dn: '' };
const OTHER: KnownUser = { ...ADA, id: 9, directoryId: 'id-2', dn: 'uid=ada,ou=old,dc=x' };
const HANDED_OVER: KnownUser = { ...ADA, id: 10, directoryId: null, dn: '' };

describe('what happens to an entry', () => {
  it.each<[string, Partial<DirectoryEntry>, KnownUser | undefined, KnownUser | undefined, Partial<EntryPlan>]>([
    ['new', {}, undefined, undefined, { action: 'create' }],
    ['a local user has the login', {}, undefined, LOCAL, { action: 'skip' }],
    ['handed over', {}, undefined, HANDED_OVER, { action: 'update', userId: 10 }],
    ['the login is used again', {}, undefined, OTHER, { action: 'skip' }],
    ['known and the same', {}, ADA, ADA, { action: 'keep', userId: 7 }],
    ['a new name', { lastName: 'King' }, ADA, ADA, { action: 'update', userId: 7, activates: false }],
    ['a new login', { login: 'king' }, ADA, undefined, { action: 'update', userId: 7 }],
    ['a new login that is in use', { login: 'old' }, ADA, OTHER, { action: 'skip', userId: 7 }],
    ['a new login that an administrator has to link', { login: 'x' }, ADA, HANDED_OVER, { action: 'skip', userId: 7 }],
    ['moved to another branch', { dn: 'uid=ada,ou=b,dc=x' }, ADA, ADA, { action: 'update', userId: 7 }],
    ['known, without mail now', { email: '' }, ADA, ADA, { action: 'skip', userId: 7 }],
  ])('%s', (_what, change, tied, withLogin, plan) => {
    expect(planEntry({ ...ENTRY, ...change }, { tied, withLogin }, [])).toMatchObject(plan);
  });

  it('activates only users that a synchronisation had deactivated', () => {
    const byPerson = { ...ADA, isActive: false };
    expect(planEntry(ENTRY, { tied: byPerson, withLogin: byPerson }, [])).toEqual({ action: 'keep', userId: 7 });
    const bySync = { ...byPerson, isDeactivatedBySync: true };
    expect(planEntry(ENTRY, { tied: bySync, withLogin: bySync }, [])).toMatchObject({
      action: 'update',
      activates: true,
    });
  });

  it('gives and removes the managed permissions, and leaves others unchanged', () => {
    const managed = ['create_project', 'library_manager'] as const;
    const user = { ...ADA, permissions: ['edit_policy', 'library_manager'] };
    const entry: DirectoryEntry = { ...ENTRY, granted: ['create_project'] };
    expect(planEntry(entry, { tied: user, withLogin: user }, managed)).toMatchObject({
      values: { permissions: ['edit_policy', 'create_project'] },
    });
  });
});

it.each<[Partial<DirectoryEntry>, string]>([
  [{ id: '' }, 'permanent id'],
  [{ login: '' }, 'no login'],
  [{ login: 'a b' }, 'blanks'],
  [{ login: 'x'.repeat(61) }, '61 characters'],
  [{ email: '' }, 'no mail address'],
  [{ email: 'nobody' }, 'is not a mail address'],
  [{ firstName: 'A\nda' }, 'control'],
  [{ lastName: 'x'.repeat(61) }, '61 characters'],
])('refuses %j', (change, words) => {
  expect(refuseEntry({ ...ENTRY, ...change })).toContain(words);
});

it('works without names', () => {
  expect(refuseEntry({ ...ENTRY, firstName: '', lastName: '' })).toBeUndefined();
});
