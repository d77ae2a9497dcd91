// A server is killed between a change and the audit line with its outcome: the line written before the change is kept, the log shows the
// change with an unknown outcome, and the chain of hashes continues.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryData, type ServerProcess, startServer, until } from './server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-audit-kill-'));

/** While this trigger exists, no outcome is written, so that the test always kills the server before it. */
const NO_OUTCOMES = [
  `create function test_no_outcomes() returns trigger language plpgsql as
   'begin if new.about is not null then raise exception ''not now''; end if; return new; end'`,
  'create trigger test_no_outcomes before insert on audit_log for each row execute function test_no_outcomes()',
];

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer(root);
});
afterAll(async () => {
  await server?.end('SIGINT');
  rmSync(root, { recursive: true, force: true });
});

const query = (text: string) => queryData(root, text);

it('a committed change has its line in the audit log', async () => {
  for (const statement of NO_OUTCOMES) await query(statement);
  const answer = server.api('POST', '/folders', { name: 'done and killed' }).catch((error: Error) => error);
  await until(async () => (await query(`select 1 from folders where name = 'done and killed'`)).length);
  await server.end('SIGKILL');
  await answer;
  // Deletes the trigger before the next server starts.
  await query('drop trigger test_no_outcomes on audit_log');
  server = await startServer(root);
  expect(await query(`select 1 from folders where name = 'done and killed'`)).toHaveLength(1);
  const { body } = await server.api('GET', '/auditLog?operation=createFolder');
  expect(body.data).toMatchObject([{ login: 'admin', path: '/codeinsight/api/folders', status: null }]);
  expect((await server.api('GET', '/auditLog?status=unknown')).body.data).toEqual(body.data);
  await server.api('POST', '/folders', { name: 'after' });
  expect((await server.api('GET', '/auditLog/verify')).body.data).toMatchObject({ isWhole: true, problems: [] });
  const told = await server.api('GET', '/auditLog?operation=createFolder&status=201');
  expect(told.body.data).toHaveLength(1);
});
