// The state of a mail after an attempt to send it.
//
//   The attempt                                             | the mail
//   --------------------------------------------------------+------------------------------------------------------------------
//   the server accepted it                                  | sent
//   the server refuses this mail for good (5xx to sender,   | failed at once: asking again would get the same answer
//     recipient or content)                                 |
//   anything else: no connection, no TLS, wrong password,   | waits 1, 5, 15, 60, 180, 360, 720 minutes, then failed:
//     a time-out, 4xx                                       | 8 attempts in about 22 hours
//   it has expired, or its recipient may no longer get it   | failed
//
// Decided here: a wrong password of the mail server (535) is tried again although it begins with 5: it does not concern the mail, and
// mails should not be lost while somebody changes the password.

/** NONE: not encrypted; STARTTLS: encrypted after a greeting; TLS: encrypted from the start. */
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

/** `attempts`: number of attempts, including this one. */
export function fateOfMail(outcome: AttemptOutcome, attempts: number): MailFate {
  if (outcome.type === 'sent') return { state: 'SENT' };
  const { reason, isFinal } = outcome;
  if (isFinal) return { state: 'FAILED', reason };
  const waitMinutes = WAITS_MINUTES[attempts - 1];
  if (waitMinutes === undefined) return { state: 'FAILED', reason: `${reason} Given up after ${attempts} attempts.` };
  return { state: 'QUEUED', waitMinutes, reason };
}

/**
 * Whether the answer of a server is final for the mail. `command` is the SMTP command that it answers, as the client names it. Errors of connecting,
 * TLS and sign-in concern the server or the settings, not the mail.
 */
export function isFinalAnswer(status: number | undefined, command: string | undefined): boolean {
  const concernsMail = command !== undefined && /^(MAIL FROM|RCPT TO|DATA)/i.test(command);
  return concernsMail && status !== undefined && status >= 500 && status < 600;
}

/** One mailbox that can be used in an envelope unchanged: nothing in it can be read as a second mailbox or as another header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text);
}
