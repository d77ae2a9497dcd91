// The LDAP directory: settings, a connection test, the synchronisation of users, and the handover of single users.
import { X509Certificate } from 'node:crypto';
import type { App } from '../../app.ts';
import { countLocalAdmins, findLastSync, handOverToDirectory, type LdapSync, makeLocal } from '../../db/ldap.ts';
import { deleteTokensOfUser } from '../../db/users/tokens.ts';
import { countActiveAdmins, findUserByIdOrLogin } from '../../db/users/users.ts';
import { keepsPassword, type LdapSettings, refuseLdapSettings } from '../../domain/users/ldap-settings.ts';
import { refuseEntry } from '../../domain/users/ldap-sync.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { DirectoryError, openDirectory, refuseFilter } from '../../ldap/directory.ts';
import {
  openPassword,
  readLdapSettings,
  type StoredLdapSettings,
  sealPassword,
  writeLdapSettings,
} from '../../ldap/settings.ts';
import { type SyncSummary, syncDirectory } from '../../ldap/sync.ts';
import { meetsPasswordRule, PASSWORD_RULE } from '../../security/password-rule.ts';
import { hashPassword } from '../../security/passwords.ts';
import { SECRET_MASK } from '../../security/secrets.ts';
import type { LdapSettingsInput, SourceChange } from './schemas.ts';

const USERS_SHOWN = 10;

export async function describeSettings(app: App) {
  const stored = await readLdapSettings(app.db);
  const { isEnabled, bindPasswordSealed, changedAt, schedule, ...rest } = stored;
  const last = await findLastSync(app.db);
  return {
    enabled: isEnabled,
    ...rest,
    schedule: { frequency: schedule.frequency, everyHours: schedule.everyHours, at: schedule.at },
    bindPassword: bindPasswordSealed === '' ? '' : SECRET_MASK,
    configured: changedAt !== '',
    lastSync: last ? describeSync(last) : null,
  };
}

export async function changeSettings(app: App, input: LdapSettingsInput): Promise<void> {
  const { enabled, bindPassword, ...rest } = input;
  const settings: LdapSettings = {
    isEnabled: enabled,
    ...(rest as Omit<LdapSettings, 'isEnabled' | 'schedule'>),
    schedule: { ...rest.schedule, on: 'SUNDAY' } as LdapSettings['schedule'],
  };
  await app.db.transaction().execute(async (tx) => {
    const before = await readLdapSettings(tx);
    const keeps = bindPassword === SECRET_MASK;
    if (keeps && before.bindPasswordSealed === '')
      throw badRequest('The field "bindPassword" is the mask that is shown for a stored one, but none is stored.');
    if (keeps && !keepsPassword(before, settings))
      throw badRequest('The field "bindPassword" must be given again when addresses, encryption or bindDn change.');
    const refusal = refuseLdapSettings(settings, bindPassword !== '');
    if (refusal) throw badRequest(refusal.refusal.message);
    checkFilters(settings);
    checkCertificates(settings.caCertificate);
    const bindPasswordSealed = keeps ? before.bindPasswordSealed : await sealPassword(app, bindPassword);
    await writeLdapSettings(tx, { ...settings, bindPasswordSealed, changedAt: app.now().toISOString() });
  });
}

function checkFilters({ userFilter, permissionFilters }: LdapSettings): void {
  const filters = permissionFilters.map(({ filter }, at) => [`permissionFilters[${at}].filter`, filter] as const);
  for (const [field, filter] of [['userFilter', userFilter] as const, ...filters]) {
    const reason = refuseFilter(filter);
    if (reason) throw badRequest(`The field "${field}" must be a filter like (objectClass=person): ${reason}.`);
  }
}

function checkCertificates(pem: string): void {
  if (pem.trim() === '') return;
  const parts = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    if (parts.length === 0) throw new Error('there is no "BEGIN CERTIFICATE" in it');
    for (const part of parts) new X509Certificate(part);
  } catch (error) {
    throw badRequest(`The field "caCertificate" must hold certificates in PEM form: ${(error as Error).message}.`);
  }
}

/** Connects, signs in and reads a few users with the stored settings. An error carries the text of the directory. */
export async function testSettings(app: App) {
  const settings = await readLdapSettings(app.db);
  if (settings.changedAt === '') throw badRequest('No LDAP directory is set up yet: use PUT /ldapSettings first.');
  try {
    return await firstUsers(app, settings);
  } catch (error) {
    if (error instanceof DirectoryError) throw badRequest(error.message);
    throw error;
  }
}

async function firstUsers(app: App, settings: StoredLdapSettings) {
  const few = { ...settings, pageSize: USERS_SHOWN };
  const directory = await openDirectory(app.outgoing, few, await openPassword(app, settings.bindPasswordSealed));
  try {
    for (const { group } of settings.permissionGroups) await directory.membersOfGroup(group);
    const page = await directory.pages().next();
    const entries = page.done ? [] : page.value.entries.slice(0, USERS_SHOWN);
    return {
      url: directory.url,
      users: entries.map((entry) => ({
        login: entry.login,
        email: entry.email,
        dn: entry.dn,
        usable: refuseEntry(entry) ?? '',
      })),
    };
  } finally {
    await directory.close();
  }
}

export async function syncNow(app: App, caller: Caller) {
  const source = {
    userId: caller.id,
    login: caller.login,
    tokenId: caller.tokenId || null,
    via: caller.viaCookie ? 'session' : 'token',
  } as const;
  return describeSync(await syncDirectory(app, { trigger: 'PERSON', source }));
}

const NOTHING_YET: SyncSummary = {
  created: 0,
  updated: 0,
  unchanged: 0,
  deactivated: 0,
  skippedCount: 0,
  skipped: [],
  warnings: [],
};

function describeSync(sync: LdapSync) {
  return {
    id: sync.id,
    trigger: sync.trigger,
    status: sync.status,
    startedOn: wireTime(sync.started_at),
    finishedOn: sync.finished_at ? wireTime(sync.finished_at) : '',
    ...NOTHING_YET,
    ...(sync.summary as Partial<SyncSummary>),
    error: sync.error,
  };
}

/** Returns what changed, for the audit log. */
export async function changeSource(app: App, loginId: string, { source, password }: SourceChange) {
  if (source === 'LOCAL' && !(password !== undefined && meetsPasswordRule(password)))
    throw badRequest(`The field "password" is required for LOCAL and must have ${PASSWORD_RULE}.`);
  if (source === 'LDAP' && password !== undefined)
    throw badRequest('The field "password" is for LOCAL only: the directory keeps the passwords of its users.');
  const passwordHash = source === 'LOCAL' ? await hashPassword(password as string) : '';
  return app.db.transaction().execute(async (tx) => {
    const user = await findUserByIdOrLogin(tx, loginId);
    if (!user) throw notFound('User', loginId);
    if (source === 'LOCAL') await makeLocal(tx, user.id, passwordHash);
    else await handOverToDirectory(tx, user.id);
    await deleteTokensOfUser(tx, user.id);
    if (source === 'LDAP' && user.source === 'LOCAL' && (await countLocalAdmins(tx)) === 0)
      throw badRequest(
        'This would leave no active system administrator with a password of this server, who can sign in when the directory does not answer.',
      );
    if ((await countActiveAdmins(tx)) === 0)
      throw badRequest('This would leave no active system administrator: make another one first.');
    return { user: user.login, before: user.source, after: source };
  });
}
