// How many of some packages were not compared, and why: the figures and their sentence. Pure.
import type { Coverage } from './coverage.ts';

export interface NotComparedGroup {
  inShort: string;
  count: number;
}

/** The packages that were not compared, by what figures are grouped by; the largest group first. */
export function notComparedGroups(all: Iterable<Coverage>): NotComparedGroup[] {
  const counts = new Map<string, number>();
  for (const one of all) if (one.state === 'not-compared') counts.set(one.inShort, (counts.get(one.inShort) ?? 0) + 1);
  return [...counts].map(([inShort, count]) => ({ inShort, count })).sort(largestFirst);
}

function largestFirst(a: NotComparedGroup, b: NotComparedGroup): number {
  return b.count - a.count || (a.inShort < b.inShort ? -1 : 1);
}

const MOST_GROUPS = 8;

/** `12 of 80 not compared: no data for Maven`. '' if all were compared. The one place where this sentence is made. */
export function notComparedInWords(groups: readonly NotComparedGroup[], total: number): string {
  const count = groups.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return '';
  const sorted = [...groups].sort(largestFirst);
  const shown = sorted
    .slice(0, MOST_GROUPS)
    .map((one) => (sorted.length === 1 ? one.inShort : `${one.inShort} (${one.count})`));
  const rest = sorted.slice(MOST_GROUPS).reduce((sum, one) => sum + one.count, 0);
  return `${count} of ${total} not compared: ${[...shown, ...(rest > 0 ? [`other reasons (${rest})`] : [])].join(', ')}`;
}
