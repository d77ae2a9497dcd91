// Schemas of sign-in and tokens.

import { Id, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';
import { ChosenAccess } from '../../http/models/token-model.ts';

export const Credentials = Model('Credentials', {
  username: Type.String({ minLength: 1, maxLength: 255, description: 'Login' }),
  password: Type.String({ minLength: 1, maxLength: 1024, description: 'Password' }),
});
export type Credentials = Static<typeof Credentials>;

export const SignedInUser = Model('SignedInUser', {
  id: Type.Integer(),
  login: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  permissions: Type.Array(Type.String()),
});

export const NewToken = Model('NewToken', {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Purpose of the token' }),
  expiresOn: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      patternText: 'must be a date like 2027-01-31',
      description:
        'Last day on which the token works (UTC). Without it, the token never expires, or after the longest time that the site settings allow (tokenMostDays); a later day is refused',
    }),
  ),
  access: Type.Optional(
    ChosenAccess('ALL: all that you may do, but for tokens and passwords; READ: reading only. ALL without it'),
  ),
  projectIds: Type.Optional(
    Type.Array(Id('Project'), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'The only projects in which the token works, beside reading the library; without it, all of yours',
    }),
  ),
});
export type NewToken = Static<typeof NewToken>;

export const TokenName = Model('TokenChange', { name: Text(100, 'New name', { minLength: 1 }), ...versioned });
