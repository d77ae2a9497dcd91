// Verifies a dossier without a server: every byte of the archive is read once and compared with what the manifest and the format ask for. Nothing is
// unpacked, so that no name in the archive becomes a name on disk.
import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type DossierManifest, isSafePath, MANIFEST_PATH, SIGNATURE_PATH } from './manifest.ts';
import { type Fault, readManifest, readSignature } from './read-manifest.ts';
import {
  type DossierEntry,
  directoryOf,
  LOCAL_HEADER_BYTES,
  localHeader,
  readLargeSize,
  readLocalHeader,
} from './zip-bytes.ts';

export interface VerifiedDossier {
  /** Undefined if it cannot be read. */
  manifest: DossierManifest | undefined;
  /** How many files of the manifest have the stated bytes. */
  soundFiles: number;
  /** What is wrong, one sentence each; nothing if the dossier is whole. At most so many as `MOST_FAULTS`. */
  faults: Fault[];
  /** All, also those without a sentence. */
  faultCount: number;
  /** `unchecked`: signed, but no key was given. */
  signature: 'none' | 'unchecked' | 'holds' | 'broken';
  keyIds: string[];
}

export const MOST_FAULTS = 100;
/** Manifest and signature are read whole: about a million files. */
const MOST_READ_BYTES = 512 * 1024 * 1024;

/** Throws only if the file cannot be read. */
export async function verifyDossier(path: string, key?: KeyObject): Promise<VerifiedDossier> {
  const input = new Input(createReadStream(path, { highWaterMark: 1 << 20 }));
  try {
    return await new Verification(input, key).run();
  } finally {
    input.close();
  }
}

/** The archive is not built as Assay does it: nothing behind this place can be told. */
class Broken extends Error {}

class Verification {
  readonly #input: Input;
  readonly #key: KeyObject | undefined;
  readonly #faults: Fault[] = [];
  #faultCount = 0;
  readonly #entries: DossierEntry[] = [];
  #signature: VerifiedDossier['signature'] = 'none';
  #keyIds: string[] = [];
  #soundFiles = 0;

  constructor(input: Input, key: KeyObject | undefined) {
    this.#input = input;
    this.#key = key;
  }

  async run(): Promise<VerifiedDossier> {
    let manifest: DossierManifest | undefined;
    try {
      const first = await this.#manifest();
      manifest = first.manifest;
      await this.#files(first.manifest, first.bytes);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.#fault(error.message);
    }
    return {
      manifest,
      ...{ soundFiles: this.#soundFiles, faults: this.#faults, faultCount: this.#faultCount },
      ...{ signature: this.#signature, keyIds: this.#keyIds },
    };
  }

  #fault(sentence: Fault): void {
    this.#faultCount++;
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(sentence);
  }

  async #manifest(): Promise<{ manifest: DossierManifest; bytes: Buffer }> {
    const head = await this.#head();
    if (head === undefined || head.entry.path !== MANIFEST_PATH)
      throw new Broken(`This is no dossier: its first file is not ${MANIFEST_PATH}.`);
    const bytes = await this.#whole(head.entry);
    const manifest = readManifest(bytes);
    if (typeof manifest === 'string') throw new Broken(manifest);
    if (crc32(bytes) !== head.entry.crc32) throw new Broken('The manifest is not as its checksum says.');
    this.#requireHead(head, new Date(manifest.frozenAt));
    return { manifest, bytes };
  }

