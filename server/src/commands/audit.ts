// `assay audit verify`: is the audit log still what was written? Exit code 1 when it is not.
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { verifyAuditLog } from '../db/audit-log.ts';
import { headText, parseHead } from '../features/audit-log/operations.ts';
import { withDatabase } from './database.ts';

export async function auditCommand(config: Config, argv: string[]): Promise<number> {
  const [verb, ...rest] = argv;
  const { values } = parseArgs({ args: rest, options: { head: { type: 'string' } } });
  const earlier = values.head === undefined ? undefined : parseHead(values.head);
  if (verb !== 'verify' || (values.head !== undefined && !earlier))
    throw new Error('Usage: assay audit verify [--head NUMBER:HASH]');
  const { lines, problems, head } = await withDatabase(config, ({ db }) => verifyAuditLog(db, earlier));
  for (const { id, problem } of problems) process.stdout.write(`Line ${id}: ${problem}\n`);
  process.stdout.write(
    problems.length === 0
      ? `The audit log is whole: ${lines} lines. Its head, to be kept elsewhere: ${headText(head)}\n`
      : `The audit log was changed: ${problems.length === 100 ? 'at least 100' : problems.length} problems in ${lines} lines.\n`,
  );
  return problems.length === 0 ? 0 : 1;
}
