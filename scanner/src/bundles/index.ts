// One signed file of many JSON lines, which carries data of one installation to another across an air gap.
//
//   line 1   the header, JSON: the format, who made it, the digest of the body
//   line 2   an Ed25519 signature of line 1, base64
//   the rest the body: gzip of one JSON text a line
//
// The body is compared with the header's digest before any part of it is used.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { present } from '../items.ts';

const LONGEST_HEADER = 1024 * 1024;
const LONGEST_LINE = 256 * 1024 * 1024;

/** The members of every header. */
export interface SignedHeader {
  format: string;
  version: 1;
  /** The installation that made the bundle. */
  installation: string;
  createdAt: string;
  items: number;
  sha256: string;
  bodyBytes: number;
  /** Base64 of the raw key. */
  publicKey: string;
}

/** A kind of bundle. */
export interface BundleFormat<Header extends SignedHeader> {
  name: string;
  /** For sentences: "advisories". */
  what: string;
  /** Whether the members that only this kind has are as they must be. */
  isSound(header: Header): boolean;
}

export interface OpenedBundle<Header, Item> {
  header: Header;
  /** The lines of the body. Can be read as often as needed. */
  items(): AsyncGenerator<Item>;
}

export function newBundleKey(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: rawOf(publicKey),
  };
}

export function publicKeyOf(privateKey: string): string {
  return rawOf(createPublicKey(createPrivateKey(privateKey)));
}

function rawOf(key: KeyObject): string {
  return Buffer.from(present(key.export({ format: 'jwk' }).x, 'number of the key'), 'base64url').toString('base64');
}

/** Writes the complete file or none. */
export async function writeSignedBundle<Header extends SignedHeader>(
  file: string,
  format: BundleFormat<Header>,
  about: Omit<Header, 'format' | 'version' | 'items' | 'sha256' | 'bodyBytes' | 'publicKey'>,
  items: AsyncIterable<unknown>,
  privateKey: string,
): Promise<Header> {
  const body = `${file}.body`;
  const digest = createHash('sha256');
  let [count, bodyBytes] = [0, 0];
  async function* lines() {
    for await (const item of items) {
      count++;
      yield `${JSON.stringify(item)}\n`;
    }
  }
  async function* hashed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      digest.update(chunk);
      bodyBytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(Readable.from(lines()), createGzip({ level: 6 }), hashed, createWriteStream(body, { mode: 0o600 }));
    const header = {
      format: format.name,
      version: 1,
      ...about,
      items: count,
      sha256: digest.digest('hex'),
      bodyBytes,
      publicKey: publicKeyOf(privateKey),
    } as unknown as Header;
    const text = JSON.stringify(header);
    const signature = sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString('base64');
    const out = createWriteStream(file, { mode: 0o644 });
    out.write(`${text}\n${signature}\n`);
    await pipeline(createReadStream(body), out);
    return header;
  } finally {
    await rm(body, { force: true });
  }
}

export async function isSignedBundle(file: string, { name }: Pick<BundleFormat<never>, 'name'>): Promise<boolean> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(64);
    const { bytesRead } = await handle.read(head, 0, 64, 0);
    return head.subarray(0, bytesRead).toString('latin1').startsWith(`{"format":"${name}"`);
  } finally {
    await handle.close();
  }
}

/**
 * Checks signature and digest, and returns the header, or a sentence if the file differs from what was signed. Without trusted keys any signer is
 * accepted: then only damage is found, and the caller says so.
 */
export async function openSignedBundle<Header extends SignedHeader, Item>(
  file: string,
  format: BundleFormat<Header>,
  trusted?: readonly string[],
): Promise<OpenedBundle<Header, Item> | { problem: string }> {
  const read = await readHead(file, format);
  if ('problem' in read) return read;
  const { header, text, signature, bodyAt } = read;
  if (trusted && !trusted.includes(header.publicKey))
    return {
      problem: `The bundle is signed by the key ${header.publicKey}, which is not trusted here. Add it if it is the right one.`,
    };
  if (!isSignedBy(header.publicKey, text, signature))
    return { problem: 'The signature of the bundle does not fit its header: it was changed after it was signed.' };
  const { sha256, sizeBytes } = await digestFrom(file, bodyAt);
  if (sizeBytes !== header.bodyBytes || sha256 !== header.sha256)
    return { problem: 'The body of the bundle does not match the signed digest: it was cut off or changed.' };
  return { header, items: () => itemsFrom<Item>(file, bodyAt) };
}

function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

async function readHead<Header extends SignedHeader>(
  file: string,
  format: BundleFormat<Header>,
): Promise<{ header: Header; text: string; signature: string; bodyAt: number } | { problem: string }> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(LONGEST_HEADER);
    const { bytesRead } = await handle.read(head, 0, LONGEST_HEADER, 0);
    const first = head.subarray(0, bytesRead).indexOf('\n');
    const second = first === -1 ? -1 : head.indexOf('\n', first + 1);
    if (second === -1)
      return { problem: `The file is not a bundle of ${format.what}: it has no header and signature.` };
    const text = head.subarray(0, first).toString('utf8');
    const header = headerOf(text, format);
    if (header === undefined)
      return { problem: 'The header of the bundle cannot be read; a newer version of Assay may have made it.' };
    return {
      header,
      text,
      signature: head
        .subarray(first + 1, second)
        .toString('latin1')
        .trim(),
      bodyAt: second + 1,
    };
  } finally {
    await handle.close();
  }
}

function headerOf<Header extends SignedHeader>(text: string, format: BundleFormat<Header>): Header | undefined {
  try {
    const header = JSON.parse(text) as Header;
    const isSound =
      header.format === format.name &&
      header.version === 1 &&
      typeof header.publicKey === 'string' &&
      typeof header.installation === 'string' &&
      format.isSound(header);
    return isSound ? header : undefined;
  } catch {
    return undefined;
  }
}

async function digestFrom(file: string, start: number): Promise<{ sha256: string; sizeBytes: number }> {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(file, { start })) {
    digest.update(chunk as Buffer);
    sizeBytes += (chunk as Buffer).length;
  }
  return { sha256: digest.digest('hex'), sizeBytes };
}

async function* itemsFrom<Item>(file: string, start: number): AsyncGenerator<Item> {
  const source = createReadStream(file, { start });
  const body = source.pipe(createGunzip());
  source.once('error', (error) => body.destroy(error));
  try {
    for await (const line of createInterface({ input: body, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.length > LONGEST_LINE) throw new Error('A line of the bundle is too long.');
      if (line !== '') yield JSON.parse(line) as Item;
    }
  } finally {
    source.destroy();
    body.destroy();
  }
}
