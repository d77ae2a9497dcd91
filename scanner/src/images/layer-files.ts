// Layers of a registry as files of a folder: fetched a few at a time, ahead of the reader, each with its digest checked on the way. A disk without space
// is no fault of the image: it is thrown as what it is.
import { type ArchiveSource, spool } from '../archives/index.ts';
import type { RegistryClient } from './registry-client.ts';

export interface RemoteLayer {
  digest: string;
  sizeBytes: number;
}

/** Registries slow down callers that take more at once. */
const AT_ONCE = 3;

export class LayerFiles {
  readonly #client: RegistryClient;
  readonly #folder: string;
  /** Fetched ahead and not opened yet. */
  readonly #ahead = new Map<string, Promise<ArchiveSource>>();
  #fetchedBytes = 0;

  constructor(client: RegistryClient, folder: string) {
    this.#client = client;
    this.#folder = folder;
  }

  /** Of all layers so far. */
  get fetchedBytes(): number {
    return this.#fetchedBytes;
  }

  /**
   * The caller closes it, which removes its file. Whoever opens the layer again fetches it again.
   * @param next what the reader will ask for afterwards, in order
   */
  open(layer: RemoteLayer, next: readonly RemoteLayer[]): Promise<ArchiveSource> {
    const source = this.#begun(layer);
    this.#ahead.delete(layer.digest);
    for (const one of next.slice(0, AT_ONCE - 1)) this.#begun(one);
    return source;
  }

  /** Removes the files that nobody opened. */
  async close(): Promise<void> {
    const waiting = [...this.#ahead.values()];
    this.#ahead.clear();
    // One that failed has removed its file.
    await Promise.all(waiting.map(async (source) => (await source.catch(() => undefined))?.close()));
  }

  #begun(layer: RemoteLayer): Promise<ArchiveSource> {
    const begun = this.#ahead.get(layer.digest);
    if (begun !== undefined) return begun;
    const source = spool(this.#counted(layer), this.#folder, 'layer.tar');
    // Whoever opens the layer gets the error.
    source.catch(() => undefined);
    this.#ahead.set(layer.digest, source);
    return source;
  }

  async *#counted({ digest, sizeBytes }: RemoteLayer): AsyncGenerator<Buffer, void> {
    for await (const piece of this.#client.blob(digest, sizeBytes)) {
      this.#fetchedBytes += piece.length;
      yield piece;
    }
  }
}
