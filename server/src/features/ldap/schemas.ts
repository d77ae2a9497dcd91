// Schemas of the LDAP directory.

import { frequencies } from '../../domain/scm/schedule.ts';
import { ldapSyncStatuses } from '../../domain/users/ldap-sync.ts';
import { SyncTrigger, SystemPermission, UserSource } from '../../http/models/enumerations.ts';
import {
  Enumeration,
  Flag,
  Model,
  OneOf,
  Sent,
  type Static,
  Text,
  Type,
  versioned,
} from '../../http/models/schemas.ts';
import { SECRET_MASK } from '../../security/secrets.ts';

const LdapFrequency = Enumeration(
  'LdapFrequency',
  frequencies.filter((one) => one !== 'WEEKLY'),
);
const DN = 1000;
const Attribute = (fallback: string, description: string) =>
  Type.String({
    default: fallback,
    maxLength: 100,
    pattern: '^[A-Za-z][A-Za-z0-9-]*(;[A-Za-z0-9-]+)*$',
    patternText: 'must be the name of an attribute, such as mail',
    description,
  });

const LdapAttributes = Model(
  'LdapAttributes',
  {
    login: Attribute('uid', 'Login; sAMAccountName in Active Directory'),
    firstName: Attribute('givenName', 'First name'),
    lastName: Attribute('sn', 'Last name'),
    email: Attribute('mail', 'Mail address'),
    id: Attribute(
      'entryUUID',
      'Permanent id of an entry, which identifies renamed users; objectGUID in Active Directory',
    ),
  },
  { default: {}, description: 'Attributes of an entry that give the fields of a user' },
);

const LdapSchedule = Model(
  'LdapSchedule',
  {
    frequency: LdapFrequency('How often users are synchronised automatically', 'NEVER'),
    everyHours: Type.Integer({ minimum: 1, maximum: 168, default: 1, description: 'Hours between starts, for HOURLY' }),
    at: Type.String({
      default: '00:00',
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      patternText: 'must be a time of day like 03:30',
      description: 'Time of day, UTC, for DAILY',
    }),
  },
  { default: {}, description: 'When users are synchronised' },
);

const PermissionFilter = Model('LdapPermissionFilter', {
  filter: Text(DN, 'Filter that entries must match as well, such as (memberOf=cn=admins,ou=groups,dc=example,dc=org)', {
    minLength: 1,
  }),
  permissions: Type.Array(SystemPermission('Permission'), {
    minItems: 1,
    maxItems: 20,
    description: 'Permissions of users that match the filter',
  }),
});

const PermissionGroup = Model('LdapPermissionGroup', {
  group: Text(DN, 'Distinguished name of a group, such as cn=admins,ou=groups,dc=example,dc=org', { minLength: 1 }),
  permissions: Type.Array(SystemPermission('Permission'), {
    minItems: 1,
    maxItems: 20,
    description: 'Permissions of its members',
  }),
});

const settings = {
  enabled: Flag(true, 'Whether users of the directory are synchronised and may sign in'),
  urls: Type.Array(Text(500, 'ldaps://host:636 or ldap://host:389', { minLength: 1 }), {
    minItems: 1,
    maxItems: 5,
    description: 'Addresses of the directory; the first one that answers is used',
  }),
  startTls: Flag(false, 'For ldap:// addresses: encrypt the connection before any other request'),
  caCertificate: Text(65_535, 'Trusted certificates (PEM), besides the well-known authorities', { default: '' }),
  bindDn: Text(DN, 'Name to sign in with; blank for none', { default: '' }),
  base: Text(DN, 'Base of the directory, such as dc=example,dc=org', { minLength: 1 }),
  searchBase: Text(DN, 'Place of the users below the base, such as ou=people; blank for anywhere', { default: '' }),
  userFilter: Text(4000, 'Filter (RFC 4515) that entries of users match', {
    minLength: 1,
    default: '(objectClass=person)',
  }),
  attributes: LdapAttributes,
  permissionFilters: Type.Array(PermissionFilter, {
    maxItems: 20,
    default: [],
    description:
      'System permissions by further filters. Each synchronisation gives and removes those named here, and leaves others unchanged',
  }),
  permissionGroups: Type.Array(PermissionGroup, {
    maxItems: 20,
    default: [],
    description:
      'The same by groups, for directories without memberOf in the entries of users. Members are those that `member`, `uniqueMember` or `memberUid` of the group names; groups within groups do not count',
  }),
  pageSize: Type.Integer({
    minimum: 10,
    maximum: 1000,
    default: 500,
    description: 'Entries per request to the directory',
  }),
  schedule: LdapSchedule,
};

export const LdapSettingsInput = Model('LdapSettingsChange', {
  ...settings,
  attributes: Sent(LdapAttributes),
  schedule: Sent(LdapSchedule),
  bindPassword: Text(
    1024,
    `Password; ${SECRET_MASK} keeps the stored one while addresses, encryption and bindDn stay as they are`,
    {
      default: '',
    },
  ),
  ...versioned,
});
export type LdapSettingsInput = Static<typeof LdapSettingsInput>;

const Skipped = Model('LdapSkippedEntry', { dn: Type.String(), login: Type.String(), reason: Type.String() });

export const LdapSync = Model('LdapSync', {
  id: Type.Integer(),
  trigger: SyncTrigger('Who started it'),
  status: OneOf(ldapSyncStatuses, 'State'),
  startedOn: Type.String(),
  finishedOn: Type.String({ description: 'Blank while it runs' }),
  created: Type.Integer(),
  updated: Type.Integer({ description: 'Users with any change, including activation' }),
  unchanged: Type.Integer(),
  deactivated: Type.Integer({ description: 'Users who are no longer in the directory' }),
  skippedCount: Type.Integer({ description: 'Entries that were left out' }),
  skipped: Type.Array(Skipped, { description: 'The first 1,000 of them, with the reasons' }),
  warnings: Type.Array(Type.String()),
  error: Type.String({ description: 'Why it failed; blank if it did not' }),
});

export const LdapSettings = Model('LdapSettings', {
  ...settings,
  urls: Type.Array(Type.String()),
  base: Type.String(),
  bindPassword: Type.String({ description: 'A mask, or blank if no password is stored' }),
  configured: Type.Boolean({ description: 'False until somebody stores settings' }),
  lastSync: Type.Union([LdapSync, Type.Null()]),
  ...versioned,
});

export const LdapTest = Model('LdapTest', {
  url: Type.String({ description: 'Address that answered' }),
  users: Type.Array(
    Model('LdapUser', { login: Type.String(), email: Type.String(), dn: Type.String(), usable: Type.String() }),
    {
      description:
        'The first users found, at most ten; `usable` is blank, or says why the synchronisation would skip the user',
    },
  ),
});

export const SourceChange = Model('UserSourceChange', {
  source: UserSource(
    'LDAP: the next synchronisation connects the user with the entry of this login. LOCAL: the directory no longer manages the user',
  ),
  password: Type.Optional(Text(1024, 'New password, required for LOCAL')),
});
export type SourceChange = Static<typeof SourceChange>;
