// Repositories, servers and instances that mean harm: none reads or writes what it should not, and none is followed where it leads.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitHttp, Repository, serveGitHttp } from '../../../test/git-servers.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { isSameServer, refuseGitUrl } from '../../domain/scm/scm-address.ts';
import { createOutgoing } from '../../outgoing/index.ts';
import { ScmError } from '../member.ts';
import { GitFailures } from './failures.ts';
import { mirrorFolder, mirrorKey, withMirror } from './mirror.ts';
import { isRepositoryFolder } from './names.ts';
import { openRemote } from './remote.ts';
import { bringRevision, lookAt } from './revision.ts';
import { submoduleUrl } from './submodules.ts';
import { removeUnusedMirrors } from './unused.ts';

let h: Harness;
let root: string;
let outside: string;
let open: GitHttp;
let count = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-git-'));
  outside = mkdtempSync(join(tmpdir(), 'assay-outside-'));
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1', ASSAY_SCM_FILE_FOLDERS: root });
  await h.work();
  open = await serveGitHttp(root);
});
afterAll(async () => {
  await open.close();
  await h.close();
  rmSync(root, { recursive: true, force: true });
  rmSync(outside, { recursive: true, force: true });
});

const NOBODY = { userName: '', password: '' };
const UNASKED = { branch: '', tag: '', commitId: '' };
const signal = new AbortController().signal;
const look = async (url: string, login = NOBODY, app = h.app) => {
  const remote = await openRemote(app, url, login);
  try {
    return await lookAt(app, remote, UNASKED, signal, 5000);
  } finally {
    await remote.close();
  }
};
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ScmError);
  return [error.code, error.message] as [string, string];
};
async function synchronised(url: string) {
  const id = (await h.call('POST', '/projects', { body: { name: `hostile ${++count}` } })).body.id as number;
  expect((await h.call('POST', `/scmInstances/Git?projectId=${id}`, { body: { url } })).status).toBe(201);
  const job = await h.jobOver((await h.call('POST', `/scmInstances/sync?projectId=${id}`)).body.id);
  const { rows } = await h.database.pool.query(
    'select path from files where project_id = $1 order by path collate "C"',
    [id],
  );
  const issues = await h.database.pool.query(
    'select code, path, message from codebase_issues where project_id = $1 order by id',
    [id],
  );
  return {
    ...job,
    projectId: id,
    paths: rows.map((row) => row.path as string),
    issues: issues.rows as { code: string; path: string; message: string }[],
  };
}

describe('addresses', () => {
  it.each([
    'ext::sh -c "touch /tmp/x"',
    'fd::17/foo',
    'transport::https://h/a',
    '--upload-pack=touch /tmp/x',
    '-oProxyCommand=touch /tmp/x',
    'ssh://-oProxyCommand=x/a',
    'ssh://h:-p/a',
    'ssh://-l@h/a',
    '-x@h:a',
    'git@-oProxyCommand=x:a',
    'file:///etc/passwd',
    '/srv/git/a.git',
    '../a.git',
    'C:\\git\\a',
    'https://h/a\n[core]',
    'https://u:p@h/a',
    'HTTPS://h',
    'ftp://h/a.git',
    'javascript:alert(1)',
  ])('%j is refused, as an address and as that of a submodule', (url) => expect(refuseGitUrl(url)).toBeDefined());

  it.each(['https', 'http', 'ssh', 'git'])('%s is refused where the server does not allow it', async (protocol) => {
    const rules = { protocols: [], fileFolders: [] };
    const app = { ...h.app, config: { ...h.app.config, scmAddresses: rules } };
    expect(await refusal(look(`${protocol}://127.0.0.1/a.git`, NOBODY, app))).toEqual([
      'refused',
      expect.stringContaining(`protocol ${protocol}`),
    ]);
  });

  it('of files lead only into allowed folders, also through links', async () => {
    new Repository(outside, 'secret').commit({ a: 'a' });
    symlinkSync(join(outside, 'secret.git'), join(root, 'link.git'));
    expect(await refusal(look(`file://${root}/link.git`))).toEqual(['refused', expect.stringContaining('leads out')]);
    for (const url of [
      `file://${outside}/secret.git`,
      `file://${root}/../x`,
      `file://${root}/%2e%2e/x`,
      `file://${root}x/a`,
    ])
      expect(await refusal(look(url))).toEqual(['refused', expect.any(String)]);
  });

  it('inside the network are refused, by number, by name, and when the name changes its address', async () => {
    const strict = createOutgoing([], async () => [{ address: '127.0.0.1', family: 4 }]);
    const app = { ...h.app, outgoing: strict };
    for (const url of [open.address, 'http://intern.example:8080', 'git://intern.example', 'ssh://git@169.254.169.254'])
      expect(await refusal(look(`${url}/a.git`, NOBODY, app))).toEqual([
        'refused',
        expect.stringContaining('does not call such addresses'),
      ]);
    expect(open.requests.filter(({ path }) => path.startsWith('/a.git'))).toEqual([]);
    await strict.close();
  });
});

