// A real sshd on the loopback for tests, with a key of its own and one for the server under test.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './git-servers.ts';

const SSHD = '/usr/sbin/sshd';

/** sshd needs root to take a sign-in. */
export const HAS_SSHD = existsSync(SSHD) && process.getuid?.() === 0;

export interface Sshd {
  port: number;
  /** With the key that the server under test signs in with. */
  keys: string;
  /** The host's key as a line of known_hosts wants it. */
  hostKey(): string;
  /** No key opens any more. */
  forgetKeys(): void;
  close(): Promise<void>;
}

export async function serveSsh(root: string): Promise<Sshd> {
  const keys = join(root, 'keys of the server');
  mkdirSync(keys, { mode: 0o700 });
  for (const file of [join(root, 'host'), join(keys, 'id_ed25519')])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  writeFileSync(join(root, 'authorized'), readFileSync(join(keys, 'id_ed25519.pub')), { mode: 0o600 });
  const port = await freePort();
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
  return {
    port,
    keys,
    hostKey: () => readFileSync(join(root, 'host.pub'), 'utf8').split(' ').slice(0, 2).join(' '),
    forgetKeys: () => writeFileSync(join(root, 'authorized'), ''),
    async close() {
      const ended = once(sshd, 'exit');
      sshd.kill();
      await ended;
    },
  };
}
