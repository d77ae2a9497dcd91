// `assay audit verify`: checks that the audit log is unchanged. Exit code 1 if it is not.
import { parseArgs } from 'node:util';
import { auditHeadsFolder, readAuditHeads } from '../audit/heads.ts';
import { verifySealedLog } from '../audit/verify.ts';
import { witnessedHeads } from '../audit/witness.ts';
import type { Config } from '../config.ts';
import { headText, parseHead } from '../features/audit-log/operations.ts';
import { dataFolder } from '../installation/data-folder.ts';
import { loadAuditKey } from '../security/audit-key.ts';
import { withDatabase } from './database.ts';

export async function auditCommand(config: Config, argv: string[]): Promise<number> {
  const [verb, ...rest] = argv;
  const { values } = parseArgs({ args: rest, options: { head: { type: 'string' }, heads: { type: 'string' } } });
  const earlier = values.head === undefined ? undefined : parseHead(values.head);
  if (verb !== 'verify' || (values.head !== undefined && !earlier))
    throw new Error('Usage: assay audit verify [--head NUMBER:HASH] [--heads FILE-OR-FOLDER]');
  const folder = dataFolder(config.dataFolder);
  const key = await loadAuditKey(folder.keys);
  const exported = [
    ...(await readAuditHeads(values.heads ?? auditHeadsFolder(folder.root))),
    ...(await witnessedHeads(config.auditWitnesses)),
  ];
  if (values.heads !== undefined && exported.length === 0)
    throw new Error(
      `${values.heads} contains no exported heads of the audit log. Name a file with them, or their folder.`,
    );
  const { lines, problems, head, sealedUpTo, headsFound } = await withDatabase(config, ({ db }) =>
    verifySealedLog(db, { key, earlier, exported }),
  );
  for (const { id, problem } of problems) process.stdout.write(`Line ${id}: ${problem}\n`);
  process.stdout.write(
    problems.length === 0
      ? `The audit log is intact: ${lines} lines, sealed up to line ${sealedUpTo}; ${headsFound} of ${exported.length} exported heads found. Keep its head in another place: ${headText(head)}\n`
      : `The audit log was changed: ${problems.length === 100 ? 'at least 100' : problems.length} problems in ${lines} lines.\n`,
  );
  return problems.length === 0 ? 0 : 1;
}
