// The settings for synchronising users with an LDAP directory. Says what is wrong with them; contacts no directory.
//
// Decided here, because the interface only names the settings:
// - The directory is searched below `searchBase`,`base`; an empty `searchBase` is the whole base.
// - `permissionFilters` grant system permissions to entries that also match a filter (such as one of `memberOf`). Each synchronisation gives
//   and removes these permissions; administrators give all others. `permissionGroups` do the same by the members that groups
//   name, for directories without `memberOf`.
// - A change of the addresses or the bind name needs the password again; otherwise it could be sent to an address of the caller's choice.

import { type Refusal, refuse } from '../refusal.ts';
import type { Schedule } from '../scm/schedule.ts';
import type { SystemPermission } from './permissions.ts';

export interface LdapAttributes {
  login: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Permanent id of an entry, which does not change when the entry is renamed. */
  id: string;
}

export interface LdapSettings {
  isEnabled: boolean;
  urls: string[];
  /** For ldap:// addresses: encrypt the connection before any other request. */
  startTls: boolean;
  /** PEM; trusted in addition to the well-known authorities. */
  caCertificate: string;
  /** Empty for an anonymous bind. */
  bindDn: string;
  base: string;
  searchBase: string;
  userFilter: string;
  attributes: LdapAttributes;
  permissionFilters: { filter: string; permissions: SystemPermission[] }[];
  /** By distinguished names of groups. */
  permissionGroups: { group: string; permissions: SystemPermission[] }[];
  pageSize: number;
  schedule: Schedule;
}

/** LDAP clients read these names as mechanisms of authentication. */
const MECHANISMS = /^(EXTERNAL|PLAIN|GSSAPI|ANONYMOUS|DIGEST-MD5|CRAM-MD5|SCRAM-.*)$/i;

export function refuseLdapSettings(settings: LdapSettings, hasPassword: boolean): Refusal | undefined {
  for (const url of settings.urls) {
    const refusal = refuseUrl(url, settings.startTls);
    if (refusal) return refusal;
  }
  const { bindDn } = settings;
  if (bindDn !== '' && (!/[=@\\]/.test(bindDn) || MECHANISMS.test(bindDn)))
    return bad('bindDn', `must be a distinguished name like cn=reader,dc=example,dc=org, but is "${bindDn}"`);
  if (bindDn !== '' && !hasPassword)
    return bad('bindPassword', 'is required with a bindDn, because an empty password is not allowed');
  if (bindDn === '' && hasPassword) return bad('bindDn', 'is required with a bindPassword');
  for (const [field, dn] of [
    ['base', settings.base],
    ['searchBase', settings.searchBase],
  ] as const)
    if (dn !== '' && !dn.includes('=')) return bad(field, `must be a distinguished name like dc=example,dc=org`);
  const [at, wrong] = [...settings.permissionGroups.entries()].find(([, { group }]) => !group.includes('=')) ?? [];
  if (wrong)
    return bad(
      `permissionGroups[${at}].group`,
      `must be a distinguished name like cn=admins,ou=groups,dc=example,dc=org, but is "${wrong.group}"`,
    );
  return undefined;
}

function refuseUrl(url: string, startTls: boolean): Refusal | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['ldap:', 'ldaps:'].includes(parsed.protocol) || parsed.hostname === '')
    return bad('urls', `must have addresses like ldaps://directory.example.org:636; "${url}" is not one`);
  if (parsed.username || parsed.password || !['', '/'].includes(parsed.pathname) || parsed.search || parsed.hash)
    return bad('urls', `must have addresses with only host and port; "${parsed.protocol}//${parsed.host}" has more`);
  if (startTls && parsed.protocol === 'ldaps:')
    return bad('startTls', `cannot be combined with ldaps://, which is already encrypted ("${url}")`);
  return undefined;
}

/** The entry below which users are searched. */
export function searchRoot({ base, searchBase }: Pick<LdapSettings, 'base' | 'searchBase'>): string {
  return [searchBase, base].filter((one) => one !== '').join(',');
}

/** True if a stored password may be kept with these settings. */
export function keepsPassword(before: LdapSettings, next: LdapSettings): boolean {
  return (
    before.bindDn === next.bindDn &&
    before.startTls === next.startTls &&
    before.caCertificate === next.caCertificate &&
    before.urls.join(' ') === next.urls.join(' ')
  );
}

function bad(field: string, reason: string): Refusal {
  return refuse('invalid', `The field "${field}" ${reason}.`);
}
