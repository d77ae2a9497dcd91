// What becomes of a mail after an attempt to send it.
//
//   The attempt                                             | the mail
//   --------------------------------------------------------+------------------------------------------------------------------
//   the server took it                                      | sent
//   the server refuses this mail for good (5xx to sender,   | failed at once: asking again would get the same answer
//     recipient or content)                                 |
//   anything else: no connection, no TLS, wrong password,   | waits 1, 5, 15, 60, 180, 360, 720 minutes, then failed:
//     a time-out, 4xx                                       | 8 attempts in about 22 hours
//   it has expired, or its recipient may not get it any more| failed
//
// Decided here: a wrong password of the mail server (535) is tried again although it begins with 5: it says nothing of the mail, and
// whoever changes the password should not lose mails of the hour before.

/** NONE: in the clear; STARTTLS: encrypted after a greeting; TLS: encrypted from the start. */
export const mailSecurities = ['NONE', 'STARTTLS', 'TLS'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

export const mailStates = ['QUEUED', 'SENT', 'FAILED'] as const;
export type MailState = (typeof mailStates)[number];

export type AttemptOutcome =
  | { type: 'sent' }
  /** `isFinal`: the same attempt would fail again. */
  | { type: 'refused'; isFinal: boolean; reason: string };

export type MailFate =
  | { state: 'SENT' }
  | { state: 'QUEUED'; waitMinutes: number; reason: string }
  | { state: 'FAILED'; reason: string };

const WAITS_MINUTES = [1, 5, 15, 60, 180, 360, 720];
export const MAIL_ATTEMPTS = WAITS_MINUTES.length + 1;

/** `attempts` counts the one just made. */
export function fateOfMail(outcome: AttemptOutcome, attempts: number): MailFate {
  if (outcome.type === 'sent') return { state: 'SENT' };
  const { reason, isFinal } = outcome;
  if (isFinal) return { state: 'FAILED', reason };
  const waitMinutes = WAITS_MINUTES[attempts - 1];
  if (waitMinutes === undefined) return { state: 'FAILED', reason: `${reason} Given up after ${attempts} attempts.` };
  return { state: 'QUEUED', waitMinutes, reason };
}

/**
 * Whether a server's answer settles the matter. `command` is the SMTP command that was answered, as the client names it; connecting, TLS
 * and signing in are the server's or the settings' trouble, not the mail's.
 */
export function isFinalAnswer(status: number | undefined, command: string | undefined): boolean {
  const concernsMail = command !== undefined && /^(MAIL FROM|RCPT TO|DATA)/i.test(command);
  return concernsMail && status !== undefined && status >= 500 && status < 600;
}

/** One mailbox that can stand in an envelope as it is: nothing that could be read as a second one or as another header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text);
}