describe('servers', () => {
  it('that send git to an address inside the network are not followed', async () => {
    let reached = 0;
    const inner = await listening(() => void reached++);
    const { port } = inner.address() as { port: number };
    const liar = await serveGitHttp(root, {
      instead: (_, response) =>
        response
          .writeHead(302, { Location: `http://127.0.0.2:${port}/x.git/info/refs?service=git-upload-pack` })
          .end() && true,
    });
    const [code, message] = await refusal(look(`${liar.address}/x.git`));
    expect([code, message]).toEqual(['refused', expect.stringContaining('does not call such addresses')]);
    expect(reached).toBe(0);
    inner.close();
    await liar.close();
  });

  it('that send git elsewhere do not get the password there', async () => {
    new Repository(root, 'target').commit({ a: 'a' });
    const thief = await serveGitHttp(root, { login: 'nobody:nothing' });
    const liar = await serveGitHttp(root, {
      instead: (request, response) =>
        response.writeHead(301, { Location: `${thief.address}${request.url}` }).end() && true,
    });
    expect((await refusal(look(`${liar.address}/target.git`, { userName: 'ann', password: 'hidden' })))[0]).toBe(
      'credentials',
    );
    expect(thief.requests.length).toBeGreaterThan(0);
    expect(thief.requests.map(({ user }) => user).join('')).not.toContain('hidden');
    await thief.close();
    await liar.close();
  });

  it('that send git down to another protocol are not followed', async () => {
    const liar = await serveGitHttp(root, {
      instead: (_, response) =>
        response.writeHead(301, { Location: `file://${root}/target.git/info/refs` }).end() && true,
    });
    await refusal(look(`${liar.address}/target.git`));
    await liar.close();
  });

  it('that never stop talking, and that say nothing, are left', async () => {
    const endless = await serveGitHttp(root, {
      instead(_, response) {
        response.writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-advertisement' });
        const line = Buffer.from(`0051${'0'.repeat(40)} refs/heads/${'x'.repeat(23)}\n`);
        const more = () => {
          while (!response.destroyed && response.write(line));
          response.once('drain', more);
        };
        more();
        return true;
      },
    });
    await refusal(look(`${endless.address}/x.git`));
    await endless.close();
    const silent = await listening(() => undefined);
    const { port } = silent.address() as { port: number };
    const remote = await openRemote(h.app, `http://127.0.0.1:${port}/x.git`, NOBODY);
    expect(await refusal(lookAt(h.app, remote, UNASKED, signal, 700))).toEqual([
      'unreachable',
      expect.stringContaining('within 0.7 seconds'),
    ]);
    await remote.close();
    silent.close();
  });

  it('are left at once when the work is canceled, with all that was started', async () => {
    const silent = await listening(() => undefined);
    const { port } = silent.address() as { port: number };
    const url = `http://127.0.0.1:${port}/cancel-me.git`;
    const remote = await openRemote(h.app, url, NOBODY);
    const stop = new AbortController();
    silent.once('connection', () => stop.abort());
    await expect(lookAt(h.app, remote, UNASKED, stop.signal, 60_000)).rejects.toThrow(/abort/i);
    await remote.close();
    silent.close();
    expect(processesWith('cancel-me.git')).toEqual([]);
  });
});

