// The caller's own account. None of these is in the interface document.
import { signedIn } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { DataOf, Message } from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './account.ts';
import { Account, OwnPassword, OwnQuestion, Profile } from './schemas.ts';

const group = 'Sessions and tokens';

const account = entity({
  name: 'account',
  members: ['firstName', 'lastName', 'email'],
  load: ({ app, caller }) => operations.describeAccount(app, caller),
});

export const accountRoutes: Route[] = [
  route({
    id: 'getAccount',
    isPersonal: true,
    method: 'GET',
    path: '/account',
    group,
    isExtra: true,
    summary: "The caller's own names, address, permissions and security question",
    access: signedIn(),
    shows: account,
    responses: { 200: { description: 'The account', schema: DataOf(Account) } },
    run: async ({ app, caller }) => data(await operations.describeAccount(app, caller)),
  }),
  route({
    id: 'updateAccount',
    isPersonal: true,
    method: 'PUT',
    needsPassword: true,
    path: '/account',
    group,
    isExtra: true,
    summary: "Changes the caller's own names and e-mail address; omitted members stay unchanged",
    access: signedIn(),
    body: Profile,
    edits: account,
    responses: {
      200: { description: 'Changed', schema: Message },
      400: { description: 'A field is wrong, or the user comes from the LDAP directory' },
    },
    async run({ app, caller, body, note }) {
      note({ details: { ...(await operations.changeOwnProfile(app, caller, body)) } });
      return done('Account updated successfully.');
    },
  }),
  route({
    id: 'changePassword',
    isPersonal: true,
    method: 'PUT',
    needsPassword: true,
    path: '/account/password',
    group,
    isExtra: true,
    summary:
      "Changes the caller's own password; other sessions and API tokens of the caller end, unless keepTokens says that the tokens stay",
    access: signedIn(),
    isGuessable: true,
    body: OwnPassword,
    responses: {
      200: { description: 'Changed', schema: Message },
      400: {
        description: 'The current password is wrong, the new one is too weak, or the LDAP directory keeps the password',
      },
      429: { description: 'Too many wrong passwords; the header Retry-After says how many seconds to wait' },
    },
    async run({ app, caller, body, address, note }) {
      await operations.changeOwnPassword(app, caller, body, address, note);
      return done('Password updated successfully.');
    },
  }),
  route({
    id: 'changeSecurityQuestion',
    isPersonal: true,
    method: 'PUT',
    needsPassword: true,
    path: '/account/question',
    group,
    isExtra: true,
    summary: "Changes the caller's own security question and its answer",
    access: signedIn(),
    isGuessable: true,
    body: OwnQuestion,
    responses: {
      200: { description: 'Changed', schema: Message },
      400: { description: 'The current password is wrong, or the LDAP directory keeps the password' },
      429: { description: 'Too many wrong passwords; the header Retry-After says how many seconds to wait' },
    },
    async run({ app, caller, body, address, note }) {
      await operations.changeOwnQuestion(app, caller, body, address, note);
      return done('Security question updated successfully.');
    },
  }),
];
