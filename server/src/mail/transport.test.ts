import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MAIL_CERTIFICATE, type MailServer, refusal, settingsFor, startMailServer } from '../../test/mail-server.ts';
import { createOutgoing } from '../outgoing/index.ts';
import type { Message } from './compose.ts';
import type { MailSettings } from './settings.ts';
import { MAIL_LIMITS, sendMessage, type TransportLimits } from './transport.ts';

const MESSAGE: Message = {
  messageKey: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  to: { name: 'Ada Lovelace', address: 'ada@example.org' },
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
  images: [],
};
const outgoing = createOutgoing([]);
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function server(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const started = await startMailServer(...options);
  closers.push(started.close);
  return started;
}

/** A server that answers as the test says, for misbehaviour that no real server shows. */
async function rawServer(speak: (socket: Socket) => void): Promise<{ port: number }> {
  const sockets = new Set<Socket>();
  const listener: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    speak(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => listener.close(resolve));
  });
  return { port: (listener.address() as AddressInfo).port };
}

function send(
  settings: MailSettings,
  { message = {}, password = '', limits = MAIL_LIMITS, signal = new AbortController().signal }: SendOptions = {},
) {
  return sendMessage({ settings, password, outgoing }, { ...MESSAGE, ...message }, limits, signal);
}

interface SendOptions {
  message?: Partial<Message>;
  password?: string;
  limits?: TransportLimits;
  signal?: AbortSignal;
}