describe('passwords', () => {
  it('are in no argument and no variable of a process, while git runs', async () => {
    const seen: string[] = [];
    const login = { userName: 'ann', password: 'pass-in-no-list' };
    const server = await serveGitHttp(root, {
      instead(request, response) {
        if (request.headers.authorization === undefined) {
          response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
          return true;
        }
        seen.push(...processTexts());
        response.writeHead(404).end();
        return true;
      },
    });
    const [, message] = await refusal(look(`${server.address}/x.git`, login));
    expect(server.requests.at(-1)?.user).toBe('ann:pass-in-no-list');
    expect(seen.some((text) => text.includes('ls-remote'))).toBe(true);
    expect(seen.filter((text) => text.includes(login.password))).toEqual([]);
    expect(message).not.toContain(login.password);
    await server.close();
  });

  it('are masked in what a server says', () => {
    const failures = new GitFailures('https://h/a');
    failures.hide('pa$$', '********');
    expect(failures.of("fatal: Authentication failed for 'https://u:pa$$@h/a' pa$$").message).not.toContain('pa$$');
  });
});

it('of a shared mirror, what only a deleted project had goes', async () => {
  const a = new Repository(root, 'shared');
  a.commit({ secret: randomBytes(20_000).toString('hex') });
  const url = `${open.address}/shared.git`;
  const first = await synchronised(url);
  a.git('rm', '--quiet', 'secret');
  a.commit({ plain: 'p' });
  const second = await synchronised(url);
  const mirror = mirrorFolder(h.app, mirrorKey(url));
  const git = (...args: string[]) => execFileSync('git', ['--git-dir', mirror, ...args], { encoding: 'utf8' });
  const owners = () => git('for-each-ref', '--format=%(refname)').match(/p\d+-i\d+/g);
  const sizeKb = () => Number(/size-pack: (\d+)/.exec(git('count-objects', '-v'))?.[1]);
  expect([owners(), sizeKb() > 10]).toEqual([[`p${first.projectId}-i0`, `p${second.projectId}-i0`], true]);
  await removeUnusedMirrors(h.app, signal);
  expect(owners()).toHaveLength(2);
  await h.database.pool.query('delete from scm_instances where project_id = $1', [first.projectId]);
  await h.database.pool.query('delete from scm_states where project_id = $1', [first.projectId]);
  await removeUnusedMirrors(h.app, signal);
  expect([owners(), sizeKb() > 10]).toEqual([[`p${second.projectId}-i0`], false]);
});

it('mirrors that nothing names any more are removed after a day, and no others', async () => {
  new Repository(root, 'kept').commit({ k: 'k' });
  new Repository(root, 'unkept').commit({ u: 'u' });
  await synchronised(`${open.address}/kept.git`);
  await synchronised(`${open.address}/unkept.git`);
  await h.database.pool.query("delete from scm_instances where url like '%/unkept.git'");
  await h.database.pool.query("delete from scm_states where revisions::text like '%/unkept.git%'");
  const isThere = (name: string) => existsSync(mirrorFolder(h.app, mirrorKey(`${open.address}/${name}.git`)));
  expect(await removeUnusedMirrors(h.app, signal)).toBe(0);
  const tomorrow = { ...h.app, now: () => new Date(Date.now() + 25 * 3_600_000) };
  expect(await removeUnusedMirrors(tomorrow, signal)).toBeGreaterThan(0);
  expect([isThere('kept'), isThere('unkept')]).toEqual([true, false]);
});

