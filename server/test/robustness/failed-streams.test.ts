// A backend of the database dies when an answer with a stream is about to be sent. The server closes the file of the stream and keeps running. If it
// did not, Node would end the process when it collects the open file.
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/index.ts';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { type ServerProcess, startServer, until } from './server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-failed-streams-'));
/** The main thread collects its garbage at this signal. */
const COLLECT = 'SIGUSR2';
const COLLECTING = `--expose-gc --import=data:text/javascript,import{isMainThread}from%22node:worker_threads%22;isMainThread&&process.on(%22${COLLECT}%22,gc)`;
/** The line that the audit log gets when the answer is complete kills the session that writes it. */
const DEATHS = [
  `create function test_death() returns trigger language plpgsql as
   'begin if new.operation = ''exportProjectData'' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end'`,
  'create trigger test_death before insert on audit_log for each row execute function test_death()',
];

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer(root, { NODE_OPTIONS: COLLECTING });
});
afterAll(async () => {
  await server?.end('SIGINT');
  rmSync(root, { recursive: true, force: true });
});

async function query(text: string): Promise<void> {
  const client = new pg.Client(embeddedConnection(dataFolder(root).postgres));
  await client.connect();
  await client.query(text).finally(() => client.end());
}

function openExports(): string[] {
  const folder = `/proc/${server.pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      const path = readlinkSync(join(folder, name));
      return path.includes('export-') ? [path] : [];
    } catch {
      return [];
    }
  });
}

it.runIf(process.platform === 'linux')('503 for an export whose session dies, and the server runs on', async () => {
  const { body: project } = await server.api('POST', '/projects', { name: 'exported' });
  for (const statement of DEATHS) await query(statement);
  for (let turn = 0; turn < 10; turn++) {
    const { status } = await server.download(`/project/exportProjectData?projectId=${project.id}`);
    expect(status).toBe(503);
    await until(() => {
      process.kill(server.pid, COLLECT);
      return openExports().length === 0;
    });
  }
  await query('drop trigger test_death on audit_log');
  const { status, bytes } = await server.download(`/project/exportProjectData?projectId=${project.id}`);
  expect([status, bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});
