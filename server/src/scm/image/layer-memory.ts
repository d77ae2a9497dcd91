// Layers that were read before are not fetched again. They are remembered for their registry, and used only after the registry has said for the sign-in of
// this instance that it may read the layer in its repository: a digest that somebody knows opens nothing.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { LayerEntry } from '@assay/scanner/archives';
import type { LayerMemory, RegistryClient } from '@assay/scanner/images';
import type { Db } from '../../db/postgres/connection.ts';
import { findLayerEntries, knownLayerKeys, saveLayerEntries } from '../../db/scm/images.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export function layerMemory(db: Db, client: RegistryClient): LayerMemory {
  const keyOf = (digest: string) => createHash('sha256').update(`${client.host}\n${digest}`).digest();
  return {
    async known(layers) {
      const stored = await knownLayerKeys(db, layers.map(({ digest }) => keyOf(digest))); // biome-ignore format: one claim
      const known = new Set<string>();
      for (const { digest } of layers)
        if (stored.has(keyOf(digest).toString('hex')) && (await client.hasBlob(digest))) known.add(digest);
      return known;
    },
    async entriesOf(digest) {
      const packed = await findLayerEntries(db, keyOf(digest));
      return packed === undefined ? undefined : entriesIn(await decompress(packed));
    },
    async learn({ digest }, entries) {
      await saveLayerEntries(db, keyOf(digest), await compress(textOf(entries)));
    },
  };
}

const KINDS = { f: 'file', l: 'link', d: 'folder' } as const;
const LETTERS = { file: 'f', link: 'l', folder: 'd' } as const;

/** A line for each entry: kind, size, digest, and the path as JSON, since paths may have line breaks. */
function textOf(entries: readonly LayerEntry[]): string {
  return entries
    .map(({ kind, path, sizeBytes, sha256 }) => `${LETTERS[kind]} ${sizeBytes} ${sha256} ${JSON.stringify(path)}\n`)
    .join('');
}

function entriesIn(bytes: Buffer): LayerEntry[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [letter = '', size = '', sha256 = ''] = line.split(' ', 3);
      const path: string = JSON.parse(line.slice(letter.length + size.length + sha256.length + 3));
      return { kind: KINDS[letter as keyof typeof KINDS], path, sizeBytes: Number(size), sha256 };
    });
}