describe('repositories', () => {
  it('run no hook and no filter, and leave nothing beside their mirror', async () => {
    const a = new Repository(root, 'hooked');
    a.commit({
      '.gitattributes': '* filter=evil diff=evil\n',
      '.gitconfig': '[filter "evil"]\n smudge = touch /tmp/x\n',
      a: 'a',
    });
    const mark = join(outside, 'ran');
    writeFileSync(join(a.bare, 'hooks-mark'), '');
    a.git('config', '--file', join(a.bare, 'config'), 'uploadpack.packObjectsHook', `touch ${mark}`);
    const { status, paths } = await synchronised(`file://${root}/hooked.git`);
    expect([status, paths.length]).toEqual(['Completed', 3]);
    expect(existsSync(mark)).toBe(false);
  });

  it('with names that climb, that are `.git`, or that differ in case, are values only', async () => {
    const a = new Repository(root, 'named');
    const blob = a.gitWith('x', 'hash-object', '-w', '--stdin');
    const tree = (...entries: [mode: string, name: string, id: string][]) =>
      a.gitWith(
        Buffer.concat(
          entries.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
        ),
        'hash-object',
        '-t',
        'tree',
        '--literally',
        '-w',
        '--stdin',
      );
    const inner = tree(['100644', 'config', blob]);
    const top = tree(
      ['40000', '.GIT\u200c', inner],
      ['40000', '..', inner],
      ['100644', 'README', blob],
      ['40000', 'git~1', inner],
      ['100644', 'readme', blob],
    );
    const commit = a.gitWith('', 'commit-tree', top, '-m', 'x');
    a.git('update-ref', 'refs/heads/master', commit);
    a.push();
    const { paths, issues } = await synchronised(`${open.address}/named.git`);
    expect(paths).toEqual(['git.0/named/README', 'git.0/named/readme']);
    expect(issues.map(({ code }) => code)).toEqual(['unsafe-path', 'unsafe-path', 'unsafe-path']);
    expect(readdirSync(h.app.folder.mirrors).sort()).toEqual(['git', 'home']);
    expect(readdirSync(join(h.app.folder.mirrors, 'home'))).toEqual([]);
  });

  it('bring only submodules whose address is allowed, and name the others', async () => {
    new Repository(root, 'good').commit({ s: 's' });
    const b = new Repository(root, 'with/parts');
    const good = b.git('ls-remote', join(root, 'good.git'), 'HEAD').split('\t')[0] ?? '';
    const modules: [string, string, string][] = [
      ['good', '../../good.git', good],
      ['option', '--upload-pack=touch /tmp/x', good],
      ['helper', 'ext::sh -c touch% /tmp/x', good],
      ['local', '/etc', good],
      ['metadata', 'http://169.254.169.254/latest.git', good],
      ['lost', '../../good.git', '1'.repeat(40)],
    ];
    const text = modules.map(([path, url]) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = "${url}"\n`).join('');
    b.commit({ '.gitmodules': text, a: 'a' });
    for (const [path, , commit] of modules) b.git('update-index', '--add', '--cacheinfo', `160000,${commit},${path}`);
    b.git('update-index', '--add', '--cacheinfo', `160000,${good},unnamed`);
    b.commitIndex();
    const { status, error, paths, issues } = await synchronised(`${open.address}/with/parts.git`);
    expect([status, error]).toEqual(['Completed', '']);
    expect(paths).toEqual(['.gitmodules', 'a', 'good/s'].map((path) => `git.0/parts/${path}`));
    expect(issues.map(({ code, path }) => [code, path])).toEqual(
      ['helper', 'local', 'lost', 'metadata', 'option', 'unnamed'].map((path) => ['submodule', `git.0/parts/${path}`]),
    );
  });

  it('that are their own submodule end', async () => {
    const a = new Repository(root, 'self');
    a.commit({ '.gitmodules': '[submodule "me"]\n\tpath = me\n\turl = ./\n', a: 'a' });
    const first = a.git('rev-parse', 'HEAD');
    a.git('update-index', '--add', '--cacheinfo', `160000,${first},me`);
    a.commitIndex();
    const { status, paths } = await synchronised(`${open.address}/self.git`);
    expect([status, paths]).toEqual([
      'Completed',
      ['.gitmodules', 'a', 'me/.gitmodules', 'me/a'].map((path) => `git.0/self/${path}`),
    ]);
  });

  it('larger than an upload may be are refused', async () => {
    const a = new Repository(root, 'giant');
    const noise = randomBytes(3_000_000);
    a.commit({ noise });
    // One of its own: it goes on sending for a while, which the next test would count.
    const server = await serveGitHttp(root);
    const app = { ...h.app, config: { ...h.app.config, maxUploadBytes: 1_000_000 } };
    const remote = await openRemote(app, `${server.address}/giant.git`, NOBODY);
    const [code] = await refusal(
      withMirror(app, `${server.address}/giant.git`, { signal }, (mirror) =>
        bringRevision(mirror, remote, UNASKED, 'refs/assay/x', () => undefined),
      ),
    );
    expect(code).toBe('tooLarge');
    const mirror = mirrorFolder(app, mirrorKey(`${server.address}/giant.git`));
    expect(readdirSync(join(mirror, 'objects/pack'))).toEqual([]);
    await remote.close();
    await server.close();
  });

  it('with 1,000,000 references: only the wanted one is transferred', async () => {
    const a = new Repository(root, 'refs');
    const commit = a.commit({ a: 'a' });
    writeFileSync(
      join(a.bare, 'packed-refs'),
      `# pack-refs with: peeled fully-peeled sorted \n${Array.from({ length: 1_000_000 }, (_, at) => `${commit} refs/pull/${String(at).padStart(7, '0')}/head\n`).join('')}`,
    );
    const before = open.sentBytes();
    expect((await synchronised(`${open.address}/refs.git`)).status).toBe('Completed');
    expect(open.sentBytes() - before).toBeLessThan(20_000);
  });
});

