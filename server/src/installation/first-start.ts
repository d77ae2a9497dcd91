// The very first start makes the user `admin`, with the password given or a generated one that is shown once.
import type { App } from '../app.ts';
import { SYSTEM } from '../audit/system.ts';
import { insertAuditLines } from '../db/audit-log/entries.ts';
import { countUsers, insertUser } from '../db/users/users.ts';
import { systemPermissions } from '../domain/users/permissions.ts';
import { generatePassword, hashPassword } from '../security/passwords.ts';

export const ADMIN_LOGIN = 'admin';

/** Returns the generated password when there was none to take. */
export async function createFirstUser(app: App): Promise<string | undefined> {
  if ((await countUsers(app.db)) > 0) return undefined;
  const given = app.config.adminPassword;
  const password = given || generatePassword();
  const user = {
    login: ADMIN_LOGIN,
    firstName: 'System',
    lastName: 'Administrator',
    email: 'admin@localhost',
    passwordHash: await hashPassword(password),
    permissions: [...systemPermissions],
  };
  await app.db.transaction().execute(async (tx) => {
    const madeId = await insertUser(tx, user);
    const details = { newLogin: user.login, permissions: user.permissions };
    await insertAuditLines(tx, [
      { ...SYSTEM, operation: 'createFirstUser', ids: { madeId }, details, status: 'Completed' },
    ]);
  });
  return given ? undefined : password;
}
