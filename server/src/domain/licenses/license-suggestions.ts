// Suggests license names for a name that does not exist.
import { itemAt } from '@assay/scanner/items';

const MOST_SUGGESTIONS = 3;

/** Names that differ in few letters, the nearest first. Case, blanks and hyphens do not matter. */
export function nearestNames(written: string, names: readonly string[]): string[] {
  const wanted = comparable(written);
  const farthest = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, distance: distanceBetween(wanted, comparable(name), farthest) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

function comparable(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** Number of letters to add, remove or change (Levenshtein). Above `farthest`, any larger number may be returned. */
function distanceBetween(a: string, b: string, farthest: number): number {
  if (Math.abs(a.length - b.length) > farthest) return farthest + 1;
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let at = 1; at <= b.length; at++) {
      const change = itemAt(above, at - 1) + (a[row - 1] === b[at - 1] ? 0 : 1);
      line.push(Math.min(change, itemAt(above, at) + 1, itemAt(line, at - 1) + 1));
    }
    above = line;
  }
  return itemAt(above, b.length);
}
