// Loads a license index: the built-in one, that of a file, or that of another thread. Apart from the engine, because whoever only hands the index on to
// threads needs nothing else.
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { damageOf, headFaultOf, INDEX_HEAD_BYTES, type LicenseIndex, openIndex } from './engine/index-format.ts';
import { indexPath, sourceFingerprint, storeIndex } from './rules/index-file.ts';

let builtIn: LicenseIndex | undefined;

/**
 * Loads a license index: the built-in one (built on first use if `npm install` did not build it), a file of the
 * importer, or the buffer of an index that another thread loaded. Throws with a sentence that names `source` if the
 * index is damaged or has another version.
 */
export function loadLicenseIndex(source?: string | SharedArrayBuffer): LicenseIndex {
  if (source instanceof SharedArrayBuffer) return opened(source, 'the buffer given');
  if (source !== undefined) return opened(readShared(source), source);
  builtIn ??= opened(readBuiltIn(), 'the built-in license index');
  return builtIn;
}

/** Throws if the buffer is no index of this version. */
export function opened(buffer: SharedArrayBuffer, name: string): LicenseIndex {
  const index = openIndex(buffer);
  if (!index) throw new LicenseIndexFault(`${name} is not a license index of this version; build it again`);
  return index;
}

function readBuiltIn(): SharedArrayBuffer {
  let path: string | undefined;
  try {
    path = ensureIndex();
    return readShared(path);
  } catch {
    // The installation is read-only and has no index, or the index is damaged.
    const built = builder().buildIndex();
    if (path !== undefined) tryToStore(built, path);
    return built;
  }
}

/** Builds and stores the built-in index if its file does not exist; returns the path. */
export function ensureIndex(): string {
  const source = sourceFingerprint();
  const path = indexPath(source);
  if (!existsSync(path)) storeIndex(builder().buildIndex(source), path);
  return path;
}

/** The compiler of the rules, which a start needs only without the file. */
const builder = () =>
  createRequire(import.meta.url)('./rules/build-index.ts') as typeof import('./rules/build-index.ts');

/** Without a stored index, each start builds a new one. */
function tryToStore(index: SharedArrayBuffer, path: string): void {
  try {
    storeIndex(index, path);
  } catch {}
}

/** The bytes are not an index of this version, or are damaged. The message names the source and says what to do. */
export class LicenseIndexFault extends Error {}

const failFor =
  (name: string) =>
  (fault: string | undefined): void => {
    if (fault) throw new LicenseIndexFault(`${name} ${fault}`);
  };

/**
 * Loads a license index of `size` bytes that arrive in pieces, with the same checks as for a file. `name` is its name
 * in the message of a LicenseIndexFault. Errors of the source of the pieces are passed on.
 */
export async function readLicenseIndex(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
  name: string,
): Promise<LicenseIndex> {
  const fail = failFor(name);
  let head: Uint8Array = new Uint8Array();
  let bytes: Uint8Array<SharedArrayBuffer> | undefined;
  let end = 0;
  for await (const piece of pieces) {
    if (bytes) bytes.set(piece, end);
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < INDEX_HEAD_BYTES) continue;
      fail(headFaultOf(head.subarray(0, INDEX_HEAD_BYTES), size));
      bytes = new Uint8Array(new SharedArrayBuffer(size));
      bytes.set(head);
      end = head.length - piece.length;
    }
    end += piece.length;
  }
  if (!bytes) {
    fail(headFaultOf(head, size));
    throw new Error(`${name} ended early.`);
  }
  fail(damageOf(bytes.buffer));
  return opened(bytes.buffer, name);
}

/** Reads and checks an index file. Checks the head first, so a file of another kind is never read into memory. */
function readShared(path: string): SharedArrayBuffer {
  const fail = failFor(path);
  // Check this before opening, because opening a pipe would never return.
  const found = statSync(path);
  if (found.isDirectory()) fail('is a folder; a license index was expected');
  if (!found.isFile()) fail('is not a file; a license index was expected');
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = new Uint8Array(INDEX_HEAD_BYTES);
    fail(headFaultOf(head.subarray(0, readSync(file, head, 0, head.length, 0)), size));
    const buffer = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(buffer);
    for (let at = 0; at < size; ) {
      const read = readSync(file, bytes, at, size - at, at);
      if (read === 0) fail('ended early: another program is writing it; try again');
      at += read;
    }
    fail(damageOf(buffer));
    return buffer;
  } finally {
    closeSync(file);
  }
}
