// A mail server for tests: real SMTP on 127.0.0.1. It keeps the mails that it receives, and refuses what a test selects.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type MailSettings, NO_MAIL, writeMailSettings } from '../src/mail/settings.ts';
import type { Harness } from './harness.ts';

const certificateFile = (name: string) => readFileSync(new URL(`./certificates/${name}`, import.meta.url), 'utf8');
/** Its own certificate, for localhost and 127.0.0.1. */
export const MAIL_CERTIFICATE = certificateFile('localhost.pem');

export interface ReceivedMail {
  /** Envelope. */
  from: string;
  to: string[];
  isSecure: boolean;
  user: string;
  raw: string;
  message: Email;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  close(): Promise<void>;
}

/** A refusal of the server: `refusal(550, 'No such user')`. */
export function refusal(status: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: status });
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: certificateFile('localhost.key'),
    cert: MAIL_CERTIFICATE,
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: String(session.user ?? ''),
          raw: raw.toString('latin1'),
          message: await PostalMime.parse(raw),
        });
        done();
      });
    },
    ...options,
  });
  // Some tests use clients that close the connection early.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Settings for a server of `startMailServer`, without encryption. */
export function settingsFor(port: number, more: Partial<MailSettings> = {}): MailSettings {
  return {
    ...NO_MAIL,
    isEnabled: true,
    host: '127.0.0.1',
    port,
    security: 'NONE',
    fromAddress: 'assay@example.org',
    baseUrl: 'https://assay.example.org',
    ...more,
  };
}

/** Switches mails on in a harness. */
export function mailTo(h: Harness, { port }: MailServer, more: Partial<MailSettings> = {}): Promise<void> {
  return writeMailSettings(h.app.db, settingsFor(port, more));
}
