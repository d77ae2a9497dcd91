// What is kept of a project for each day, and what the days say together. Pure.
//
//   The newest day compared with the oldest one, gravest first         | Direction
//   -------------------------------------------------------------------+----------
//   fewer than two days were noted                                     | UNKNOWN
//   more of the first figure that differs                              | WORSE
//   fewer of it, and no more items that were not compared              | BETTER
//   fewer of it, but more items that were not compared                 | UNCLEAR
//   no figure differs, but more items were not compared                | UNCLEAR
//   no figure differs                                                  | SAME
//
// The figures: malicious, exploited, then open vulnerabilities by severity. One of unknown severity comes after those that are known to be high. Items
// that nobody compared may have any vulnerability: what they had is not better because it is no longer seen.

/** Days are `2026-11-29`, in UTC. */
export type Day = string;

export const gravestFirst = ['malware', 'exploited', 'critical', 'high', 'unknown', 'medium', 'low', 'none'] as const;

export const directions = ['WORSE', 'SAME', 'BETTER', 'UNCLEAR', 'UNKNOWN'] as const;
type Direction = (typeof directions)[number];

/** By what lists of projects are sorted: the gravest, the most or the newest first, and names from A to Z. */
export const projectOrders = [
  'worst',
  'name',
  'critical',
  'high',
  'toDecide',
  'notCompared',
  'noLicense',
  'lastScan',
] as const;
export type ProjectOrder = (typeof projectOrders)[number];

type Gravity = Readonly<Record<(typeof gravestFirst)[number] | 'not_compared', number>>;

export interface Course {
  direction: Direction;
  /** For people, as a whole sentence. */
  words: string;
}

const FIGURE_WORDS: Record<(typeof gravestFirst)[number], string> = {
  malware: 'malicious packages or files',
  exploited: 'exploited vulnerabilities',
  critical: 'critical vulnerabilities',
  high: 'high vulnerabilities',
  unknown: 'vulnerabilities of unknown severity',
  medium: 'medium vulnerabilities',
  low: 'low vulnerabilities',
  none: 'vulnerabilities without severity',
};

/** @param days those that were noted, oldest first */
export function courseOf(days: readonly (Gravity & { day: Day })[]): Course {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first === last)
    return { direction: 'UNKNOWN', words: 'Too few days are recorded to tell a direction.' };
  const more = last.not_compared - first.not_compared;
  const unseen = more > 0 ? `, but ${more} more ${more === 1 ? 'item was' : 'items were'} not compared` : '';
  const differs = gravestFirst.find((figure) => first[figure] !== last[figure]);
  if (differs === undefined) {
    const still =
      more <= 0 && last.not_compared > 0
        ? `; ${last.not_compared} ${last.not_compared === 1 ? 'item was' : 'items were'} not compared`
        : '';
    return {
      direction: more > 0 ? 'UNCLEAR' : 'SAME',
      words: `No change of open vulnerabilities since ${first.day}${unseen}${still}.`,
    };
  }
  const isWorse = last[differs] > first[differs];
  const change = `${FIGURE_WORDS[differs]}, ${first[differs]} on ${first.day} and ${last[differs]} on ${last.day}`;
  if (isWorse) return { direction: 'WORSE', words: `Worse: more ${change}${unseen}.` };
  if (more > 0) return { direction: 'UNCLEAR', words: `Unclear: fewer ${change}${unseen}.` };
  return { direction: 'BETTER', words: `Better: fewer ${change}.` };
}

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

export const dayAfter = (day: Day, days: number): Day =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));

/** Undefined if the text is not a day of the calendar. */
export function readDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || dayOf(at) !== text ? undefined : text;
}

export interface Gap {
  from: Day;
  to: Day;
}

/** The days of the period that nobody noted. @param days ascending, within the period */
export function gapsOf(days: readonly Day[], { from, to }: Gap): Gap[] {
  const gaps: Gap[] = [];
  let expected = from;
  for (const day of days) {
    if (day > expected) gaps.push({ from: expected, to: dayAfter(day, -1) });
    expected = dayAfter(day, 1);
  }
  if (expected <= to) gaps.push({ from: expected, to });
  return gaps;
}

/** The mean in days with one decimal; null if nothing happened, because that is not 0 days. */
export function meanDays(count: number, seconds: number): number | null {
  return count === 0 ? null : Math.round((seconds / count / 86_400) * 10) / 10;
}
