// For system administrators: settings of the mail server, a test mail, and the outbox.
import { X509Certificate } from 'node:crypto';
import type { App } from '../../app.ts';
import { findMail, listMails, requeueMail } from '../../db/mail.ts';
import { sharedNow } from '../../db/postgres/shared-clock.ts';
import { findUser } from '../../db/users/users.ts';
import type { MailState } from '../../domain/messages/mail-delivery.ts';
import { isMailAddress } from '../../domain/messages/mail-delivery.ts';
import { mailTemplates, mailVariables } from '../../domain/messages/mail-events.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { plainText } from '../../mail/compose.ts';
import { fullName } from '../../mail/names.ts';
import {
  type MailSettings,
  openMailPassword,
  readMailSettings,
  sealMailPassword,
  writeMailSettings,
} from '../../mail/settings.ts';
import { loadMailText } from '../../mail/templates.ts';
import { sendMessage, TEST_MAIL_LIMITS } from '../../mail/transport.ts';
import { loadSecretKey, SECRET_MASK } from '../../security/secrets.ts';
import type { EmailSettingsInput, TestMail } from './schemas.ts';

export async function describeSettings(app: App) {
  const { isEnabled, passwordSealed, ...settings } = await readMailSettings(app.db);
  const templates = await Promise.all(
    mailTemplates.map(async (name) => {
      const { isCustom, problems } = await loadMailText(app.folder.emailTemplates, name);
      return { name, isCustom, problems, variables: [...mailVariables[name]] };
    }),
  );
  return { enabled: isEnabled, password: passwordSealed === '' ? '' : SECRET_MASK, ...settings, templates };
}

export async function changeSettings(app: App, input: EmailSettingsInput): Promise<void> {
  const { enabled, password, ...rest } = input;
  const settings = { ...rest, baseUrl: webAddress(rest.baseUrl), isEnabled: enabled };
  if (/[\s/@\p{Cc}]/u.test(settings.host))
    throw badRequest('The field "host" must be a host name or an address, such as mail.example.org.');
  if (!isMailAddress(settings.fromAddress))
    throw badRequest('The field "fromAddress" must be an e-mail address like assay@example.org.');
  for (const field of ['user', 'fromName'] as const)
    if (/\p{Cc}/u.test(settings[field])) throw badRequest(`The field "${field}" must not contain line breaks.`);
  checkCertificates(settings.trustedCertificates);
  const key = await loadSecretKey(app.folder.keys);
  await app.db.transaction().execute(async (tx) => {
    const before = await readMailSettings(tx);
    const isKept = password === undefined || password === SECRET_MASK;
    const passwordSealed = isKept ? keptPassword(before, settings) : sealMailPassword(key, password);
    await writeMailSettings(tx, { ...settings, passwordSealed });
  });
}

/** Without this check, an administrator could read the password by having it sent to their own server, or without encryption. */
function keptPassword(before: MailSettings, after: Omit<MailSettings, 'passwordSealed'>): string {
  if (before.passwordSealed === '') return '';
  const moved = (['host', 'port', 'security', 'user', 'trustedCertificates'] as const).filter(
    (field) => before[field] !== after[field],
  );
  if (moved.length > 0)
    throw badRequest(
      `The field "password" must be given again when ${moved.map((field) => `"${field}"`).join(', ')} changes.`,
    );
  return before.passwordSealed;
}

function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
    throw badRequest('The field "baseUrl" must be a web address like https://assay.example.org.');
  return url.href.replace(/\/+$/, '');
}

function checkCertificates(text: string): void {
  if (text.trim() === '') return;
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  try {
    if (certificates.length === 0) throw new Error('there is none');
    for (const one of certificates) new X509Certificate(one);
  } catch (error) {
    throw badRequest(
      `The field "trustedCertificates" must hold certificates in PEM form (-----BEGIN CERTIFICATE-----): ${(error as Error).message}.`,
    );
  }
}

/** Sends a mail with the stored settings, even if mail is switched off, and waits for the answer of the mail server. */
export async function sendTestMail(app: App, caller: Caller, { to }: TestMail): Promise<string> {
  const settings = await readMailSettings(app.db);
  if (settings.host === '') throw badRequest('No mail server is set yet: PUT /emailSettings comes first.');
  const user = await findUser(app.db, caller.id);
  const address = to ?? user?.email ?? '';
  if (address === '')
    throw badRequest('The field "to" is needed: your own account has no e-mail address to send the test mail to.');
  if (!isMailAddress(address)) throw badRequest('The field "to" must be an e-mail address like ada@example.org.');
  const html = `<p>This mail shows that Assay at ${settings.baseUrl.replaceAll('&', '&amp;').replaceAll('<', '&lt;')} can send mails.</p>`;
  const message = {
    messageKey: crypto.randomUUID(),
    to: { name: to === undefined && user ? fullName(user) : '', address },
    subject: 'Test mail of Assay',
    html,
    text: plainText(html),
    images: [],
  };
  const password = openMailPassword(await loadSecretKey(app.folder.keys), settings);
  const route = { settings, password, outgoing: app.outgoing };
  // Continues when the caller disconnects: it ends by itself within seconds.
  const outcome = await sendMessage(route, message, TEST_MAIL_LIMITS, new AbortController().signal);
  if (outcome.type === 'refused') throw new AppError('badRequest', { message: outcome.reason });
  return address;
}

export async function listOutbox(app: App, state: MailState | undefined, page: PageRequest) {
  const { rows, total } = await listMails(app.db, state, { limit: page.pageSize, offset: rowsBefore(page) });
  const mails = rows.map((row) => ({
    id: row.id,
    template: row.template,
    state: row.state,
    recipientLogin: row.login,
    address: row.address || row.email,
    subject: row.subject,
    attempts: row.attempts,
    createdOn: wireTime(row.created_at),
    sentOn: row.sent_at && wireTime(row.sent_at),
    nextAttemptOn: row.state === 'QUEUED' ? wireTime(row.next_attempt_at) : null,
    lastError: row.last_error,
    note: row.note,
  }));
  return { mails, paging: pagingOf(page, total) };
}

const WITH_SECRETS = ['new_account', 'forgot_password'];

/** Queues a failed mail again. Refuses mails with a secret, because the secret was removed when the mail failed. */
export async function retryMail(app: App, mailId: number): Promise<void> {
  const mail = await findMail(app.db, mailId);
  if (!mail) throw notFound('Mail', mailId);
  if (WITH_SECRETS.includes(mail.template))
    throw badRequest(
      `The mail ${mailId} held a secret, which was removed when it failed: it cannot be sent again. Let the user ask for a new password.`,
    );
  if (!(await requeueMail(app.db, mailId, await sharedNow(app))))
    throw badRequest(`The mail ${mailId} did not fail: it is ${mail.state === 'SENT' ? 'sent' : 'queued'}.`);
}
