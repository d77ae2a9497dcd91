// One synchronisation with the LDAP directory. Each page of users is one transaction. Missing users are deactivated only after the whole
// directory was read. A database lock prevents two synchronisations at the same time, also on other servers.
import type { App } from '../app.ts';
import { type AuditSource, insertAuditLines } from '../db/audit-log/entries.ts';
import {
  deactivateVanished,
  failAbandonedSyncs,
  finishSync,
  insertDirectoryUsers,
  insertSync,
  type LdapSync,
  lockKnownUsers,
  lockVanished,
  markSeen,
  updateDirectoryUser,
} from '../db/ldap.ts';
import { LDAP_SYNC_LOCK } from '../db/postgres/advisory-locks.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { countActiveAdmins } from '../db/users/users.ts';
import { isMember } from '../domain/users/ldap-groups.ts';
import { type DirectoryEntry, type EntryPlan, type KnownUser, planEntry } from '../domain/users/ldap-sync.ts';
import { isSystemAdmin, type SystemPermission } from '../domain/users/permissions.ts';
import { AppError } from '../errors.ts';
import { type Directory, DirectoryError, openDirectory } from './directory.ts';
import { openPassword, readLdapSettings, type StoredLdapSettings } from './settings.ts';

/** Skipped entries to list by name; all are counted. */
const NAMED_SKIPPED = 1000;
const DEACTIVATED_PER_TRANSACTION = 500;

interface SkippedEntry {
  dn: string;
  login: string;
  reason: string;
}

export interface SyncSummary {
  created: number;
  updated: number;
  unchanged: number;
  deactivated: number;
  skippedCount: number;
  skipped: SkippedEntry[];
  /** Warnings for administrators. */
  warnings: string[];
}

export interface SyncCause {
  trigger: LdapSync['trigger'];
  /** The user named as author of the changes. */
  source: AuditSource;
}

interface Run {
  app: App;
  syncId: number;
  source: AuditSource;
  managed: SystemPermission[];
  summary: SyncSummary;
}

const NO_ADMIN_LEFT = 'no active system administrator would be left';

/** Runs one synchronisation and returns its record. Throws 501 without settings, 503 while another one runs or the directory is unreachable. */
export async function syncDirectory(app: App, cause: SyncCause): Promise<LdapSync> {
  const settings = await readLdapSettings(app.db);
  if (!settings.isEnabled)
    throw new AppError('notBuilt', {
      message: 'No LDAP directory is set up. A system administrator can set it up with PUT /ldapSettings.',
    });
  const locked = await app.pool.connect();
  let isHeld = false;
  try {
    const { rows } = await locked.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LDAP_SYNC_LOCK]);
    isHeld = rows[0]?.held === true;
    if (!isHeld)
      throw new AppError('unavailable', { message: 'A synchronisation with the LDAP directory is running.' });
    return await runSync(app, settings, cause);
  } finally {
    if (isHeld) await locked.query('select pg_advisory_unlock($1)', [LDAP_SYNC_LOCK]).catch(() => undefined);
    // Close the connection instead of returning it to the pool, so that the lock ends in any case.
    locked.release(true);
  }
}

async function runSync(app: App, settings: StoredLdapSettings, cause: SyncCause): Promise<LdapSync> {
  await failAbandonedSyncs(app.db);
  const syncId = await insertSync(app.db, cause.trigger, cause.source.userId);
  const givers = [...settings.permissionFilters, ...settings.permissionGroups];
  const managed = [...new Set(givers.flatMap((one) => one.permissions))];
  const run: Run = { app, syncId, managed, source: cause.source, summary: emptySummary() };
  try {
    await importUsers(run, settings);
    app.log.info({ syncId, ...counts(run.summary) }, 'LDAP directory synchronised');
    return await finishSync(app.db, syncId, 'Completed', { summary: { ...run.summary }, error: '' });
  } catch (error) {
    const isTheirs = error instanceof DirectoryError;
    const text = isTheirs ? error.message : `Internal error: ${(error as Error).message}`;
    app.log.warn({ err: error, syncId }, 'synchronisation with the LDAP directory failed');
    await finishSync(app.db, syncId, 'Failed', { summary: { ...run.summary }, error: text });
    throw isTheirs ? new AppError('unavailable', { message: text }) : error;
  }
}

