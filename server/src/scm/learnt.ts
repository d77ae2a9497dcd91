// Contents by the names that source control gives them, so that a content that is in the store is not read again.
import { archiveFormatOf, type RawItem, type ReadContext } from '@assay/scanner/archives';
import type { Db } from '../db/postgres/connection.ts';
import { insertScmContents, type KnownContent, type NewContent } from '../db/scm/states.ts';
import type { Digested } from './bodies.ts';

/** Contents are in the store some time after they were read, so the last ones wait. One measure for all repositories of a reading. */
const MOST_WAITING = 40_000;
const GROUP_ENTRIES = 1000;
const HEAD_BYTES = 512;

/** What one reading has learnt, of all its repositories. */
export class Learnt {
  readonly #db: Db;
  #waiting: { repository: Buffer; content: NewContent }[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(repository: Buffer, content: NewContent): void {
    this.#waiting.push({ repository, content });
  }

  /** A file that is no pointer to another one. */
  addFile(repository: Buffer, objectId: string, { sha256, sizeBytes, head }: Digested): void {
    const isArchive = archiveFormatOf('', head.subarray(0, HEAD_BYTES)) !== undefined;
    this.add(repository, { objectId, sha256, sizeBytes, lfsBytes: null, isArchive });
  }

  /** Notes the older ones when too many wait. */
  async settleOld(): Promise<void> {
    await this.#settle(MOST_WAITING);
  }

  /** Notes the rest, after everything is in the store. */
  async settle(): Promise<void> {
    await this.#settle(0);
  }

  async #settle(keep: number): Promise<void> {
    if (this.#waiting.length <= keep) return;
    const ready = this.#waiting.splice(0, this.#waiting.length - keep);
    const repositories = Map.groupBy(ready, ({ repository }) => repository.toString('hex'));
    for (const [key, found] of repositories)
      for (let from = 0; from < found.length; from += GROUP_ENTRIES)
        await insertScmContents(
          this.#db,
          Buffer.from(key, 'hex'),
          found.slice(from, from + GROUP_ENTRIES).map(({ content }) => content),
        );
  }
}

/** Whether the digest alone is enough: archives that are expanded are read. */
export function isUsable(content: KnownContent | undefined, name: string, expands: boolean): content is KnownContent {
  if (content === undefined) return false;
  return !expands || (!content.isArchive && archiveFormatOf(name, Buffer.from('?')) === undefined);
}

/** An entry that is named by its digest; `again` reads it if the store has lost it. */
export function storedEntry(
  context: ReadContext,
  name: string | Uint8Array,
  { sizeBytes, sha256 }: KnownContent,
  again: () => AsyncGenerator<Buffer, void>,
): RawItem {
  context.checkEntrySize(sizeBytes);
  context.charge(sizeBytes);
  const body = { [Symbol.asyncIterator]: again };
  return { type: 'entry', name, legacyEncoding: 'latin1', isBackslashFolder: false, sizeBytes, sha256: sha256.toString('hex'), body }; // biome-ignore format: one claim
}
