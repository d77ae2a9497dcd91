// Subversion by its other ways, against real servers on the loopback: Apache with mod_dav_svn, and svnserve behind sshd.
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { HAS_SSHD, type Sshd, serveSsh } from '../../../test/sshd.ts';
import {
  HAS_APACHE,
  MISSING_PROGRAMS,
  SvnRepository,
  type SvnServer,
  serveSvnByApache,
} from '../../../test/svn-servers.ts';

const hasApache = MISSING_PROGRAMS.length === 0 && HAS_APACHE;
const hasSshd = MISSING_PROGRAMS.length === 0 && HAS_SSHD;
if (!hasApache) console.warn('Tests of Subversion over http are skipped: Apache with mod_dav_svn is not installed (apache2, libapache2-mod-svn).'); // biome-ignore format: one claim
if (!hasSshd) console.warn('Tests of Subversion over ssh are skipped: sshd is not installed (openssh-server), or the tests do not run as root.'); // biome-ignore format: one claim

const PASSWORD = 's3cret pass\\wörd';
const LOGIN = { userName: 'ann', password: PASSWORD };
let h: Harness;
let root: string;
let sshRoot: string;
let apache: SvnServer | undefined;
let sshd: Sshd | undefined;
let repository: SvnRepository;

beforeAll(async () => {
  if (!hasApache && !hasSshd) return;
  root = mkdtempSync(join(tmpdir(), 'assay-svn-ways-'));
  sshRoot = mkdtempSync(join(tmpdir(), 'assay-svn-ssh-'));
  for (const folder of [root, sshRoot]) chmodSync(folder, 0o755);
  repository = new SvnRepository(root, 'code');
  repository.commit({ 'trunk/a.c': 'int a;\n', 'trunk/x y/ü.txt': 'ü', 'lib/l': 'l' });
  if (hasApache) apache = await serveSvnByApache(root, `ann:${PASSWORD}`, 'http://169.254.169.254/svn');
  if (hasSshd) sshd = await serveSsh(sshRoot);
  h = await startHarness({
    ASSAY_OUTGOING_ALLOW: '127.0.0.1,localhost',
    ...(sshd ? { ASSAY_SCM_SSH_FOLDER: sshd.keys } : {}),
  });
  await h.work();
}, 60_000);
afterAll(async () => {
  await apache?.close();
  await sshd?.close();
  await h?.close();
  for (const folder of [root, sshRoot]) if (folder) rmSync(folder, { recursive: true, force: true });
});

const instance = async (body: Record<string, unknown>) => {
  const { id } = (await h.call('POST', '/projects', { body: { name: `svn by ${JSON.stringify(body)}` } })).body;
  expect((await h.call('POST', `/scmInstances/Subversion?projectId=${id}`, { body })).status).toBe(201);
  return id as number;
};
const sync = async (projectId: number) =>
  h.jobOver((await h.call('POST', `/scmInstances/sync?projectId=${projectId}`)).body.id);
const test = async (projectId: number) => {
  const { status, body } = await h.call('POST', `/scmInstances?projectId=${projectId}&scmType=SUBVERSION&instanceId=0`);
  return [status, status === 200 ? body.message : body.errors[0].message] as [number, string];
};
const paths = async (projectId: number) =>
  (await h.database.pool.query('select path from files where project_id = $1 order by path collate "C"', [projectId])).rows.map((row) => row.path as string); // biome-ignore format: one query

describe.skipIf(!hasApache)('over http, from Apache with mod_dav_svn', () => {
  it('brings the code with the password, follows externals, and writes nothing where nothing changed', async () => {
    repository.svn('propset', '--quiet', 'svn:externals', '^/lib lib', 'trunk');
    const revision = repository.commit({});
    const id = await instance({ url: `${apache?.address}/svn/code/trunk`, ...LOGIN });
    expect(await test(id)).toEqual([200, expect.stringContaining(`the last change there is revision ${revision}.`)]);
    const job = await sync(id);
    expect([job.status, job.error]).toEqual(['Completed', '']);
    expect(job.details).toContain(`svn.0 at ${revision} (HEAD)`);
    expect(await paths(id)).toEqual(['svn.0/a.c', 'svn.0/lib/l', 'svn.0/x y/ü.txt']);
    expect((await sync(id)).details).toContain('nothing has changed');
    repository.commit({ 'trunk/a.c': 'int b;\n' });
    expect((await sync(id)).details).toContain('1 instance changed');
    expect(readdirSync(h.app.folder.temporary).filter((name) => name.startsWith('svn-'))).toEqual([]);
  });

  it('tells wrong credentials, a missing repository, folder and revision, and does not follow a redirect', async () => {
    const url = `${apache?.address}/svn/code/trunk`;
    const cases: [Record<string, string>, string][] = [
      [{ url, userName: 'ann', password: 'wrong' }, 'does not accept these credentials'],
      [{ url }, 'does not accept these credentials'],
      [{ url: `${url}/none`, ...LOGIN }, 'no repository or no folder'],
      [{ url: `${apache?.address}/svn/none/trunk`, ...LOGIN }, 'no repository or no folder'],
      [{ url, ...LOGIN, revisionNumber: '99' }, 'has no revision 99'],
      [{ url: `${apache?.address}/moved/code`, ...LOGIN }, 'does not follow to other places'],
    ];
    for (const [body, words] of cases) {
      const [status, message] = await test(await instance(body));
      expect([body.url, status, message]).toEqual([body.url, 400, expect.stringContaining(words)]);
      expect(message).not.toContain(PASSWORD);
    }
  });
});

it.skipIf(!hasSshd)('over ssh: the host key must be known; then the server’s own key opens', async () => {
  const ssh = sshd as Sshd;
  const id = await instance({ url: `svn+ssh://${userInfo().username}@localhost:${ssh.port}${root}/code/trunk` });
  expect(await test(id)).toEqual([400, expect.stringMatching(/host key|cannot be reached/)]);
  writeFileSync(join(ssh.keys, 'known_hosts'), `[localhost]:${ssh.port} ${ssh.hostKey()}\n`);
  expect((await test(id))[0]).toBe(200);
  const job = await sync(id);
  expect([job.status, job.error]).toEqual(['Completed', '']);
  expect(await paths(id)).toContain('svn.0/a.c');
});
