// Git over ssh, against a real sshd on the loopback: the server's own keys, and host keys that must be known.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Repository } from '../../../test/git-servers.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { HAS_SSHD, type Sshd, serveSsh } from '../../../test/sshd.ts';
import { ScmError } from '../member.ts';
import { openRemote } from './remote.ts';
import { lookAt } from './revision.ts';

if (!HAS_SSHD)
  console.warn(
    'Tests of git over ssh are skipped: sshd is not installed (openssh-server), or the tests do not run as root.',
  );

let h: Harness;
let root: string;
let sshd: Sshd;

beforeAll(async () => {
  if (!HAS_SSHD) return;
  root = mkdtempSync(join(tmpdir(), 'assay-ssh-'));
  chmodSync(root, 0o755);
  sshd = await serveSsh(root);
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1,localhost', ASSAY_SCM_SSH_FOLDER: sshd.keys });
  new Repository(root, 'served').commit({ a: 'a' });
}, 60_000);
afterAll(async () => {
  if (!HAS_SSHD) return;
  await sshd.close();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

const look = async (url: string) => {
  const remote = await openRemote(h.app, url, { userName: '', password: '' });
  const unasked = { branch: '', tag: '', commitId: '' };
  return lookAt(h.app, remote, unasked, new AbortController().signal, 20_000).finally(() => remote.close());
};
const knownHosts = () => join(h.app.config.scmSshFolder, 'known_hosts');

it.skipIf(!HAS_SSHD)(
  'host keys must be known, by the name that people wrote; then the server’s own key opens',
  async () => {
    const user = userInfo().username;
    const url = `ssh://${user}@localhost:${sshd.port}${root}/served.git`;
    await expect(look(url)).rejects.toThrow(/host key of .* is not known/);
    writeFileSync(knownHosts(), `[127.0.0.1]:${sshd.port} ${sshd.hostKey()}\n`);
    await expect(look(url)).rejects.toThrow(/host key of .* is not known/);
    writeFileSync(knownHosts(), `[localhost]:${sshd.port} ${sshd.hostKey()}\n`);
    expect(await look(url)).toContain('branch master at');
    await expect(look(`ssh://${user}@localhost:${sshd.port}${root}/none.git`)).rejects.toMatchObject({
      code: 'missing',
    });
  },
);

it.skipIf(!HAS_SSHD)('a key that the other server does not know is told as wrong credentials', async () => {
  writeFileSync(knownHosts(), `[localhost]:${sshd.port} ${sshd.hostKey()}\n`);
  sshd.forgetKeys();
  const error = await look(`ssh://${userInfo().username}@localhost:${sshd.port}${root}/served.git`).catch(
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ScmError);
  expect([error.code, error.message]).toEqual([
    'credentials',
    expect.stringContaining('does not accept these credentials'),
  ]);
});
