// Mail settings, a test mail, and the outbox, for system administrators (not in the interface document).
import { permission } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { MailState } from '../../http/models/enumerations.ts';
import { DataOf, Id, Message, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { EmailSettings, EmailSettingsInput, OutboxMail, TestMail } from './schemas.ts';

const group = 'Email settings';
const access = permission('system_admin');

const settings = entity({
  name: 'e-mail configuration',
  unrecorded: ['user', 'password', 'trustedCertificates'],
  members: Object.keys(EmailSettingsInput.properties),
  load: ({ app }) => operations.describeSettings(app),
});

export const emailSettingsRoutes: Route[] = [
  route({
    id: 'getEmailSettings',
    method: 'GET',
    path: '/emailSettings',
    group,
    isExtra: true,
    summary: 'The mail settings with a masked password, and the state of the templates',
    access,
    shows: settings,
    responses: { 200: { description: 'The settings', schema: DataOf(EmailSettings) } },
    run: async ({ app }) => data(await operations.describeSettings(app)),
  }),
  route({
    id: 'setEmailSettings',
    method: 'PUT',
    path: '/emailSettings',
    group,
    isExtra: true,
    summary: 'Replaces the mail settings',
    description:
      'The password is kept encrypted. It must be given again when the server, its security or the user name changes.',
    access,
    // Links that set a new password go by this mail server, and lead to this address.
    needsPassword: true,
    body: EmailSettingsInput,
    edits: settings,
    responses: { 200: { description: 'Replaced', schema: Message }, 400: { description: 'A field is wrong' } },
    async run({ app, body }) {
      await operations.changeSettings(app, body);
      return done('Email settings updated successfully.');
    },
  }),
  route({
    id: 'sendTestMail',
    method: 'POST',
    path: '/emailSettings/test',
    group,
    isExtra: true,
    summary: 'Sends a test mail with the stored settings and waits for the answer of the mail server',
    access,
    body: TestMail,
    responses: {
      200: { description: 'The mail server accepted the mail', schema: Message },
      400: { description: 'The mail was not sent; the message has the answer of the mail server' },
    },
    async run({ app, caller, body }) {
      return done(`A test mail was sent to ${await operations.sendTestMail(app, caller, body)}.`);
    },
  }),
  route({
    id: 'listOutbox',
    method: 'GET',
    path: '/emailSettings/outbox',
    group,
    isExtra: true,
    summary: 'Waiting, sent and failed mails, newest first, without their text',
    access,
    query: Type.Object({
      state: Type.Optional(MailState('Only mails in this state')),
      ...PageQuery,
    }),
    responses: { 200: { description: 'The mails', schema: PageOf(OutboxMail) } },
    async run({ app, query }) {
      const { mails, paging } = await operations.listOutbox(app, query.state, newPage(query));
      return data(mails, paging);
    },
  }),
  route({
    id: 'retryMail',
    method: 'POST',
    path: '/emailSettings/outbox/{mailId}/retry',
    group,
    isExtra: true,
    summary: 'Queues a failed mail again',
    access,
    params: Type.Object({ mailId: Id('Mail') }),
    responses: {
      200: { description: 'Queued', schema: Message },
      400: { description: 'The mail did not fail, or its secret was removed' },
      404: { description: 'No such mail' },
    },
    async run({ app, params }) {
      await operations.retryMail(app, params.mailId);
      return done('Mail queued.');
    },
  }),
];
