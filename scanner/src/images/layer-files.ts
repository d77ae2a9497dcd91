// Layers of a registry as files of a folder: fetched a few at a time, ahead of the reader, each with its digest checked on the way. Names are generated.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ArchiveSource, sourceOfFile } from '../archives/index.ts';
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
  readonly #files = new Map<string, Promise<string>>();
  #fetchedBytes = 0;

  constructor(client: RegistryClient, folder: string) {
    this.#client = client;
    this.#folder = folder;
  }

  /** Of all layers so far. */
  get fetchedBytes(): number {
    return this.#fetchedBytes;
  }

  /** @param next what the reader will ask for afterwards, in order */
  async open(layer: RemoteLayer, next: readonly RemoteLayer[]): Promise<ArchiveSource> {
    const file = this.#file(layer);
    for (const one of next.slice(0, AT_ONCE - 1)) this.#file(one);
    const source = await sourceOfFile(await file, 'layer.tar');
    return {
      ...source,
      close: async () => {
        await source.close();
        await this.#forget(layer.digest);
      },
    };
  }

  /** Removes all files. Whoever opens a layer afterwards fetches it again. */
  async close(): Promise<void> {
    await Promise.all([...this.#files.keys()].map((digest) => this.#forget(digest)));
  }

  async #forget(digest: string): Promise<void> {
    const file = this.#files.get(digest);
    this.#files.delete(digest);
    // One that failed has removed its file.
    const path = await file?.catch(() => undefined);
    if (path !== undefined) await rm(path, { force: true });
  }

  #file(layer: RemoteLayer): Promise<string> {
    const begun = this.#files.get(layer.digest);
    if (begun !== undefined) return begun;
    const file = this.#fetch(layer);
    // Whoever opens the layer gets the error.
    file.catch(() => undefined);
    this.#files.set(layer.digest, file);
    return file;
  }

  async #fetch({ digest, sizeBytes }: RemoteLayer): Promise<string> {
    const path = join(this.#folder, `layer-${randomUUID()}`);
    try {
      await pipeline(this.#counted(digest, sizeBytes), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async *#counted(digest: string, sizeBytes: number): AsyncGenerator<Buffer, void> {
    for await (const piece of this.#client.blob(digest, sizeBytes)) {
      this.#fetchedBytes += piece.length;
      yield piece;
    }
  }
}
