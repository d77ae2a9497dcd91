// Files of Git LFS of repositories that are reached by ssh: a real sshd, on which git-lfs-authenticate answers as git-lfs documents it.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitHttp, Repository, serveGitHttp } from '../../../test/git-servers.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { HAS_SSHD, type Sshd, serveSsh } from '../../../test/sshd.ts';

if (!HAS_SSHD) console.warn('Tests of Git LFS over ssh are skipped: sshd is not installed (openssh-server), or the tests do not run as root.'); // biome-ignore format: one claim

const BYTES = Buffer.from('the file itself');
const OID = createHash('sha256').update(BYTES).digest('hex');
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${OID}\nsize ${BYTES.length}\n`;
const TICKET = 'RemoteAuth t1cket';
let h: Harness;
let root: string;
let sshd: Sshd;
let files: GitHttp;
let count = 0;
/** Paths of calls, and what signed in. */
const calls: string[][] = [];

function lfs(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url ?? '';
  calls.push([path, request.headers.authorization ?? '']);
  const answer = { objects: [{ oid: OID, size: BYTES.length, actions: { download: { href: `${files.address}/one` } } }] }; // biome-ignore format: one value
  if (request.headers.authorization !== TICKET) response.writeHead(401).end();
  else response.end(path === '/one' ? BYTES : JSON.stringify(answer));
  return true;
}

/** Each call is a line of a file. */
const program = (answer: string) => {
  const file = join(root, 'bin', 'git-lfs-authenticate');
  writeFileSync(join(root, 'answer'), answer);
  writeFileSync(file, `#!/bin/sh\nprintf '%s|' "$@" >> ${root}/asked; echo >> ${root}/asked\ncat ${root}/answer\n`);
  chmodSync(file, 0o755);
};
const asked = () => readFileSync(join(root, 'asked'), 'utf8').split('\n').filter((line) => line !== ''); // biome-ignore format: one value

beforeAll(async () => {
  if (!HAS_SSHD) return;
  root = mkdtempSync(join(tmpdir(), 'assay-lfs-ssh-'));
  chmodSync(root, 0o755);
  mkdirSync(join(root, 'bin'));
  sshd = await serveSsh(root);
  writeFileSync(join(root, 'forced'), `export PATH="${root}/bin:$PATH"\nexec sh -c "$SSH_ORIGINAL_COMMAND"\n`);
  writeFileSync(join(root, 'authorized'), `command="sh ${root}/forced" ${readFileSync(join(root, 'authorized'), 'utf8')}`); // biome-ignore format: one claim
  writeFileSync(join(sshd.keys, 'known_hosts'), `[127.0.0.1]:${sshd.port} ${sshd.hostKey()}\n`);
  files = await serveGitHttp(root, { instead: lfs });
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1', ASSAY_SCM_SSH_FOLDER: sshd.keys });
  await h.work();
}, 60_000);
afterAll(async () => {
  if (!HAS_SSHD) return;
  await sshd.close();
  await files.close();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

/** The length of the file that came, and the log. */
async function synced(name: string): Promise<[number | undefined, string[]]> {
  new Repository(root, name).commit({ 'big.bin': POINTER });
  const { id } = (await h.call('POST', '/projects', { body: { name: `lfs by ssh ${++count}` } })).body;
  const url = `ssh://${userInfo().username}@127.0.0.1:${sshd.port}${root}/${name}.git`;
  expect((await h.call('POST', `/scmInstances/Git?projectId=${id}`, { body: { url, fetchLfs: true } })).status).toBe(
    201,
  );
  const job = (await h.call('POST', `/scmInstances/sync?projectId=${id}`)).body.id as number;
  expect((await h.jobOver(job)).error).toBe('');
  const log = (await h.call('GET', `/jobs/${job}/log`)).body.data as { message: string }[];
  const { rows } = await h.database.pool.query('select size_bytes::int as size from files where project_id = $1', [id]);
  return [rows[0]?.size, log.map(({ message }) => message)];
}

it.skipIf(!HAS_SSHD)('are fetched where git-lfs-authenticate says, with what it gives', async () => {
  program(JSON.stringify({ href: `${files.address}/lfs/`, header: { Authorization: TICKET }, expires_in: 600 }));
  expect(await synced("it's")).toEqual([BYTES.length, []]);
  expect(asked()).toEqual([`${root}/it's.git|download|`]);
  expect(calls).toEqual([['/lfs/objects/batch', TICKET], ['/one', TICKET]]); // biome-ignore format: one claim
});

it.skipIf(!HAS_SSHD)(
  'stay pointers, with the reason, where the server says nothing useful or leads elsewhere',
  async () => {
    const cases: [string, string][] = [
      ['no JSON', 'does not say where it is'],
      [JSON.stringify({ href: 'file:///etc' }), 'leads to file, which this server does not allow'],
      [JSON.stringify({ href: 'http://169.254.169.254/' }), 'cloud metadata address'],
    ];
    for (const [at, [answer, reason]] of cases.entries()) {
      program(answer);
      const [size, log] = await synced(`elsewhere-${at}`);
      expect([size, log]).toEqual([POINTER.length, [expect.stringContaining(reason)]]);
    }
    rmSync(join(root, 'bin', 'git-lfs-authenticate'));
    expect((await synced('without'))[1]).toEqual([
      expect.stringContaining('git-lfs-authenticate ended with status 127'),
    ]);
  },
);
