// The caller's own account: shapes.
import { type Static, Type } from '../../http/schemas.ts';
import { Answer, Password, Question, User } from '../users/schemas.ts';

export const Account = Type.Object({
  ...User.properties,
  question: Type.String({ description: 'Security question; empty for users without one' }),
});

const currentPassword = Type.String({ minLength: 1, maxLength: 1024, description: 'The password in use' });

export const OwnPassword = Type.Object({ currentPassword, password: Password });
export type OwnPassword = Static<typeof OwnPassword>;

export const OwnQuestion = Type.Object({ currentPassword, question: Question, answer: Answer });
export type OwnQuestion = Static<typeof OwnQuestion>;
