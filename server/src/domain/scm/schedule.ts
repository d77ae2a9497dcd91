// When a repeated job is due. Times of day are UTC. Pure.
//
//   Frequency | Due when
//   ----------+--------------------------------------------------------------------------
//   NEVER     | never
//   HOURLY    | `everyHours` hours have passed since the last start
//   DAILY     | the time `at` has come since the last start
//   WEEKLY    | the time `at` of the day `on` has come since the last start
//
// Before the first start, the time at which the schedule was set counts as a start, so that setting it starts nothing. A failed start
// counts too, so that it is repeated at its next time, not every minute. Times missed while the server was down are made up for once.

export const frequencies = ['NEVER', 'HOURLY', 'DAILY', 'WEEKLY'] as const;
type Frequency = (typeof frequencies)[number];

export const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
type Weekday = (typeof weekdays)[number];

/** Who started a repeated job. */
export const syncTriggers = ['PERSON', 'SCHEDULE'] as const;
export type SyncTrigger = (typeof syncTriggers)[number];

export interface Schedule {
  frequency: Frequency;
  /** For HOURLY. */
  everyHours: number;
  /** `HH:MM`, for DAILY and WEEKLY. */
  at: string;
  /** For WEEKLY. */
  on: Weekday;
}

export const NEVER: Schedule = { frequency: 'NEVER', everyHours: 1, at: '00:00', on: 'SUNDAY' };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `since`: the last start, or the time at which the schedule was set if that is later. */
export function isDue(schedule: Schedule, since: Date, now: Date): boolean {
  switch (schedule.frequency) {
    case 'NEVER':
      return false;
    case 'HOURLY':
      return now.getTime() - since.getTime() >= schedule.everyHours * HOUR_MS;
    case 'DAILY':
      return latestTime(schedule.at, now) > since.getTime();
    case 'WEEKLY':
      return latestWeekday(schedule, now) > since.getTime();
  }
}

/** The last moment up to `now` with the time of day `at`. */
function latestTime(at: string, now: Date): number {
  const [hours, minutes] = at.split(':').map(Number);
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hours, minutes);
  return today <= now.getTime() ? today : today - DAY_MS;
}

function latestWeekday(schedule: Schedule, now: Date): number {
  const latest = latestTime(schedule.at, now);
  const daysAgo = (new Date(latest).getUTCDay() - weekdays.indexOf(schedule.on) + 7) % 7;
  return latest - daysAgo * DAY_MS;
}
