// Compares what was found in a file with the text of its license.
import { matchWords, type Piece, piecesOf, wordsIn } from './word-differences.ts';

export interface Comparison {
  inFile: Piece[];
  /** The part of the license's text that was compared. */
  inLicense: Piece[];
  /** Words of the license's text before and after that part. */
  wordsBefore: number;
  wordsAfter: number;
  /** Words that only one of the two has. */
  onlyInFile: number;
  onlyInLicense: number;
  /** Words of the file that were compared. */
  words: number;
}

/** Words of the license that are shown around the part that the file has, if the file has a part only. */
const AROUND = 12;
/** Fewer equal words are chance, and then nothing of the license is a part of its own. */
const LEAST_EQUAL = 5;

/** A notice often is a part of the license's text, so only the stretch between the first and the last equal word is compared. */
export function compareTexts(found: string, license: string): Comparison {
  const [fileWords, licenseWords] = [wordsIn(found), wordsIn(license)];
  const partners = matchWords(
    fileWords.map(({ text }) => text),
    licenseWords.map(({ text }) => text),
  );
  const equal = [...partners].filter((partner) => partner >= 0);
  const [first, last] = [equal[0], equal.at(-1)];
  const isPart = first !== undefined && last !== undefined && equal.length >= LEAST_EQUAL;
  const from = isPart ? kept(first) : 0;
  const to = isPart ? licenseWords.length - kept(licenseWords.length - 1 - last) : licenseWords.length;
  const shown = licenseWords.slice(from, to);
  const begin = from === 0 ? 0 : (shown[0]?.from ?? 0);
  const end = to === licenseWords.length ? license.length : (shown.at(-1)?.to ?? license.length);
  const inLicense = new Set(equal);
  return {
    inFile: piecesOf(found, fileWords, (at) => (partners[at] ?? -1) >= 0),
    inLicense: piecesOf(
      license.slice(begin, end),
      shown.map((word) => ({ ...word, from: word.from - begin, to: word.to - begin })),
      (at) => inLicense.has(from + at),
    ),
    wordsBefore: from,
    wordsAfter: licenseWords.length - to,
    onlyInFile: fileWords.length - equal.length,
    onlyInLicense: shown.length - equal.length,
    words: fileWords.length,
  };
}

/** How many words at an end of the license are left out, if so many are not in the file. A few are shown whole. */
const kept = (words: number): number => (words <= 2 * AROUND ? 0 : words - AROUND);

/** The ids of an SPDX expression: `(MIT OR GPL-2.0-only WITH Classpath-exception-2.0)` has three. */
export function idsOfExpression(expression: string): string[] {
  const ids = expression.split(/[\s()]+/).filter((word) => word !== '' && !/^(AND|OR|WITH)$/i.test(word));
  return [...new Set(ids)];
}
