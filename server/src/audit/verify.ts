// Checks that the audit log is unchanged: compares its chain of hashes, its seals, and the exported heads.
import { timingSafeEqual } from 'node:crypto';
import { type AuditHead, type AuditVerification, verifyAuditLog } from '../db/audit-log/entries.ts';
import { type AuditSeal, eachAuditSeal, NO_SEAL, sealedText } from '../db/audit-log/seals.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { AuditKey } from '../security/audit-key.ts';

const MOST_PROBLEMS = 100;

export interface SealedVerification extends AuditVerification {
  seals: number;
  /** The last line with a valid seal; 0 if there is none. */
  sealedUpTo: number;
  /** Number of exported heads that agree with the log. */
  headsFound: number;
}

export interface AuditVerifyOptions {
  key: AuditKey;
  /** A head that somebody kept. */
  earlier?: AuditHead;
  /** Heads that the server exported, oldest first. */
  exported: readonly AuditSeal[];
}

/** Reads everything at one moment, because lines and seals are added meanwhile. */
export function verifySealedLog(db: Db, options: AuditVerifyOptions): Promise<SealedVerification> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute((tx) => verifySnapshot(tx, options));
}

async function verifySnapshot(db: Db, { key, earlier, exported }: AuditVerifyOptions): Promise<SealedVerification> {
  const seals = eachAuditSeal(db)[Symbol.asyncIterator]();
  const heads = Map.groupBy(exported, ({ line }) => line);
  const state = { before: NO_SEAL, number: 0, upTo: 0, headsFound: 0 };
  const problems: { id: number; problem: string }[] = [];
  const complain = (id: number, problem: string) => void problems.push({ id, problem });
  let next = await seals.next();

  const checkSeal = (seal: AuditSeal, hash: string | undefined) => {
    const told = problems.length;
    if (seal.number !== state.number + 1)
      complain(seal.line, `Seals ${state.number + 1} to ${seal.number - 1} are missing.`);
    if (hash === undefined) complain(seal.line, `It is gone, though seal ${seal.number} names it.`);
    else if (hash !== seal.lineHash) complain(seal.line, `It is not the line that seal ${seal.number} was made for.`);
    if (seal.keyId !== key.id)
      complain(seal.line, `Seal ${seal.number} was made with a key that is not here (${seal.keyId}).`);
    else if (!isSigned(key, seal, state.before)) complain(seal.line, `Seal ${seal.number} is forged.`);
    if (problems.length === told) state.upTo = seal.line;
    state.number = seal.number;
    state.before = seal.mac;
  };

  const result = await verifyAuditLog(db, earlier, async ({ id, hash }) => {
    for (; !next.done && next.value.line <= id; next = await seals.next())
      checkSeal(next.value, next.value.line === id ? hash : undefined);
    for (const head of heads.get(id) ?? []) {
      if (head.lineHash === hash) state.headsFound++;
      else
        complain(id, `It differs from the line of the head that was exported ${head.at}: the log was written again.`);
    }
  });
  for (; !next.done; next = await seals.next()) checkSeal(next.value, undefined);
  for (const head of exported)
    if (head.line > result.head.id)
      complain(head.line, `Lines after ${result.head.id} were cut off: this one was exported ${head.at}.`);
  const lastExported = exported.toSorted((a, b) => a.number - b.number).at(-1);
  if (lastExported && lastExported.number > state.number)
    complain(lastExported.line, `Seals after ${state.number} were cut off: ${lastExported.number} was exported.`);
  return {
    ...result,
    problems: [...result.problems, ...problems].slice(0, MOST_PROBLEMS),
    seals: state.number,
    sealedUpTo: state.upTo,
    headsFound: state.headsFound,
  };
}

function isSigned(key: AuditKey, { mac, ...seal }: AuditSeal, before: string): boolean {
  const given = Buffer.from(mac, 'hex');
  const right = key.sign(sealedText(seal, before));
  return given.length === right.length && timingSafeEqual(given, right);
}
