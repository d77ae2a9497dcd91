// Reads the license texts in the files of a project's items at the end of a scan, and stores each once. Runs after the inventory is made, outside
// of its transaction, because it reads the store. A repeated run gives the same rows.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sniff } from '@assay/scanner/analyze';
import type { App } from '../app.ts';
import { damageError, streamOfStored } from '../contents/stored-bytes.ts';
import { eachArchiveOfItems } from '../db/files/archive-findings.ts';
import { listItemKeys } from '../db/inventories/items.ts';
import { type FoundText, type ItemText, replaceItemTexts, saveFoundTexts } from '../db/inventories/license-texts.ts';
import { eachTextFile, listItemFolders, type TextFileRow } from '../db/reports/data.ts';
import {
  isWholeFile,
  type PlacedMatch,
  type PlacedText,
  piecesOf,
  printable,
  rolesOf,
  type TextFileKind,
  type TextPiece,
  withoutRepeats,
} from '../domain/license-texts.ts';
import { ownersInside } from './archive-owners.ts';
import {
  type CommonText,
  commonLicenseName,
  commonLicensesIn,
  commonTextNamed,
  needsCommonText,
} from './common-licenses.ts';
import { type JobContext, projectOf } from './job-context.ts';
import { hasNameOfText, textFileKind } from './license-text-files.ts';
import { filesInArchive } from './report-archives.ts';
import { ownersOf } from './report-owners.ts';

