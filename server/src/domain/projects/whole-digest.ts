// The digests that a sender states of a whole archive: the header Repr-Digest or Content-Digest (RFC 9530), or the older Digest (RFC 3230).
import { type Refusal, refuse } from '../refusal.ts';

/** By the names of both documents, with the lengths of their digests. */
const ALGORITHMS = { 'sha-256': 32, 'sha-512': 64 } as const;
type Algorithm = keyof typeof ALGORITHMS;
const NAMES = Object.keys(ALGORITHMS) as Algorithm[];

/** What the server compares, for clients that ask before they send (RFC 9530). */
export const WANTED_DIGESTS = NAMES.map((name) => `${name}=10`).join(', ');

export interface StatedDigest {
  algorithm: Algorithm;
  /** In base64. */
  digest: string;
}

/** How each header writes a digest. */
const FORMS = {
  'repr-digest': /^([a-z0-9*._-]+)=:([A-Za-z0-9+/]*={0,2}):$/,
  'content-digest': /^([a-z0-9*._-]+)=:([A-Za-z0-9+/]*={0,2}):$/,
  digest: /^([A-Za-z0-9-]+)=([A-Za-z0-9+/]*={0,2})$/,
} as const;
export type DigestHeader = keyof typeof FORMS;

/**
 * What the headers state, each algorithm once. Others than these are passed over if one of these stands beside them, as RFC 9530 says; alone they are
 * refused, because the sender would think that the archive was compared.
 */
export function statedDigests(
  headers: Record<string, string | string[] | undefined>,
  names: readonly DigestHeader[],
): StatedDigest[] | Refusal {
  const stated: StatedDigest[] = [];
  for (const name of names) {
    const value = headers[name];
    if (value === undefined) continue;
    const ofHeader = readHeader(name, Array.isArray(value) ? value.join(',') : value);
    if (!Array.isArray(ofHeader)) return ofHeader;
    stated.push(...ofHeader);
  }
  return stated;
}

function readHeader(name: DigestHeader, text: string): StatedDigest[] | Refusal {
  const stated: StatedDigest[] = [];
  for (const part of text.split(',')) {
    const [, word = '', digest = ''] = FORMS[name].exec(part.trim()) ?? [];
    if (word === '') return refuse('invalid', `The header ${shown(name)} must be like ${example(name)}.`);
    const algorithm = NAMES.find((known) => known === word.toLowerCase());
    if (algorithm === undefined) continue;
    if (Buffer.from(digest, 'base64').length !== ALGORITHMS[algorithm])
      return refuse('invalid', `The ${algorithm} of the header ${shown(name)} must be ${ALGORITHMS[algorithm]} bytes in base64, like ${example(name)}.`); // biome-ignore format: one claim
    stated.push({ algorithm, digest });
  }
  if (stated.length > 0) return stated;
  return refuse(
    'invalid',
    `The header ${shown(name)} has no algorithm that is compared here: use ${NAMES.join(' or ')}.`,
  );
}

const shown = (name: DigestHeader) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

const example = (name: DigestHeader) => (name === 'digest' ? 'sha-256=BASE64' : 'sha-256=:BASE64:');
