// A server is killed in every stage of a synchronisation: while it fetches, lists, writes and finishes. The next server ends the job well; nothing is
// left over, and until then the code of the last good synchronisation stays.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/index.ts';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { inconsistenciesAt } from '../consistency.ts';
import { type GitHttp, Repository, serveGitHttp } from '../git-servers.ts';
import { queryData, type ServerProcess, startServer, until } from './server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-scm-kill-'));
const connection = embeddedConnection(dataFolder(root).postgres);
const repositories = mkdtempSync(join(tmpdir(), 'assay-scm-kill-git-'));
let server: ServerProcess;
let git: GitHttp;
let repository: Repository;
let projectId: number;
/** While set, the git server accepts fetches and sends nothing. */
let holdsFetches = false;
let heldFetches = 0;

/** While the kind is in `test_hold`, these writes wait until their server is killed. */
const HOLDS = [
  'create table test_hold (kind text)',
  `create function test_hold() returns trigger language plpgsql as
   'begin if exists (select 1 from test_hold where kind = TG_ARGV[0]) then perform pg_sleep(3600); end if; return new; end'`,
  `create trigger test_hold_list before update of phase on jobs for each row when (new.phase like 'Reading %') execute function test_hold('list')`,
  `create trigger test_hold before insert on blobs for each row execute function test_hold('write')`,
  `create trigger test_hold before update on scm_states for each row execute function test_hold('finish')`,
];

beforeAll(async () => {
  git = await serveGitHttp(repositories, {
    instead(request) {
      const isHeld = holdsFetches && request.method === 'POST';
      if (isHeld) heldFetches++;
      return isHeld;
    },
  });
  repository = new Repository(repositories, 'shop', { branch: 'main' });
  repository.commit({ 'a.txt': 'first', 'stays.txt': 'stays' });
  server = await startServer(root, { ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  for (const statement of HOLDS) await query(statement);
  projectId = (await server.api('POST', '/projects', { name: 'killed' })).body.id;
  const body = { url: `${git.address}/shop.git`, branch: 'main' };
  await server.api('POST', `/scmInstances/Git?projectId=${projectId}`, body);
  await ended(await sync());
}, 120_000);
afterAll(async () => {
  await server?.end('SIGINT');
  await git?.close();
  repository?.remove();
  for (const folder of [root, repositories]) rmSync(folder, { recursive: true, force: true });
});

const query = (text: string, values: unknown[] = []) => queryData(root, text, values);
const sync = async () => (await server.api('POST', `/scmInstances/sync?projectId=${projectId}`)).body.id as number;
const ended = (jobId: number) =>
  until(async () => {
    const [job] = await query('select status, error from jobs where id = $1', [jobId]);
    if (['Failed', 'Terminated', 'Canceled'].includes(job.status)) throw new Error(`${job.status}: ${job.error}`);
    return job.status === 'Completed';
  });
/** Paths and contents, by their digests. */
const code = () =>
  query(`select path, encode(sha256, 'hex') as sha256 from files where project_id = $1 order by path`, [projectId]);

const leftOvers = async () => ({
  uploads: await query('select count(*)::int as n from upload_files').then(([row]) => row.n),
  temporary: filesIn(dataFolder(root).temporary),
  locks: mirrorFiles().filter((name) => /\.lock$|tmp_|incoming-/.test(name)),
});
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
const mirrorFiles = () => readdirSync(join(root, 'mirrors'), { recursive: true, encoding: 'utf8' });

it.each(['fetch', 'list', 'write', 'finish'])('killed in "%s"', { timeout: 60_000 }, async (stage) => {
  const before = await code();
  repository.commit({ 'a.txt': `changed for ${stage}`, [`new-${stage}.txt`]: `new in ${stage}` });
  holdsFetches = stage === 'fetch';
  heldFetches = 0;
  await query('insert into test_hold values ($1)', [stage]);
  const jobId = await sync();
  await until(
    async () =>
      heldFetches > 0 || (await query(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0,
  );
  expect((await server.end('SIGKILL')).signal).toBe('SIGKILL');
  holdsFetches = false;
  // The database ended with its server; the next one would be held as well.
  await query('delete from test_hold');
  expect(await code()).toEqual(before);
  server = await startServer(root, { ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await ended(jobId);
  const after = await code();
  expect(after.map((file) => file.path)).toEqual(
    [...before.map((file) => file.path), `git.0/shop/new-${stage}.txt`].sort(),
  );
  expect(after.find(({ path }) => path === 'git.0/shop/a.txt')?.sha256).not.toBe(
    before.find(({ path }) => path === 'git.0/shop/a.txt')?.sha256,
  );
  expect(await leftOvers()).toEqual({ uploads: 0, temporary: [], locks: [] });
  expect(await inconsistenciesAt(connection)).toEqual([]);
});
