// LDAP: the interface document only names the group, so all are extras. The path of the synchronisation comes from the wire format (17.4).
import { permission } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { DataOf, Message, Text, Type } from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { LdapSettings, LdapSettingsInput, LdapSync, LdapTest, SourceChange } from './schemas.ts';

const group = 'LDAP';
const administrates = permission('system_admin');

const settings = entity({
  name: 'LDAP configuration',
  unrecorded: ['bindDn', 'bindPassword', 'urls', 'caCertificate'],
  members: Object.keys(LdapSettingsInput.properties),
  load: ({ app }) => operations.describeSettings(app),
});

export const ldapRoutes: Route[] = [
  route({
    id: 'syncLdap',
    method: 'POST',
    path: '/ldap/sync',
    group,
    isExtra: true,
    summary: 'Synchronises the users with the LDAP directory, and answers afterwards',
    description:
      'Creates new users, updates changed ones, and deactivates those that the directory no longer has (they keep their roles). Local users stay local.',
    access: administrates,
    responses: {
      200: { description: 'What was done', schema: DataOf(LdapSync) },
      501: { description: 'No LDAP directory is set up' },
      503: { description: 'A synchronisation is running, or the directory cannot be reached' },
    },
    async run({ app, caller, note }) {
      const sync = await operations.syncNow(app, caller);
      const { created, updated, deactivated, skippedCount } = sync;
      note({ details: { syncId: sync.id, created, updated, deactivated, skippedCount } });
      return data(sync);
    },
  }),
  route({
    id: 'getLdapSettings',
    method: 'GET',
    path: '/ldapSettings',
    group,
    isExtra: true,
    summary: 'The LDAP settings with a masked password, and the last synchronisation',
    access: administrates,
    shows: settings,
    responses: { 200: { description: 'The settings', schema: DataOf(LdapSettings) } },
    run: async ({ app }) => data(await operations.describeSettings(app)),
  }),
  route({
    id: 'setLdapSettings',
    method: 'PUT',
    path: '/ldapSettings',
    group,
    isExtra: true,
    summary: 'Replaces the settings of the LDAP directory',
    description:
      'Omitted members get their default. The directory is not contacted; POST /ldapSettings/test does that.',
    access: administrates,
    // The directory says who may sign in, with which password.
    needsPassword: true,
    body: LdapSettingsInput,
    edits: settings,
    responses: {
      200: { description: 'Replaced', schema: Message },
      400: { description: 'An address, name, filter or certificate is wrong, or the password must be given again' },
    },
    async run({ app, body }) {
      await operations.changeSettings(app, body);
      return done('LDAP settings updated successfully.');
    },
  }),
  route({
    id: 'testLdapSettings',
    method: 'POST',
    path: '/ldapSettings/test',
    group,
    isExtra: true,
    summary: 'Connects with the stored settings and reads a few users; changes nothing',
    access: administrates,
    responses: {
      200: { description: 'What was found', schema: DataOf(LdapTest) },
      400: { description: 'No directory is set up, or it cannot be reached or refuses; the message says why' },
    },
    run: async ({ app }) => data(await operations.testSettings(app)),
  }),
  route({
    id: 'setUserSource',
    method: 'PUT',
    path: '/users/{loginId}/source',
    group,
    isExtra: true,
    summary: 'Lets the LDAP directory manage a user, or makes a user local again; the tokens of the user end',
    access: administrates,
    // It decides which password lets the user in.
    needsPassword: true,
    params: Type.Object({ loginId: Text(60, 'Login, or id', { minLength: 1 }) }),
    body: SourceChange,
    responses: {
      200: { description: 'Changed', schema: Message },
      400: { description: 'No administrator would be left, or the password is missing' },
      404: { description: 'No such user' },
    },
    async run({ app, params, body, note }) {
      note({ details: await operations.changeSource(app, params.loginId, body) });
      return done('User updated successfully.');
    },
  }),
];
