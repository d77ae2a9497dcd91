// Machine-readable copyright files, under any name. The license of "Files: *" is the license of the whole, wherever its
// stanza is. Pure.
// Specification: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
import type { LicenseMatch } from '../../findings.ts';
import { stretchOf } from './stretch.ts';

/** The rule of a match begins with this text if the match states the license of the whole. */
export const OF_ALL_FILES = 'dep5/all-files';

const FORMAT = /^Format(?:-Specification)?:.*(?:copyright-format|dep-?5|\/dep\/)/im;
const FORMAT_BYTES = 4096;
const MOST_BYTES = 300_000;

export const isDep5 = (bytes: Uint8Array): boolean => FORMAT.test(stretchOf(bytes, 0, FORMAT_BYTES));

/** Returns the matches. The rule of those in the license field of "Files: *" gets the prefix. */
export function withLicenseOfAllFiles(bytes: Uint8Array, matches: LicenseMatch[]): LicenseMatch[] {
  if (matches.length === 0 || !isDep5(bytes)) return matches;
  const field = licenseFieldOfAll(stretchOf(bytes, 0, MOST_BYTES).split('\n'));
  if (!field) return matches;
  return matches.map((match) =>
    match.startLine >= field.from && match.startLine <= field.to
      ? { ...match, rule: `${OF_ALL_FILES}, ${match.rule}` }
      : match,
  );
}

/** The first and last line of the field, from 1. Undefined if no stanza is for all files. */
function licenseFieldOfAll(lines: readonly string[]): { from: number; to: number } | undefined {
  let isOfAll = false;
  let from = 0;
  for (const [at, line] of lines.entries()) {
    if (from > 0 && !/^[ \t]+\S/.test(line)) return { from, to: at };
    if (line.trim() === '') isOfAll = false;
    else if (/^Files:\s*\*\s*$/i.test(line)) isOfAll = true;
    else if (isOfAll && /^License:/i.test(line)) from = at + 1;
  }
  return from > 0 ? { from, to: lines.length } : undefined;
}

/** The first lines of all license fields, with their lines counted from 1; none if the file is of another format. */
export function licenseFieldsOf(bytes: Uint8Array): { line: number; written: string }[] {
  if (!isDep5(bytes)) return [];
  return stretchOf(bytes, 0, MOST_BYTES)
    .split('\n')
    .flatMap((text, at) => {
      const written = /^License:[ \t]*(\S.*?)\s*$/i.exec(text)?.[1];
      return written === undefined ? [] : [{ line: at + 1, written }];
    });
}
