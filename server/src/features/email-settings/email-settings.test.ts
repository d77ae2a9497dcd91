import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { MAIL_CERTIFICATE, type MailServer, refusal, startMailServer } from '../../../test/mail-server.ts';
import { claimMail, insertMails } from '../../db/mail.ts';
import { MAIL_ATTEMPTS } from '../../domain/messages/mail-delivery.ts';
import { forgetOldMails, sendDueMails } from '../../mail/sender.ts';

const SETTINGS = {
  host: '127.0.0.1',
  port: 2525,
  security: 'NONE',
  user: 'assay',
  password: 'hunter2!',
  fromAddress: 'assay@example.org',
  fromName: 'Assay at work',
  baseUrl: 'https://assay.example.org/',
};
const VALUES = { texts: {}, pages: {}, lists: {} };
const MINUTE = 60_000;

let h: Harness;
let mails: MailServer;
/** The answer of the mail server to the recipient, which a test may change. */
let answer: Error | undefined;
beforeAll(async () => {
  h = await startHarness();
  mails = await startMailServer({ onRcptTo: (_address, _session, done) => done(answer) });
});
afterAll(async () => {
  await h.close();
  await mails.close();
});
beforeEach(async () => {
  answer = undefined;
  mails.received.length = 0;
  h.app.now = () => new Date();
  await h.database.pool.query("delete from mails; delete from settings where key = 'email'");
});

const put = (more: Record<string, unknown> = {}) =>
  h.call('PUT', '/emailSettings', { body: { ...SETTINGS, port: mails.port, ...more } });
const read = async () => (await h.call('GET', '/emailSettings')).body.data;
const message = (reply: { body: { errors: { message: string }[] } }) => reply.body.errors[0]!.message;
const send = () => sendDueMails(h.app, new AbortController().signal);
const outbox = async (query = '') => (await h.call('GET', `/emailSettings/outbox${query}`)).body.data;
const queue = (recipientId = h.admin.id) =>
  insertMails(h.app.db, [{ template: 'task_created', recipientId, values: VALUES }]);
const later = (minutes: number) => {
  const now = h.app.now().getTime() + minutes * MINUTE;
  h.app.now = () => new Date(now);
};

describe('/emailSettings', () => {
  it('200 switched off by default, with the ten templates', async () => {
    const settings = await read();
    expect(settings).toMatchObject({ enabled: false, host: '', password: '', port: 587, security: 'STARTTLS' });
    expect(settings.templates).toHaveLength(10);
    expect(settings.templates[0]).toMatchObject({ name: 'new_account', isCustom: false, problems: [] });
    expect(settings.templates[0].variables).toContain('USER_PASSWORD');
  });

  it('200 stored, the password masked and encrypted', async () => {
    expect((await put()).status).toBe(200);
    expect(await read()).toMatchObject({
      ...SETTINGS,
      enabled: true,
      port: mails.port,
      password: '********',
      baseUrl: 'https://assay.example.org',
    });
    const { rows } = await h.database.pool.query("select value::text from settings where key = 'email'");
    expect(rows[0].value).not.toContain('hunter2');
  });

  it.each([
    ['left out', undefined],
    ['as the mask', '********'],
  ])('the password stays if it is %s, but only for the same server and name', async (_how, password) => {
    await put();
    expect((await put({ password, fromName: 'Other' })).status).toBe(200);
    expect((await read()).password).toBe('********');
    for (const moved of [{ host: 'localhost' }, { port: 26 }, { security: 'TLS' }, { user: 'eve' }]) {
      const reply = await put({ password, ...moved });
      expect(reply.status).toBe(400);
      expect(message(reply)).toContain('"password" must be given again');
    }
    expect((await put({ password: '', user: '' })).status).toBe(200);
    expect((await read()).password).toBe('');
  });

  it.each([
    ['host', 'mail.example.org/x'],
    ['host', ''],
    ['host', 'a b'],
    ['port', 0],
    ['port', 65_536],
    ['port', 'smtp'],
    ['security', 'SSL'],
    ['user', 'a\r\nb'],
    ['fromName', 'a\nb'],
    ['fromAddress', 'nobody'],
    ['fromAddress', 'a@b.c, d@e.f'],
    ['baseUrl', 'ftp://example.org'],
    ['baseUrl', 'https://user:x@example.org'],
    ['baseUrl', 'example.org'],
    ['trustedCertificates', 'no certificate'],
    ['trustedCertificates', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ['enabled', 'perhaps'],
  ])('400 for the %s %j, naming it', async (field, value) => {
    const reply = await put({ [field]: value });
    expect(reply.status).toBe(400);
    expect(message(reply)).toContain(`"${field}"`);
  });

  it('403 for everybody but system administrators', async () => {
    const as = await h.person('plain');
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/test'],
      ['GET', '/outbox'],
      ['POST', '/outbox/1/retry'],
    ])
      expect(
        (await h.call(method!, `/emailSettings${path}`, { as, body: method === 'PUT' ? SETTINGS : undefined })).status,
      ).toBe(403);
  });
});

