// Counts what the files of a repository unfold to, against what was fetched of it: a delta of a few bytes may stand for a content of megabytes, and a tree
// may name it a thousand times. The limit is that of archives.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_ARCHIVE_LIMITS } from '@assay/scanner/archives';
import { ScmError } from '../member.ts';
import type { Mirror } from './mirror.ts';

const { expansionRatio, ratioFloorBytes } = DEFAULT_ARCHIVE_LIMITS;

export class Unfolded {
  readonly #shown: string;
  readonly #fetchedBytes: number;
  #bytes = 0;

  private constructor(shown: string, fetchedBytes: number) {
    this.#shown = shown;
    this.#fetchedBytes = fetchedBytes;
  }

  /** @param shown the folder, for people */
  static async of({ folder }: Mirror, shown: string): Promise<Unfolded> {
    const packs = join(folder, 'objects', 'pack');
    let fetchedBytes = 0;
    for (const name of await readdir(packs).catch(() => []))
      if (name.endsWith('.pack')) fetchedBytes += (await stat(join(packs, name))).size;
    return new Unfolded(shown, fetchedBytes);
  }

  /** Call it before a content is read. */
  count(sizeBytes: number): void {
    this.#bytes += sizeBytes;
    if (this.#bytes <= ratioFloorBytes || this.#bytes <= expansionRatio * this.#fetchedBytes) return;
    throw new ScmError(
      'tooLarge',
      `${this.#fetchedBytes} bytes of ${this.#shown} that were fetched unfold to more than ${this.#bytes - 1} bytes, over ${expansionRatio} : 1 (limit: expansion ratio).`,
    );
  }
}
