// Checks login and password, on this server or in the LDAP directory. It is used when people sign in, and before they
// change the password or another secret of their account.
import type { App } from '../app.ts';
import { findUserByLogin, type User } from '../db/users/users.ts';
import { AppError } from '../errors.ts';
import { checkPassword } from '../security/passwords.ts';
import { addressGroup } from '../security/proxies.ts';
import { isDirectoryPassword } from './login.ts';

/**
 * Checks a password. For users of the LDAP directory, the directory checks it, but never for an inactive account. After
 * some failures, the next attempt has to wait, and nothing is checked before. If the directory cannot be reached, the
 * attempt does not count as a failure.
 */
export async function checkCredentials(
  app: App,
  { username, password }: { username: string; password: string },
  address: string,
  note: (note: { userId?: number; login?: string; details?: Record<string, unknown> }) => void,
): Promise<User> {
  note({ login: username });
  const attempt = app.signInAttempts.begin(username, addressGroup(address), app.now());
  if ('waitMs' in attempt) {
    const seconds = Math.ceil(attempt.waitMs / 1000);
    note({ details: { waitSeconds: seconds } });
    throw new AppError('tooManyRequests', {
      message: `Too many failed attempts to sign in. Wait ${seconds} seconds, then try again.`,
      retryAfterSeconds: seconds,
    });
  }
  const user = await findUserByLogin(app.db, username);
  if (user) note({ userId: user.id, login: user.login });
  const isRight = await isPasswordOf(app, user, password).catch((error) => {
    attempt.undecided();
    throw error;
  });
  if (!user || !isRight || !user.is_active) throw new AppError('badCredentials');
  attempt.succeeded();
  return user;
}

async function isPasswordOf(app: App, user: User | undefined, password: string): Promise<boolean> {
  if (user?.source === 'LDAP' && user.is_active) return isDirectoryPassword(app, user, password);
  return checkPassword(user?.password_hash ?? null, password);
}
