// What a resumable upload says in its headers (tus 1.0.0, https://tus.io/protocols/resumable-upload), and its limits. Writes nothing.
import { type Refusal, refuse } from '../refusal.ts';

export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS =
  'creation,creation-with-upload,creation-defer-length,expiration,termination,checksum,concatenation';
/** Checksums by the names of the protocol, with the lengths of their digests. */
const DIGEST_BYTES = { sha1: 20, sha256: 32 } as const;
export const CHECKSUM_ALGORITHMS = Object.keys(DIGEST_BYTES) as (keyof typeof DIGEST_BYTES)[];
/** The only type of bodies with bytes of an upload. */
export const TUS_BYTES = 'application/offset+octet-stream';

export const RESUMABLE_LIMITS = {
  /** Unfinished uploads of one user; each may fill a part of the disk. */
  unfinishedOfUser: 20,
  /** After the last byte that arrived. */
  lifetimeMs: 24 * 60 * 60_000,
  metadataCharacters: 4096,
} as const;

/** A whole number of bytes, or undefined. */
export function byteCount(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d{1,16}$/.test(header.trim())) return undefined;
  const count = Number(header);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** `filename ZmlsZS56aXA=,empty`: keys, each with its value in base64, or with none. */
export function readMetadata(header: string): Map<string, string> | Refusal {
  const values = new Map<string, string>();
  if (header.length > RESUMABLE_LIMITS.metadataCharacters)
    return refuse(
      'invalid',
      `The header Upload-Metadata has more than ${RESUMABLE_LIMITS.metadataCharacters} characters.`,
    );
  if (header.trim() === '') return values;
  for (const pair of header.split(',')) {
    const [key, value = '', ...more] = pair.trim().split(' ');
    if (!key || more.length > 0 || !isBase64(value))
      return refuse('invalid', 'The header Upload-Metadata must be keys with values in base64, separated by commas.');
    if (values.has(key)) return refuse('invalid', `The header Upload-Metadata has the key "${key}" twice.`);
    values.set(key, Buffer.from(value, 'base64').toString('utf8').replaceAll('\0', ''));
  }
  return values;
}

const isBase64 = (text: string) => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;

export interface Checksum {
  algorithm: keyof typeof DIGEST_BYTES;
  digest: Buffer;
}

/** `sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=`. */
export function readChecksum(header: string): Checksum | Refusal {
  const [name = '', value = '', ...more] = header.trim().split(' ');
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name.toLowerCase());
  if (algorithm === undefined)
    return refuse(
      'invalid',
      `The checksum algorithm "${name.slice(0, 20)}" is unknown: use ${CHECKSUM_ALGORITHMS.join(' or ')}.`,
    );
  const digest = Buffer.from(value, 'base64');
  if (more.length > 0 || !isBase64(value) || digest.length !== DIGEST_BYTES[algorithm])
    return refuse('invalid', `The header Upload-Checksum must be "${algorithm}", a blank, and the digest in base64.`);
  return { algorithm, digest };
}

/** What an upload is to others: one by itself, a part, or the whole of the uploads with these addresses. */
export type Concatenation = { is: 'whole' } | { is: 'part' } | { is: 'final'; addresses: string[] };

/** `partial`, or `final;/a/uploads/1 /a/uploads/2`. */
export function readConcat(header: string | undefined): Concatenation | Refusal {
  if (header === undefined) return { is: 'whole' };
  const text = header.trim();
  if (text === 'partial') return { is: 'part' };
  const addresses = text.startsWith('final;') ? text.slice('final;'.length).split(/\s+/).filter(Boolean) : [];
  if (addresses.length > 0) return { is: 'final', addresses };
  return refuse(
    'invalid',
    'The header Upload-Concat must be "partial", or "final;" and the addresses of the parts, separated by blanks.',
  );
}
