// Patterns of paths, as people write them: `src/**/*.c`, `lib/zlib/`, `zlib.h`. They become regular expressions of PostgreSQL, whose
// engine never goes back over what it has read, so that no pattern can hold a scan up.
//
//   *      any characters within one name          **     any characters, across folders
//   ?      one character within a name             a/     everything below the folder a
//   A pattern without a slash fits names in any folder; one with a slash is read from the root of the code base.
import { type Refusal, refuse } from '../refusal.ts';

export const LONGEST_PATTERN = 1024;
/** Each of them multiplies the states that PostgreSQL keeps while it matches a path. */
export const MOST_WILDCARDS = 20;

/** Upper and lower case differ. */
export function filePatternExpression(pattern: string): string | Refusal {
  const text = pattern.trim().replace(/^\.?\/+/, '');
  if (text === '') return refuse('invalid', `The path pattern "${pattern}" names no file.`);
  if (text.length > LONGEST_PATTERN)
    return refuse('invalid', `A path pattern may have ${LONGEST_PATTERN} characters at most.`);
  const pieces = text.match(/\*\*\/|\*+|\?|[^*?]+/g) ?? [];
  if (pieces.filter((piece) => /^[*?]/.test(piece)).length > MOST_WILDCARDS)
    return refuse('invalid', `The path pattern "${pattern}" has more than ${MOST_WILDCARDS} wildcards.`);
  const isName = !text.includes('/');
  const below = text.endsWith('/') ? '.+' : '';
  return `^${isName ? '(.*/)?' : ''}${pieces.map(pieceExpression).join('')}${below}$`;
}

function pieceExpression(piece: string): string {
  if (piece === '**/') return '(.*/)?';
  if (piece.startsWith('**')) return '.*';
  if (piece === '*') return '[^/]*';
  if (piece === '?') return '[^/]';
  return piece.replace(/[.^$+{}()|[\]\\]/g, '\\$&');
}
