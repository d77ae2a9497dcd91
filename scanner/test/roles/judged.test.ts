// Whole files as projects write them: the licenses that they grant are found, those that they only name stay out.
import { describe, expect, it } from 'vitest';
import { type Judged, readCases, readingOf, SETS } from './judged.ts';

const judge = (one: Judged): void => expect(readingOf(one)).toEqual({ missing: [], unwanted: [] });

describe.each(SETS)('%s', (set) => {
  const cases = readCases(set).map((one) => [`${one.as}: ${one.text.slice(0, 60)}`, one] as const);
  it.each(cases.filter(([, { open }]) => open === undefined))('%j', (_, one) => judge(one));
  it.fails.each(cases.filter(([, { open }]) => open !== undefined))('is not read yet: %j', (_, one) => judge(one));
});
