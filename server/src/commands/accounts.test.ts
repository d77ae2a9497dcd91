import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { type MailServer, mailTo, startMailServer } from '../../test/mail-server.ts';
import { type Config, readConfig } from '../config.ts';
import { sendDueMails } from '../mail/sender.ts';
import { userCommand } from './accounts.ts';

let h: Harness;
let mails: MailServer;
let config: Config;
beforeAll(async () => {
  h = await startHarness();
  mails = await startMailServer();
  const { host, user, database } = h.database.pool.options;
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}`;
  config = readConfig({ ASSAY_DATA_DIR: h.app.config.dataFolder, DATABASE_URL: url });
});
afterAll(async () => {
  await h.close();
  await mails.close();
});
afterEach(() => vi.restoreAllMocks());

/** Runs `user create` and returns what it printed. */
async function create(...argv: string[]): Promise<string> {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await userCommand(config, ['create', ...argv])).toBe(0);
  const text = printed.mock.calls.map(([part]) => String(part)).join('');
  printed.mockRestore();
  return text;
}

async function arrived(): Promise<string[]> {
  await sendDueMails(h.app, new AbortController().signal);
  return mails.received.splice(0).map((mail) => `${mail.to.join()}: ${mail.message.text}`);
}

it('prints a working password, and sends no mail while mails are off', async () => {
  const text = await create('--login', 'early', '--email', 'early@example.org');
  expect(text).toMatch(/^The user early was created\. The password is shown only this once: \S+\n$/);
  const password = text.trim().split(' ').at(-1);
  expect((await h.call('POST', '/login', { as: null, body: { username: 'early', password } })).status).toBe(200);
  await mailTo(h, mails);
  expect(await arrived()).toEqual([]);
});

it('mails login and password to the given address, as for users created on the page', async () => {
  await mailTo(h, mails);
  const text = await create('--login', 'grace', '--email', 'grace@example.org', '--permissions', 'create_project');
  expect(text).toMatch(/It was also sent by mail to grace@example\.org\.\n$/);
  const password = /once: (\S+)/.exec(text)?.[1];
  const [mail, ...others] = await arrived();
  expect(mail).toMatch(/^grace@example\.org: /);
  expect(mail).toContain('grace');
  expect(mail).toContain(password);
  expect(others).toEqual([]);
  expect(await create('--login', 'silent')).not.toContain('mailed');
  expect(await arrived()).toEqual([]);
});

it.each([
  [['--login', 'two words'], '--login is "two words"'],
  [['--login', 'x'.repeat(61)], 'must have 1 to 60 characters'],
  [['--login', 'bad', '--email', 'nowhere'], '--email is "nowhere", but must be an address like'],
  [['--login', 'bad', '--permissions', 'root'], '--permissions names "root"'],
  [['--login', 'GRACE'], 'A user with the login "GRACE" already exists.'],
])('refuses %j with a sentence', async (argv, sentence) => {
  await expect(userCommand(config, ['create', ...argv])).rejects.toThrow(sentence);
});

it('of two simultaneous creations of one login, one is refused with the same sentence', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => userCommand(config, ['create', '--login', 'race'])));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason.message).toContain('login "race" already exists');
});
