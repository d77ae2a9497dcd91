// Whether a range of an advisory contains a version, by its events in the order of the ecosystem's versions. Pure.
import type { RangeEvent, VersionRange } from './advisory.ts';
import type { VersionOrder } from './orders.ts';

/** Gets each step of the comparison as a sentence. */
export type Say = (sentence: string) => void;

export function isOpenStart({ event, version }: RangeEvent): boolean {
  return event === 'introduced' && version === '0';
}

/** At equal versions, the end of a range comes before the start of another, so that a version that is both fixed and introduced again is affected. */
const EVENT_ORDER: Record<RangeEvent['event'], number> = { fixed: 0, introduced: 1, last_affected: 2, limit: 3 };

const sortedEvents = new WeakMap<VersionRange, readonly RangeEvent[]>();

function inOrder(range: VersionRange, order: VersionOrder): readonly RangeEvent[] {
  const known = sortedEvents.get(range);
  if (known) return known;
  const sorted = range.events
    .filter((_, at) => !isOfNothing(range.events, at, order))
    .sort((a, b) => compareStarts(a.version, b.version, order) || EVENT_ORDER[a.event] - EVENT_ORDER[b.event]);
  sortedEvents.set(range, sorted);
  return sorted;
}

/** `introduced 45.0.0, fixed 45.0.0` in sequence: RustSec writes this for a release that was never affected. */
function isOfNothing(events: readonly RangeEvent[], at: number, order: VersionOrder): boolean {
  const isPair = (first: RangeEvent | undefined, second: RangeEvent | undefined) =>
    first?.event === 'introduced' &&
    second?.event === 'fixed' &&
    compareStarts(first.version, second.version, order) === 0;
  return isPair(events[at], events[at + 1]) || isPair(events[at - 1], events[at]);
}

/** "0" comes before every version of any form. */
function compareStarts(a: string, b: string, order: VersionOrder): number {
  if (a === b) return 0;
  if (a === '0') return -1;
  return b === '0' ? 1 : order.compare(a, b);
}

export function rangeHolds(version: string, range: VersionRange, order: VersionOrder, say: Say): { holds: boolean } {
  const limits = range.events.filter(({ event }) => event === 'limit');
  if (limits.length > 0 && limits.every((one) => one.version !== '*' && order.compare(version, one.version) >= 0)) {
    say(`Version ${version} is not below the limit ${limits.map((one) => one.version).join(', ')}.`);
    return { holds: false };
  }
  let start: RangeEvent | undefined;
  let end: RangeEvent | undefined;
  for (const one of inOrder(range, order)) {
    if (one.event === 'limit') continue;
    // As a start or an end "0" comes before every version; as the last one affected it is a version.
    const isBeforeAll = one.version === '0' && one.event !== 'last_affected';
    const place = isBeforeAll ? 1 : order.compare(version, one.version);
    if (one.event === 'introduced') {
      if (place < 0) break;
      start = one;
      end = undefined;
    } else if (one.event === 'fixed' ? place >= 0 : place > 0) end = one;
    else if (start !== undefined && end === undefined) {
      say(
        `${version} is at or after ${startText(start)} and ${one.event === 'fixed' ? `before ${one.version}, where it is fixed` : `not after ${one.version}, the last one affected`}, in the order of ${order.scheme} versions.`,
      );
      return { holds: true };
    }
  }
  if (start !== undefined && end === undefined) {
    say(`${version} is at or after ${startText(start)}, and no fix is stated.`);
    return { holds: true };
  }
  if (end !== undefined)
    say(
      `${version} is ${end.event === 'fixed' ? `at or after ${end.version}, where it is fixed` : `after ${end.version}, the last one affected`}.`,
    );
  else
    say(
      `${version} is before ${range.events.find(({ event }) => event === 'introduced')?.version ?? 'every range'}, where it begins.`,
    );
  return { holds: false };
}

function startText({ version }: RangeEvent): string {
  return version === '0' ? 'the first version' : version;
}

export function fixesAfter(version: string, ranges: readonly VersionRange[], order: VersionOrder): string[] {
  const fixes = ranges.flatMap((range) => {
    const later = inOrder(range, order).find((one) => one.event === 'fixed' && order.compare(one.version, version) > 0);
    return later === undefined ? [] : [later.version];
  });
  return [...new Set(fixes)];
}
