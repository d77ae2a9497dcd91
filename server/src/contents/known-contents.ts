// Finds the contents of an upload that the store already has, so that they are not stored again. If the stored bytes are damaged, they are written
// again, and the row then names the new place. Each upload has one of these.
import type { App } from '../app.ts';
import { type BlobRow, findLocations, insertBlobs, moveBlobs } from '../db/files/blobs.ts';
import type { Db } from '../db/postgres/connection.ts';
import { type BlobLocation, parseLocation, type SoundBlocks, type StoredBlob } from '../store/index.ts';

export class KnownContents {
  readonly #app: Pick<App, 'db' | 'store' | 'log'>;
  readonly #sound: SoundBlocks = new Set();
  readonly #broken = new Map<string, BlobLocation>();

  constructor(app: Pick<App, 'db' | 'store' | 'log'>) {
    this.#app = app;
  }

  /** Those digests (hex) that are stored with intact bytes. It reads the stored bytes without decompressing them. */
  async sound(digests: string[]): Promise<Set<string>> {
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

function blobRow({ md5, sha1, ...location }: StoredBlob): BlobRow {
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
