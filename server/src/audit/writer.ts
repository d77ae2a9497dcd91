// Writes audit lines of a process: what comes while one insert is on its way goes together with the next, so that sixty calls at
// once wait for one commit and not for sixty.
import type { Logger } from 'pino';
import { type AuditLine, insertAuditLines } from '../db/audit-log.ts';
import type { Db } from '../db/connection.ts';

export interface AuditWriter {
  /** Resolves with the line's id when it is committed; rejects when it is not. */
  write(line: AuditLine): Promise<number>;
  /** Writes a line that nobody waits for. Its failure is logged; the line that it is about then stays without an outcome. */
  writeLater(line: AuditLine): void;
  /** Resolves when nothing is under way any more. */
  flush(): Promise<void>;
}

const LINES_AT_ONCE = 500;

interface Waiting {
  line: AuditLine;
  done(id: number): void;
  failed(error: unknown): void;
}

export function createAuditWriter(db: Db, log: Logger): AuditWriter {
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    // One turn of the loop, so that calls which arrive together go together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, LINES_AT_ONCE);
      try {
        const ids = await insertAuditLines(
          db,
          batch.map(({ line }) => line),
        );
        for (const [index, { done }] of batch.entries()) done(ids[index]);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = undefined;
  }

  const write = (line: AuditLine): Promise<number> =>
    new Promise((done, failed) => {
      waiting.push({ line, done, failed });
      writing ??= writeAll();
    });

  return {
    write,
    writeLater(line) {
      write(line).catch((err) => log.error({ err, about: line.about }, 'an audit line could not be written'));
    },
    async flush() {
      while (writing) await writing;
    },
  };
}