/** Audit log entry of the end of a synchronisation. The entries of its pages name the changed users. */
export function detailsOfSync({ id, summary }: LdapSync): Record<string, unknown> {
  return { syncId: id, ...counts(summary as unknown as SyncSummary) };
}

function emptySummary(): SyncSummary {
  return { created: 0, updated: 0, unchanged: 0, deactivated: 0, skippedCount: 0, skipped: [], warnings: [] };
}

function counts({ created, updated, unchanged, deactivated, skippedCount }: SyncSummary) {
  return { created, updated, unchanged, deactivated, skippedCount };
}

async function importUsers(run: Run, settings: StoredLdapSettings): Promise<void> {
  const directory = await openDirectory(
    run.app.outgoing,
    settings,
    await openPassword(run.app, settings.bindPasswordSealed),
  );
  try {
    const grants = await readGrants(directory, settings);
    let count = 0;
    for await (const { entries, referrals } of directory.pages()) {
      count += entries.length;
      for (const url of referrals)
        skip(run, { dn: url, login: '' }, 'it is a referral to another server, and referrals are not followed');
      const granted = entries.map((entry) => ({
        ...entry,
        granted: [...new Set(grants.flatMap((one) => (one.has(entry) ? one.permissions : [])))],
      }));
      await run.app.db.transaction().execute((tx) => importPage(tx, run, granted));
    }
    if (count > 0) await deactivateMissing(run);
    else run.summary.warnings.push('The directory returned no user at all, so no user was deactivated.');
  } finally {
    await directory.close();
  }
}

interface Grant {
  has(entry: DirectoryEntry): boolean;
  permissions: SystemPermission[];
}

async function readGrants(
  directory: Directory,
  { permissionFilters, permissionGroups }: StoredLdapSettings,
): Promise<Grant[]> {
  const grants: Grant[] = [];
  for (const { filter, permissions } of permissionFilters) {
    const names = await directory.namesWith(filter);
    grants.push({ has: ({ dn }) => names.has(dn), permissions });
  }
  for (const { group, permissions } of permissionGroups) {
    const members = await directory.membersOfGroup(group);
    grants.push({ has: (entry) => isMember(members, entry), permissions });
  }
  return grants;
}

async function importPage(tx: Tx, run: Run, entries: DirectoryEntry[]): Promise<void> {
  const known = await lockKnownUsers(
    tx,
    entries.map((one) => one.id).filter((id) => id !== ''),
    entries.map((one) => one.login).filter((login) => login !== '' && !login.includes('\0')),
  );
  const tied = new Map(known.flatMap((user) => (user.directoryId === null ? [] : [[user.directoryId, user]])));
  const withLogin = new Map(known.map((user) => [user.login.toLowerCase(), user]));
  const made = new Map<string, DirectoryEntry>();
  const met = new Set<number>();
  const changes = noChanges();
  const creations: Extract<EntryPlan, { action: 'create' }>['values'][] = [];
  for (const entry of entries) {
    const login = entry.login.toLowerCase();
    const plan = planEntry(entry, { tied: tied.get(entry.id), withLogin: withLogin.get(login) }, run.managed);
    if (plan.action === 'create') {
      const twin = made.get(login);
      if (twin) skip(run, entry, `the entry ${twin.dn} has the same login`);
      else {
        made.set(login, entry);
        creations.push(plan.values);
      }
      continue;
    }
    if (plan.userId !== undefined) met.add(plan.userId);
    if (plan.action === 'skip') skip(run, entry, plan.reason);
    if (plan.action === 'keep') run.summary.unchanged++;
    if (plan.action === 'update') await update(tx, run, entry, plan, { tied, withLogin, changes });
  }
  const inserted = await insertDirectoryUsers(tx, creations, run.syncId);
  run.summary.created += inserted.size;
  for (const { dn, login } of creations)
    if (!inserted.has(login)) skip(run, { dn, login }, 'a user with this login was created at the same moment');
  await markSeen(tx, [...met], run.syncId);
  await recordChanges(tx, run, { ...changes, created: [...inserted] });
}