it.each([
  ['.git', true],
  ['a/.GIT/config', true],
  ['.g\u200cit/x', true],
  ['git~1', true],
  ['.git. /x', true],
  ['.git::$INDEX_ALLOCATION/x', true],
  ['a\\.git\\x', true],
  ['.github/x', false],
  ['.gitignore', false],
  ['git/x', false],
  ['my.git/x', false],
])('%j is a repository’s own folder: %s', (path, expected) =>
  expect(isRepositoryFolder(Buffer.from(path))).toBe(expected),
);

it.each([
  ['../b.git', 'https://h/g/a.git', 'https://h/g/b.git'],
  ['./c', 'https://h/g/a', 'https://h/g/a/c'],
  ['../../../../x', 'https://h/g/a', 'https://h/x'],
  ['../b', 'git@h:g/a.git', 'git@h:g/b'],
  ['https://o/x', 'https://h/a', 'https://o/x'],
  ['../-x', 'ssh://git@h/g/a', 'ssh://git@h/g/-x'],
])('the submodule %s of %s lies at %s', (written, parent, url) => expect(submoduleUrl(written, parent)).toBe(url));

it.each([
  ['https://h/a', 'https://u@H/b', true],
  ['https://h/a', 'http://h/b', false],
  ['https://h/a', 'https://h:8443/b', false],
  ['https://h/a', 'https://h.evil/b', false],
])('%s and %s are one server: %s', (one, other, expected) => expect(isSameServer(one, other)).toBe(expected));

async function listening(onConnection: () => void) {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Arguments and environment of all processes of this user. */
function processTexts(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => ['cmdline', 'environ'].map((file) => join('/proc', pid, file)))
    .flatMap((file) => {
      try {
        return [readFileSync(file, 'latin1')];
      } catch {
        return [];
      }
    });
}

function processesWith(text: string): string[] {
  return processTexts().filter((one) => one.includes(text));
}
