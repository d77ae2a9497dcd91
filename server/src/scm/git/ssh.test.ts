// Git over ssh, against a real sshd on the loopback: the server's own keys, and host keys that must be known.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, Repository } from '../../../test/git-servers.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { ScmError } from '../member.ts';
import { openRemote } from './remote.ts';
import { lookAt } from './revision.ts';

const SSHD = '/usr/sbin/sshd';
const hasSshd = existsSync(SSHD) && process.getuid?.() === 0;
if (!hasSshd)
  console.warn(
    'Tests of git over ssh are skipped: sshd is not installed (openssh-server), or the tests do not run as root.',
  );

let h: Harness;
let root: string;
let port: number;
let stop: () => Promise<void>;

beforeAll(async () => {
  if (!hasSshd) return;
  root = mkdtempSync(join(tmpdir(), 'assay-ssh-'));
  chmodSync(root, 0o755);
  const keys = join(root, 'keys of the server');
  mkdirSync(keys, { mode: 0o700 });
  for (const file of [join(root, 'host'), join(keys, 'id_ed25519')])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  writeFileSync(join(root, 'authorized'), readFileSync(join(keys, 'id_ed25519.pub')), { mode: 0o600 });
  port = await freePort();
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(root, 'host')}`,
    `AuthorizedKeysFile ${join(root, 'authorized')}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin yes',
    'StrictModes no',
    'UsePAM no',
    `PidFile ${join(root, 'pid')}`,
  ];
  writeFileSync(join(root, 'sshd_config'), `${config.join('\n')}\n`);
  mkdirSync('/run/sshd', { recursive: true });
  const sshd = spawn(SSHD, ['-D', '-e', '-f', join(root, 'sshd_config')], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    sshd.stderr.on('data', (data: Buffer) => data.includes('Server listening') && resolve());
    sshd.once('exit', (code) => reject(new Error(`sshd ended with ${code}`)));
  });
  stop = async () => {
    const ended = once(sshd, 'exit');
    sshd.kill();
    await ended;
  };
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1,localhost', ASSAY_SCM_SSH_FOLDER: keys });
  new Repository(root, 'served').commit({ a: 'a' });
}, 60_000);
afterAll(async () => {
  if (!hasSshd) return;
  await stop();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

const look = async (url: string) => {
  const remote = await openRemote(h.app, url, { userName: '', password: '' });
  const unasked = { branch: '', tag: '', commitId: '' };
  return lookAt(h.app, remote, unasked, new AbortController().signal, 20_000).finally(() => remote.close());
};
const knownHosts = () => join(h.app.config.scmSshFolder, 'known_hosts');
const hostKey = () => readFileSync(join(root, 'host.pub'), 'utf8').split(' ').slice(0, 2).join(' ');

it.skipIf(!hasSshd)(
  'host keys must be known, by the name that people wrote; then the server’s own key opens',
  async () => {
    const user = userInfo().username;
    const url = `ssh://${user}@localhost:${port}${root}/served.git`;
    await expect(look(url)).rejects.toThrow(/host key of .* is not known/);
    writeFileSync(knownHosts(), `[127.0.0.1]:${port} ${hostKey()}\n`);
    await expect(look(url)).rejects.toThrow(/host key of .* is not known/);
    writeFileSync(knownHosts(), `[localhost]:${port} ${hostKey()}\n`);
    expect(await look(url)).toContain('branch master at');
    await expect(look(`ssh://${user}@localhost:${port}${root}/none.git`)).rejects.toMatchObject({ code: 'missing' });
  },
);

it.skipIf(!hasSshd)('a key that the other server does not know is told as wrong credentials', async () => {
  writeFileSync(knownHosts(), `[localhost]:${port} ${hostKey()}\n`);
  writeFileSync(join(root, 'authorized'), '');
  const error = await look(`ssh://${userInfo().username}@localhost:${port}${root}/served.git`).catch(
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ScmError);
  expect([error.code, error.message]).toEqual([
    'credentials',
    expect.stringContaining('does not accept these credentials'),
  ]);
});
