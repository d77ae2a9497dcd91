// `assay backup FOLDER` and `assay restore FOLDER`: copies the whole installation to a folder, and restores it from there.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { firstOf } from '@assay/scanner/items';
import { makeBackup } from '../backup/backup.ts';
import type { Manifest } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore.ts';
import type { Config } from '../config.ts';
import { type AuditLine, insertAuditLines } from '../db/audit-log/entries.ts';
import { countOf } from '../domain/count-text.ts';
import { withDatabase } from './database.ts';

const COMMAND_LINE = { userId: null, login: '', tokenId: null, via: 'command line' } as const;

/** The page about operations shows the last backup by its lines in the audit log. */
export async function backupCommand(config: Config, argv: string[]): Promise<number> {
  const target = onlyPath(argv, 'Usage: assay backup FOLDER');
  const manifest = await withDatabase(
    config,
    async ({ db, pool }) => {
      const line: AuditLine = { ...COMMAND_LINE, operation: 'backup', details: { target } };
      const [about] = await insertAuditLines(db, [line]);
      const end = (status: string, details: Record<string, unknown>) =>
        insertAuditLines(db, [{ ...line, about, status, details: { target, ...details } }]);
      try {
        const made = await makeBackup(config, pool, target);
        await end('Completed', { files: made.files.length, sizeBytes: bytesOf(made) });
        return made;
      } catch (error) {
        // The reason for the failure matters more than its line.
        await end('Failed', { error: (error as Error).message }).catch(() => undefined);
        throw error;
      }
    },
    { needs: 'whole' },
  );
  const bytes = bytesOf(manifest);
  process.stdout.write(
    `The backup is complete: ${countOf(manifest.files.length, 'file')} of ${countOf(bytes, 'byte')} in ${target}, with the state of ${manifest.createdOn}. It contains the keys: keep it as safe as the data folder.\n`,
  );
  return 0;
}

const bytesOf = ({ files }: Manifest) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

export async function restoreCommand(config: Config, argv: string[]): Promise<number> {
  const source = onlyPath(argv, 'Usage: assay restore FOLDER');
  const { createdOn, rows, files, jobs, auditLines } = await restoreBackup(config, source);
  process.stdout.write(
    `Restored the state of ${createdOn}: ${countOf(rows, 'row')}, ${countOf(files, 'file')}, each compared with its digest; the audit log is intact (${countOf(auditLines, 'line')}). ${countOf(jobs, 'open job')} will continue at the next start.\n`,
  );
  return 0;
}

function onlyPath(argv: string[], usage: string): string {
  const { positionals } = parseArgs({ args: argv, allowPositionals: true });
  if (positionals.length !== 1) throw new Error(usage);
  return resolve(firstOf(positionals));
}
