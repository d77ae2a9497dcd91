// Subversion as a source, against a real svnserve on the loopback and repositories on disk: what lands in the code base, what is left out, and what is
// told when it fails.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { MISSING_PROGRAMS, SvnRepository, type SvnServer, serveSvn } from '../../../test/svn-servers.ts';

if (MISSING_PROGRAMS.length > 0)
  console.warn(`Tests of Subversion are skipped: ${MISSING_PROGRAMS.join(' and ')} is not installed (subversion).`);

const PASSWORD = 's3cret pass\\wörd';
let h: Harness;
let root: string;
let server: SvnServer;
let count = 0;

beforeAll(async () => {
  if (MISSING_PROGRAMS.length > 0) return;
  root = mkdtempSync(join(tmpdir(), 'assay-svn-'));
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1', ASSAY_SCM_FILE_FOLDERS: root });
  await h.work();
  server = await serveSvn(root);
});
afterAll(async () => {
  if (MISSING_PROGRAMS.length > 0) return;
  await server.close();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

const project = async () =>
  (await h.call('POST', '/projects', { body: { name: `from svn ${++count}` } })).body.id as number;
const instance = async (projectId: number, body: Record<string, unknown>) =>
  expect((await h.call('POST', `/scmInstances/Subversion?projectId=${projectId}`, { body })).status).toBe(201);
const sync = async (projectId: number) => {
  const answer = await h.call('POST', `/scmInstances/sync?projectId=${projectId}`);
  expect(answer.status).toBe(202);
  return { id: answer.body.id as number, ...(await h.jobOver(answer.body.id)) };
};
const test = async (projectId: number) => {
  const path = `/scmInstances?projectId=${projectId}&scmType=SUBVERSION&instanceId=0`;
  const { status, body } = await h.call('POST', path);
  return [status, status === 200 ? body.message : body.errors[0].message] as [number, string];
};
const paths = async (projectId: number) =>
  (await h.database.pool.query('select path from files where project_id = $1 order by path collate "C"', [projectId])).rows.map((row) => row.path as string); // biome-ignore format: one query
const issues = async (projectId: number) =>
  (await h.database.pool.query('select code, path, message from codebase_issues where project_id = $1 order by path collate "C", code', [projectId])).rows as { code: string; path: string; message: string }[]; // biome-ignore format: one query
const lastSync = async (projectId: number) =>
  (await h.call('GET', `/scmInstances?projectId=${projectId}`)).body.propertyList[0].lastSync;
const repository = (name: string, options?: { login: string }) => new SvnRepository(root, name, options);
const brought = async (body: Record<string, unknown>) => {
  const id = await project();
  await instance(id, body);
  const job = await sync(id);
  expect([job.status, job.error]).toEqual(['Completed', '']);
  return { id, job };
};
const sumsOf = async (projectId: number) =>
  new Map((await h.database.pool.query("select path, encode(sha256, 'hex') as sum from files where project_id = $1", [projectId])).rows.map((row) => [row.path as string, row.sum as string])); // biome-ignore format: one query

describe.skipIf(MISSING_PROGRAMS.length > 0)('a synchronisation', () => {
  it('brings the files of HEAD under svn.0, whole and as they are stored, and says the revision', async () => {
    const a = repository('plain');
    const big = randomBytes(9 << 20);
    const repeated = Buffer.from('abc'.repeat(200_000));
    const revision = a.commit({ 'trunk/src/a.c': 'int a;\n', 'trunk/empty': '', 'trunk/big': big, 'trunk/x y/ü@2.txt': repeated, 'other/z': 'z' }); // biome-ignore format: one list
    const { id, job } = await brought({ url: `${server.address}/plain/trunk/` });
    expect(job.details).toContain(`svn.0 at ${revision} (HEAD)`);
    expect(await paths(id)).toEqual(['svn.0/big', 'svn.0/empty', 'svn.0/src/a.c', 'svn.0/x y/ü@2.txt']);
    const sums = await sumsOf(id);
    for (const [path, bytes] of Object.entries({ big, 'x y/ü@2.txt': repeated, empty: '' }))
      expect([path, sums.get(`svn.0/${path}`)]).toEqual([path, createHash('sha256').update(bytes).digest('hex')]);
    expect(await issues(id)).toEqual([]);
    expect((await lastSync(id)).sources).toMatchObject([
      { folder: 'svn.0', url: `${server.address}/plain/trunk/`, asked: 'HEAD', revision },
    ]);
  });

  it('takes a revision by its number, also where the folder is gone since', async () => {
    const a = repository('numbers');
    const first = a.commit({ 'old/a': '1' });
    a.svn('delete', '--quiet', 'old');
    a.commit({ b: '2' });
    const { id } = await brought({ url: `${server.address}/numbers`, revisionNumber: first });
    expect(await paths(id)).toEqual(['svn.0/old/a']);
    expect((await brought({ url: `${a.fileUrl}/old`, revisionNumber: `r${first}` })).job.details).toContain(
      `svn.0 at ${first} (revision ${first})`,
    );
  });

  it('brings what changed, and writes nothing where nothing did, whatever happened elsewhere in the repository', async () => {
    const a = repository('twice');
    a.commit({ 'trunk/a': '1', 'trunk/b': '1' });
    const { id } = await brought({ url: `${server.address}/twice/trunk` });
    const rows = async () => (await h.database.pool.query('select path, xmin::text from files where project_id = $1 order by path', [id])).rows; // biome-ignore format: one query
    const before = await rows();
    a.commit({ 'elsewhere/c': '1' });
    expect((await sync(id)).details).toContain('nothing has changed');
    expect(await rows()).toEqual(before);
    a.svn('delete', '--quiet', 'trunk/b');
    const second = a.commit({ 'trunk/a': '2', 'trunk/c': '1' });
    expect((await sync(id)).details).toContain(`svn.0 at ${second}`);
    expect(await paths(id)).toEqual(['svn.0/a', 'svn.0/c']);
  });

  it('notices that a folder around the address was replaced, and that another repository took the place', async () => {
    const a = repository('moved');
    a.commit({ 'one/x/f1': '1', 'two/x/f2': '2' });
    const { id } = await brought({ url: `${server.address}/moved/one/x` });
    a.svn('delete', '--quiet', 'one');
    a.commit({});
    a.svn('move', '--quiet', 'two', 'one');
    a.commit({});
    await sync(id);
    expect(await paths(id)).toEqual(['svn.0/f2']);
    rmSync(a.folder, { recursive: true });
    const b = repository('moved');
    b.commit({ 'one/x/f3': '3' });
    b.commit({ 'other/y': '2' });
    await sync(id);
    expect(await paths(id)).toEqual(['svn.0/f3']);
  });

  it('is what a scan begins with, in a project that has nothing else', async () => {
    const a = repository('scanned');
    a.commit({ LICENSE: 'Permission is hereby granted, free of charge, to any person', 'a.c': 'int a;\n' });
    const id = await project();
    await instance(id, { url: `${server.address}/scanned` });
    const scan = await h.call('POST', `/scanResource/projectScan/${id}`);
    const job = await h.jobOver(Number(/\d+/.exec(JSON.stringify(scan.body))?.[0]));
    expect([job.status, job.error]).toEqual(['Completed', '']);
    expect(job.details).toContain('svn.0 at 1 (HEAD)');
    expect(await paths(id)).toEqual(['svn.0/LICENSE', 'svn.0/a.c']);
  });
});

describe.skipIf(MISSING_PROGRAMS.length > 0)('externals', () => {
  it('are fetched at the revision that they name, also those of externals, and again when they alone changed', async () => {
    const [a, b] = [repository('with-externals'), repository('beside')];
    const first = b.commit({ 'lib/l': '1', 'deep/d': '1' });
    a.commit({ 'trunk/src/a': 'a', 'tools/t': 't' });
    a.svn('propset', '--quiet', 'svn:externals', `^/tools ext/tools\n-r${first} ^/../beside/lib old\n${server.address}/beside/lib "new one"`, 'trunk/src'); // biome-ignore format: one call
    a.commit({});
    b.svn('propset', '--quiet', 'svn:externals', '../deep deep', 'lib');
    const second = b.commit({ 'lib/l': '2' });
    const { id, job } = await brought({ url: `${server.address}/with-externals/trunk` });
    const all = ['svn.0/src/a', 'svn.0/src/ext/tools/t', 'svn.0/src/new one/deep/d', 'svn.0/src/new one/l', 'svn.0/src/old/l']; // biome-ignore format: one list
    expect(await paths(id)).toEqual(all);
    const before = await sumsOf(id);
    expect(before.get('svn.0/src/old/l')).not.toBe(before.get('svn.0/src/new one/l'));
    expect(job.details).toContain(`svn.0/src/old at ${first} (external, revision ${first})`);
    expect(job.details).toContain(`svn.0/src/new one at ${second} (external, HEAD)`);
    expect(await issues(id)).toEqual([]);
    expect((await sync(id)).details).toContain('nothing has changed');
    const third = b.commit({ 'deep/d': '2' });
    expect((await sync(id)).details).toContain(`svn.0/src/new one/deep at ${third}`);
    expect(await paths(id)).toEqual(all);
    expect((await sumsOf(id)).get('svn.0/src/new one/deep/d')).not.toBe(before.get('svn.0/src/new one/deep/d'));
    expect((await sync(id)).details).toContain('nothing has changed');
  });

  it('that are not there are named, and looked for again; one that was there and does not answer keeps the code', async () => {
    const a = repository('external-gone');
    const b = repository('external-lib');
    b.commit({ l: 'l' });
    const other = await serveSvn(root);
    a.commit({ 'trunk/a': 'a' });
    a.svn('propset', '--quiet', 'svn:externals', `^/later later\n${other.address}/external-lib lib`, 'trunk');
    a.commit({});
    const { id } = await brought({ url: `${server.address}/external-gone/trunk` });
    expect(await paths(id)).toEqual(['svn.0/a', 'svn.0/lib/l']);
    expect((await issues(id)).map(({ message }) => message)).toEqual([expect.stringContaining('"^/later later", which was not fetched: There is no repository or no folder')]); // biome-ignore format: one claim
    a.commit({ 'later/x': 'x' });
    await sync(id);
    expect(await paths(id)).toEqual(['svn.0/a', 'svn.0/later/x', 'svn.0/lib/l']);
    await other.close();
    expect((await sync(id)).error).toContain('cannot be reached');
    expect(await paths(id)).toEqual(['svn.0/a', 'svn.0/later/x', 'svn.0/lib/l']);
  });

  it('on another server get no password', async () => {
    const a = repository('external-login', { login: `ann:${PASSWORD}` });
    const b = repository('external-closed', { login: `ann:${PASSWORD}` });
    b.commit({ l: 'l' });
    a.commit({ 'trunk/a': 'a' });
    const other = await serveSvn(root);
    a.svn('propset', '--quiet', 'svn:externals', `^/../external-closed same\n${other.address}/external-closed other`, 'trunk'); // biome-ignore format: one call
    a.commit({});
    const { id } = await brought({
      url: `${server.address}/external-login/trunk`,
      userName: 'ann',
      password: PASSWORD,
    });
    await other.close();
    expect(await paths(id)).toEqual(['svn.0/a', 'svn.0/same/l']);
    expect((await issues(id)).map(({ message }) => message)).toEqual([expect.stringContaining('does not accept these credentials')]); // biome-ignore format: one claim
  });
});

describe.skipIf(MISSING_PROGRAMS.length > 0)('what is not followed', () => {
  it('names links, and externals that lead to files of the server, to another server that is not allowed, or that are none', async () => {
    const a = repository('hostile');
    a.commit({ 'trunk/a': 'a', 'lib/l': 'l' });
    a.link('trunk/passwd', '/etc/passwd');
    a.link('trunk/etc', '/etc');
    a.svn('add', '--quiet', 'trunk/passwd', 'trunk/etc');
    const externals = ['file:///etc ext', '# remark', '-r1 http://me:secret@h/x y', 'svn://127.0.0.2/x z', `${a.fileUrl}/lib w`, '^/trunk round']; // biome-ignore format: one list
    a.svn('propset', '--quiet', 'svn:externals', externals.join('\n'), 'trunk');
    a.commit({});
    const { id } = await brought({ url: `${server.address}/hostile/trunk` });
    expect(await paths(id)).toEqual(['svn.0/a']);
    const found = await issues(id);
    expect(found.map(({ code, path }) => [code, path])).toEqual([
      ...Array(5).fill(['submodule', 'svn.0']),
      ['skipped-entry', 'svn.0/etc'],
      ['skipped-entry', 'svn.0/passwd'],
    ]);
    const words = found.map(({ message }) => message).join('\n');
    expect(words).toContain('"file:///etc ext", which was not fetched: file:///etc is a file of this server');
    expect(words).toContain('which was not fetched: it contains a password');
    expect(words).toContain('ASSAY_OUTGOING_ALLOW');
    expect(words).toContain(`"${a.fileUrl}/lib w", which was not fetched`);
    expect(words).toContain('"^/trunk round", which was not fetched: the folder that it lies in is part of it');
    expect(words).not.toContain('secret');
  });

  it('refuses options, commands, files of the server and passwords as an address', async () => {
    const id = await project();
    symlinkSync('/etc', join(root, 'way-out'));
    for (const url of ['-x', '--config-dir=/tmp', 'svn://-oProxyCommand=x/y', 'svn+x://h/y', 'file:///etc', `file://${root}/../etc`, 'svn://me:pw@h/x', 'svn://h/a/../b', 'svn://h/a/%2e%2E/b']) // biome-ignore format: one list
      expect([url, (await h.call('POST', `/scmInstances/Subversion?projectId=${id}`, { body: { url } })).status]).toEqual([url, 400]); // biome-ignore format: one claim
    await instance(id, { url: `file://${root}/way-out/x` });
    expect(await test(id)).toEqual([400, expect.stringContaining('leads out of the folders')]);
    const inside = await project();
    await instance(inside, { url: 'svn://127.0.0.2/x' });
    expect(await test(inside)).toEqual([400, expect.stringContaining('ASSAY_OUTGOING_ALLOW')]);
  });
});

describe.skipIf(MISSING_PROGRAMS.length > 0)('a test of the connection', () => {
  it('tells a good address from a missing one, a missing revision, wrong credentials and no server', async () => {
    const a = repository('closed', { login: `ann:${PASSWORD}` });
    const revision = a.commit({ 'trunk/a': 'a' });
    const login = { userName: 'ann', password: PASSWORD };
    const url = `${server.address}/closed/trunk`;
    const gone = await serveSvn(root);
    await gone.close();
    const cases: [Record<string, string>, string][] = [
      [{ url, ...login }, `the last change there is revision ${revision}.`],
      [{ url, ...login, revisionNumber: '99' }, 'has no revision 99'],
      [{ url, ...login, revisionNumber: 'yesterday' }, 'is no number'],
      [{ url: `${url}/none`, ...login }, 'no repository or no folder'],
      [{ url: `${url}/a`, ...login }, 'is a file'],
      [{ url: `${server.address}/none`, ...login }, 'no repository or no folder'],
      [{ url, userName: 'ann', password: 'wrong' }, 'does not accept these credentials'],
      [{ url, userName: 'bob', password: PASSWORD }, 'does not accept these credentials'],
      [{ url }, 'does not accept these credentials'],
      [{ url: `${gone.address}/closed` }, 'cannot be reached'],
      [{ url: `${a.fileUrl}-none` }, 'was not found'],
      [{ url: `${a.fileUrl}/none` }, 'no repository or no folder'],
    ];
    for (const [body, words] of cases) {
      const id = await project();
      await instance(id, body);
      const [status, message] = await test(id);
      expect([body.url, status, message]).toEqual([body.url, words.startsWith('the last') ? 200 : 400, expect.stringContaining(words)]); // biome-ignore format: one claim
      expect(message).not.toContain(PASSWORD);
    }
  });

  it('brings the code with the password, which no process list shows', async () => {
    const seen: string[] = [];
    const inner = server.address.replace('svn://', '').split(':');
    const between = createServer((socket: Socket) => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          seen.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8'));
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toMatch(/ENOENT|ESRCH|EACCES/);
        }
      }
      const to = connect(Number(inner[1]), inner[0] as string);
      for (const one of [socket, to]) one.on('error', () => one.destroy());
      socket.pipe(to).pipe(socket);
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    const port = (between.address() as { port: number }).port;
    const { id } = await brought({ url: `svn://127.0.0.1:${port}/closed/trunk`, userName: 'ann', password: PASSWORD });
    await new Promise<void>((resolve) => between.close(() => resolve()));
    expect(await paths(id)).toEqual(['svn.0/a']);
    expect(seen.some((text) => text.includes('svnrdump') && text.includes('--username=ann'))).toBe(true);
    expect(seen.filter((text) => text.includes(PASSWORD))).toEqual([]);
    expect(readdirSync(h.app.folder.temporary).filter((name) => name.startsWith('svn-'))).toEqual([]);
  });

  it('keeps the code of the last good synchronisation when one fails', async () => {
    const a = repository('fails');
    a.commit({ a: 'a' });
    const { id } = await brought({ url: `${server.address}/fails` });
    rmSync(a.folder, { recursive: true });
    const job = await sync(id);
    expect([job.status, job.error]).toEqual(['Failed', expect.stringContaining('svn.0 could not be synchronised')]);
    expect(await paths(id)).toEqual(['svn.0/a']);
    expect(await lastSync(id)).toMatchObject({ isGood: false, error: expect.stringContaining('no repository') });
  });
});
