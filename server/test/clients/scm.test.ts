// `assay scm` against a real server and a real repository: what it prints, where the password comes from, and how it ends.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { scmCommand } from '@assay/scanner/cli';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitHttp, Repository, serveGitHttp } from '../git-servers.ts';
import { type Harness, startHarness } from '../harness.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-scm-command-'));
const token = join(root, 'token');
let h: Harness;
let git: GitHttp;
let repository: Repository;
let address: string;
let projectId: number;

beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  address = await h.listen();
  git = await serveGitHttp(root, { login: 'ann:pa ss' });
  repository = new Repository(root, 'shop', { branch: 'main' });
  repository.commit({ LICENSE: 'MIT\n' });
  writeFileSync(token, `${h.admin.token}\n`);
  projectId = (await h.call('POST', '/projects', { body: { name: 'Shop' } })).body.id;
});
afterAll(async () => {
  await git.close();
  repository.remove();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

interface Given {
  stdin?: string;
  scmPassword?: string;
  apiToken?: string;
}

async function run(argv: string[], { stdin, ...given }: Given = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const shown = Promise.all([text(stdout), text(stderr)]);
  const code = await scmCommand(argv, {
    stdout,
    stderr,
    ...given,
    ...(stdin === undefined ? {} : { stdin: Readable.from([stdin]) }),
  });
  stdout.end();
  stderr.end();
  const [out, err] = await shown;
  return { code, out, err };
}
const at = (...argv: string[]) => [...argv, '--server', address, '--project', 'Shop', '--token-file', token];

it('0 from adding to deleting, with the password of standard input or of the environment', async () => {
  const url = `${git.address}/shop.git`;
  expect(await run(at('list'))).toEqual({ code: 0, out: 'The project has no instance.\n', err: '' });
  const add = at('add', 'git', url, '--user', 'ann', '--branch', 'main', '--expansion-level', '2');
  expect(await run([...add, '--password-stdin'], { stdin: 'pa ss\n' })).toEqual({ code: 0, out: 'git.0\n', err: '' });
  expect((await run(add, { scmPassword: 'pa ss' })).out).toBe('git.1\n');
  expect((await run(add)).out).toBe('git.2\n');
  expect((await run(at('test', 'git.0'))).out).toMatch(/^Ok\. .*shop\.git has branch main at [0-9a-f]{12}\.\n$/);
  expect((await run(at('test', 'git.1'))).code).toBe(0);
  expect(await run(at('test', 'git.2'))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('refuses (400)'),
  });
  expect(await run(at('sync', '--wait'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Job \d+ is Failed: git\.2/),
  });
  expect(await run(at('delete', 'git.2'))).toEqual({ code: 0, out: 'Deleted git.2.\n', err: '' });
  const synced = await run(at('sync', '--wait'));
  expect([synced.code, synced.err]).toEqual([0, '']);
  expect(synced.out).toMatch(/^Queued as job \d+\.\n2 instances, \d instances changed; .*branch main/);
  const { out } = await run(at('list'));
  expect(out).toMatch(
    new RegExp(`^git\\.0 {2}${url}\n {2}git\\.0/shop: branch main at [0-9a-f]{40}\n {2}synchronised \\(`),
  );
  const [shown] = JSON.parse((await run(at('list', '--json'))).out).propertyList;
  expect(shown).toMatchObject({ userName: 'ann', password: '********', expansionLevel: 2 });
});

it.each([
  [['svn', 'svn://example.org/a', '--revision', '12'], 'SUBVERSION', { revisionNumber: '12' }],
  [
    ['p4', '--branch-spec', 'depot/main', '--label', 'r1'],
    'PERFORCE',
    { branchSpec: 'depot/main', label: 'r1', url: '' },
  ],
  [
    ['tfs', 'https://example.org:443/tfs/C/P', '--user', 'ann', '--change-set', '4'],
    'TFS',
    { username: 'ann', changeSet: '4' },
  ],
])('0 for adding %j', async (given, type, fields) => {
  expect(await run(at('add', ...given), { scmPassword: 'pa ss' })).toMatchObject({ code: 0, out: `${given[0]}.0\n` });
  const { propertyList } = (await h.call('GET', `/scmInstances?projectId=${projectId}&scmType=${type}`)).body;
  expect(propertyList).toMatchObject([{ ...fields, password: '********' }]);
  expect((await run(at('delete', `${given[0]}.0`))).code).toBe(0);
});

it.each([
  ['no command', [], 2, ''],
  ['an unknown command', ['fetch'], 2, 'list, add, test, sync, delete'],
  ['a password on the command line', at('add', 'git', 'https://h/a', '--password', 'x'), 2, 'ASSAY_SCM_PASSWORD'],
  ['a token on the command line', ['list', '--token', 'x'], 2, 'ASSAY_TOKEN'],
  ['an unknown system', at('add', 'cvs', 'https://h/a'), 2, 'git, svn, p4, tfs'],
  ['no address', at('add', 'git'), 2, 'address of the repository'],
  [
    'an option of another system',
    at('add', 'svn', 'svn://h/a', '--branch', 'x'),
    2,
    'Subversion has no option --branch',
  ],
  ['an option of another command', at('list', '--wait'), 2, 'list has no option --wait'],
  ['a name that is no instance', at('test', '../x'), 2, 'such as git.0'],
  ['too many arguments', at('sync', 'git.0'), 2, 'arguments'],
  ['an empty standard input', at('add', 'git', 'https://h/a', '--password-stdin'), 2, 'no password'],
  ['no project', ['list', '--server', 'http://127.0.0.1:1', '--token-file', token], 2, '--project'],
  [
    'an unknown project',
    ['list', '--server', 'ADDRESS', '--project', 'None', '--token-file', token],
    2,
    'no project None',
  ],
  ['an instance that is not there', at('delete', 'git.77'), 1, '404'],
  ['an address that the server refuses', at('add', 'git', 'ext::sh'), 1, '"url"'],
  ['a wrong token', ['list', '--server', 'ADDRESS', '--project', '1'], 1, 'does not accept the token'],
  [
    'a server that is not there',
    ['list', '--server', 'http://127.0.0.1:1', '--project', '1', '--token-file', token],
    1,
    'cannot be reached',
  ],
])('with %s it ends with its status and a sentence', async (_, argv, code, sentence) => {
  // The table is made before the server listens.
  const real = argv.map((one) => (one === 'ADDRESS' || one === undefined ? address : one));
  const { err, ...ended } = await run(real, { stdin: '', apiToken: 'wrong' });
  expect(ended.code).toBe(code);
  expect(err).toContain(sentence);
});

it('0 with a help that names every command and option', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const word of [
    'list',
    'add',
    'test',
    'sync',
    'delete',
    '--password-stdin',
    '--branch-spec',
    '--change-set',
    '--wait',
  ])
    expect(out).toContain(word);
});
