// Push webhooks of code hosts: shapes.
import { codeActions, pushResults } from '../../domain/scm/push-delivery.ts';
import { pushSenders } from '../../domain/scm/push-senders.ts';
import { Enumeration, Flag, Model, type Static, Type, versioned } from '../../http/models/schemas.ts';

const PushSender = Enumeration('PushSender', pushSenders);
export const PushResult = Enumeration('PushResult', pushResults);
export const CodeAction = Enumeration('CodeAction', codeActions);

const ACTION = 'What a push starts. A scan synchronises first';
const secret = Type.String({
  minLength: 8,
  maxLength: 255,
  description:
    'The secret that the code host knows, at least 16 characters; never shown again. ******** keeps the one that is stored',
});

export const NewPushHook = Model('NewPushHook', {
  sender: PushSender('The code host'),
  action: CodeAction(ACTION, 'SCAN'),
  secret: Type.Optional(secret),
  isActive: Flag(true, 'Whether pushes are taken'),
});
export type NewPushHook = Static<typeof NewPushHook>;

export const PushHookChange = Model('PushHookChange', {
  action: Type.Optional(CodeAction(ACTION)),
  secret: Type.Optional(secret),
  isActive: Type.Optional(Type.Boolean({ description: 'Whether pushes are taken' })),
  ...versioned,
});
export type PushHookChange = Static<typeof PushHookChange>;

export const PushHook = Model('PushHook', {
  id: Type.Integer(),
  sender: Type.String({ description: 'The code host' }),
  address: Type.String({
    description: 'The path below the address of this server to which the code host sends pushes',
  }),
  secret: Type.String({ description: 'Always ********' }),
  action: Type.String({ description: 'SYNC or SCAN' }),
  isActive: Type.Boolean(),
  createdBy: Type.String(),
  createdOn: Type.String(),
  ...versioned,
});

export const PushDelivery = Model('PushDelivery', {
  id: Type.Integer(),
  receivedOn: Type.String(),
  sender: Type.String(),
  deliveryId: Type.String({ description: 'As the sender names it' }),
  event: Type.String(),
  result: PushResult('What came of it'),
  detail: Type.String(),
  jobId: Type.Optional(Type.Integer({ description: 'The job that brings what was pushed' })),
});

export const PushAnswer = Model('PushAnswer', {
  message: Type.String(),
  result: PushResult('What came of it'),
  id: Type.Optional(Type.Integer({ description: 'The job' })),
});
