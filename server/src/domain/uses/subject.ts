// What the use of is asked over all projects: a license, a component, a copyright holder, or a digest of a file. Pure.
import { licenseNameInLibrary } from '../licenses/license-ids.ts';
import { type Refusal, refuse } from '../refusal.ts';

export type Subject =
  | { by: 'license'; licenseId: number; names: string[] }
  | { by: 'component'; componentId: number }
  | { by: 'holder'; holder: string }
  | { by: 'digest'; algorithm: DigestAlgorithm; digest: string };

/** How an item is under a license. */
export const licenseWays = ['SELECTED', 'CONCLUDED', 'DECLARED'] as const;
export type LicenseWay = (typeof licenseWays)[number];

const DIGEST_LENGTHS = { 64: 'sha256', 40: 'sha1', 32: 'md5' } as const;
export type DigestAlgorithm = (typeof DIGEST_LENGTHS)[keyof typeof DIGEST_LENGTHS];

/** A whole digest in hexadecimal digits, told by its length; undefined for any other text. */
export function digestIn(text: string): { algorithm: DigestAlgorithm; digest: string } | undefined {
  const digest = text.trim().toLowerCase();
  if (!/^[0-9a-f]+$/.test(digest)) return undefined;
  const algorithm = (DIGEST_LENGTHS as Readonly<Record<number, DigestAlgorithm>>)[digest.length];
  return algorithm && { algorithm, digest };
}

export interface AskedSubject {
  licenseId?: number;
  componentId?: number;
  holder?: string;
  digest?: string;
}

/** Exactly one of the four must be asked for. The names of a license are found by the caller. */
export function refuseSubject(asked: AskedSubject): Refusal | undefined {
  const given = Object.values(asked).filter((value) => value !== undefined);
  if (given.length !== 1)
    return refuse('invalid', 'Give exactly one of the parameters "licenseId", "componentId", "holder" and "digest".');
  if (asked.holder?.trim() === '') return refuse('invalid', 'The parameter "holder" must not be blank.');
  if (asked.digest !== undefined && !digestIn(asked.digest))
    return refuse('invalid', 'The parameter "digest" must be 64 (SHA-256), 40 (SHA-1) or 32 (MD5) hexadecimal digits.');
  return undefined;
}

/** The names by which expressions name a license, in lower case, as the index `license_names` has them. Names with blanks are not in expressions. */
export function namesInExpressions(license: { shortName: string; spdxId: string | null }): string[] {
  const names = [license.shortName, license.spdxId ?? ''].map((name) => name.toLowerCase());
  return [...new Set(names)].filter(
    (name) => name !== '' && !/[\s()]/.test(name) && licenseNameInLibrary(name) === name,
  );
}