/** A longer file is not stored. The check of the notices says that it must be shipped itself. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Texts of this many characters are sent to the database together. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Returns the number of items with a license text of their own. */
export async function readLicenseTexts(context: JobContext): Promise<number> {
  const { app, job } = context;
  const projectId = projectOf(job);
  const texts = new TextsOfItems(app);
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
  let done = 0;
  for await (const file of eachTextFile(app.db, projectId)) {
    if (++done % 500 === 0) await context.checkpoint({ phase: 'Reading license texts', done, total: done });
    const kind = textFileKind(file.path, file.language);
    const tiedTo = file.tiedTo.map(Number);
    const ids = isWholeFile(kind) ? owners(file.path, tiedTo) : tiedTo;
    const isShared = commonLicenseName(file.path) !== undefined;
    const isWanted = ids.length > 0 && (isWholeFile(kind) || holdsNewWords(kind, file, ids, notices));
    if (!isWanted && !isShared) continue;
    const read = await textOf(app, file);
    if (isShared) texts.keepShared(file.path, read.text, [...new Set(file.matches.map((match) => match.expression))]);
    if (!isWanted) continue;
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

interface ReadText {
  text: string;
  /** Why the text cannot be stored; '' if it can. */
  problem: string;
}

async function textOf(app: App, { path, sizeBytes, location }: TextFileRow): Promise<ReadText> {
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

const NOT_TEXT: ReadText = { text: '', problem: 'It is not a text file.' };
const TOO_LONG: ReadText = { text: '', problem: 'It is too long to be printed.' };

function decoded(bytes: Uint8Array): ReadText {
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

interface AddedFile extends ReadText {
  path: string;
  kind: TextFileKind;
  matches: readonly PlacedMatch[];
  /** The licenses in it, if its matches are not known. */
  expressions?: string[];
  /** The folders of the item; undefined if it has none. */
  own: ReadonlySet<string> | undefined;
}

type Piece = TextPiece & { problem: string };
type PlacedPiece = PlacedText & { piece: Piece };

const withExpressions = (piece: Piece, expressions: string[] | undefined): Piece =>
  expressions === undefined ? piece : { ...piece, expressions };

/** Gathers the rows of all items. The texts themselves go to the database at once. */
class TextsOfItems {
  readonly #app: App;
  readonly #rows = new Map<number, (PlacedText & { row: Omit<ItemText, 'itemId' | 'place' | 'role'> })[]>();
  readonly #saved = new Set<string>();
  /** Texts that packages of a system share, by name, and which items refer to them. */
  readonly #shared = new Map<string, CommonText>();
  readonly #references: { itemId: number; path: string; name: string; isOwnPlace: boolean }[] = [];
  #waiting: FoundText[] = [];
  #characters = 0;

  constructor(app: App) {
    this.#app = app;
  }

  keepShared(path: string, text: string, expressions: string[]): void {
    const name = commonLicenseName(path);
    if (name !== undefined && text.trim() !== '' && !this.#shared.has(name))
      this.#shared.set(name, { path, text, expressions });
  }

  async add(itemId: number, file: AddedFile): Promise<void> {
    const { path, kind, text, problem, matches, own } = file;
    if (problem === NOT_TEXT.problem && !hasNameOfText(path)) return;
    const pieces: Piece[] =
      problem === ''
        ? piecesOf(kind, text, matches).map((piece) => withExpressions({ ...piece, problem }, file.expressions))
        : [{ text: '', isComplete: true, expressions: [], problem }];
    const isOwn = own === undefined || isOwnPlace(path, own);
    for (const piece of pieces) await this.#addPiece(itemId, { path, kind, piece, isOwnPlace: isOwn });
    if (!isWholeFile(kind)) return;
    for (const name of commonLicensesIn(text)) this.#references.push({ itemId, path, name, isOwnPlace: isOwn });
  }

  async #addPiece(itemId: number, { path, kind, piece, isOwnPlace }: PlacedPiece): Promise<void> {
    const sha256 = piece.problem === '' ? await this.#save(piece.text) : null;
    const { lines, isComplete, expressions, problem } = piece;
    const place = { startLine: lines?.start ?? null, endLine: lines?.end ?? null };
    const rows = this.#rows.get(itemId) ?? [];
    this.#rows.set(itemId, rows);
    rows.push({
      ...{ path, kind, piece, isOwnPlace },
      row: { path, ...place, isComplete, expressions, sha256, problem },
    });
  }

  /** Adds the shared texts to which the copyright files of packages refer, each once for an item. */
  async #addShared(): Promise<void> {
    const added = new Set<string>();
    for (const { itemId, path: from, name, isOwnPlace } of this.#references) {
      const found = commonTextNamed(name, this.#shared);
      const path = found?.path ?? `/usr/share/common-licenses/${name}`;
      const isThere = this.#rows.get(itemId)?.some(({ row }) => row.path === path) === true;
      if (isThere || added.has(`${itemId} ${path}`) || (found === undefined && !needsCommonText(from))) continue;
      added.add(`${itemId} ${path}`);
      const problem = found === undefined ? `${from} refers to it, but it is not in the code base.` : '';
      const piece = { text: found?.text ?? '', isComplete: true, expressions: found?.expressions ?? [], problem };
      await this.#addPiece(itemId, { path, kind: 'license', piece, isOwnPlace });
    }
  }

  async #save(text: string): Promise<Buffer> {
    const sha256 = createHash('sha256').update(text).digest();
    const key = sha256.toString('base64');
    if (this.#saved.has(key)) return sha256;
    this.#saved.add(key);
    this.#waiting.push({ sha256, text });
    this.#characters += text.length;
    if (this.#characters > MOST_WAITING) await this.#flush();
    return sha256;
  }

  async #flush(): Promise<void> {
    await saveFoundTexts(this.#app.db, this.#waiting);
    this.#waiting = [];
    this.#characters = 0;
  }

  async finish(): Promise<ItemText[]> {
    await this.#addShared();
    await this.#flush();
    return [...this.#rows].flatMap(([itemId, unordered]) => {
      const texts = withoutRepeats(unordered.toSorted((a, b) => comparePaths(a.path, b.path)));
      const roles = rolesOf(texts);
      return texts.map(({ row }, place) => ({ itemId, place, role: roles[place] ?? 'bundled', ...row }));
    });
  }
}

/** Files near the root first: LICENSE before lib/LICENSE. */
function comparePaths(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : a > b ? 1 : 0);
}

/** In a folder of the item, or where packages keep their license below it: META-INF, LICENSES, licenses of a wheel. */
function isOwnPlace(path: string, own: ReadonlySet<string>): boolean {
  const folder = parentOf(path);
  return own.has(folder) || (/^(?:meta-inf|licen[cs]es?|legal)$/i.test(baseOf(folder)) && own.has(parentOf(folder)));
}

const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
