// Exports the head of the audit log: its last seal, as a line in a file of the data folder and in the server's log. Somebody with access to the
// database alone cannot change these lines. A copy on another machine is also safe from the administrator of this one.
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { findAuditHash } from '../db/audit-log/entries.ts';
import { type AuditSeal, sealAuditLog } from '../db/audit-log/seals.ts';
import { loadAuditKey } from '../security/audit-key.ts';

/** In the data folder, one file per month. */
const FOLDER = 'audit-heads';

export const auditHeadsFolder = (dataFolder: string) => join(dataFolder, FOLDER);

/** Seals all lines since the last seal, from any process. */
export async function sealNow(app: App): Promise<AuditSeal | undefined> {
  const key = await loadAuditKey(app.folder.keys);
  // Lines of changes wait for this transaction.
  const { last } = await app.lockingDb.transaction().execute((tx) => sealAuditLog(tx, key, app.now()));
  return last;
}

/** Appends the head to this month's file, and logs an error if the head exported before is missing. Does nothing if no line was added. */
export async function exportAuditHead(app: App): Promise<void> {
  await app.audit.flush();
  const head = await sealNow(app);
  const before = (await readAuditHeads(auditHeadsFolder(app.folder.root))).at(-1);
  if (before && (await findAuditHash(app.db, before.line)) !== before.lineHash)
    app.log.error({ line: before.line, exportedOn: before.at }, 'the audit log was changed after its head had been exported; "assay audit verify" shows where'); // biome-ignore format: one claim
  if (!head || head.mac === before?.mac) return;
  app.log.info({ auditHead: head }, 'head of the audit log');
  const folder = auditHeadsFolder(app.folder.root);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, `${head.at.slice(0, 7)}.jsonl`), 'a', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** All exported heads, oldest first, of a folder or of one file. An unreadable line is an error that names it. */
export async function readAuditHeads(path: string): Promise<AuditSeal[]> {
  const heads: AuditSeal[] = [];
  for (const file of await filesOf(path)) {
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const [index, line] of lines.entries())
      if (line.trim() !== '') heads.push(headOf(line, `${file}:${index + 1}`));
  }
  return heads;
}

async function filesOf(path: string): Promise<string[]> {
  try {
    const names = await readdir(path);
    return names
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}

function headOf(line: string, place: string): AuditSeal {
  try {
    // Log servers write their own words before the head.
    const head = JSON.parse(line.slice(Math.max(0, line.indexOf('{')))) as AuditSeal;
    if (Number.isSafeInteger(head.number) && Number.isSafeInteger(head.line) && /^[0-9a-f]{64}$/.test(head.lineHash))
      return head;
  } catch {
    // The message below says what is wrong.
  }
  throw new Error(`${place} is no exported head of the audit log: each line must be one, as the server wrote it.`);
}
