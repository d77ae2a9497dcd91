// Ids of elements in SPDX documents. They are computed from what they name, so that a writer keeps no table of 300,000 components, and the same
// component has the same id in every export.
import { createHash } from 'node:crypto';

/** Enough digits that no two of some million names share an id. */
const DIGITS = 20;

/** Readable, and of the characters that SPDX allows. */
export function idOf(kind: string, name: string): string {
  const readable = name
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  const digest = createHash('sha256').update(name.toWellFormed()).digest('hex').slice(0, DIGITS);
  return `${kind}-${readable === '' ? '' : `${readable}-`}${digest}`;
}

/** Times in SPDX have no parts of seconds. */
export const spdxTime = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');
