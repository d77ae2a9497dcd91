// Gathers the license texts of items: which texts each has, in which role, and what it refers to. The words go to the database at once, the rows
// at the end.
import { createHash } from 'node:crypto';
import type { App } from '../../app.ts';
import { type FoundText, type ItemText, saveFoundTexts } from '../../db/inventories/license-texts.ts';
import {
  isWholeFile,
  type PlacedMatch,
  type PlacedText,
  piecesOf,
  rolesOf,
  type TextFileKind,
  type TextPiece,
  withoutRepeats,
} from '../../domain/licenses/license-texts.ts';
import { baseOf, parentOf } from '../../domain/paths.ts';
import {
  type CommonText,
  commonLicenseName,
  commonLicensesIn,
  commonTextNamed,
  needsCommonText,
} from './common-licenses.ts';
import { hasNameOfText } from './license-text-files.ts';

/** Texts of this many characters are sent to the database together. */
const MOST_WAITING = 4 * 1024 * 1024;

export interface TextOfItem {
  text: string;
  /** Why the text cannot be stored; '' if it can. */
  problem: string;
}

export const NOT_TEXT: TextOfItem = { text: '', problem: 'It is not a text file.' };

export interface AddedFile extends TextOfItem {
  path: string;
  kind: TextFileKind;
  matches: readonly PlacedMatch[];
  /** The licenses in it, if its matches are not known. */
  expressions?: string[];
  /** The folders of the item; undefined if it has none. */
  own: ReadonlySet<string> | undefined;
}

type Piece = TextPiece & { problem: string };
/** It is decided at the end whether the place is the item's own, if its folders are not known. */
type PlacedPiece = Omit<PlacedText, 'isOwnPlace' | 'piece'> & { isOwnPlace: boolean | undefined; piece: Piece };
type PlacedRow = PlacedPiece & { row: Omit<ItemText, 'itemId' | 'place' | 'role'> };

const withExpressions = (piece: Piece, expressions: string[] | undefined): Piece =>
  expressions === undefined ? piece : { ...piece, expressions };

/** Gathers the rows of all items. The texts themselves go to the database at once. */
export class TextsOfItems {
  readonly #app: App;
  readonly #rows = new Map<number, PlacedRow[]>();
  readonly #homes = new Map<string, Set<number>>();
  readonly #saved = new Set<string>();
  /** Texts that packages of a system share, by name, and which items refer to them. */
  readonly #shared = new Map<string, CommonText>();
  readonly #references: { itemId: number; path: string; name: string; isOwnPlace: boolean | undefined }[] = [];
  #waiting: FoundText[] = [];
  #characters = 0;

  /** Items of components; a License Only item has files all over the tree, and each of them is its own. */
  readonly #components: ReadonlySet<number>;

  constructor(app: App, components: ReadonlySet<number>) {
    this.#app = app;
    this.#components = components;
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
    const isOwn = own === undefined ? undefined : isOwnPlace(path, own);
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
    if (kind === 'license' && this.#components.has(itemId)) {
      const home = homeOf(path);
      this.#homes.set(home, (this.#homes.get(home) ?? new Set()).add(itemId));
    }
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

  /** The components with a license file in the folder of this file: a list may name a folder of which the database does not know that it is theirs. */
  neighboursOf(path: string): number[] {
    return [...(this.#homes.get(homeOf(path)) ?? [])];
  }

  async finish(): Promise<ItemText[]> {
    await this.#addShared();
    await this.#flush();
    return [...this.#rows].flatMap(([itemId, unordered]) => {
      const rows = this.#components.has(itemId) ? withOwnPlaces(unordered) : unordered;
      const placed = rows.map((row) => ({ ...row, isOwnPlace: row.isOwnPlace !== false }));
      const texts = withoutRepeats(placed.toSorted((a, b) => comparePaths(a.path, b.path)));
      const roles = rolesOf(texts);
      return texts.map(({ row }, place) => ({ itemId, place, role: roles[place] ?? 'bundled', ...row }));
    });
  }
}

/** Files near the root first: LICENSE before lib/LICENSE. */
function comparePaths(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Without known folders, a license file is that of a part if another one lies in a folder around it. */
function withOwnPlaces(rows: readonly PlacedRow[]): PlacedRow[] {
  const homes = new Set(rows.flatMap(({ kind, path }) => (kind === 'license' ? [homeOf(path)] : [])));
  const isOutermost = (path: string) => {
    for (let folder = homeOf(path); folder !== ''; ) {
      folder = parentOf(folder);
      if (homes.has(folder)) return false;
    }
    return true;
  };
  return rows.map((row) =>
    row.isOwnPlace !== undefined || commonLicenseName(row.path) !== undefined
      ? row
      : { ...row, isOwnPlace: isOutermost(row.path) },
  );
}

/** The folder of the package that has a license file here. */
function homeOf(path: string): string {
  const folder = parentOf(path);
  return LICENSE_FOLDER.test(baseOf(folder)) ? parentOf(folder) : folder;
}

const LICENSE_FOLDER = /^(?:meta-inf|licen[cs]es?|legal)$/i;

/** In a folder of the item, or where packages keep their license below it: META-INF, LICENSES, licenses of a wheel. */
function isOwnPlace(path: string, own: ReadonlySet<string>): boolean {
  const folder = parentOf(path);
  return own.has(folder) || (LICENSE_FOLDER.test(baseOf(folder)) && own.has(parentOf(folder)));
}
