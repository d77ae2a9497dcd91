// Finds the contents of an upload that the store already has, so that they are not stored again. If the stored bytes are damaged, they are written
// again, and the row then names the new place. Each upload has one of these, from its first question until its rows are written: meanwhile the
// collection of contents strikes nothing on which it relies.
import type { App } from '../app.ts';
import { type BlobRow, findLocations, insertBlobs, moveBlobs } from '../db/files/blobs.ts';
import { beginUse, endUse, narrowUse, seeUse, unmark } from '../db/files/collection.ts';
import type { Db } from '../db/postgres/connection.ts';
import { type BlobLocation, parseLocation, type SoundBlocks, type StoredBlob } from '../store/index.ts';

/** How often an upload at work shows that it lives. */
const SEEN_EVERY_MS = 60_000;
/** The time in which a kept content must be named by a row. */
const KEPT_SECONDS = 600;

export class KnownContents {
  readonly #app: Pick<App, 'db' | 'store' | 'log'>;
  readonly #sound: SoundBlocks = new Set();
  readonly #broken = new Map<string, BlobLocation>();

  #use: Promise<string> | undefined;
  #seeing: NodeJS.Timeout | undefined;

  constructor(app: Pick<App, 'db' | 'store' | 'log'>) {
    this.#app = app;
  }

  /** Those digests (hex) that are stored with intact bytes. It reads the stored bytes without decompressing them. */
  async sound(digests: string[]): Promise<Set<string>> {
    this.#use ??= this.#begin();
    await this.#use;
    // In this order: a content that is struck at this moment is gone after the wait, and its bytes are stored again.
    await unmark(
      this.#app.db,
      digests.map((digest) => Buffer.from(digest, 'hex')),
    );
    const locations = (await findLocations(this.#app.db, digests)).map(parseLocation);
    const broken = await this.#app.store.findBroken(locations, this.#sound);
    const known = new Set<string>();
    for (const location of locations) {
      const fault = broken.get(location.sha256);
      if (!fault) known.add(location.sha256);
      else this.#broken.set(location.sha256, location);
      if (fault) this.#app.log.warn({ err: fault }, 'stored bytes are damaged; this upload brings them again');
    }
    return known;
  }

  /** The end of the upload. A kept content stays for some minutes, until a row names it. */
  async end(kept?: Buffer): Promise<void> {
    clearInterval(this.#seeing);
    try {
      const id = await this.#use;
      if (id === undefined) return;
      if (kept) await narrowUse(this.#app.db, id, kept, KEPT_SECONDS);
      else await endUse(this.#app.db, id);
    } catch (err) {
      // It ends by itself when it has not been seen for some time.
      this.#app.log.warn({ err }, 'the end of an upload could not be noted; deleted contents are collected later');
    }
  }

  async #begin(): Promise<string> {
    const id = await beginUse(this.#app.db);
    const see = () =>
      seeUse(this.#app.db, id).catch((err) => this.#app.log.warn({ err }, 'an upload could not show that it lives'));
    this.#seeing = setInterval(() => void see(), SEEN_EVERY_MS).unref();
    return id;
  }

  /** Writes the rows of new contents and of those written again. Their bytes are on disk. */
  async save(db: Db, blobs: readonly StoredBlob[]): Promise<void> {
    const rows = blobs.map(blobRow);
    await insertBlobs(db, rows);
    await moveBlobs(
      db,
      rows.flatMap((row) => {
        const brokenLocation = this.#broken.get(row.sha256.toString('hex'));
        return brokenLocation ? [{ ...row, brokenLocation }] : [];
      }),
    );
  }
}

export function blobRow({ md5, sha1, ...location }: StoredBlob): BlobRow {
  const { sha256, sizeBytes, segment, blockOffset } = location;
  return {
    sha256: Buffer.from(sha256, 'hex'),
    md5: Buffer.from(md5, 'hex'),
    sha1: Buffer.from(sha1, 'hex'),
    sizeBytes,
    segment,
    blockOffset,
    location: location as unknown as Record<string, unknown>,
  };
}