describe('a message that is accepted', () => {
  it('arrives with its parts, a stable Message-ID, and marked as automatic', async () => {
    const { port, received } = await server();
    expect(await send(settingsFor(port))).toEqual({ type: 'sent' });
    const { from, to, message } = received[0]!;
    expect([from, to]).toEqual(['assay@example.org', ['ada@example.org']]);
    expect(message.from).toMatchObject({ name: 'Assay', address: 'assay@example.org' });
    expect(message.to).toMatchObject([{ name: 'Ada Lovelace', address: 'ada@example.org' }]);
    expect(message).toMatchObject({ subject: 'Grüße', messageId: `<${MESSAGE.messageKey}@example.org>` });
    expect([message.html?.trim(), message.text?.trim()]).toEqual(['<p>Hello</p>', 'Hello']);
    expect(message.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  it('contains inline images under the names that the HTML uses', async () => {
    const { port, received } = await server();
    const images = [{ name: 'my logo.png', mediaType: 'image/png', content: Buffer.from([0x89, 0x50]) }];
    await send(settingsFor(port), { message: { html: '<img src="cid:my%20logo.png">', images } });
    const [attachment] = received[0]!.message.attachments;
    expect(attachment).toMatchObject({ mimeType: 'image/png', disposition: 'inline', contentId: '<my logo.png>' });
    expect(Buffer.from(attachment!.content as ArrayBuffer)).toEqual(images[0]!.content);
  });

  it('is sent encrypted and authenticated with STARTTLS, with a trusted certificate', async () => {
    const { port, received } = await server({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        password === 'right' ? done(null, { user: username }) : done(refusal(535, 'Wrong password')),
    });
    const settings = settingsFor(port, { security: 'STARTTLS', user: 'assay', trustedCertificates: MAIL_CERTIFICATE });
    expect(await send(settings, { password: 'right' })).toEqual({ type: 'sent' });
    expect(received[0]).toMatchObject({ isSecure: true, user: 'assay' });
    const wrong = await send(settings, { password: 'wrong' });
    expect(wrong).toMatchObject({ type: 'refused', isFinal: false });
    expect(wrong).toMatchObject({ reason: expect.stringContaining('535 Wrong password') });
  });

  it('is sent encrypted from the start with TLS, by name and by address', async () => {
    const { port, received } = await server({ secure: true });
    for (const host of ['localhost', '127.0.0.1'])
      expect(await send(settingsFor(port, { host, security: 'TLS', trustedCertificates: MAIL_CERTIFICATE }))).toEqual({
        type: 'sent',
      });
    expect(received.map(({ isSecure }) => isSecure)).toEqual([true, true]);
  });
});

describe('no message is sent to a server without a safe connection, and it is retried', () => {
  const refusedForNow = (text: string | RegExp) => ({
    type: 'refused',
    isFinal: false,
    reason: expect.stringMatching(text),
  });

  it('an untrusted certificate', async () => {
    const { port, received } = await server();
    const settings = settingsFor(port, { security: 'STARTTLS' });
    expect(await send(settings)).toEqual(refusedForNow(/self-signed certificate/));
    expect(received).toEqual([]);
  });

  it('a server without STARTTLS although it is required', async () => {
    const { port, received } = await server({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    expect(await send(settingsFor(port, { security: 'STARTTLS' }))).toEqual(refusedForNow(/STARTTLS/i));
    expect(received).toEqual([]);
  });

  it('a server without authentication although a user name is set', async () => {
    const { port, received } = await server({ disabledCommands: ['AUTH'] });
    expect(await send(settingsFor(port, { user: 'assay' }), { password: 'x' })).toMatchObject({ type: 'refused' });
    expect(received).toEqual([]);
  });

  it('a port at which nothing listens', async () => {
    const { port, close } = await startMailServer();
    await close();
    expect(await send(settingsFor(port))).toEqual(refusedForNow(/no server runs there/));
  });

  it('an invalid or forbidden host', async () => {
    expect(await send(settingsFor(25, { host: 'nowhere.invalid' }))).toEqual(refusedForNow(/cannot be resolved/));
    expect(await send(settingsFor(25, { host: '169.254.169.254' }))).toEqual(
      refusedForNow(/does not call such addresses/),
    );
  });

  it('a server that never greets', async () => {
    const { port } = await rawServer(() => undefined);
    const limits = { connectMs: 60, silenceMs: 60_000, attemptMs: 60_000 };
    expect(await send(settingsFor(port), { limits })).toEqual(refusedForNow(/greeting/i));
  });

  it('a server that stops answering in the middle', async () => {
    const { port } = await rawServer((socket) => {
      socket.write('220 here\r\n');
      socket.once('data', () => socket.write('250 here\r\n'));
    });
    const limits = { connectMs: 60_000, silenceMs: 60, attemptMs: 60_000 };
    expect(await send(settingsFor(port), { limits })).toEqual(refusedForNow(/timeout|timed out/i));
  });

  it('a server that sends lines for ever', async () => {
    const { port } = await rawServer((socket) => {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    const limits = { connectMs: 60_000, silenceMs: 60_000, attemptMs: 100 };
    expect(await send(settingsFor(port), { limits })).toEqual(refusedForNow(/not finished after 0.1 seconds/));
  });

  it('a server that breaks off', async () => {
    const { port } = await rawServer((socket) => socket.end('220 here\r\n'));
    expect(await send(settingsFor(port))).toMatchObject({ type: 'refused', isFinal: false });
  });
});

describe('an answer of the server', () => {
  const to = (status: number) => ({
    onRcptTo: (_a: unknown, _s: unknown, done: (e?: Error) => void) => done(refusal(status, 'Not this one')),
  });

  it('5xx to the recipient, the sender or the content is final', async () => {
    const rcpt = await server(to(550));
    expect(await send(settingsFor(rcpt.port))).toMatchObject({
      isFinal: true,
      reason: expect.stringContaining('550 Not this one'),
    });
    const sender = await server({ onMailFrom: (_address, _session, done) => done(refusal(553, 'Not from you')) });
    expect(await send(settingsFor(sender.port))).toMatchObject({ isFinal: true });
    const data = await server({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal(554, 'Spam')));
      },
    });
    expect(await send(settingsFor(data.port))).toMatchObject({
      isFinal: true,
      reason: expect.stringContaining('554 Spam'),
    });
  });

  it('4xx is temporary', async () => {
    const { port } = await server(to(450));
    expect(await send(settingsFor(port))).toMatchObject({
      isFinal: false,
      reason: expect.stringContaining('450 Not this one'),
    });
  });
});

it('a stop ends the attempt at once and throws', async () => {
  const stop = new AbortController();
  const { port } = await rawServer(() => stop.abort());
  await expect(send(settingsFor(port), { signal: stop.signal })).rejects.toThrow();
});

describe('no text of a user becomes a header or a recipient', () => {
  it.each([
    ['subject', { subject: 'Hi\r\nBcc: eve@example.org\r\n\r\nbody' }],
    ['name', { to: { name: 'Ada\r\nBcc: eve@example.org', address: 'ada@example.org' } }],
    ['name with brackets', { to: { name: 'Ada <eve@example.org>, "x', address: 'ada@example.org' } }],
  ])('%s', async (_what, message) => {
    const { port, received } = await server();
    expect(await send(settingsFor(port), { message })).toEqual({ type: 'sent' });
    expect(received[0]!.to).toEqual(['ada@example.org']);
    expect(received[0]!.message.headers.some(({ key }) => key === 'bcc')).toBe(false);
    expect(received[0]!.message.to).toHaveLength(1);
  });

  it.each([
    'ada@example.org,eve@example.org',
    'ada@example.org\r\nRCPT TO:<eve@example.org>',
    'a <eve@example.org>',
    'nobody',
  ])('the address %j is refused', async (address) => {
    const { port, received } = await server();
    const outcome = await send(settingsFor(port), { message: { to: { name: '', address } } });
    expect(outcome).toMatchObject({ type: 'refused', isFinal: true });
    expect(received).toEqual([]);
  });
});
