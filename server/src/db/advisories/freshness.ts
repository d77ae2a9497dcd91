// The age of the advisory data.
import type { DataAge } from '../../domain/data-age.ts';
import { wireTime } from '../../domain/wire-times.ts';
import type { Db } from '../postgres/connection.ts';
import { siteSettings } from '../site-settings.ts';
import { dataAsOf } from './sources.ts';

const DAY_MS = 86_400_000;

export async function freshness(db: Db, now: Date): Promise<DataAge> {
  const at = await dataAsOf(db);
  const { advisoryMostDays } = await siteSettings(db);
  const isStale = at === null || (advisoryMostDays > 0 && now.getTime() - at.getTime() > advisoryMostDays * DAY_MS);
  return { dataAsOf: at === null ? null : wireTime(at), dataIsStale: isStale };
}
