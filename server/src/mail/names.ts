// The name of a user in mails.
import type { User } from '../db/users/users.ts';

export function fullName(user: Pick<User, 'first_name' | 'last_name' | 'login'>): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.login;
}
