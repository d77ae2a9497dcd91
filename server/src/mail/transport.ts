// Sends one message by SMTP, over one connection. Returns whether the server accepted it, or the server's reason.
import { once } from 'node:events';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { getCACertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import { type AttemptOutcome, isFinalAnswer, isMailAddress } from '../domain/messages/mail-delivery.ts';
import type { Outgoing } from '../outgoing/index.ts';
import type { Message } from './compose.ts';
import type { MailSettings } from './settings.ts';

export interface TransportLimits {
  /** Connecting, until the server's greeting. */
  connectMs: number;
  /** Silence of the server during a session. */
  silenceMs: number;
  /** The whole attempt. */
  attemptMs: number;
}

export const MAIL_LIMITS: TransportLimits = { connectMs: 15_000, silenceMs: 30_000, attemptMs: 90_000 };
/** Shorter, because a person waits for a test mail. */
export const TEST_MAIL_LIMITS: TransportLimits = { connectMs: 10_000, silenceMs: 10_000, attemptMs: 20_000 };

export interface MailRoute {
  settings: MailSettings;
  password: string;
  outgoing: Outgoing;
}

/** Throws only when `signal` aborted the attempt. */
export async function sendMessage(
  { settings, password, outgoing }: MailRoute,
  message: Message,
  limits: TransportLimits,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { address } = message.to;
  if (address === '') return { type: 'refused', isFinal: true, reason: 'The user has no e-mail address.' };
  if (!isMailAddress(address)) return { type: 'refused', isFinal: true, reason: `"${address}" is not a mail address.` };
  const deadline = AbortSignal.timeout(limits.attemptMs);
  const either = AbortSignal.any([signal, deadline]);
  try {
    const transport = createTransport({
      host: settings.host,
      port: settings.port,
      secure: settings.security === 'TLS',
      requireTLS: settings.security === 'STARTTLS',
      ignoreTLS: settings.security === 'NONE',
      // Without `forceAuth` nodemailer would silently skip the sign-in when the server offers no AUTH.
      ...(settings.user === '' ? {} : { auth: { user: settings.user, pass: password }, forceAuth: true }),
      tls: settings.trustedCertificates === '' ? {} : { ca: trustedWith(settings.trustedCertificates) },
      greetingTimeout: limits.connectMs,
      socketTimeout: limits.silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: (_options, done) => {
        connectTo(outgoing, settings, limits.connectMs, either).then((connection) => done(null, { connection }), done);
      },
    });
    await transport.sendMail({ ...envelopeOf(settings, message), signal: either });
    return { type: 'sent' };
  } catch (error) {
    if (signal.aborted) throw error;
    if (deadline.aborted)
      return {
        type: 'refused',
        isFinal: false,
        reason: `The attempt was not finished after ${limits.attemptMs / 1000} seconds.`,
      };
    return refusalOf(error as SmtpError, settings);
  }
}

/** Connects to the address that was checked, so that the name cannot resolve to another one in between. */
async function connectTo(
  outgoing: Outgoing,
  { host, port }: MailSettings,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = await outgoing.assertAllowedHost(host, port);
  const lookup: LookupFunction = (_host, _options, found) => found(null, addresses);
  const socket = connect({ host, port, lookup, autoSelectFamily: true, signal });
  // An abort may destroy the socket after its listeners are gone; readers are notified in other ways.
  socket.on('error', () => undefined);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no connection within ${timeoutMs / 1000} seconds.`)));
  try {
    await once(socket, 'connect');
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.setTimeout(0);
  socket.removeAllListeners('timeout');
  return socket;
}

function envelopeOf(settings: MailSettings, { messageKey, to, subject, html, text, images }: Message) {
  return {
    from: { name: settings.fromName, address: settings.fromAddress },
    to,
    subject,
    html,
    text,
    messageId: `<${messageKey}@${settings.fromAddress.slice(settings.fromAddress.indexOf('@') + 1)}>`,
    // Prevents absence notices and reply loops.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: images.map(({ name, mediaType, content }) => ({
      filename: name,
      cid: name,
      content,
      contentType: mediaType,
      contentDisposition: 'inline' as const,
    })),
  };
}

function trustedWith(certificates: string): string[] {
  return [...getCACertificates('default'), certificates];
}

interface SmtpError extends Error {
  code?: string;
  /** The SMTP command that was answered. */
  command?: string;
  responseCode?: number;
  response?: string;
}

const LONGEST_REASON = 500;
/** Plain words for system errors of connections. */
const CONNECTION_WORDS: Record<string, string> = {
  ECONNREFUSED: 'it refuses the connection, or no server runs there.',
  ECONNRESET: 'it closed the connection.',
  EPIPE: 'it closed the connection.',
  EHOSTUNREACH: 'it cannot be reached.',
  ENETUNREACH: 'its network cannot be reached.',
};

function refusalOf(error: SmtpError, { host, port }: MailSettings): AttemptOutcome {
  const words = error.response
    ? `The mail server ${host}:${port} answered${error.command ? ` to ${error.command}` : ''}: ${error.response}`
    : `The mail server ${host}:${port}: ${connectionWords(error) ?? (error.message || error.code)}`;
  const reason = words.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, LONGEST_REASON);
  return { type: 'refused', isFinal: isFinalAnswer(error.responseCode, error.command), reason };
}

/** Words for a broken connection; of several addresses that were tried, for the first. */
function connectionWords(error: SmtpError): string | undefined {
  const [first = error] = error instanceof AggregateError ? (error.errors as SmtpError[]) : [];
  const text = `${first.code} ${first.message}`;
  const code = Object.keys(CONNECTION_WORDS).find((name) => text.includes(name));
  return code && CONNECTION_WORDS[code];
}
