import { describe, expect, it } from 'vitest';
import { courseOf, dayAfter, gapsOf, meanDays, readDay } from './trend.ts';

const NONE = {
  malware: 0,
  exploited: 0,
  critical: 0,
  high: 0,
  unknown: 0,
  medium: 0,
  low: 0,
  none: 0,
  not_compared: 0,
};
const first = (figures: Partial<typeof NONE>) => ({ ...NONE, ...figures, day: '2026-11-01' });
const last = (figures: Partial<typeof NONE>) => ({ ...NONE, ...figures, day: '2026-11-29' });

describe('the direction', () => {
  it.each([
    ['WORSE', { critical: 1, low: 9 }, { critical: 2 }],
    ['BETTER', { critical: 1 }, { low: 90 }],
    ['WORSE', { high: 3 }, { high: 3, unknown: 1 }],
    ['SAME', { high: 3, not_compared: 4 }, { high: 3, not_compared: 4 }],
    ['SAME', { high: 3, not_compared: 4 }, { high: 3, not_compared: 1 }],
    ['UNCLEAR', { high: 3, not_compared: 4 }, { high: 1, not_compared: 5 }],
    ['UNCLEAR', { not_compared: 4 }, { not_compared: 5 }],
    ['WORSE', { malware: 0, critical: 8 }, { malware: 1 }],
    ['WORSE', { exploited: 0, critical: 8 }, { exploited: 1, critical: 1 }],
  ] as const)('is %s from %j to %j', (direction, from, to) => {
    expect(courseOf([first(from), last(to)]).direction).toBe(direction);
  });

  it('is unknown with one day or none', () => {
    expect(courseOf([]).direction).toBe('UNKNOWN');
    expect(courseOf([first({})]).direction).toBe('UNKNOWN');
  });

  it('says in words what decides it, and what was not compared', () => {
    expect(courseOf([first({ high: 3 }), last({ high: 1, not_compared: 1 })]).words).toBe(
      'Unclear: fewer high vulnerabilities, 3 on 2026-11-01 and 1 on 2026-11-29, but 1 more item was not compared.',
    );
  });
});

describe('gaps', () => {
  const from = '2026-11-01';
  it('are the days between noted ones, and those before and after them', () => {
    const days = ['2026-11-02', '2026-11-05', '2026-11-06'];
    expect(gapsOf(days, { from, to: '2026-11-08' })).toEqual([
      { from, to: '2026-11-01' },
      { from: '2026-11-03', to: '2026-11-04' },
      { from: '2026-11-07', to: '2026-11-08' },
    ]);
  });

  it('are none if each day was noted, or the period is over before it begins', () => {
    expect(gapsOf([from], { from, to: from })).toEqual([]);
    expect(gapsOf([], { from, to: '2026-10-31' })).toEqual([]);
    expect(gapsOf([], { from, to: '2026-11-06' })).toEqual([{ from, to: '2026-11-06' }]);
  });
});

it('days follow the calendar', () => {
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
  expect(['2026-02-30', '2026-2-3', 'today', '2026-02-28'].map(readDay)).toEqual([
    undefined,
    undefined,
    undefined,
    '2026-02-28',
  ]);
});

it('a mean of nothing is not 0 days', () => {
  expect([meanDays(0, 0), meanDays(2, 86_400 * 3)]).toEqual([null, 1.5]);
});