/** Writes an update, also to the page's users in memory, because later entries are compared with them. */
async function update(
  tx: Tx,
  run: Run,
  entry: DirectoryEntry,
  plan: Extract<EntryPlan, { action: 'update' }>,
  known: { tied: Map<string, KnownUser>; withLogin: Map<string, KnownUser>; changes: UserChanges },
): Promise<void> {
  const before = known.tied.get(entry.id) ?? known.withLogin.get(entry.login.toLowerCase());
  if (!before) throw new Error(`The user ${plan.userId} is to be updated, but is not known.`);
  const losesAdmin = isSystemAdmin(before) && !isSystemAdmin(plan.values);
  if (before.isActive && losesAdmin && (await countActiveAdmins(tx)) === 1) return skip(run, entry, NO_ADMIN_LEFT);
  await updateDirectoryUser(tx, plan.userId, plan.values, plan.activates);
  run.summary.updated++;
  const after = { ...before, ...plan.values, isActive: before.isActive || plan.activates };
  known.changes.updated.push(changeOfUser(before, after));
  known.withLogin.delete(before.login.toLowerCase());
  known.withLogin.set(after.login.toLowerCase(), after);
  known.tied.set(entry.id, after);
}

async function deactivateMissing(run: Run): Promise<void> {
  for (let after = 0; ; ) {
    const last = await run.app.db.transaction().execute(async (tx) => {
      const missing = await lockVanished(tx, run.syncId, after, DEACTIVATED_PER_TRANSACTION);
      const leaving: typeof missing = [];
      for (const user of missing) {
        if (isSystemAdmin(user) && (await countActiveAdmins(tx)) === 1)
          skip(
            run,
            { dn: user.directory_dn, login: user.login },
            `it is no longer in the directory, but ${NO_ADMIN_LEFT}`,
          );
        else {
          leaving.push(user);
          // Deactivate immediately, so that the next administrator is counted against those who remain.
          if (isSystemAdmin(user)) await deactivateVanished(tx, [user.id]);
        }
      }
      await deactivateVanished(
        tx,
        leaving.map(({ id }) => id),
      );
      run.summary.deactivated += leaving.length;
      await recordChanges(tx, run, { ...noChanges(), deactivated: leaving.map(({ login }) => login) });
      return missing.length < DEACTIVATED_PER_TRANSACTION ? undefined : missing.at(-1)?.id;
    });
    if (last === undefined) return;
    after = last;
  }
}

/** Audit log entry of the users that one transaction changed, written in that transaction. */
interface UserChanges {
  created: string[];
  updated: Record<string, unknown>[];
  deactivated: string[];
}

function noChanges(): UserChanges {
  return { created: [], updated: [], deactivated: [] };
}

/** Values for fields that grant rights; only names for other fields. */
function changeOfUser(before: KnownUser, after: KnownUser): Record<string, unknown> {
  const fields = (['login', 'firstName', 'lastName', 'email', 'permissions', 'isActive'] as const).filter(
    (field) => String(before[field]) !== String(after[field]),
  );
  const rightsOf = (user: KnownUser) =>
    Object.fromEntries(
      fields.flatMap((field) => (['login', 'permissions', 'isActive'].includes(field) ? [[field, user[field]]] : [])),
    );
  return { login: before.login, fields, before: rightsOf(before), after: rightsOf(after) };
}

async function recordChanges(tx: Tx, { syncId, source }: Run, changes: UserChanges): Promise<void> {
  const done = Object.entries(changes).filter(([, list]) => list.length > 0);
  if (done.length === 0) return;
  const details = Object.fromEntries(done);
  await insertAuditLines(tx, [{ ...source, operation: 'syncLdap', ids: { syncId }, details, status: 'Completed' }]);
}

function skip({ summary }: Run, { dn, login }: { dn: string; login: string }, reason: string): void {
  summary.skippedCount++;
  if (summary.skipped.length < NAMED_SKIPPED)
    summary.skipped.push({ dn: shown(dn), login: shown(login), reason: shown(reason) });
}

/** Makes a directory's text safe to store and show: it may contain anything. */
function shown(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\\0').slice(0, 1000);
}
