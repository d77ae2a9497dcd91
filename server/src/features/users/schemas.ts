// Users: shapes.
import { systemPermissions } from '../../domain/permissions.ts';
import { OneOf, type Static, Type } from '../../http/schemas.ts';
import { PASSWORD_PATTERN, PASSWORD_RULE } from '../../security/passwords.ts';

/** What every user has, whoever keeps the password. */
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

export const Password = Type.String({
  maxLength: 1024,
  pattern: PASSWORD_PATTERN,
  patternText: `must have ${PASSWORD_RULE}`,
  description: `Password: ${PASSWORD_RULE}`,
});

export const Question = Type.String({ minLength: 3, maxLength: 300, description: 'Security question' });
export const Answer = Type.String({
  minLength: 3,
  maxLength: 1024,
  description: 'Answer to the security question',
});

export const NewUser = Type.Object({
  login: Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: '^\\S+$',
    patternText: 'must not contain blanks',
    description: 'Login, unique whatever its case',
  }),
  ...names,
  password: Password,
  question: Question,
  answer: Answer,
});
export type NewUser = Static<typeof NewUser>;

/** Members left out stay as they are. */
export const Profile = Type.Partial(Type.Object(names));
export type Profile = Static<typeof Profile>;

export const PasswordChange = Type.Object({ password: Password });

export const Permissions = Type.Object({
  permissions: Type.Array(OneOf(systemPermissions, 'Permission'), {
    maxItems: 20,
    description: 'The permissions that the user has from now on; earlier ones go',
  }),
});

export const User = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  active: Type.Boolean(),
  source: OneOf(
    ['LOCAL', 'LDAP'],
    'Who keeps the password: this server, or the LDAP directory that the user comes from',
  ),
  permissions: Type.Array(Type.String()),
});

/** A user as others who work in the same projects see one. */
export const Colleague = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
});

/** The caller's own account. */
export const Account = Type.Object({
  ...User.properties,
  question: Type.String({ description: 'Security question; empty for users without one' }),
});

const currentPassword = Type.String({ minLength: 1, maxLength: 1024, description: 'The password in use' });

export const OwnPassword = Type.Object({ currentPassword, password: Password });
export type OwnPassword = Static<typeof OwnPassword>;

export const OwnQuestion = Type.Object({ currentPassword, question: Question, answer: Answer });
export type OwnQuestion = Static<typeof OwnQuestion>;
