// The way into the outbox: mails are written in the transaction of what they tell, so that neither is there without the other. Nothing
// is sent here, and nothing is written while mails are switched off.
import type { App } from '../app.ts';
import { maySeeProject } from '../authorize/index.ts';
import { insertMails } from '../db/mail.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { getProject } from '../db/projects/projects.ts';
import { findUsersByIds, type User } from '../db/users.ts';
import type { MailTemplate, MailValues } from '../domain/mail-events.ts';
import { mailsOf, type Notice, type ProjectMail, projectPage } from '../domain/mail-notices.ts';
import { loadSecretKey, sealSecret } from '../security/secrets.ts';
import { fullName } from './names.ts';
import { isMailOn } from './settings.ts';

const MAILS_PER_INSERT = 500;

/** Writes what happened to things of projects as mails to everybody who is to hear of it and may see the project. */
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
    if (!mayKnow.has(key)) mayKnow.set(key, await mayHearOf(tx, user, mail.projectId));
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

/** Ids of persons and of the project become what people call them. */
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

async function mayHearOf(tx: Tx, user: User | undefined, projectId: number): Promise<boolean> {
  if (!user?.is_active) return false;
  return maySeeProject(tx, user, projectId);
}

export interface SecretMail {
  template: MailTemplate;
  recipientId: number;
  texts: Record<string, string>;
  pages: Record<string, string>;
  /** Variables that nobody but the recipient may read; the values of `secretPages` are addresses like those of `pages`. */
  secretTexts?: Record<string, string>;
  secretPages?: Record<string, string>;
  expiresAt?: Date;
}

/** Who is made with a password, by hand or at the command line, hears of it; users of a directory have theirs already. */
export function newAccountMail(recipientId: number, password: string): SecretMail {
  const secretTexts = { USER_PASSWORD: password };
  return { template: 'new_account', recipientId, texts: {}, pages: { LOGIN_URL: '/login' }, secretTexts };
}

/**
 * Writes a mail to one user that holds a secret; false while mails are switched off. What is secret is kept sealed, and only until the mail is
 * sent or given up.
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

/** Binds sealed values to the mail's kind and recipient. */
export function secretPlace(template: string, recipientId: number): string {
  return `mail ${template} to ${recipientId}`;
}
