// The shape of a schedule, for all operations that have one.
import { frequencies, weekdays } from '../../domain/scm/schedule.ts';
import { Enumeration } from './models.ts';
import { Type } from './schemas.ts';

const Frequency = Enumeration('Frequency', frequencies);
const Weekday = Enumeration('Weekday', weekdays);

/** @param what how often what is done, as a sentence */
export const scheduleFields = (what: string) => ({
  frequency: Frequency(what, 'NEVER'),
  everyHours: Type.Integer({ minimum: 1, maximum: 168, default: 1, description: 'Hours between starts, for HOURLY' }),
  at: Type.String({
    default: '00:00',
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    patternText: 'must be a time of day like 03:30',
    description: 'Time of day, UTC, for DAILY and WEEKLY',
  }),
  on: Weekday('Day, for WEEKLY', 'SUNDAY'),
});
