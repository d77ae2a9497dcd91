// Git as a source, against real servers on the loopback: what lands in the code base, what is transferred, and what is told when it fails.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tarGz } from '../../../test/archives.ts';
import { type GitHttp, Repository, serveGitDaemon, serveGitHttp } from '../../../test/git-servers.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { mirrorFolder, mirrorKey } from './mirror.ts';

const LOGIN = 'ann:s3cret pass\\word';
let h: Harness;
let root: string;
let open: GitHttp;
let closed: GitHttp;
let count = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-git-'));
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1', ASSAY_SCM_FILE_FOLDERS: root });
  await h.work();
  open = await serveGitHttp(root);
  closed = await serveGitHttp(root, { login: LOGIN });
});
afterAll(async () => {
  await open.close();
  await closed.close();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

const project = async () =>
  (await h.call('POST', '/projects', { body: { name: `from git ${++count}` } })).body.id as number;
const instance = async (projectId: number, body: Record<string, unknown>) =>
  expect((await h.call('POST', `/scmInstances/Git?projectId=${projectId}`, { body })).status).toBe(201);
const sync = async (projectId: number) => {
  const answer = await h.call('POST', `/scmInstances/sync?projectId=${projectId}`);
  expect([answer.status, answer.body]).toMatchObject([202, { id: expect.any(Number) }]);
  return { id: answer.body.id as number, ...(await h.jobOver(answer.body.id)) };
};
const test = async (projectId: number, instanceId = 0) => {
  const { status, body } = await h.call(
    'POST',
    `/scmInstances?projectId=${projectId}&scmType=GIT&instanceId=${instanceId}`,
  );
  return [status, status === 200 ? body.message : body.errors[0].message] as [number, string];
};
const paths = async (projectId: number) =>
  (await h.database.pool.query('select path from files where project_id = $1 order by path collate "C"', [projectId])).rows.map((row) => row.path as string); // biome-ignore format: one query
const log = async (jobId: number) =>
  (await h.database.pool.query('select code, path, message from job_issues where job_id = $1 order by id', [jobId])).rows as { code: string; path: string; message: string }[]; // biome-ignore format: one query
const issues = async (projectId: number) =>
  (await h.database.pool.query('select code, path, message from codebase_issues where project_id = $1 order by id', [projectId])).rows as { code: string; path: string; message: string }[]; // biome-ignore format: one query
const lastSync = async (projectId: number, at = 0) =>
  (await h.call('GET', `/scmInstances?projectId=${projectId}`)).body.propertyList[at].lastSync;

/** Whether the process is a child of this one that reads the mirror of the repository. */
function isReaderOf(name: string, pid: string): boolean {
  try {
    const isReading = readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('cat-file');
    return (
      isReading && readlinkSync(`/proc/${pid}/cwd`) === mirrorFolder(h.app, mirrorKey(`${open.address}/${name}.git`))
    );
  } catch {
    return false;
  }
}

const repository = (name: string, options?: { branch?: string; format?: string }) =>
  new Repository(root, name, options);

describe('a synchronisation', () => {
  it('brings the files of master under git.0/<repository>, and says the commit', async () => {
    const a = repository('plain');
    const commit = a.commit({ 'src/a.c': 'int a;\n', LICENSE: 'MIT\n', 'x y/ü.txt': 'u' });
    const id = await project();
    await instance(id, { url: `${open.address}/plain.git` });
    const job = await sync(id);
    expect([job.status, job.error]).toEqual(['Completed', '']);
    expect(job.details).toContain(`git.0/plain at ${commit.slice(0, 12)} (branch master)`);
    expect(await paths(id)).toEqual(['git.0/plain/LICENSE', 'git.0/plain/src/a.c', 'git.0/plain/x y/ü.txt']);
    expect(await lastSync(id)).toMatchObject({
      isGood: true,
      error: '',
      jobId: job.id,
      sources: [{ folder: 'git.0/plain', url: `${open.address}/plain.git`, asked: 'branch master', revision: commit }],
    });
  });

  it('takes HEAD where there is no master, and says so', async () => {
    const a = repository('trunk', { branch: 'main' });
    a.commit({ a: 'a' });
    const id = await project();
    await instance(id, { url: `${open.address}/trunk.git` });
    const job = await sync(id);
    expect(job.details).toContain('(HEAD)');
    expect(await log(job.id)).toMatchObject([
      { code: 'scm-head', message: expect.stringContaining('has no branch master') },
    ]);
  });

  it('takes branches, tags, commits, beginnings of commits and folders, by fields and by notations', async () => {
    const a = repository('many');
    const first = a.commit({ 'one.txt': '1', 'lib/x.txt': 'x', 'lib/deep/y.txt': 'y', 'library/z.txt': 'z' });
    a.git('tag', '-a', '-m', 'tagged', 'v1');
    a.git('checkout', '--quiet', '-b', 'feature/two');
    const second = a.commit({ 'two.txt': '2' });
    const url = `${open.address}/many.git`;
    const cases: [Record<string, string>, string, string[]][] = [
      [{ url, branch: 'feature/two' }, second, ['two.txt']],
      [{ url: `${url}~~feature/two` }, second, ['two.txt']],
      [{ url, tag: 'v1' }, first, []],
      [{ url: `${url}^^v1` }, first, []],
      [{ url, commitId: first }, first, []],
      [{ url: `${url}>>${second.toUpperCase()}` }, second, ['two.txt']],
      [{ url, commitId: second.slice(0, 10) }, second, ['two.txt']],
    ];
    for (const [body, commit, more] of cases) {
      const id = await project();
      await instance(id, body);
      const job = await sync(id);
      expect([body, job.status, job.error]).toEqual([body, 'Completed', '']);
      expect((await lastSync(id)).sources[0].revision).toBe(commit);
      const all = ['lib/deep/y.txt', 'lib/x.txt', 'library/z.txt', 'one.txt', ...more];
      expect(await paths(id)).toEqual(all.map((path) => `git.0/many/${path}`));
    }
    const id = await project();
    await instance(id, { url: `${url}~~feature/two**lib` });
    await sync(id);
    expect(await paths(id)).toEqual(['git.0/many/lib/deep/y.txt', 'git.0/many/lib/x.txt']);
  });

  it('does not honour a branch beside a url that names something itself, and says so', async () => {
    const a = repository('named');
    const first = a.commit({ a: 'a' });
    a.git('tag', 'v1');
    a.commit({ b: 'b' });
    const id = await project();
    await instance(id, { url: `${open.address}/named.git^^v1`, branch: 'master' });
    expect(await test(id)).toEqual([200, expect.stringMatching(/tag v1 .*The field "branch" has no effect/)]);
    const job = await sync(id);
    expect((await lastSync(id)).sources).toMatchObject([{ asked: 'tag v1', revision: first }]);
    expect(await log(job.id)).toMatchObject([{ code: 'scm-no-effect', message: expect.stringContaining('no effect') }]);
  });

  it('brings several repositories, of one repository the last url, and of two with one name both', async () => {
    repository('group/same').commit({ a: 'a' });
    repository('other/same').commit({ b: 'b' });
    const twice = repository('twice');
    twice.commit({ t: '1' });
    twice.git('tag', 'v1');
    twice.commit({ u: '2' });
    const at = open.address;
    const id = await project();
    await instance(id, { url: `${at}/twice.git,${at}/group/same.git, ${at}/other/same ,${at}/twice^^v1` });
    const job = await sync(id);
    expect(await paths(id)).toEqual(['git.0/same-2/b', 'git.0/same/a', 'git.0/twice/t']);
    expect(await log(job.id)).toMatchObject([
      { code: 'scm-name' },
      { code: 'scm-replaced', path: 'git.0', message: expect.stringContaining(`${at}/twice.git was not fetched`) },
    ]);
  });

  it('brings two repositories whose addresses differ only in the case of the path', async () => {
    repository('Case/r').commit({ a: 'a' });
    repository('case/r').commit({ b: 'b' });
    const id = await project();
    await instance(id, { url: `${open.address}/Case/r,${open.address}/case/r` });
    expect((await sync(id)).error).toBe('');
    expect(await paths(id)).toEqual(['git.0/r-2/b', 'git.0/r/a']);
  });

  it('numbers instances, keeps uploads, and removes the code of a deleted instance', async () => {
    repository('n0').commit({ a: 'a' });
    repository('n1').commit({ b: 'b' });
    const id = await project();
    await instance(id, { url: `${open.address}/n0.git` });
    await instance(id, { url: `${open.address}/n1.git` });
    await sync(id);
    expect(await paths(id)).toEqual(['git.0/n0/a', 'git.1/n1/b']);
    await h.call('DELETE', `/scmInstances?projectId=${id}&scmType=GIT&instanceId=0`);
    const job = await sync(id);
    expect(await paths(id)).toEqual(['git.1/n1/b']);
    expect(await log(job.id)).toMatchObject([{ code: 'scm-removed', path: 'git.0' }]);
    expect((await sync(id)).details).toContain('nothing has changed');
  });

  it('follows the branch: removed files go, new ones come', async () => {
    const a = repository('moving');
    a.commit({ 'old.txt': 'old', 'same.txt': 'same' });
    const id = await project();
    await instance(id, { url: `${open.address}/moving.git` });
    await sync(id);
    a.git('rm', '--quiet', 'old.txt');
    a.commit({ 'new.txt': 'new' });
    expect((await sync(id)).details).toContain('1 instance changed');
    expect(await paths(id)).toEqual(['git.0/moving/new.txt', 'git.0/moving/same.txt']);
  });

  it('reads a repository with SHA-256 ids', async () => {
    const a = repository('longer', { format: 'sha256' });
    const commit = a.commit({ a: 'a' });
    expect(commit).toHaveLength(64);
    const id = await project();
    await instance(id, { url: `${open.address}/longer.git` });
    expect(await sync(id)).toMatchObject({ status: 'Completed', error: '' });
    expect(await paths(id)).toEqual(['git.0/longer/a']);
  });
});

describe('reads only what is new', () => {
  it('by contents that are known, also of another project', async () => {
    const big = randomBytes(100_000).toString('hex');
    const a = repository('known');
    a.commit({ 'big.txt': big, 'copy/big.txt': big, 'v.txt': '1' });
    const id = await project();
    await instance(id, { url: `${open.address}/known.git` });
    await sync(id);
    const { rows } = await h.database.pool.query('select count(*)::int as known from scm_contents');
    expect(rows[0].known).toBeGreaterThanOrEqual(2);
    const before = open.sentBytes();
    a.commit({ 'v.txt': '2' });
    await sync(id);
    // Only the change is transferred: the large file does not compress to less than its half.
    expect(open.sentBytes() - before).toBeLessThan(10_000);
    const other = await project();
    await instance(other, { url: `${open.address}/known.git` });
    expect(await sync(other)).toMatchObject({ status: 'Completed' });
    expect(await paths(other)).toHaveLength(3);
  });

  it('and again what is damaged in the store, also small and large contents behind the last entry, with no program left', async () => {
    const large = randomBytes(6_000_000).toString('hex');
    const a = repository('damaged');
    a.commit({ 'a.txt': 'the first\n', 'large.txt': large, 'z.txt': 'the last\n' });
    const id = await project();
    await instance(id, { url: `${open.address}/damaged.git` });
    await sync(id);
    const stored = await h.database.pool.query(
      "select distinct b.location->>'segment' as segment from files f join blobs b using (sha256) where f.project_id = $1",
      [id],
    );
    for (const { segment } of stored.rows) {
      const file = join(h.app.folder.store, 'segments', `${segment}.pack`);
      writeFileSync(
        file,
        readFileSync(file).map((byte, at) => (at < 64 ? byte : byte ^ 0xff)),
      );
    }
    const other = await project();
    await instance(other, { url: `${open.address}/damaged.git` });
    const job = await sync(other);
    expect([job.status, job.error, await issues(other)]).toEqual(['Completed', '', []]);
    expect(await paths(other)).toEqual(['git.0/damaged/a.txt', 'git.0/damaged/large.txt', 'git.0/damaged/z.txt']);
    const { rows } = await h.database.pool.query('select id, path from files where project_id = $1 order by path', [other]); // biome-ignore format: one query
    const texts: string[] = [];
    for (const row of rows) texts.push((await h.call('GET', `/files/${row.id}/bytes`)).text);
    expect(texts.map((text) => text.length)).toEqual([10, large.length, 9]);
    expect(texts[1] === large).toBe(true);
    const readers = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isReaderOf('damaged', pid));
    expect(readers).toEqual([]);
  });

  it('and everything where the mirror is damaged, in the same synchronisation or the next one, and says so', async () => {
    const a = repository('broken');
    a.commit({ 'a.txt': 'a', 'old.bin': randomBytes(3000).toString('hex') });
    const id = await project();
    const url = `${open.address}/broken.git`;
    await instance(id, { url });
    await sync(id);
    const mirror = mirrorFolder(h.app, mirrorKey(url));
    const packs = join(mirror, 'objects/pack');
    rmSync(join(mirror, 'objects'), { recursive: true });
    a.commit({ 'a.txt': 'other' });
    const job = await sync(id);
    expect([job.status, job.error]).toEqual(['Completed', '']);
    const told = expect.stringContaining('was damaged, so the repository was fetched anew');
    expect(await log(job.id)).toMatchObject([{ code: 'scm-mirror', path: 'git.0', message: told }]);
    expect(await paths(id)).toEqual(['git.0/broken/a.txt', 'git.0/broken/old.bin']);
    // Here the fetch notices nothing.
    await h.database.pool.query('delete from scm_contents');
    for (const name of readdirSync(packs).filter((one) => one.endsWith('.pack'))) {
      const bytes = readFileSync(join(packs, name));
      rmSync(join(packs, name));
      writeFileSync(join(packs, name), bytes.fill(0x55, bytes.length - 1000, bytes.length - 500));
    }
    const other = await project();
    await instance(other, { url });
    const failed = await sync(other);
    expect(failed.error).toContain('was damaged; the next synchronisation fetches it anew.');
    expect(await sync(other)).toMatchObject({ status: 'Completed', error: '' });
    expect(await paths(other)).toEqual(['git.0/broken/a.txt', 'git.0/broken/old.bin']);
  });

  it('and writes nothing where nothing changed', async () => {
    repository('still').commit({ a: 'a' });
    const id = await project();
    await instance(id, { url: `${open.address}/still.git` });
    await sync(id);
    const version = async () =>
      (await h.database.pool.query('select xmin::text from files where project_id = $1', [id])).rows;
    const before = await version();
    expect((await sync(id)).details).toContain('nothing has changed');
    expect(await version()).toEqual(before);
  });
});

describe('expansion', () => {
  it('takes level, suffix and deletion of the instance', async () => {
    const a = repository('packed');
    const inner = tarGz([{ name: 'in.txt', content: 'in' }]);
    a.commit({ 'lib/a.tgz': inner, 'b.txt': 'b' });
    const url = `${open.address}/packed.git`;
    for (const [more, expected] of [
      [{}, ['b.txt', 'lib/a.tgz']],
      [{ expansionLevel: 2, archiveDirSuffix: '_x' }, ['b.txt', 'lib/a.tgz', 'lib/a.tgz_x/in.txt']],
      [{ expansionLevel: 2, archiveDirSuffix: '_x', deleteArchiveAfterExpand: true }, ['b.txt', 'lib/a.tgz_x/in.txt']],
    ] as [Record<string, unknown>, string[]][]) {
      const id = await project();
      await instance(id, { url, ...more });
      await sync(id);
      expect(await paths(id)).toEqual(expected.map((path) => `git.0/packed/${path}`));
    }
  });
});

describe('a scan', () => {
  it('of a project that has only an instance synchronises first, and keeps the commit', async () => {
    const a = repository('scanned');
    const commit = a.commit({ 'package.json': '{"name":"scanned","version":"1.0.0","license":"MIT"}' });
    const id = await project();
    await instance(id, { url: `${open.address}/scanned.git` });
    const scan = await h.call('POST', `/scanResource/projectScan/${id}`);
    const jobId = Number(/\d+/.exec(JSON.stringify(scan.body))?.[0]);
    const job = await h.jobOver(jobId);
    expect([job.status, job.error]).toEqual(['Completed', '']);
    expect(job.details).toContain(`git.0/scanned at ${commit.slice(0, 12)} (branch master)`);
    const { rows } = await h.database.pool.query('select result from jobs where id = $1', [jobId]);
    expect(rows[0].result.sources).toMatchObject([{ folder: 'git.0/scanned', revision: commit }]);
    expect(await paths(id)).toEqual(['git.0/scanned/package.json']);
  });

  it('ends with the reason when the synchronisation fails, and keeps the code', async () => {
    const a = repository('lost');
    a.commit({ a: 'a' });
    const id = await project();
    await instance(id, { url: `${open.address}/lost.git` });
    await sync(id);
    a.remove();
    const scan = await h.call('POST', `/scanResource/projectScan/${id}`);
    const job = await h.jobOver(Number(/\d+/.exec(JSON.stringify(scan.body))?.[0]));
    expect(job.status).toBe('Failed');
    expect(job.error).toMatch(/^git\.0 could not be synchronised: There is no repository at .*left as it was/);
    expect(await paths(id)).toEqual(['git.0/lost/a']);
    expect(await lastSync(id)).toMatchObject({
      isGood: false,
      error: expect.stringContaining('no repository'),
      sources: [{}],
    });
  });
});

describe('a connection test', () => {
  it('200 and what was found', async () => {
    const a = repository('tested');
    const commit = a.commit({ a: 'a' });
    a.git('tag', 'v1');
    a.push();
    const url = `${open.address}/tested.git`;
    for (const [body, words] of [
      [{ url }, `branch master at ${commit.slice(0, 12)}`],
      [{ url, branch: 'master' }, `branch master at ${commit.slice(0, 12)}`],
      [{ url, tag: 'v1' }, 'tag v1 at'],
      [{ url, commitId: commit }, `has commit ${commit.slice(0, 12)}`],
    ] as [Record<string, unknown>, string][]) {
      const id = await project();
      await instance(id, body);
      expect(await test(id)).toEqual([200, expect.stringContaining(words)]);
    }
  });

  it('at most three run at once, and the others wait', async () => {
    repository('asked').commit({ a: 'a' });
    let [running, most] = [0, 0];
    const slow = await serveGitHttp(root, {
      instead(_, response) {
        most = Math.max(most, ++running);
        response.once('close', () => running--);
        setTimeout(() => response.writeHead(404).end(), 300);
        return true;
      },
    });
    const id = await project();
    await instance(id, { url: `${slow.address}/asked.git` });
    const all = await Promise.all(Array.from({ length: 8 }, () => test(id)));
    expect([all.map(([status]) => status), most]).toEqual([Array(8).fill(400), 3]);
    await slow.close();
  });

  it('400 that tells a wrong address, wrong credentials and a missing branch apart', async () => {
    repository('apart').commit({ a: 'a' });
    const [user = '', password = ''] = LOGIN.split(/:(.*)/s);
    for (const [body, words] of [
      [{ url: `${open.address}/nowhere.git` }, 'There is no repository at'],
      [{ url: 'http://127.0.0.1:1/apart.git' }, 'cannot be reached'],
      [{ url: 'https://no-such-host.invalid/apart.git' }, 'cannot be resolved'],
      [{ url: `${closed.address}/apart.git`, userName: user, password: 'wrong' }, 'does not accept these credentials'],
      [{ url: `${closed.address}/apart.git` }, 'asks for a user and password'],
      [{ url: `${closed.address}/apart.git`, userName: user, password, branch: 'none' }, 'has no branch none'],
      [{ url: `${open.address}/apart.git`, tag: 'none' }, 'has no tag none'],
      [{ url: `${open.address}/apart.git`, commitId: '1'.repeat(40) }, 'has no commit 1111'],
    ] as [Record<string, unknown>, string][]) {
      const id = await project();
      await instance(id, body);
      const [status, message] = await test(id);
      expect([body, status, message]).toEqual([body, 400, expect.stringContaining(words)]);
      expect(message).not.toContain(password);
      expect(message).not.toContain('wrong');
    }
  });
});

describe('passwords', () => {
  it('reach the server, whatever characters they have', async () => {
    repository('secret').commit({ a: 'a' });
    const [userName = '', password = ''] = LOGIN.split(/:(.*)/s);
    const id = await project();
    await instance(id, { url: `${closed.address}/secret.git`, userName, password });
    expect(await test(id)).toEqual([200, expect.stringContaining('branch master')]);
    expect(await sync(id)).toMatchObject({ status: 'Completed', error: '' });
    expect(await paths(id)).toEqual(['git.0/secret/a']);
  });

  it('are needed by each project, although the mirror has the repository already', async () => {
    const a = repository('private');
    const commit = a.commit({ a: 'a' });
    const [userName = '', password = ''] = LOGIN.split(/:(.*)/s);
    const url = `${closed.address}/private.git`;
    const first = await project();
    await instance(first, { url, userName, password });
    await sync(first);
    for (const more of [{}, { commitId: commit }, { userName, password: 'guessed' }]) {
      const other = await project();
      await instance(other, { url, ...more });
      expect(await sync(other)).toMatchObject({ status: 'Failed', error: expect.stringContaining('credentials') });
      expect(await paths(other)).toEqual([]);
    }
  });
});

it('git daemon, and files of this server in an allowed folder', async () => {
  repository('served').commit({ a: 'a' });
  const daemon = await serveGitDaemon(root);
  try {
    for (const url of [`git://127.0.0.1:${daemon.port}/served.git`, `file://${root}/served.git`]) {
      const id = await project();
      await instance(id, { url });
      expect(await sync(id)).toMatchObject({ status: 'Completed', error: '' });
      expect(await paths(id)).toEqual(['git.0/served/a']);
    }
  } finally {
    await daemon.close();
  }
});

it('names pointers of Git LFS and links, and stores no link', async () => {
  const a = repository('pointers');
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
  a.commit({ 'big.bin': pointer });
  const target = a.gitWith('/etc/passwd', 'hash-object', '-w', '--stdin');
  a.git('update-index', '--add', '--cacheinfo', `120000,${target},link`);
  a.commitIndex();
  const id = await project();
  await instance(id, { url: `${open.address}/pointers.git` });
  for (const round of [1, 2]) {
    await sync(id);
    expect([round, await paths(id)]).toEqual([round, ['git.0/pointers/big.bin']]);
    expect(await issues(id)).toMatchObject([
      { code: 'lfs-pointer', path: 'git.0/pointers/big.bin', message: expect.stringContaining('12345 bytes') },
      { code: 'skipped-entry', path: 'git.0/pointers/link', message: expect.stringContaining('symbolic link') },
    ]);
    // Known contents are named as well.
    await h.database.pool.query('update scm_states set source_digest = null where project_id = $1', [id]);
  }
});
