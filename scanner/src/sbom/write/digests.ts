// Digests of packages, from the checksums that lockfiles write.
import type { SbomDigest } from '../model.ts';

/** By the number of hexadecimal digits. MD5 and SHA-1 are told too, as they are what some lockfiles have. */
const BY_LENGTH = new Map<number, SbomDigest['algorithm']>([
  [32, 'MD5'],
  [40, 'SHA-1'],
  [64, 'SHA-256'],
  [96, 'SHA-384'],
  [128, 'SHA-512'],
]);
const NAMES = new Map<string, SbomDigest['algorithm']>([
  ['md5', 'MD5'],
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
]);

/**
 * The digests in a checksum of a lockfile: `sha512-<base64>`, `sha256:<hex>`, `sha1-<base64> sha512-<base64>`, or bare hexadecimal digits. What is no
 * digest of the package's file (the `h1:` of Go is one of a list of files) gives none.
 */
export function digestsOfIntegrity(integrity: string): SbomDigest[] {
  const found = new Map<string, SbomDigest>();
  for (const part of integrity.split(/[\s,]+/)) {
    const [, name = '', rest = part] = /^(md5|sha-?1|sha-?256|sha-?384|sha-?512)[-:=](.+)$/i.exec(part) ?? [];
    const value = hexOf(rest);
    const algorithm = BY_LENGTH.get(value.length);
    if (algorithm === undefined) continue;
    if (name !== '' && NAMES.get(name.toLowerCase().replace('-', '')) !== algorithm) continue;
    found.set(algorithm, { algorithm, value });
  }
  return [...found.values()];
}

function hexOf(text: string): string {
  if (/^[0-9a-f]+$/i.test(text) && BY_LENGTH.has(text.length)) return text.toLowerCase();
  // Options follow a question mark (Subresource Integrity).
  const base64 = text.replace(/\?.*$/, '');
  return /^[A-Za-z0-9+/]{20,}={0,2}$/.test(base64) ? Buffer.from(base64, 'base64').toString('hex') : '';
}
