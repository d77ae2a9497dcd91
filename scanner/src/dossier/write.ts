// Writes a dossier: manifest, signature, then the files in order.
import type { KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  byPath,
  type DossierFile,
  type DossierManifest,
  isSafePath,
  MANIFEST_FORMAT,
  MANIFEST_PATH,
  manifestBytes,
  SIGNATURE_PATH,
  signatureBytes,
} from './manifest.ts';
import { archiveBytes, type DossierEntry, directoryOf, localHeader } from './zip-bytes.ts';

export interface DossierPart extends DossierFile {
  crc32: number;
  content(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface Dossier {
  sizeBytes: number;
  content: AsyncGenerator<Uint8Array>;
}

type About = Omit<DossierManifest, 'format' | 'files' | 'isSigned'>;

/** The same values give the same bytes. @param head the manifest, and its signature if it has one: `dossierHead` */
export function writeDossier(head: readonly DossierPart[], parts: readonly DossierPart[], at: Date): Dossier {
  const all = [...head, ...parts.toSorted(byPath)];
  const wrong = all.find(({ path }) => !isSafePath(path));
  if (wrong !== undefined) throw new Error(`A dossier cannot have the path "${wrong.path}".`);
  return { sizeBytes: archiveBytes(all, at), content: bytesOf(all, at) };
}

/** The manifest of these files, and its signature if there is a key. */
export function dossierHead(
  about: About,
  files: readonly DossierFile[],
  key?: KeyObject,
): { path: string; bytes: Buffer }[] {
  const listed = files.toSorted(byPath).map(({ path, sizeBytes, sha256 }) => ({ path, sizeBytes, sha256 }));
  const manifest = manifestBytes({ format: MANIFEST_FORMAT, ...about, isSigned: key !== undefined, files: listed });
  const head = [{ path: MANIFEST_PATH, bytes: manifest }];
  return key === undefined ? head : [...head, { path: SIGNATURE_PATH, bytes: signatureBytes(manifest, key) }];
}

async function* bytesOf(parts: readonly DossierPart[], at: Date): AsyncGenerator<Uint8Array> {
  const entries: DossierEntry[] = [];
  for (const part of parts) {
    entries.push(part);
    yield localHeader(part, at);
    let checksum = 0;
    let sizeBytes = 0;
    for await (const piece of part.content()) {
      checksum = crc32(piece, checksum);
      sizeBytes += piece.length;
      yield piece;
    }
    if (checksum !== part.crc32 || sizeBytes !== part.sizeBytes)
      throw new Error(`The file "${part.path}" has other bytes than when the release was made.`);
  }
  yield* directoryOf(entries, at);
}
