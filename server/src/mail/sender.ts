// Sends the outbox, one mail after the other, each at least once. A mail is claimed before it is sent and settled afterwards. If the server
// is killed in between, the claim expires and the mail is sent again with the same Message-ID.

import type { App } from '../app.ts';
import {
  type AttemptNotes,
  claimMail,
  deleteEndedMails,
  type Mail,
  markMailFailed,
  markMailSent,
  postponeMail,
  releaseMail,
} from '../db/mail.ts';
import { sharedNow } from '../db/postgres/shared-clock.ts';
import { findUser, type User } from '../db/users/users.ts';
import { type AttemptOutcome, fateOfMail } from '../domain/messages/mail-delivery.ts';
import { loadSecretKey } from '../security/secrets.ts';
import { composeMail } from './compose.ts';
import { type MailSettings, openMailPassword, readMailSettings } from './settings.ts';
import { MAIL_LIMITS, sendMessage, type TransportLimits } from './transport.ts';

const SENT_KEPT_DAYS = 30;
const FAILED_KEPT_DAYS = 90;
const DELETED_AT_ONCE = 1000;
const DAY_MS = 86_400_000;

interface Attempt {
  outcome: AttemptOutcome;
  notes: AttemptNotes;
}

/** Sends all due mails and returns the number of attempts. Ends early when `signal` aborts. */
export async function sendDueMails(app: App, signal: AbortSignal, limits = MAIL_LIMITS): Promise<number> {
  let tried = 0;
  while (!signal.aborted) {
    // Read the settings for each mail, so that a change takes effect with the next one.
    const settings = await readMailSettings(app.db);
    if (!settings.isEnabled) break;
    const mail = await claimMail(app.db, await sharedNow(app));
    if (!mail) break;
    tried++;
    await sendOne(app, settings, mail, signal, limits);
  }
  return tried;
}

async function sendOne(app: App, settings: MailSettings, mail: Mail, signal: AbortSignal, limits: TransportLimits) {
  let attempt: Attempt;
  try {
    attempt = await attemptToSend(app, settings, mail, signal, limits);
  } catch (error) {
    if (signal.aborted) return releaseMail(app.db, mail.id, await sharedNow(app));
    // For example an unreadable template folder or key. Other mails may succeed.
    app.log.error({ err: error, mailId: mail.id }, 'a mail could not be written');
    const reason = `The mail could not be written: ${(error as Error).message}`;
    attempt = { outcome: { type: 'refused', isFinal: false, reason }, notes: { address: '', subject: '', note: '' } };
  }
  await settle(app, mail, attempt);
}

async function attemptToSend(
  app: App,
  settings: MailSettings,
  mail: Mail,
  signal: AbortSignal,
  limits: TransportLimits,
): Promise<Attempt> {
  const recipient = await findUser(app.db, mail.recipient_id);
  const refusal = refuseToSend(await sharedNow(app), mail, recipient);
  if (refusal || !recipient)
    return {
      outcome: { type: 'refused', isFinal: true, reason: refusal ?? 'The user no longer exists.' },
      notes: { address: recipient?.email ?? '', subject: '', note: '' },
    };
  const { message, problems } = await composeMail(app, settings, mail, recipient);
  if (problems.length > 0) app.log.warn({ mailId: mail.id, problems }, 'a mail template has problems');
  const password = openMailPassword(await loadSecretKey(app.folder.keys), settings);
  const outcome = await sendMessage({ settings, password, outgoing: app.outgoing }, message, limits, signal);
  return { outcome, notes: { address: recipient.email, subject: message.subject, note: problems.join('\n') } };
}

function refuseToSend(now: Date, mail: Mail, recipient: User | undefined): string | undefined {
  if (recipient && !recipient.is_active) return `The user ${recipient.login} is no longer active.`;
  if (mail.expires_at <= now) return 'It expired before it could be sent.';
  return undefined;
}

async function settle(app: App, mail: Mail, { outcome, notes }: Attempt): Promise<void> {
  const fate = fateOfMail(outcome, mail.attempts);
  const log = app.log.child({ mailId: mail.id, template: mail.template, attempts: mail.attempts });
  if (fate.state === 'SENT') {
    await markMailSent(app.db, mail.id, await sharedNow(app), notes);
    log.info('mail sent');
  } else if (fate.state === 'FAILED') {
    await markMailFailed(app.db, mail.id, fate.reason, notes);
    log.warn({ reason: fate.reason }, 'mail failed');
  } else {
    const until = new Date((await sharedNow(app)).getTime() + fate.waitMinutes * 60_000);
    await postponeMail(app.db, mail.id, until, fate.reason, notes);
    log.warn({ reason: fate.reason, until }, 'a mail was not sent; the server will try again');
  }
}

/** Removes mails that ended long ago from the outbox. */
export async function forgetOldMails(app: App): Promise<number> {
  let count = 0;
  for (const [state, days] of [
    ['SENT', SENT_KEPT_DAYS],
    ['FAILED', FAILED_KEPT_DAYS],
  ] as const) {
    const before = new Date(app.now().getTime() - days * DAY_MS);
    for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; count += deleted)
      deleted = await deleteEndedMails(app.db, state, before, DELETED_AT_ONCE);
  }
  return count;
}
