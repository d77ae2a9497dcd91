// Reads the license texts in the files of a project's items at the end of a scan, and stores each once. Runs after the inventory is made, outside
// of its transaction, because it reads the store. A repeated run gives the same rows.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sniff } from '@assay/scanner/analyze';
import { isChangelog } from '@assay/scanner/licenses';
import type { App } from '../../app.ts';
import { damageError, streamOfStored } from '../../contents/stored-bytes.ts';
import { eachArchiveOfItems } from '../../db/files/archive-findings.ts';
import { listItemKeys } from '../../db/inventories/items.ts';
import { replaceItemTexts } from '../../db/inventories/license-texts.ts';
import { eachTextFile, listItemFolders, type TextFileRow } from '../../db/reports/data.ts';
import { isWholeFile, type PlacedMatch, printable, type TextFileKind } from '../../domain/licenses/license-texts.ts';
import { baseOf } from '../../domain/paths.ts';
import { type JobContext, projectOf } from '../../queue/job-context.ts';
import { filesInArchive } from '../../report-runs/archives.ts';
import { ownersOf } from '../../report-runs/owners.ts';
import { ownersInside } from './archive-owners.ts';
import { commonLicenseName } from './common-licenses.ts';
import { textFileKind } from './license-text-files.ts';
import { NOT_TEXT, type TextOfItem, TextsOfItems } from './texts-of-items.ts';

/** A longer file is not stored. The check of the notices says that it must be shipped itself. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Returns the number of items with a license text of their own. */
export async function readLicenseTexts(context: JobContext): Promise<number> {
  const { app, job } = context;
  const projectId = projectOf(job);
  const keys = await listItemKeys(app.db, projectId);
  const components = new Set(keys.flatMap(({ id, type }) => (type === 'COMPONENT' ? [id] : [])));
  const texts = new TextsOfItems(app, components);
  await readCodeBase(context, projectId, texts);
  await readArchives(context, projectId, texts);
  const rows = await texts.finish();
  await app.db.transaction().execute((tx) => replaceItemTexts(tx, projectId, rows));
  return new Set(rows.filter(({ role, sha256 }) => role === 'main' && sha256 !== null).map(({ itemId }) => itemId))
    .size;
}

async function readCodeBase(context: JobContext, projectId: number, texts: TextsOfItems): Promise<void> {
  const { app } = context;
  const folders = await listItemFolders(app.db, projectId);
  const own = new Map(folders.map(({ id, folders }) => [id, new Set(folders)]));
  const owners = ownersOf(folders);
  const notices = new Set<string>();
  const unowned: { file: TextFileRow; kind: TextFileKind }[] = [];
  let done = 0;
  for await (const file of eachTextFile(app.db, projectId)) {
    if (++done % 500 === 0) await context.checkpoint({ phase: 'Reading license texts', done, total: done });
    const kind = textFileKind(file.path, file.language);
    // What it tells of a license is what was, and what is now stands elsewhere.
    if (isChangelog(baseOf(file.path))) continue;
    const tiedTo = file.tiedTo.map(Number);
    const ids = isWholeFile(kind) ? owners(file.path, tiedTo) : tiedTo;
    const isShared = commonLicenseName(file.path) !== undefined;
    const isWanted = ids.length > 0 && (isWholeFile(kind) || holdsNewWords(kind, file, ids, notices));
    if (ids.length === 0 && isWholeFile(kind)) unowned.push({ file, kind });
    if (!isWanted && !isShared) continue;
    const read = await textOf(app, file);
    if (isShared) texts.keepShared(file.path, read.text, [...new Set(file.matches.map((match) => match.expression))]);
    if (!isWanted) continue;
    for (const itemId of ids)
      await texts.add(itemId, { ...read, path: file.path, kind, matches: file.matches, own: own.get(itemId) });
  }
  // Only now all license files are known.
  for (const { file, kind } of unowned) {
    const ids = texts.neighboursOf(file.path);
    if (ids.length === 0) continue;
    const read = await textOf(app, file);
    for (const itemId of ids)
      await texts.add(itemId, { ...read, path: file.path, kind, matches: file.matches, own: own.get(itemId) });
  }
}

/** Of each rule for a notice, one file of an item is enough: only texts of licenses differ in the names within them. */
function holdsNewWords(kind: TextFileKind, file: TextFileRow, ids: readonly number[], notices: Set<string>): boolean {
  let isNew = false;
  for (const match of file.matches as (PlacedMatch & { rule: string })[]) {
    if (match.kind === 'text' || (kind === 'readme' && match.kind !== 'mention')) isNew = true;
    if (match.kind !== 'notice') continue;
    for (const id of ids) {
      const key = `${id} ${match.rule} ${match.expression}`;
      if (!notices.has(key)) isNew = true;
      notices.add(key);
    }
  }
  return isNew;
}

async function textOf(app: App, { path, sizeBytes, location }: TextFileRow): Promise<TextOfItem> {
  if (sizeBytes > MOST_BYTES) return TOO_LONG;
  try {
    return decoded(Buffer.concat(await Array.fromAsync(streamOfStored(app, location, `The file "${path}"`))));
  } catch (error) {
    // The scan and the verification of the store report the damage too.
    const damage = damageError(error);
    if (damage === undefined) throw error;
    return { text: '', problem: 'Its stored bytes are damaged.' };
  }
}

const TOO_LONG: TextOfItem = { text: '', problem: 'It is too long to be printed.' };

function decoded(bytes: Uint8Array): TextOfItem {
  const { isText, encoding } = sniff(bytes);
  if (bytes.length === 0) return { text: '', problem: '' };
  if (!isText) return NOT_TEXT;
  return { text: printable(new TextDecoder(encoding).decode(bytes)), problem: '' };
}

async function readArchives(context: JobContext, projectId: number, texts: TextsOfItems): Promise<void> {
  const { app } = context;
  const ids = (await listItemKeys(app.db, projectId)).map(({ id }) => id);
  const folder = join(app.folder.temporary, `texts-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    for await (const archive of eachArchiveOfItems(app.db, projectId, ids)) {
      await context.checkpoint({ phase: 'Reading license texts', done: 0, total: 0 });
      const owners = ownersInside(archive);
      const spdx = new Map(archive.licensed.map((one) => [one.path, one.spdx]));
      for await (const { path, bytes } of filesInArchive(app, archive, folder, isTextInside)) {
        const kind = textFileKind(path, '');
        const read = bytes === undefined || bytes.length > MOST_BYTES ? TOO_LONG : decoded(bytes);
        const expressions = spdx.get(path) ?? [];
        const file = { ...read, path: `${archive.path}!/${path}`, kind, matches: [], expressions, own: undefined };
        texts.keepShared(file.path, read.text, expressions);
        for (const itemId of owners(path)) await texts.add(itemId, file);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isTextInside = (path: string): boolean =>
  isWholeFile(textFileKind(path, '')) || commonLicenseName(path) !== undefined;
