// Schemas of users.
import { SystemPermission, UserSource } from '../../http/models/enumerations.ts';
import { Model, type Static, Type, versioned } from '../../http/models/schemas.ts';
import { PASSWORD_PATTERN, PASSWORD_RULE } from '../../security/password-rule.ts';

/** The fields of every user, whether this server or the directory keeps the password. */
const names = {
  firstName: Type.String({ minLength: 1, maxLength: 60, description: 'First name' }),
  lastName: Type.String({ minLength: 1, maxLength: 60, description: 'Last name' }),
  email: Type.String({
    minLength: 3,
    maxLength: 255,
    pattern: '^[^\\s@]+@[^\\s@]+$',
    patternText: 'must be an e-mail address like ada@example.org',
    description: 'E-mail address',
  }),
};

const Password = Type.String({
  maxLength: 1024,
  pattern: PASSWORD_PATTERN,
  patternText: `must have ${PASSWORD_RULE}`,
  description: `Password: ${PASSWORD_RULE}`,
});

const Question = Type.String({ minLength: 3, maxLength: 300, description: 'Security question' });
const Answer = Type.String({
  minLength: 3,
  maxLength: 1024,
  description: 'Answer to the security question',
});

export const NewUser = Model('NewUser', {
  login: Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: '^\\S+$',
    patternText: 'must not contain blanks',
    description: 'Login, unique regardless of upper and lower case',
  }),
  ...names,
  password: Password,
  question: Question,
  answer: Answer,
});
export type NewUser = Static<typeof NewUser>;

/** Omitted members stay unchanged. */
export const Profile = Model('UserChange', { ...Type.Partial(Type.Object(names)).properties, ...versioned });
export type Profile = Static<typeof Profile>;

const keepTokens = Type.Optional(
  Type.Boolean({
    description:
      'True: API tokens of the user stay. Otherwise they end, because whoever knew the old password may have made some',
  }),
);

export const PasswordChange = Model('PasswordChange', { password: Password, keepTokens });
export type PasswordChange = Static<typeof PasswordChange>;

export const Permissions = Model('UserPermissions', {
  permissions: Type.Array(SystemPermission('Permission'), {
    maxItems: 20,
    description: 'The new permissions of the user; they replace the earlier ones',
  }),
  ...versioned,
});

export const User = Model('User', {
  id: Type.Integer(),
  login: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  active: Type.Boolean(),
  source: UserSource('Who keeps the password: this server, or the LDAP directory of the user'),
  permissions: Type.Array(Type.String()),
  ...versioned,
});

/** A user as other users see them. */
export const Colleague = Model('Colleague', {
  id: Type.Integer(),
  login: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
});

/** The caller's own account. */
export const Account = Model('Account', {
  ...User.properties,
  question: Type.String({ description: 'Security question; empty for users without one' }),
});

const currentPassword = Type.String({ minLength: 1, maxLength: 1024, description: 'The current password' });

export const OwnPassword = Model('OwnPassword', { currentPassword, password: Password, keepTokens });
export type OwnPassword = Static<typeof OwnPassword>;

export const OwnQuestion = Model('OwnQuestion', { currentPassword, question: Question, answer: Answer });
export type OwnQuestion = Static<typeof OwnQuestion>;
