// Writes the audit lines of a process. Lines that arrive during an insert are written together with the next one, so that sixty calls at once wait
// for one commit instead of sixty.

import { itemAt } from '@assay/scanner/items';
import type { Logger } from 'pino';
import { machineNow } from '../clock.ts';
import { type AuditLine, addAuditLines, insertAuditLines } from '../db/audit-log/entries.ts';
import { type AuditSeal, sealUpTo } from '../db/audit-log/seals.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { AuditKey } from '../security/audit-key.ts';

export interface AuditWriter {
  /** Resolves with the line's id after the commit; rejects if the line could not be written. */
  write(line: AuditLine): Promise<number>;
  /**
   * Writes a line for which nobody waits: with the next line, or after a moment. A failure is logged; the first line of the call then stays without an
   * outcome.
   */
  writeLater(line: AuditLine): void;
  /** Resolves when no line is waiting any more. */
  flush(): Promise<void>;
}

const LINES_AT_ONCE = 500;
/** Programs send one change after the other: the outcome of each is then written and sealed with the beginning of the next. */
const LATER_MS = 25;

interface Waiting {
  line: AuditLine;
  done(id: number): void;
  failed(error: unknown): void;
}

/** With a key, each batch is sealed in the transaction that writes it; the next seal covers lines of other transactions. */
export function createAuditWriter(db: Db, log: Logger, key?: AuditKey, now = machineNow): AuditWriter {
  /** The last seal that this process made, or found. */
  let known: AuditSeal | undefined;
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let later: NodeJS.Timeout | undefined;

  async function writeAll(): Promise<void> {
    // Waits one turn of the event loop, so that simultaneous calls are written together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, LINES_AT_ONCE);
      try {
        const ids = await insert(batch.map(({ line }) => line));
        for (const [index, id] of ids.entries()) batch[index]?.done(id);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = undefined;
  }

  async function insert(lines: AuditLine[]): Promise<number[]> {
    if (!key) return insertAuditLines(db, lines);
    const { ids, seals } = await db.transaction().execute(async (tx) => {
      const added = await addAuditLines(tx, lines);
      const seals = await sealUpTo(tx, key, { line: itemAt(added, added.length - 1), now: now() });
      return { ids: added.map(({ id }) => id), seals };
    });
    const { last, before } = seals;
    const isCutOff = known && (!before || before.number < known.number);
    if (isCutOff || (known?.number === before?.number && known?.mac !== before?.mac))
      log.error(
        { seal: known?.number },
        'seals of the audit log that stood there are gone: it was written anew past the server',
      );
    known = last;
    return ids;
  }

  function start(): void {
    clearTimeout(later);
    later = undefined;
    writing ??= writeAll();
  }

  const enter = (line: AuditLine): Promise<number> =>
    new Promise((done, failed) => {
      waiting.push({ line, done, failed });
    });

  return {
    write(line) {
      const written = enter(line);
      start();
      return written;
    },
    writeLater(line) {
      enter(line).catch((err) => log.error({ err, about: line.about }, 'an audit line could not be written'));
      later ??= setTimeout(start, LATER_MS);
    },
    async flush() {
      if (waiting.length > 0) start();
      while (writing) await writing;
    },
  };
}
