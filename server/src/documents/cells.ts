// Cells as text, for formats that have only text.
import { wireTime } from '../domain/wire-times.ts';
import { type Cell, isMarked } from './document.ts';

/** Lists have a line for each value; `null` is blank. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (cell instanceof Date) return wireTime(cell);
  return isMarked(cell) ? cell.text : cell.join('\n');
}

/** Spreadsheets take text that begins with one of these for a formula. */
export function looksLikeFormula(text: string): boolean {
  return /^[=+\-@\t\r]/.test(text);
}
