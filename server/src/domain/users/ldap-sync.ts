// Decides what a synchronisation with an LDAP directory does with one entry; writes nothing.
//
//   User tied to the entry | User with the login     | What happens
//   -----------------------+-------------------------+-----------------------------------------------------------------
//   none                   | none                    | created
//   none                   | local                   | skipped: a local user is never taken over silently
//   none                   | of LDAP, tied to none   | tied and updated: an administrator handed the user over
//   none                   | tied to another entry   | skipped: a login that is used again must not inherit rights
//   yes                    | none, or the same user  | updated when something differs (a changed login renames the user)
//   yes                    | another user            | skipped: the new login is taken
//
// Decided here, because the interface is silent:
// - Login and mail address follow the rules for users created by hand. Names may be missing, because many directories have none. Two entries
//   with the same mail address become two users: only the login is unique.
// - A skipped entry is still in the directory, so its user is not deactivated.
// - If a missing entry comes back, its deactivated user is activated. A user whom a person deactivated stays deactivated.
// - Referrals are not followed, because they would send the password to other servers.
import type { SystemPermission } from './permissions.ts';
import type { UserSource } from './user.ts';

export const ldapSyncStatuses = ['Active', 'Completed', 'Failed'] as const;
export type LdapSyncStatus = (typeof ldapSyncStatuses)[number];

export interface DirectoryEntry {
  dn: string;
  id: string;
  login: string;
  firstName: string;
  lastName: string;
  email: string;
  /** The permissions from the permission filters. */
  granted: SystemPermission[];
}

export interface KnownUser {
  id: number;
  login: string;
  firstName: string;
  lastName: string;
  email: string;
  source: UserSource;
  directoryId: string | null;
  dn: string;
  isActive: boolean;
  isDeactivatedBySync: boolean;
  permissions: string[];
}

export interface UserValues {
  login: string;
  firstName: string;
  lastName: string;
  email: string;
  directoryId: string;
  dn: string;
  permissions: string[];
}

export type EntryPlan =
  | { action: 'create'; values: UserValues }
  | { action: 'update'; userId: number; values: UserValues; activates: boolean }
  | { action: 'keep'; userId: number }
  | { action: 'skip'; userId?: number; reason: string };

const LONGEST = { login: 60, firstName: 60, lastName: 60, email: 255 } as const;
const WORDS = { login: 'login', firstName: 'first name', lastName: 'last name', email: 'mail address' } as const;

export function planEntry(
  entry: DirectoryEntry,
  known: { tied?: KnownUser; withLogin?: KnownUser },
  managed: readonly SystemPermission[],
): EntryPlan {
  const { tied, withLogin } = known;
  const reason = refuseEntry(entry) ?? (withLogin?.id === tied?.id ? undefined : refuseLogin(tied, withLogin));
  if (reason !== undefined) return { action: 'skip', userId: tied?.id, reason };
  const user = tied ?? withLogin;
  if (!user) return { action: 'create', values: valuesOf(entry, [], managed) };
  const values = valuesOf(entry, user.permissions, managed);
  const activates = !user.isActive && user.isDeactivatedBySync;
  if (!activates && isSame(user, values)) return { action: 'keep', userId: user.id };
  return { action: 'update', userId: user.id, values, activates };
}

/** Why an entry cannot become a user. */
export function refuseEntry(entry: DirectoryEntry): string | undefined {
  if (/\p{Cc}/u.test(entry.dn)) return 'the distinguished name contains control characters';
  if (entry.id === '') return 'the entry has no permanent id; check the attribute for the id in the settings';
  for (const field of ['login', 'email'] as const) if (entry[field] === '') return `the entry has no ${WORDS[field]}`;
  for (const field of ['login', 'firstName', 'lastName', 'email'] as const) {
    if (entry[field].length > LONGEST[field])
      return `the ${WORDS[field]} has ${entry[field].length} characters; at most ${LONGEST[field]} are allowed`;
    if (/\p{Cc}/u.test(entry[field])) return `the ${WORDS[field]} holds control characters`;
  }
  if (/\s/.test(entry.login)) return `the login "${entry.login}" contains blanks`;
  if (!/^[^\s@]+@[^\s@]+$/.test(entry.email)) return `"${entry.email}" is not a mail address`;
  return undefined;
}

function refuseLogin(tied: KnownUser | undefined, holder: KnownUser | undefined): string | undefined {
  if (!holder) return undefined;
  if (tied) return `the entry of the user "${tied.login}" has the new login "${holder.login}", which another user has`;
  if (holder.source === 'LOCAL')
    return `a local user has the login "${holder.login}"; PUT /users/${holder.login}/source moves that user to the directory`;
  if (holder.directoryId === null) return undefined;
  return `the login "${holder.login}" belongs to the user of another entry (${holder.dn}); if it is the same person, PUT /users/${holder.login}/source lets this entry have the user`;
}

function valuesOf(
  entry: DirectoryEntry,
  permissions: readonly string[],
  managed: readonly SystemPermission[],
): UserValues {
  const own = permissions.filter((one) => !managed.some((theirs) => theirs === one));
  const { login, firstName, lastName, email, dn, id } = entry;
  return { login, firstName, lastName, email, dn, directoryId: id, permissions: [...own, ...entry.granted] };
}

function isSame(user: KnownUser, values: UserValues): boolean {
  const fields = ['login', 'firstName', 'lastName', 'email', 'dn', 'directoryId'] as const;
  const permissions = (list: string[]) => [...new Set(list)].sort().join();
  return (
    fields.every((field) => user[field] === values[field]) &&
    permissions(user.permissions) === permissions(values.permissions)
  );
}