  async #files(manifest: DossierManifest, signed: Buffer): Promise<void> {
    const at = new Date(manifest.frozenAt);
    const missing = new Map(manifest.files.map((file) => [file.path, file]));
    let last = '';
    for (let head = await this.#head(); head !== undefined; head = await this.#head()) {
      this.#requireHead(head, at);
      const { entry } = head;
      if (entry.path === SIGNATURE_PATH && this.#entries.length === 2) {
        await this.#checkSignature(entry, signed);
        continue;
      }
      const stated = missing.get(entry.path);
      const { sha256, isSound } = await this.#digest(entry);
      if (stated === undefined) this.#fault(`The file "${entry.path}" is not in the manifest.`);
      else if (entry.path <= last) this.#fault(`The file "${entry.path}" is out of order.`);
      else if (!isSound || sha256 !== stated.sha256 || entry.sizeBytes !== stated.sizeBytes)
        this.#fault(`The file "${entry.path}" has other bytes than the manifest says.`);
      else this.#soundFiles++;
      missing.delete(entry.path);
      last = entry.path;
    }
    for (const path of missing.keys()) this.#fault(`The file "${path}" is missing.`);
    if (this.#signature === 'none' && manifest.isSigned) this.#fault('The signature of the dossier is missing.');
    else if (this.#signature === 'none' && this.#key !== undefined) this.#fault('The dossier is not signed.');
    await this.#end(at);
  }

  async #checkSignature(entry: DossierEntry, signed: Buffer): Promise<void> {
    const bytes = await this.#whole(entry);
    const { keyIds, faults } = readSignature(bytes, signed, this.#key);
    if (crc32(bytes) !== entry.crc32) faults.push(`${SIGNATURE_PATH} is not as its checksum says.`);
    for (const sentence of faults) this.#fault(sentence);
    this.#keyIds = keyIds;
    this.#signature = faults.length > 0 ? 'broken' : this.#key === undefined ? 'unchecked' : 'holds';
  }

  /** The head of the next file; undefined at the directory. */
  async #head(): Promise<{ entry: DossierEntry; bytes: Buffer } | undefined> {
    const fixed = await this.#input.peek(LOCAL_HEADER_BYTES);
    const read = readLocalHeader(fixed);
    if (read === undefined) return undefined;
    const bytes = await this.#input.take(LOCAL_HEADER_BYTES + read.nameBytes + read.extraBytes);
    const path = bytes.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + read.nameBytes).toString();
    if (!isSafePath(path)) throw new Broken('The archive has a file whose path is not allowed.');
    const large = readLargeSize(bytes.subarray(LOCAL_HEADER_BYTES + read.nameBytes));
    const entry = { path, crc32: read.entry.crc32, sizeBytes: large ?? read.entry.sizeBytes };
    this.#entries.push(entry);
    return { entry, bytes };
  }

  #requireHead({ entry, bytes }: { entry: DossierEntry; bytes: Buffer }, at: Date): void {
    if (!localHeader(entry, at).equals(bytes))
      throw new Broken(`The archive is not as Assay writes it, at the head of the file "${entry.path}".`);
  }

  async #whole(entry: DossierEntry): Promise<Buffer> {
    if (entry.sizeBytes > MOST_READ_BYTES) throw new Broken(`The file "${entry.path}" is too large to be read.`);
    const bytes = await this.#input.take(entry.sizeBytes);
    if (bytes.length < entry.sizeBytes) throw cutOff(entry);
    return bytes;
  }

  async #digest(entry: DossierEntry): Promise<{ sha256: string; isSound: boolean }> {
    const digest = createHash('sha256');
    let checksum = 0;
    let rest = entry.sizeBytes;
    while (rest > 0) {
      const piece = await this.#input.some(rest);
      if (piece.length === 0) throw cutOff(entry);
      digest.update(piece);
      checksum = crc32(piece, checksum);
      rest -= piece.length;
    }
    return { sha256: digest.digest('hex'), isSound: checksum === entry.crc32 };
  }

  async #end(at: Date): Promise<void> {
    for (const expected of directoryOf(this.#entries, at))
      if (!(await this.#input.take(expected.length)).equals(expected))
        throw new Broken('The directory at the end of the archive is not as Assay writes it.');
    if ((await this.#input.some(1)).length > 0) throw new Broken('There are bytes behind the end of the archive.');
  }
}

const cutOff = ({ path }: DossierEntry) => new Broken(`The archive is cut off in the file "${path}".`);

/** A stream that is read in pieces of any length. */
class Input {
  readonly #stream: AsyncIterable<Buffer> & { destroy(): unknown };
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer> & { destroy(): unknown }) {
    this.#stream = stream;
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  close(): void {
    this.#stream.destroy();
  }

  /** So many bytes, or all that are left, without moving on. */
  async peek(count: number): Promise<Buffer> {
    const pieces = [this.#held];
    let length = this.#held.length;
    while (length < count) {
      const next = await this.#pieces.next();
      if (next.done) break;
      pieces.push(next.value);
      length += next.value.length;
    }
    if (pieces.length > 1) this.#held = Buffer.concat(pieces);
    return this.#held.subarray(0, count);
  }

  /** So many bytes; fewer at the end. */
  async take(count: number): Promise<Buffer> {
    const bytes = await this.peek(count);
    this.#held = this.#held.subarray(bytes.length);
    return bytes;
  }

  /** At least one byte and at most so many; none at the end. */
  async some(most: number): Promise<Buffer> {
    if (this.#held.length === 0) await this.peek(1);
    return this.take(Math.min(most, this.#held.length));
  }
}
