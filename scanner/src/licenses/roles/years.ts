// Histories by years: "2004: GPL-2.0", "2019 to today: Apache-2.0". The latest entry tells what is so, the others what was before. Pure.
import { OTHER_NAME, THIS_NAME } from './signs.ts';

/** Whether an entry is the latest one of a history, or an earlier one. */
export type PlaceInHistory = 'latest' | 'earlier';

/** `2004:`, `2019 to today: …`, `2001 – first release`, `2019-05-01 - …`, `2004年`; no list of years of a copyright: `2004, 2005 Jane Doe`. */
const LISTED =
  /^[^\p{L}\p{N}\uE000\uE001]*((?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?)(?:[^\p{N}\n:,.]{0,20}:\s|\s+[–—-]\s|\s*[|年)]|[–—])/u;
/** `In 2004 …`, `Seit 2010 …` */
const TOLD = /^[^\p{L}\p{N}\uE000\uE001]*\p{L}{1,8}\s+((?:19|20)\d\d)(?![\p{Ll}\p{Lu}\p{N},–-])/u;
const NAMED = new RegExp(`[${THIS_NAME}${OTHER_NAME}]`);
/** "Copyright 2004 Jane Doe, MIT" is no history. */
const OF_PEOPLE = /copyright|\(c\)|©|&copy;|@/i;
/** A history of one license has one line; lists of thousands of lines are data. */
const MOST_ENTRIES = 60;

/** For the entries or sentences of one section, `own` with the name in question. */
export function placeInHistory(entries: readonly string[], own: number): PlaceInHistory | undefined {
  const year = yearOf(entries[own] ?? '');
  if (year === undefined || entries.length > MOST_ENTRIES) return undefined;
  const years = entries.map(yearOf).filter((one) => one !== undefined);
  const latest = years.reduce((a, b) => (a > b ? a : b));
  if (new Set(years).size < 2) return undefined;
  return year === latest ? 'latest' : 'earlier';
}

/** Of an entry with a name; undefined for all others. */
function yearOf(entry: string): string | undefined {
  if (!NAMED.test(entry) || OF_PEOPLE.test(entry)) return undefined;
  return LISTED.exec(entry)?.[1] ?? TOLD.exec(entry)?.[1];
}
