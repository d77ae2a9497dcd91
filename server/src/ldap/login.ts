// Sign-in with an LDAP password. The entry is searched again at every sign-in, so users who left the directory or no longer match its filter
// are refused immediately. The password is tried on exactly the entry that the user is linked to.
import type { App } from '../app.ts';
import type { User } from '../db/users/users.ts';
import { AppError } from '../errors.ts';
import { acceptsPassword, DirectoryError, openDirectory } from './directory.ts';
import { openPassword, readLdapSettings } from './settings.ts';

/** Entries to read per login. More than one is an error in the directory. */
const ENTRIES_OF_A_LOGIN = 10;

/** Throws `unavailable` when the directory cannot be asked. */
export async function isDirectoryPassword(app: App, user: User, password: string): Promise<boolean> {
  if (password === '' || user.directory_id === null) return false;
  try {
    const settings = await readLdapSettings(app.db);
    if (!settings.isEnabled) throw new DirectoryError('LDAP is switched off.');
    const directory = await openDirectory(app.outgoing, settings, await openPassword(app, settings.bindPasswordSealed));
    const entries = await directory.withLogin(user.login, ENTRIES_OF_A_LOGIN).finally(() => directory.close());
    const own = entries.find((entry) => entry.id === user.directory_id);
    return own !== undefined && (await acceptsPassword(app.outgoing, settings, own.dn, password));
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    app.log.warn({ err: error, userId: user.id }, 'the LDAP directory could not check a login');
    // Do not show the directory's address to anonymous callers.
    throw new AppError('unavailable', {
      message: 'The directory of this user cannot be reached at the moment. Try again later.',
    });
  }
}
