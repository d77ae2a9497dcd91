import { expect, it } from 'vitest';
import { isDue, NEVER, type Schedule } from './schedule.ts';

// 2026-11-21 is a Saturday.
const at = (text: string) => new Date(`2026-11-${text}:00Z`);

it.each<[string, Partial<Schedule>, string, string, boolean]>([
  ['never', {}, '01T00:00', '30T00:00', false],
  ['an hour later', { frequency: 'HOURLY', everyHours: 1 }, '21T10:00', '21T11:00', true],
  ['a minute before', { frequency: 'HOURLY', everyHours: 1 }, '21T10:00', '21T10:59', false],
  ['six hours, over midnight', { frequency: 'HOURLY', everyHours: 6 }, '20T22:00', '21T04:00', true],
  ['the time of the day has come', { frequency: 'DAILY', at: '03:30' }, '20T03:30', '21T03:30', true],
  ['not yet', { frequency: 'DAILY', at: '03:30' }, '20T03:30', '21T03:29', false],
  ['done today', { frequency: 'DAILY', at: '03:30' }, '21T03:31', '21T23:59', false],
  ['set after the time, due tomorrow', { frequency: 'DAILY', at: '03:30' }, '21T12:00', '22T03:30', true],
  ['missed for days: due once', { frequency: 'DAILY', at: '03:30' }, '11T03:30', '21T01:00', true],
  ['the day of the week has come', { frequency: 'WEEKLY', at: '06:00', on: 'SATURDAY' }, '14T06:00', '21T06:00', true],
  ['the day before', { frequency: 'WEEKLY', at: '06:00', on: 'SATURDAY' }, '14T06:01', '20T23:00', false],
  ['on the day, too early', { frequency: 'WEEKLY', at: '06:00', on: 'SATURDAY' }, '14T06:01', '21T05:59', false],
  ['later in the week', { frequency: 'WEEKLY', at: '06:00', on: 'MONDAY' }, '15T00:00', '21T00:00', true],
])('%s', (_what, schedule, since, now, due) => {
  expect(isDue({ ...NEVER, ...schedule }, at(since), at(now))).toBe(due);
});
