// Whether a name that has other meanings too stands in a field for licenses: in a column of a table, or behind a label below such a heading. Pure.
import { stretchOf } from '../reading/stretch.ts';
import { lexicon } from './lexicon.ts';

const LINE_BYTES = 160;
const ABOVE_BYTES = 1500;
/** "- Source code: MIT" with nothing behind the name. */
const LABEL = /^\s*(?:[-*+]\s+)?[\p{L}][\p{L}\d\s()/.,'-]{1,50}:\s+["'*\x60]*$/u;
const LABELLED_END = /^["'*\x60]*\s*[.,;]?\s*(?:\n|$)/;
const CELL_END = /^[\s*_\x60\])]*\|/;

/** For the name at [startByte, endByte), whose last word begins before `endByte`. Names of other things are in small letters. */
export function isInLicenseField(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  const first = bytes[startByte] ?? 0;
  if (first < 65 || first > 90) return false;
  const left = stretchOf(bytes, startByte - LINE_BYTES, startByte);
  const line = left.slice(left.lastIndexOf('\n') + 1);
  const behind = stretchOf(bytes, endByte, endByte + LINE_BYTES).replace(/^\w+/, '');
  const isCell = /\|[\s*_\x60[(]*$/.test(line) && CELL_END.test(behind);
  if (!isCell && !(LABEL.test(line) && LABELLED_END.test(behind))) return false;
  const above = stretchOf(bytes, startByte - ABOVE_BYTES, startByte)
    .split('\n')
    .slice(0, -1);
  if (isCell) {
    const rows = above.slice(above.findLastIndex((one) => !one.includes('|')) + 1);
    const column = line.split('|').length;
    return isOfLicenses(decoded(rows[0]?.split('|')[column - 1] ?? ''));
  }
  const heading = above.findLast(
    (one, at) => /^\s*#{1,6}\s/.test(one) || /^\s*([=-])\1{3,}\s*$/.test(above[at + 1] ?? ''),
  );
  return heading !== undefined && isOfLicenses(decoded(heading));
}

/** Whether a heading is about the license of the work. */
export const isOfLicenses = (heading: string): boolean => lexicon().headingsOf(heading).has('grants');

const decoded = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');
