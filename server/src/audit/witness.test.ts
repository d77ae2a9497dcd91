// The tail of the audit log is cut off together with its seals, by somebody who controls the database and the data folder: the witness still knows.

import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { loadAuditKey } from '../security/audit-key.ts';
import { auditHeadsFolder, exportAuditHead, readAuditHeads } from './heads.ts';
import { verifySealedLog } from './verify.ts';
import { tellWitnesses, witnessedHeads, witnessesOnSameDisk } from './witness.ts';

let h: Harness;
const elsewhere = mkdtempSync(join(tmpdir(), 'assay-witness-'));
const file = join(elsewhere, 'heads.jsonl');
const received: string[] = [];
const posted: string[] = [];
let answer = 200;
const syslog = createServer((socket: Socket) => socket.on('data', (bytes) => received.push(bytes.toString())));
const datagrams: string[] = [];
const udp = createSocket('udp4').on('message', (bytes) => datagrams.push(bytes.toString()));
const web = createHttp((request, response) => {
  let body = '';
  request.on('data', (bytes) => {
    body += bytes;
  });
  request.on('end', () => {
    if (answer === 200) posted.push(body);
    response.statusCode = answer;
    response.end();
  });
});

beforeAll(async () => {
  for (const server of [syslog, web]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done));
  const port = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  h = await startHarness({
    ASSAY_AUDIT_WITNESS: `${file}, syslog://127.0.0.1:${port(syslog)}, syslog+udp://127.0.0.1:${port(udp)}, http://127.0.0.1:${port(web)}/heads`,
    ASSAY_OUTGOING_ALLOW: '127.0.0.1',
  });
});
afterAll(async () => {
  await h.close();
  syslog.close();
  udp.close();
  web.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

const change = (name: string) => h.call('POST', '/projects', { body: { name } });

it('every witness is told each new head once, and a deaf one later', async () => {
  await change('one');
  answer = 500;
  await tellWitnesses(h.app);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
  expect(received.join('')).toMatch(/^<109>1 \S+ \S+ assay \d+ auditHead - \{"number":.*\}\n$/);
  await vi.waitFor(() => expect(datagrams).toHaveLength(1));
  expect(datagrams[0]).toMatch(/^<109>1 \S+ \S+ assay \d+ auditHead - \{"number":.*\}$/);
  expect(posted).toEqual([]);
  answer = 200;
  await tellWitnesses(h.app);
  expect(posted.map((line) => JSON.parse(line).number)).toEqual([JSON.parse(readFileSync(file, 'utf8')).number]);
  await tellWitnesses(h.app);
  expect([readFileSync(file, 'utf8').trim().split('\n').length, posted.length]).toEqual([1, 1]);
});

it('a cut tail is found, although its seals and exported heads are gone too', async () => {
  await exportAuditHead(h.app);
  await change('to be hidden');
  await tellWitnesses(h.app);
  const key = await loadAuditKey(h.app.folder.keys);
  const exported = await readAuditHeads(auditHeadsFolder(h.app.folder.root));
  const [before] = exported.slice(-1);
  for (const table of ['audit_log', 'audit_seals'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(h.app.db);
  await sql`delete from audit_log where id > ${before!.line}`.execute(h.app.db);
  await sql`delete from audit_seals where line > ${before!.line}`.execute(h.app.db);
  // What the data folder knows agrees with the cut log.
  expect((await verifySealedLog(h.app.db, { key, exported })).problems).toEqual([]);
  const witnessed = await witnessedHeads(h.app.config.auditWitnesses);
  const { problems } = await verifySealedLog(h.app.db, { key, exported: [...exported, ...witnessed] });
  expect(problems.map(({ problem }) => problem).join(' ')).toMatch(/were cut off/);
  const { body } = await h.call('GET', '/auditLog/verify');
  expect(body.data.isWhole).toBe(false);
  // The lines of a log server are heads as well.
  expect(await readAuditHeads(file)).toHaveLength(witnessed.length);
});

it('a file on the disk of the data folder is told apart from one on another disk', async () => {
  const { root } = h.app.folder;
  const file = (path: string) => ({ kind: 'file', address: path, path }) as const;
  const beside = join(root, 'heads-not-written-yet.jsonl');
  expect(await witnessesOnSameDisk([file(beside), file('/proc/version'), file('/nowhere/at/all')], root)).toEqual([
    beside,
  ]);
});

it.each(['syslog+tls://host', 'ftp://example.org/x', 'relative/path', 'syslog://', 'http://'])(
  '"%s" is refused at the start',
  (address) => {
    expect(() => readConfig({ ASSAY_AUDIT_WITNESS: address })).toThrow(/ASSAY_AUDIT_WITNESS/);
  },
);
