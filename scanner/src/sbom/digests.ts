// Digests of packages: the algorithms with their names in each standard, and the digests in the checksums that lockfiles write.

/** By their names in CycloneDX, with the number of hexadecimal digits. MD5 and SHA-1 are told too, as they are what some lockfiles have. */
const DIGITS = {
  MD5: 32,
  'SHA-1': 40,
  'SHA-256': 64,
  'SHA-384': 96,
  'SHA-512': 128,
  'SHA3-256': 64,
  'SHA3-384': 96,
  'SHA3-512': 128,
  'BLAKE2b-256': 64,
  'BLAKE2b-384': 96,
  'BLAKE2b-512': 128,
  BLAKE3: 64,
} as const;

export type DigestAlgorithm = keyof typeof DIGITS;

export interface SbomDigest {
  algorithm: DigestAlgorithm;
  /** In hexadecimal digits, lower case. */
  value: string;
}

export const digestAlgorithms = Object.keys(DIGITS) as DigestAlgorithm[];

/** SPDX 2: `SHA256`, `SHA3-256`, `BLAKE2b-256`. */
export const spdx2Algorithm = (algorithm: DigestAlgorithm): string => algorithm.replace(/^SHA-/, 'SHA');

/** SPDX 3: `sha256`, `sha3_256`, `blake2b256`. */
export const spdx3Algorithm = (algorithm: DigestAlgorithm): string =>
  algorithm.toLowerCase().replace('sha3-', 'sha3_').replaceAll('-', '');

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const BY_NAME = new Map(digestAlgorithms.map((name) => [plain(name), name]));

/** A digest as any of the standards writes it; undefined for another algorithm, or if the value has not its length. */
export function digestOf(algorithm: string, value: string): SbomDigest | undefined {
  const known = BY_NAME.get(plain(algorithm));
  return known !== undefined && value.length === DIGITS[known] && /^[0-9a-f]+$/i.test(value)
    ? { algorithm: known, value: value.toLowerCase() }
    : undefined;
}

const BY_LENGTH = new Map<number, DigestAlgorithm>(
  (['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] as const).map((name) => [DIGITS[name], name]),
);

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
    if (name !== '' && BY_NAME.get(plain(name)) !== algorithm) continue;
    found.set(algorithm, { algorithm, value });
  }
  return [...found.values()];
}

/** Databases of installed packages have digests of a part of the package: its control files, its header, what it unpacks to. */
const OF_A_PART: ReadonlySet<string> = new Set(['apk', 'rpm', 'nix']);

/** The digests of the file of a package. */
export const digestsOfPackage = ({ type, integrity }: { type: string; integrity: string }): SbomDigest[] =>
  OF_A_PART.has(type) ? [] : digestsOfIntegrity(integrity);

/** Those on which all agree: files of several builds have several digests, and none of them is that of the package. */
export function agreedDigests(all: readonly SbomDigest[]): SbomDigest[] {
  const byName = Map.groupBy(all, ({ algorithm }) => algorithm);
  return digestAlgorithms.flatMap((name) => {
    const [first, ...more] = byName.get(name) ?? [];
    return first === undefined || more.some(({ value }) => value !== first.value) ? [] : [first];
  });
}

function hexOf(text: string): string {
  if (/^[0-9a-f]+$/i.test(text) && BY_LENGTH.has(text.length)) return text.toLowerCase();
  // Options follow a question mark (Subresource Integrity).
  const base64 = text.replace(/\?.*$/, '');
  return /^[A-Za-z0-9+/]{20,}={0,2}$/.test(base64) ? Buffer.from(base64, 'base64').toString('hex') : '';
}
