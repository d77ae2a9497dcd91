// Tells the head of the audit log to a witness outside: a file on another disk, a log server, or an address of another system. Whoever changes this
// machine can cut off the last lines together with their seals; what the witness has been told stays. docs/operations.md says how to compare.
import { createSocket } from 'node:dgram';
import { open, stat } from 'node:fs/promises';
import { createConnection, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { App } from '../app.ts';
import type { AuditWitness } from '../config.ts';
import { findAuditHash } from '../db/audit-log/entries.ts';
import type { AuditSeal } from '../db/audit-log/seals.ts';
import { readAuditHeads, sealNow } from './heads.ts';

const LIMIT_MS = 10_000;
/** Facility "log audit", severity "notice". */
const SYSLOG_PRIORITY = 13 * 8 + 5;

/** What each witness was told last by this server. */
const told = new WeakMap<AuditWitness, AuditSeal>();

/** Tells the present head to every witness that does not have it. One that cannot be reached is told next time; the others are told anyway. */
export async function tellWitnesses(app: App): Promise<void> {
  const { auditWitnesses: witnesses } = app.config;
  if (witnesses.length === 0) return;
  await warnOfSameDisk(app);
  await app.audit.flush();
  const head = await sealNow(app);
  for (const witness of witnesses) {
    try {
      const last = told.get(witness) ?? (await lastOf(witness));
      if (last) await compare(app, witness, last);
      if (!head || last?.mac === head.mac) continue;
      await tell(app, witness, head);
      told.set(witness, head);
    } catch (err) {
      app.log.error(
        { err, witness: witness.address },
        'a witness of the audit log could not be told its head; it is tried again',
      );
    }
  }
}

const warned = new WeakSet<readonly AuditWitness[]>();

/** Once for each start: a file on the disk of the data folder bears witness of nothing that happens to that disk. */
async function warnOfSameDisk({ config, folder, log }: App): Promise<void> {
  const { auditWitnesses: witnesses } = config;
  if (warned.has(witnesses)) return;
  for (const witness of await witnessesOnSameDisk(witnesses, folder.root))
    log.warn(
      { witness },
      'a witness of the audit log is a file on the disk of the data folder: whoever changes that disk can change both',
    );
  warned.add(witnesses);
}

/** What a file was told before this server started. What others were told then is compared by `assay audit verify --heads`. */
async function lastOf(witness: AuditWitness): Promise<AuditSeal | undefined> {
  return witness.kind === 'file' ? (await readAuditHeads(witness.path)).at(-1) : undefined;
}

/** The log here must have what a witness was told. */
async function compare(app: App, witness: AuditWitness, last: AuditSeal): Promise<void> {
  if ((await findAuditHash(app.db, last.line)) !== last.lineHash)
    app.log.error({ line: last.line, toldOn: last.at, witness: witness.address }, 'the audit log lacks a line of which its witness was told; "assay audit verify" shows where'); // biome-ignore format: one claim
}

export interface WitnessState {
  address: string;
  /** ISO 8601. Blank if nothing is known of it since this server started. */
  toldOn: string;
  /** The newest line that it knows; 0 if unknown. */
  line: number;
  /** A file on the disk of the data folder, which bears witness of nothing that happens to that disk. */
  isOnSameDisk: boolean;
  /** Why it could not be asked; blank if it could. */
  problem: string;
}

/** What each witness is known to know. */
export async function witnessStates({ config, folder }: Pick<App, 'config' | 'folder'>): Promise<WitnessState[]> {
  const same = new Set(await witnessesOnSameDisk(config.auditWitnesses, folder.root));
  return Promise.all(
    config.auditWitnesses.map(async (witness) => {
      const isOnSameDisk = witness.kind === 'file' && same.has(witness.path);
      try {
        const last = told.get(witness) ?? (await lastOf(witness));
        return {
          address: witness.address,
          toldOn: last?.at ?? '',
          line: last?.line ?? 0,
          isOnSameDisk,
          problem: '',
        };
      } catch (error) {
        return { address: witness.address, toldOn: '', line: 0, isOnSameDisk, problem: (error as Error).message };
      }
    }),
  );
}

/** All heads that the files among the witnesses were told. */
export async function witnessedHeads(witnesses: readonly AuditWitness[]): Promise<AuditSeal[]> {
  const heads: AuditSeal[] = [];
  for (const witness of witnesses) if (witness.kind === 'file') heads.push(...(await readAuditHeads(witness.path)));
  return heads;
}

async function tell(app: App, witness: AuditWitness, head: AuditSeal): Promise<void> {
  const line = JSON.stringify(head);
  if (witness.kind === 'file') return append(witness.path, line);
  if (witness.kind === 'syslog') return sendToSyslog(app, witness, head.at, line);
  const answer = await app.outgoing.fetch(
    witness.url,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: line },
    { timeoutMs: LIMIT_MS },
  );
  if (!answer.ok) throw new Error(`${witness.address} answered ${answer.status}.`);
}

async function append(path: string, line: string): Promise<void> {
  await using file = await open(path, 'a', 0o600);
  await file.writeFile(`${line}\n`);
  await file.sync();
}

/** RFC 5424. Over TCP it resolves when the system has taken the message; over UDP nobody knows whether it arrived. */
async function sendToSyslog(
  app: App,
  { host, port, transport }: Extract<AuditWitness, { kind: 'syslog' }>,
  at: string,
  line: string,
): Promise<void> {
  const [to] = await app.outgoing.assertAllowedHost(host, port);
  const message = `<${SYSLOG_PRIORITY}>1 ${at} ${hostname()} assay ${process.pid} auditHead - ${line}`;
  const address = to?.address ?? host;
  if (transport === 'udp') return sendDatagram(address, port, message);
  await new Promise<void>((resolve, reject) => {
    const socket = createConnection({ host: address, port, timeout: LIMIT_MS });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error(`The log server ${host}:${port} did not answer in time.`)));
    // One message on a line (RFC 6587).
    socket.once('connect', () => socket.end(`${message}\n`));
    socket.once('close', (hadError) => {
      if (!hadError) resolve();
    });
  });
}

/** One message in a datagram (RFC 5426). */
async function sendDatagram(address: string, port: number, message: string): Promise<void> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.send(message, port, address, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    socket.close();
  }
}

/** Files among the witnesses that are on the disk of the data folder: whoever loses or changes it has the witness too. */
export async function witnessesOnSameDisk(witnesses: readonly AuditWitness[], dataFolder: string): Promise<string[]> {
  const { dev } = await stat(dataFolder);
  const same: string[] = [];
  for (const witness of witnesses)
    if (witness.kind === 'file' && (await diskOf(witness.path)) === dev) same.push(witness.path);
  return same;
}

/** Of the file, or of its folder before it is first written; undefined if neither exists. */
async function diskOf(path: string): Promise<number | undefined> {
  for (const place of [path, dirname(path)])
    try {
      return (await stat(place)).dev;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  return undefined;
}
