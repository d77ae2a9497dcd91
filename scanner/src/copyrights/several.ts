// Divides a statement with several holders on separate lines: each line that begins a new holder becomes a statement
// with the marks of the first. A holder that continues in the next line stays whole, and so do holders joined by a
// comma or `and`.
import { firstOf, itemAt } from '../items.ts';
import { isMark } from './reading.ts';
import type { Token } from './tokens.ts';
import { organisationNouns } from './words.ts';

/** The tokens of the statement, one list for each holder that begins on a line of its own. */
export function partHolders(tokens: Token[]): Token[][] {
  const marks = tokens.filter(isMark);
  const starts = tokens.flatMap((_, index) => (index > 0 && beginsHolder(tokens, index) ? [index] : []));
  if (starts.length === 0) return [tokens];
  const bounds = [0, ...starts, tokens.length];
  return bounds.slice(1).map((end, index) => {
    const part = tokens.slice(bounds[index], end);
    return index === 0 ? part : [...marks.map((mark) => ({ ...mark, line: firstOf(part).line })), ...part];
  });
}

function beginsHolder(tokens: Token[], index: number): boolean {
  const token = itemAt(tokens, index);
  const previous = itemAt(tokens, index - 1);
  if (previous.line === token.line || isMark(previous)) return false;
  if (!tokens.slice(0, index).some(({ kind }) => kind === 'name' || kind === 'company')) return false;
  if (token.kind === 'year') return endsHolder(previous) && hasHolder(tokens, index);
  if (token.kind !== 'name' || /[,&]$/.test(previous.text)) return false;
  const line = lineFrom(tokens, index);
  const isWhole = previous.kind === 'email' || isPerson(lineTo(tokens, index - 1));
  if (isWhole) return isPerson(line);
  return previous.kind === 'company' && line.some(({ kind }) => kind === 'company' || kind === 'email');
}

const endsHolder = ({ kind }: Token): boolean =>
  kind === 'name' || kind === 'company' || kind === 'email' || kind === 'group' || kind === 'url';

/** Whether a holder follows the years at the index on the same line. */
function hasHolder(tokens: Token[], index: number): boolean {
  return lineFrom(tokens, index).some(({ kind }) => kind === 'name' || kind === 'company');
}

function lineFrom(tokens: Token[], index: number): Token[] {
  const { line } = itemAt(tokens, index);
  const end = tokens.findIndex((token, at) => at > index && token.line !== line);
  return tokens.slice(index, end === -1 ? tokens.length : end);
}

function lineTo(tokens: Token[], index: number): Token[] {
  const { line } = itemAt(tokens, index);
  return tokens.slice(0, index + 1).filter((token) => token.line === line);
}

/**
 * Whether the line names one person: two or three proper names, perhaps an address, and no word for an organisation.
 */
function isPerson(line: Token[]): boolean {
  const words = line.filter(
    (token) => !isMark(token) && token.kind !== 'year' && token.kind !== 'email' && token.kind !== 'by',
  );
  const isNamed = words.every(
    ({ kind, core, text }) =>
      kind === 'name' && /^\p{Lu}(?:\p{Ll}+|\.?$)/u.test(core) && !organisationNouns.has(core) && !text.endsWith(','),
  );
  return isNamed && words.length > 1 && words.length < 4;
}
