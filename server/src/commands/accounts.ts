// `assay token create` and `assay user create`: for everybody with access to the data folder, such as an installation script.

import { parseArgs } from 'node:util';
import { machineNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { type AuditLine, insertAuditLines } from '../db/audit-log/entries.ts';
import type { Db } from '../db/postgres/connection.ts';
import { isUniqueViolation } from '../db/postgres/unique-violation.ts';
import { findProject } from '../db/projects/projects.ts';
import { insertToken } from '../db/users/tokens.ts';
import { findUserByLogin, insertUser } from '../db/users/users.ts';
import { systemPermissions } from '../domain/users/permissions.ts';
import { dataFolder } from '../installation/data-folder.ts';
import { newAccountMail, writeSecretMail } from '../mail/outbox.ts';
import { generatePassword, hashPassword } from '../security/passwords.ts';
import { hashToken, loadTokenKey, signToken } from '../security/tokens.ts';
import { withDatabase } from './database.ts';

export async function tokenCommand(config: Config, argv: string[]): Promise<number> {
  const [verb, ...rest] = argv;
  const { values } = parseArgs({
    args: rest,
    options: {
      login: { type: 'string' },
      name: { type: 'string' },
      expires: { type: 'string' },
      'read-only': { type: 'boolean' },
      project: { type: 'string', multiple: true },
    },
  });
  const { login, name = 'command line', project: projects } = values;
  if (verb !== 'create' || !login)
    throw new Error(
      'Usage: assay token create --login L [--name N] [--expires YYYY-MM-DD] [--read-only] [--project ID …]',
    );
  const access = values['read-only'] === true ? 'READ' : 'ALL';
  const expiresAt = values.expires === undefined ? null : endOfDay(values.expires);
  const token = await withDatabase(config, async ({ db }) => {
    const user = await findUserByLogin(db, login);
    if (!user) throw new Error(`There is no user with the login "${login}".`);
    const projectIds = projects && (await idsOfProjects(db, projects));
    const key = await loadTokenKey(dataFolder(config.dataFolder).keys);
    const text = await signToken(key, { login: user.login, userId: user.id }, machineNow(), expiresAt);
    await db.transaction().execute(async (tx) => {
      const madeId = await insertToken(tx, {
        userId: user.id,
        name,
        tokenHash: hashToken(text),
        isSession: false,
        expiresAt,
        access,
        projectIds: projectIds ?? null,
      });
      const limits = { access, ...(projectIds && { projectIds }) };
      await insertAuditLines(tx, [commandLine('token create', { madeId }, { tokenOf: user.login, name, ...limits })]);
    });
    return text;
  });
  process.stdout.write(`${token}\n`);
  return 0;
}

/** A token for a project that does not exist would work for nothing, or later for another project. */
async function idsOfProjects(db: Db, written: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const text of written.flatMap((one) => one.split(','))) {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
    if (id === undefined || !(await findProject(db, id)))
      throw new Error(`--project is "${text}", but must be the id of a project.`);
    ids.push(id);
  }
  return [...new Set(ids)];
}

/** Nobody is signed in at a command line. */
function commandLine(operation: string, ids: Record<string, unknown>, details: Record<string, unknown>): AuditLine {
  return { userId: null, login: '', tokenId: null, via: 'command line', operation, ids, details, status: 'Completed' };
}

function endOfDay(day: string): Date {
  const end = new Date(`${day}T23:59:59Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(end.getTime()) || end <= machineNow()) {
    throw new Error(`--expires is "${day}", but must be today or a later day, written like 2027-01-31.`);
  }
  return end;
}

/** The same rules as for users created by hand. A user without an address gets no mails, which is allowed here. */
function refuseUser(login: string, email: string): void {
  if (!/^\S{1,60}$/.test(login))
    throw new Error(`--login is "${login}", but must have 1 to 60 characters and no blanks.`);
  if (email !== '' && (email.length > 255 || !/^[^\s@]+@[^\s@]+$/.test(email)))
    throw new Error(`--email is "${email}", but must be an address like ada@example.org.`);
}

export async function userCommand(config: Config, argv: string[]): Promise<number> {
  const [verb, ...rest] = argv;
  const { values } = parseArgs({
    args: rest,
    options: {
      login: { type: 'string' },
      email: { type: 'string' },
      permissions: { type: 'string' },
    },
  });
  const { login, email = '' } = values;
  if (verb !== 'create' || !login)
    throw new Error('Usage: assay user create --login L [--email E] [--permissions system_admin,create_project]');
  const permissions = (values.permissions ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const unknown = permissions.find((one) => !systemPermissions.some((known) => known === one));
  if (unknown) throw new Error(`--permissions names "${unknown}"; it must be some of ${systemPermissions.join(', ')}.`);
  refuseUser(login, email);
  const password = generatePassword();
  const isMailed = await withDatabase(config, async ({ db }) => {
    const twin = new Error(`A user with the login "${login}" already exists.`);
    if (await findUserByLogin(db, login)) throw twin;
    const passwordHash = await hashPassword(password);
    return db
      .transaction()
      .execute(async (tx) => {
        const user = { login, email, passwordHash, permissions };
        const madeId = await insertUser(tx, user);
        const mail = newAccountMail(madeId, password);
        const isWritten =
          user.email !== '' && (await writeSecretMail({ folder: dataFolder(config.dataFolder) }, tx, mail));
        await insertAuditLines(tx, [commandLine('user create', { madeId }, { newLogin: values.login, permissions })]);
        return isWritten;
      })
      .catch((error) => {
        // If two commands create the same login at once, the unique index refuses one.
        throw isUniqueViolation(error) ? twin : error;
      });
  });
  process.stdout.write(`The user ${values.login} was created. The password is shown only this once: ${password}\n`);
  if (isMailed) process.stdout.write(`It was also sent by mail to ${values.email}.\n`);
  return 0;
}
