// Lines that hold a whole program or text: minified code, and texts inside of data, as in source maps. They are read as the lines that they hold. Pure.

/** Lines that people write are shorter. */
const LONG = 500;

export const isLong = (line: string): boolean => line.length > LONG;

const CODE_SIGN = /[{};=<>]|\\n/g;

/** A long line of a text that nobody wrapped: words, and hardly a sign of code. */
export function isProse(line: string): boolean {
  const signs = line.match(CODE_SIGN)?.length ?? 0;
  return signs * 100 < line.length && line.trim().split(/\s+/).length * 12 > line.length;
}

export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?;])\s+/);

/** A short line as it is; of a long one the lines that it holds, its comments apart from the code around them. */
export function innerLines(line: string): string[] {
  if (!isLong(line)) return [line];
  return line
    .replace(/\\r?\\n|\\n/g, '\n')
    .replace(/\/\*/g, '\n/*')
    .replace(/\*\//g, '*/\n')
    .split('\n')
    .flatMap((one) => (isLong(one) && !isProse(one) ? codePieces(one) : [one]))
    .filter((one) => one.trim() !== '');
}

const codePieces = (code: string): string[] => code.split(/(?<=[;{},])/);

/** Code without the short names that a minifier gives anew in each version. */
export const withoutShortNames = (code: string): string => code.replace(/(?<![\w$])[\w$]{1,2}(?![\w$])/g, '_');
