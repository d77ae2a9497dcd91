// Ids of documents that are computed from words, so that the same words give the same id.
import { createHash } from 'node:crypto';
import { itemAt } from '../items.ts';

/** A UUID of version 8 (RFC 9562). */
export function uuidOf(words: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  const variant = ((Number.parseInt(itemAt(digest, 16), 16) & 3) | 8).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
