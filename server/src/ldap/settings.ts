// The settings of the LDAP directory in the database; the password in them is sealed.
import type { App } from '../app.ts';
import type { Db } from '../db/postgres/connection.ts';
import { readSetting, writeSetting } from '../db/site-settings.ts';
import { NEVER } from '../domain/scm/schedule.ts';
import type { LdapSettings } from '../domain/users/ldap-settings.ts';
import { loadSecretKey, openSecret, sealSecret } from '../security/secrets.ts';

export interface StoredLdapSettings extends LdapSettings {
  /** Base64; empty without a password. */
  bindPasswordSealed: string;
  /** Time of the last change, ISO 8601; empty until the settings are first saved. */
  changedAt: string;
}

const SECRET_PLACE = 'ldap bind password';

const UNSET: StoredLdapSettings = {
  isEnabled: false,
  urls: [],
  startTls: false,
  caCertificate: '',
  bindDn: '',
  base: '',
  searchBase: '',
  userFilter: '(objectClass=person)',
  attributes: { login: 'uid', firstName: 'givenName', lastName: 'sn', email: 'mail', id: 'entryUUID' },
  permissionFilters: [],
  permissionGroups: [],
  pageSize: 500,
  schedule: NEVER,
  bindPasswordSealed: '',
  changedAt: '',
};

export async function readLdapSettings(db: Db): Promise<StoredLdapSettings> {
  return { ...UNSET, ...(await readSetting<StoredLdapSettings>(db, 'ldap')) };
}

export async function writeLdapSettings(db: Db, settings: StoredLdapSettings): Promise<void> {
  await writeSetting(db, 'ldap', settings);
}

export async function sealPassword(app: Pick<App, 'folder'>, password: string): Promise<string> {
  if (password === '') return '';
  return sealSecret(await loadSecretKey(app.folder.keys), password, SECRET_PLACE).toString('base64');
}

export async function openPassword(app: Pick<App, 'folder'>, sealed: string): Promise<string> {
  if (sealed === '') return '';
  return openSecret(await loadSecretKey(app.folder.keys), Buffer.from(sealed, 'base64'), SECRET_PLACE);
}