describe('POST /emailSettings/test', () => {
  it('200 when the server accepted the mail, also while mails are switched off', async () => {
    await put({ enabled: false });
    const { status, body } = await h.call('POST', '/emailSettings/test');
    expect([status, body.message]).toEqual([200, 'A test mail was sent to admin@example.org.']);
    expect(mails.received[0]).toMatchObject({ to: ['admin@example.org'], user: 'assay' });
    await h.call('POST', '/emailSettings/test', { body: { to: 'other@example.org' } });
    expect(mails.received[1]!.to).toEqual(['other@example.org']);
  });

  it('400 with the message of the mail server', async () => {
    await put();
    answer = refusal(550, 'No such user here');
    const reply = await h.call('POST', '/emailSettings/test');
    expect(reply.status).toBe(400);
    expect(message(reply)).toContain('550 No such user here');
  });

  it('400 without settings, and for an invalid address', async () => {
    expect(message(await h.call('POST', '/emailSettings/test'))).toContain('PUT /emailSettings comes first');
    await put();
    const reply = await h.call('POST', '/emailSettings/test', { body: { to: 'a@b.c,d@e.f' } });
    expect(message(reply)).toContain('"to"');
  });

  it('a server with its own certificate is trusted if the certificate is given', async () => {
    await put({ security: 'STARTTLS' });
    expect(message(await h.call('POST', '/emailSettings/test'))).toContain('self-signed certificate');
    await put({ security: 'STARTTLS', trustedCertificates: MAIL_CERTIFICATE });
    expect((await h.call('POST', '/emailSettings/test')).status).toBe(200);
    expect(mails.received[0]!.isSecure).toBe(true);
  });
});

