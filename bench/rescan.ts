// Real releases of a large npm package as commits of a repository, each scanned by a server from its tag: seconds of each rescan for those of the first scan,
// contents read of the repository, and rows written into the database. Needs npm and its registry. Prints JSON.
//   node bench/rescan.ts [--package webpack] [--releases 10]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { embeddedConnection } from '../server/src/db/embedded/index.ts';
import { dataFolder } from '../server/src/installation/data-folder.ts';
import { packedTree, type Tree, versionsOf } from './npm-releases.ts';
import { followJob, startServer } from './server.ts';

const { values } = parseArgs({
  options: { package: { type: 'string', default: 'webpack' }, releases: { type: 'string', default: '10' } },
});

/** An idle session of PostgreSQL tells its counts after ten seconds. */
const STATISTICS_MS = 11_000;

const root = mkdtempSync(join(tmpdir(), 'assay-bench-rescan-'));
const repository = join(root, 'code');
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: repository });
const versions = versionsOf(values.package, Number(values.releases));
const changes = commits(versions);
const server = await startServer({ ASSAY_SCM_FILE_FOLDERS: root });
const database = new pg.Client(embeddedConnection(dataFolder(server.dataFolder).postgres));
try {
  await database.connect();
  const { id: projectId } = (await server.api('POST', '/projects', { name: 'releases' })).body as { id: number };
  const instance = (tag: string) => ({ url: `file://${repository}`, tag });
  await server.api('POST', `/scmInstances/Git?projectId=${projectId}`, instance(versions[0] ?? ''));
  const scans: Record<string, unknown>[] = [];
  for (const version of versions) {
    await server.api('PUT', `/scmInstances/Git?projectId=${projectId}&instanceId=0`, instance(version));
    const before = await counted();
    const { body } = await server.api('POST', `/scanResource/projectScan/${projectId}`);
    const { status, seconds, peakMb } = await followJob(server, (body as Record<string, number>)['Content: '] ?? 0);
    const after = await counted();
    const [read, written] = [after.read - before.read, after.written - before.written];
    scans.push({ version, status, seconds: round(seconds), changedContents: changes.get(version), read, rowsWritten: written, peakMb: Math.round(peakMb) }); // biome-ignore format: one row
  }
  const first = Number(scans[0]?.seconds);
  console.log(JSON.stringify({ package: values.package, scans: scans.map((scan) => ({ ...scan, ofFirst: round(Number(scan.seconds) / first) })) }, null, 1)); // biome-ignore format: one call
} finally {
  await database.end();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Makes the repository. Returns how many contents each release has that no earlier one had. */
function commits(versions: readonly string[]): Map<string, number> {
  mkdirSync(repository);
  git('init', '--quiet', '--initial-branch=master');
  const seen = new Set<string>();
  const changes = new Map<string, number>();
  for (const version of versions) {
    for (const name of readdirSync(repository))
      if (name !== '.git') rmSync(join(repository, name), { recursive: true });
    write(packedTree(values.package, version));
    git('add', '--all', '--force');
    git('commit', '--quiet', '-m', version);
    git('tag', version);
    const ids = new Set(git('ls-tree', '-r', '--object-only', version).toString().trim().split('\n'));
    changes.set(version, [...ids].filter((id) => !seen.has(id)).length);
    for (const id of ids) seen.add(id);
  }
  return changes;
}

function write(tree: Tree): void {
  for (const [path, bytes] of tree) {
    const file = join(repository, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}

/** Each content that is read becomes a row; rows that were written, changed or deleted of all tables. Sessions of the database tell such counts late. */
async function counted(): Promise<{ read: number; written: number }> {
  for (let last = await statistics(); ; ) {
    await wait(STATISTICS_MS);
    const next = await statistics();
    if (next.written === last.written) return next;
    last = next;
  }
}

async function statistics(): Promise<{ read: number; written: number }> {
  const { rows } = await database.query(
    "select sum(n_tup_ins) filter (where relname = 'scm_contents')::int as read, sum(n_tup_ins + n_tup_upd + n_tup_del)::int as written from pg_stat_user_tables",
  );
  return rows[0];
}
