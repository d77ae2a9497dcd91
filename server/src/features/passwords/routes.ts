// Forgotten passwords, for people who cannot sign in (not in the interface document). Tokens are sent in bodies, because logs contain addresses.
import { anyone } from '../../http/access.ts';
import { DataOf, Message, Model, Type } from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { ForgottenPassword, NewPassword, ResetQuestion, ResetToken } from './schemas.ts';

const group = 'Forgotten passwords';

export const passwordRoutes: Route[] = [
  route({
    id: 'getLoginOptions',
    method: 'GET',
    path: '/loginOptions',
    group,
    isExtra: true,
    summary: 'Options of the login page',
    access: anyone(),
    responses: {
      200: {
        description: 'forgotPassword is true when this server can mail a link that sets a new password',
        schema: DataOf(Model('LoginOptions', { forgotPassword: Type.Boolean() })),
      },
    },
    run: async ({ app }) => data({ forgotPassword: await operations.canReset(app) }),
  }),
  route({
    id: 'forgotPassword',
    method: 'POST',
    path: '/users/forgotPassword',
    group,
    isExtra: true,
    summary: 'Asks for a mail with a link that sets a new password',
    description:
      'The answer is the same whether the login exists or not. The link works once, for 60 minutes; a user gets three an hour at most.',
    access: anyone(),
    isGuessable: true,
    body: ForgottenPassword,
    responses: {
      200: { description: 'Noted', schema: Message },
      400: { description: 'This server sends no mails, or the login is missing' },
    },
    async run({ app, body, note }) {
      note({ login: body.login });
      await operations.requestReset(app, body.login);
      return done('If this login exists and has an e-mail address, a mail with a link is on its way.');
    },
  }),
  route({
    id: 'getResetQuestion',
    method: 'POST',
    path: '/users/resetQuestion',
    group,
    isExtra: true,
    summary: 'The login and security question that belong to a mailed link',
    access: anyone(),
    isGuessable: true,
    body: ResetToken,
    responses: {
      200: { description: 'The question', schema: DataOf(ResetQuestion) },
      400: { description: 'The link was used, has expired or is incomplete' },
    },
    run: async ({ app, body }) => data(await operations.resetQuestion(app, body.token)),
  }),
  route({
    id: 'resetPassword',
    method: 'POST',
    path: '/users/resetPassword',
    group,
    isExtra: true,
    summary: 'Sets a new password with a mailed link; sessions of the user end',
    access: anyone(),
    isGuessable: true,
    body: NewPassword,
    responses: {
      200: { description: 'Set', schema: Message },
      400: { description: 'The link is not valid, the answer is wrong or the password too simple' },
    },
    async run({ app, body, note }) {
      await operations.resetPassword(app, body, note);
      return done('Password updated successfully.');
    },
  }),
];