describe('the outbox', () => {
  it('shows a mail from queued to sent', async () => {
    await put();
    await queue();
    expect(await outbox()).toMatchObject([
      { state: 'QUEUED', template: 'task_created', recipientLogin: 'admin', attempts: 0, sentOn: null, lastError: '' },
    ]);
    expect(await send()).toBe(1);
    expect(await outbox('?state=SENT')).toMatchObject([
      { attempts: 1, address: 'admin@example.org', subject: expect.stringMatching(/^New task/), nextAttemptOn: null },
    ]);
    expect(await outbox('?state=FAILED')).toEqual([]);
    expect(await send()).toBe(0);
  });

  it('waits after 4xx, retries when it is due, and finally gives up', async () => {
    await put();
    await queue();
    answer = refusal(451, 'Busy');
    for (let attempt = 1; attempt < MAIL_ATTEMPTS; attempt++) {
      expect(await send()).toBe(1);
      expect(await outbox()).toMatchObject([
        { state: 'QUEUED', attempts: attempt, lastError: expect.stringContaining('451 Busy') },
      ]);
      expect(await send()).toBe(0);
      later(721);
      await h.database.pool.query("update mails set expires_at = 'infinity'");
    }
    expect(await send()).toBe(1);
    expect(await outbox()).toMatchObject([
      { state: 'FAILED', lastError: expect.stringContaining('Given up after 8 attempts') },
    ]);
    answer = undefined;
    const [{ id }] = await outbox();
    expect((await h.call('POST', `/emailSettings/outbox/${id}/retry`)).status).toBe(200);
    expect(await send()).toBe(1);
    expect(await outbox()).toMatchObject([{ state: 'SENT', attempts: 1 }]);
  });

  it('fails at once after 5xx, and does not delay the others', async () => {
    await put();
    answer = refusal(550, 'Never');
    await queue();
    await send();
    answer = undefined;
    await queue();
    await send();
    expect((await outbox()).map(({ state }: { state: string }) => state)).toEqual(['SENT', 'FAILED']);
  });

  it('fails mails that have expired or have no valid recipient', async () => {
    await put();
    const { rows } = await h.database.pool.query(
      "insert into users (login, email) values ('mute', ''), ('odd', 'a@b.c,d@e.f') returning id",
    );
    for (const { id } of rows) await queue(id);
    await queue();
    await h.database.pool.query('update mails set expires_at = now() where recipient_id = $1', [h.admin.id]);
    await send();
    expect((await outbox()).map(({ lastError }: { lastError: string }) => lastError)).toEqual([
      'It expired before it could be sent.',
      '"a@b.c,d@e.f" is not a mail address.',
      'The user has no e-mail address.',
    ]);
    expect(mails.received).toEqual([]);
  });

  it('keeps its mails while it is switched off, and sends them afterwards', async () => {
    await put({ enabled: false });
    await queue();
    expect(await send()).toBe(0);
    await put({ enabled: true });
    expect(await send()).toBe(1);
  });

  it('sends a mail once with several senders, and again if one died with it', async () => {
    await put();
    for (let at = 0; at < 5; at++) await queue();
    const counts = await Promise.all([send(), send(), send()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(5);
    expect(new Set(mails.received.map(({ message: { messageId } }) => messageId)).size).toBe(5);
    expect(mails.received).toHaveLength(5);

    await queue();
    const claimed = await claimMail(h.app.db, h.app.now());
    expect(claimed?.attempts).toBe(1);
    expect(await send()).toBe(0);
    later(6);
    expect(await send()).toBe(1);
    expect(await outbox()).toContainEqual(expect.objectContaining({ id: claimed?.id, state: 'SENT', attempts: 2 }));
  });

  it('a stop during an attempt releases the mail, without counting the attempt', async () => {
    await put();
    await queue();
    const stop = new AbortController();
    const quiet = await startMailServer({ onMailFrom: () => stop.abort() });
    await put({ port: quiet.port });
    await sendDueMails(h.app, stop.signal);
    expect(await outbox()).toMatchObject([{ state: 'QUEUED', attempts: 0 }]);
    await quiet.close();
    await put();
    expect(await send()).toBe(1);
  });

  it('400 for resending a mail that did not fail or contained a secret, 404 for a missing one', async () => {
    await put();
    await queue();
    const [{ id }] = await outbox();
    expect(message(await h.call('POST', `/emailSettings/outbox/${id}/retry`))).toContain('did not fail: it is queued');
    await h.database.pool.query("update mails set state = 'FAILED', template = 'new_account'");
    expect(message(await h.call('POST', `/emailSettings/outbox/${id}/retry`))).toContain('held a secret');
    expect((await h.call('POST', '/emailSettings/outbox/999999/retry')).status).toBe(404);
  });

  it('deletes sent mails after 30 days and failed ones after 90', async () => {
    await h.database.pool.query(
      `insert into mails (template, recipient_id, state, created_at)
       select 'task_created', $1, state, now() - days * interval '1 day'
       from unnest(array['SENT', 'SENT', 'FAILED', 'FAILED', 'QUEUED'], array[29, 31, 89, 91, 400]) as t(state, days)`,
      [h.admin.id],
    );
    expect(await forgetOldMails(h.app)).toBe(2);
    expect((await outbox()).map(({ state }: { state: string }) => state).sort()).toEqual(['FAILED', 'QUEUED', 'SENT']);
  });

  it('pages, and refuses a page beyond the end', async () => {
    for (let at = 0; at < 3; at++) await queue();
    const { body, headers } = await h.call('GET', '/emailSettings/outbox?limit=2&offset=2');
    expect([body.data.length, headers['total-records']]).toEqual([1, '3']);
    expect((await h.call('GET', '/emailSettings/outbox?limit=2&offset=3')).status).toBe(400);
  });
});
