// Writes mails to the outbox, in the transaction of the change that they report, so that both are stored or neither. It sends nothing, and
// writes nothing while mail is switched off.
import type { App } from '../app.ts';
import { maySeeProject } from '../authorize/index.ts';
import { insertMails } from '../db/mail.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { getProject } from '../db/projects/projects.ts';
import { findUsersByIds, type User } from '../db/users/users.ts';
import type { MailTemplate, MailValues } from '../domain/messages/mail-events.ts';
import { mailsOf, type Notice, type ProjectMail, projectPage } from '../domain/messages/mail-notices.ts';
import { loadSecretKey, sealSecret } from '../security/secrets.ts';
import { fullName } from './names.ts';
import { isMailOn } from './settings.ts';

const MAILS_PER_INSERT = 500;

/** Writes mails about events in projects, to those recipients who may see the project. */
export async function writeNotices(tx: Tx, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0 || !(await isMailOn(tx))) return;
  const users = await usersOf(tx, notices);
  const projects = await projectTexts(tx, notices);
  const named = notices.map((notice) => ({ ...notice, ...namesOf(notice, users, projects) }));
  const mayKnow = new Map<string, boolean>();
  const wanted: ProjectMail[] = [];
  for (const mail of mailsOf(named)) {
    const user = users.get(mail.recipientId);
    const key = `${mail.projectId} ${mail.recipientId}`;
    if (!mayKnow.has(key)) mayKnow.set(key, await mayBeNotified(tx, user, mail.projectId));
    if (mayKnow.get(key)) wanted.push(mail);
  }
  for (let at = 0; at < wanted.length; at += MAILS_PER_INSERT)
    await insertMails(tx, wanted.slice(at, at + MAILS_PER_INSERT));
}

async function usersOf(tx: Tx, notices: readonly Notice[]): Promise<Map<number, User>> {
  const ids = new Set(notices.flatMap(({ recipientIds, people }) => [...recipientIds, ...Object.values(people)]));
  ids.delete(null);
  const users = await findUsersByIds(tx, [...ids] as number[]);
  return new Map(users.map((user) => [user.id, user]));
}

async function projectTexts(tx: Tx, notices: readonly Notice[]): Promise<Map<number, string>> {
  const ids = [...new Set(notices.map(({ projectId }) => projectId))];
  const projects = await Promise.all(ids.map((id) => getProject(tx, id)));
  return new Map(projects.map(({ id, name }) => [id, name]));
}

/** Replaces ids of users and projects by their names. */
function namesOf({ texts, people, pages, projectId }: Notice, users: Map<number, User>, projects: Map<number, string>) {
  const nameOf = (id: number | null) => {
    const user = id === null ? undefined : users.get(id);
    return user ? fullName(user) : 'the system';
  };
  const names = Object.entries(people).map(([variable, id]) => [variable, nameOf(id)]);
  return {
    texts: {
      ...texts,
      ...Object.fromEntries(names),
      PROJECT_ID: String(projectId),
      PROJECT_NAME: projects.get(projectId) ?? '',
    },
    pages: { ...pages, PROJECT_URL: projectPage(projectId) },
  };
}

async function mayBeNotified(tx: Tx, user: User | undefined, projectId: number): Promise<boolean> {
  if (!user?.is_active) return false;
  return maySeeProject(tx, user, projectId);
}

export interface SecretMail {
  template: MailTemplate;
  recipientId: number;
  texts: Record<string, string>;
  pages: Record<string, string>;
  /** Variables that only the recipient may read. `secretPages` are addresses, like `pages`. */
  secretTexts?: Record<string, string>;
  secretPages?: Record<string, string>;
  expiresAt?: Date;
}

/** Mails the password to a user created by hand or at the command line. Directory users already have one. */
export function newAccountMail(recipientId: number, password: string): SecretMail {
  const secretTexts = { USER_PASSWORD: password };
  return { template: 'new_account', recipientId, texts: {}, pages: { LOGIN_URL: '/login' }, secretTexts };
}

/**
 * Writes a mail with a secret to one user. Returns false while mail is switched off. The secret is stored encrypted, and removed when the mail
 * is sent or has failed.
 */
export async function writeSecretMail(app: Pick<App, 'folder'>, tx: Tx, mail: SecretMail): Promise<boolean> {
  if (!(await isMailOn(tx))) return false;
  const { template, recipientId, texts, pages, secretTexts = {}, secretPages = {}, expiresAt } = mail;
  const secrets: MailValues = { texts: secretTexts, pages: secretPages, lists: {} };
  const key = await loadSecretKey(app.folder.keys);
  const secretsSealed = sealSecret(key, JSON.stringify(secrets), secretPlace(template, recipientId));
  await insertMails(tx, [{ template, recipientId, values: { texts, pages, lists: {} }, secretsSealed, expiresAt }]);
  return true;
}

/** Encryption context: binds secrets to the kind and recipient of the mail. */
export function secretPlace(template: string, recipientId: number): string {
  return `mail ${template} to ${recipientId}`;
}
