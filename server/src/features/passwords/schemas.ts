// Schemas of forgotten passwords.
import { Model, type Static, Text, Type } from '../../http/models/schemas.ts';
import { PASSWORD_PATTERN, PASSWORD_RULE } from '../../security/password-rule.ts';

const token = Text(100, 'Token of the link that was mailed', { minLength: 1 });

export const ForgottenPassword = Model('ForgottenPassword', {
  login: Type.String({ minLength: 1, maxLength: 60, description: 'Login' }),
});

export const ResetToken = Model('PasswordResetToken', { token });

export const NewPassword = Model('NewPassword', {
  token,
  answer: Type.Optional(Text(1024, 'Answer to the security question, for users who have one')),
  password: Type.String({
    maxLength: 1024,
    pattern: PASSWORD_PATTERN,
    patternText: `must have ${PASSWORD_RULE}`,
    description: `New password: ${PASSWORD_RULE}`,
  }),
  keepTokens: Type.Optional(
    Type.Boolean({ description: 'True: API tokens of the user stay. Otherwise they end with all sessions' }),
  ),
});
export type NewPassword = Static<typeof NewPassword>;

export const ResetQuestion = Model('PasswordResetQuestion', {
  login: Type.String(),
  question: Type.String({ description: 'Empty for users without a security question' }),
});
