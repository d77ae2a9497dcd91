// With access to the database alone somebody can rewrite the hash chain of the audit log, but neither its seals nor
// the exported heads.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { type AuditLine, insertAuditLines, verifyAuditLog } from '../db/audit-log/entries.ts';
import { loadAuditKey } from '../security/audit-key.ts';
import { auditHeadsFolder, exportAuditHead, readAuditHeads, sealNow } from './heads.ts';
import { verifySealedLog } from './verify.ts';

let h: Harness;
beforeEach(async () => {
  h = await startHarness();
});
afterEach(() => h.close());

const LINE: AuditLine = { userId: null, login: 'eve', tokenId: null, via: 'command line', operation: 'done' };

async function writeLines(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await h.app.audit.write(LINE);
}

async function verify() {
  const key = await loadAuditKey(h.app.folder.keys);
  return verifySealedLog(h.app.db, { key, exported: await readAuditHeads(auditHeadsFolder(h.app.folder.root)) });
}

/** Runs statements while the triggers are off, as an administrator of the database can. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await h.database.pool.connect();
  try {
    await client.query('begin; alter table audit_log disable trigger all; alter table audit_seals disable trigger all');
    for (const statement of statements) await client.query(statement);
    await client.query('alter table audit_log enable trigger all; alter table audit_seals enable trigger all; commit');
  } finally {
    client.release();
  }
}

/** Changes a line and computes all following hashes again, so that the chain is valid. */
const rewrite = (id: number) =>
  tamper(
    `update audit_log set login = 'nobody' where id = ${id}`,
    `do $$ declare r record; p bytea; begin
       select previous_hash into p from audit_log where id = ${id};
       for r in select * from audit_log where id >= ${id} order by id loop
         update audit_log set previous_hash = decode(md5(random()::text), 'hex') where id = r.id;
       end loop;
       for r in select * from audit_log where id >= ${id} order by id loop
         update audit_log l set previous_hash = p, hash = sha256(p || convert_to(audit_log_text(l), 'UTF8')) where id = r.id returning hash into p;
       end loop; end $$`,
  );

it('each line has a seal: at once, or with the next one if another transaction wrote it', async () => {
  await writeLines(3);
  expect(await verify()).toMatchObject({ problems: [], lines: 3, seals: 3, sealedUpTo: 3 });
  await h.app.db.transaction().execute((tx) => insertAuditLines(tx, [LINE, LINE]));
  expect(await verify()).toMatchObject({ problems: [], lines: 5, sealedUpTo: 3 });
  await sealNow(h.app);
  await sealNow(h.app);
  expect(await verify()).toMatchObject({ problems: [], lines: 5, seals: 4, sealedUpTo: 5 });
});

it('a line for which nobody waits is written and sealed with the next one, or after a moment', async () => {
  h.app.audit.writeLater(LINE);
  await h.app.audit.write(LINE);
  expect(await verify()).toMatchObject({ problems: [], lines: 2, seals: 1, sealedUpTo: 2 });
  h.app.audit.writeLater(LINE);
  await vi.waitFor(async () => expect(await verify()).toMatchObject({ lines: 3, seals: 2 }), { timeout: 10_000 });
  h.app.audit.writeLater(LINE);
  await h.app.audit.flush();
  expect(await verify()).toMatchObject({ problems: [], lines: 4, seals: 3 });
});

it('a rewritten log with valid hashes does not match its seals', async () => {
  await writeLines(5);
  await rewrite(3);
  expect((await verifyAuditLog(h.app.db)).problems).toEqual([]);
  expect((await verify()).problems).toEqual(
    [3, 4, 5].map((id) => ({ id, problem: `It is not the line that seal ${id} was made for.` })),
  );
});

it('forged seals are reported, also those with an unknown key', async () => {
  await writeLines(4);
  await rewrite(4);
  await tamper('update audit_seals s set line_hash = l.hash from audit_log l where l.id = s.line');
  expect((await verify()).problems).toEqual([{ id: 4, problem: 'Seal 4 is forged.' }]);
  await tamper(`update audit_seals set key_id = 'another' where number = 4`);
  expect((await verify()).problems).toEqual([
    { id: 4, problem: 'Seal 4 was made with a key that is not here (another).' },
  ]);
  await tamper('delete from audit_seals where number = 2');
  expect((await verify()).problems).toContainEqual({ id: 3, problem: 'Seals 2 to 2 are missing.' });
});

it('deleted seals at the end are found by the exported heads', async () => {
  await writeLines(5);
  await exportAuditHead(h.app);
  await rewrite(3);
  await tamper('delete from audit_seals where number >= 3');
  const [head] = await readAuditHeads(auditHeadsFolder(h.app.folder.root));
  expect((await verify()).problems).toEqual([
    {
      id: 5,
      problem: `It differs from the line of the head that was exported ${head!.at}: the log was written again.`,
    },
    { id: 5, problem: 'Seals after 2 were cut off: 5 was exported.' },
  ]);
  await tamper('delete from audit_log where id > 2');
  expect((await verify()).problems[0]).toEqual({
    id: 5,
    problem: `Lines after 2 were cut off: this one was exported ${head!.at}.`,
  });
});

it('the head is appended when something was added, and is found again', async () => {
  await writeLines(2);
  await exportAuditHead(h.app);
  await exportAuditHead(h.app);
  await writeLines(1);
  await exportAuditHead(h.app);
  const folder = auditHeadsFolder(h.app.folder.root);
  const [name] = await readdir(folder);
  expect(name).toMatch(/^\d{4}-\d\d\.jsonl$/);
  const lines = (await readFile(join(folder, name!), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).line)).toEqual([2, 3]);
  expect(await verify()).toMatchObject({ problems: [], headsFound: 2 });
  expect(await readAuditHeads(join(folder, name!))).toHaveLength(2);
  await rm(folder, { recursive: true });
  expect(await verify()).toMatchObject({ problems: [], headsFound: 0 });
});

it('the database refuses to change seals', async () => {
  await writeLines(1);
  for (const statement of ['update audit_seals set line = 2', 'delete from audit_seals', 'truncate audit_seals'])
    await expect(h.database.pool.query(statement)).rejects.toThrow('append-only');
});
