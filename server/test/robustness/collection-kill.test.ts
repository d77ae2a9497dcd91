// A server is killed while it collects deleted contents and an upload and a scan run: in the middle of striking rows, and in the middle of moving what
// is still needed. The next server continues. Nothing that a row names is lost, and the deleted bytes are gone in the end.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/index.ts';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { tar } from '../archives.ts';
import { inconsistenciesAt } from '../consistency.ts';
import { queryData, runCommand, type ServerProcess, startServer, until } from './server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-collection-kill-'));
const connection = embeddedConnection(dataFolder(root).postgres);
const SEGMENTS = join(dataFolder(root).store, 'segments');
let server: ServerProcess;

/** While the table has its kind, these writes wait until their server is killed. */
const HOLDS = [
  'create table test_hold (kind text)',
  `create function test_hold() returns trigger language plpgsql as
   'begin if exists (select 1 from test_hold where kind = TG_ARGV[0]) then perform pg_sleep(3600); end if; return coalesce(new, old); end'`,
  `create trigger test_hold before insert on struck_contents for each row execute function test_hold('strike')`,
  `create trigger test_hold before update on blobs for each row execute function test_hold('move')`,
  `create trigger test_hold_delete before delete on struck_contents for each row execute function test_hold('remove')`,
];

beforeAll(async () => {
  server = await startServer(root);
  for (const statement of HOLDS) await query(statement);
}, 240_000);
afterAll(async () => {
  await server?.end('SIGINT');
  rmSync(root, { recursive: true, force: true });
});

async function query(text: string, values: unknown[] = []) {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function project(name: string, files: Record<string, Buffer>): Promise<number> {
  const { body } = await server.api('POST', '/projects', { name });
  const archive = tar(Object.entries(files).map(([path, content]) => ({ name: path, content })));
  expect((await server.upload(body.id, archive)).status).toBe(200);
  return body.id;
}

/** Whether these bytes lie in some segment. Random bytes are stored uncompressed. */
const isStored = (bytes: Buffer) =>
  readdirSync(SEGMENTS).some((name) => readFileSync(join(SEGMENTS, name)).includes(bytes.subarray(0, 64)));

it.each(['strike', 'move', 'remove'])('killed while it holds in "%s"', { timeout: 240_000 }, async (kind) => {
  const [shared, secret, later] = [randomBytes(150_000), randomBytes(2_000_000), randomBytes(80_000)];
  const gone = await project(`goes ${kind}`, { 'shared.bin': shared, 'secret.bin': secret });
  const kept = await project(`stays ${kind}`, { 'shared.bin': shared });
  expect(isStored(secret)).toBe(true);
  await query('insert into test_hold values ($1)', [kind]);
  await server.api('DELETE', `/projects/${gone}`);
  await until(async () => (await query(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`)).length);
  // An upload that brings what is just being deleted, and a scan, meet the collection.
  const racing = await server.api('POST', '/projects', { name: `races ${kind}` });
  const upload = server
    .upload(
      racing.body.id,
      tar([
        { name: 'later.bin', content: later },
        { name: 'shared.bin', content: shared },
      ]),
    )
    .catch(() => undefined);
  await server.api('POST', `/scanResource/projectScan/${kept}`);
  expect((await server.end('SIGKILL')).signal).toBe('SIGKILL');
  await upload;
  // The database ended with its server; the next one would be held as well.
  await queryData(root, 'delete from test_hold');
  // The upload that died with it counts as at work for 15 minutes, in which nothing is struck.
  await queryData(root, `update content_uses set seen_at = seen_at - interval '1 hour' where ends_at is null`);
  // Bytes that it had written, and that no row names, keep their segment for an hour.
  const before = new Date(Date.now() - 2 * 3_600_000);
  for (const name of readdirSync(SEGMENTS)) utimesSync(join(SEGMENTS, name), before, before);
  server = await startServer(root);
  await until(async () => {
    const open = await query(`select 1 from jobs where status in ('New', 'Scheduled', 'Active')`);
    const struck = await query('select 1 from struck_contents');
    return open.length === 0 && struck.length === 0;
  });
  expect(isStored(secret)).toBe(false);
  expect(await inconsistenciesAt(connection)).toEqual([]);
  expect(
    await query('select 1 from files f where not exists (select 1 from blobs b where b.sha256 = f.sha256)'),
  ).toEqual([]);
  const { code, stdout } = await runCommand(root, ['store', 'verify']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('all are what was stored')]);
});
