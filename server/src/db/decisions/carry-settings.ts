// Which decisions count by themselves: settings of the site and of projects.
import { sql } from 'kysely';
import { type CarrySettings, carrySettingsOf } from '../../domain/decisions/carry-settings.ts';
import type { Db } from '../postgres/connection.ts';
import { readSetting } from '../site-settings.ts';

export const siteCarrySettings = (db: Db): Promise<Partial<CarrySettings>> =>
  readSetting<CarrySettings>(db, 'carriedDecisions');

/** What the project says otherwise than the site. */
export async function projectCarrySettings(db: Db, projectId: number): Promise<Partial<CarrySettings>> {
  const { carry_settings: settings } = await db
    .selectFrom('projects')
    .select('carry_settings')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return settings;
}

export async function carrySettingsInForce(db: Db, projectId: number): Promise<CarrySettings> {
  return carrySettingsOf(await siteCarrySettings(db), await projectCarrySettings(db, projectId));
}

export async function writeProjectCarrySettings(
  db: Db,
  projectId: number,
  settings: Partial<CarrySettings>,
): Promise<void> {
  await sql`update projects set carry_settings = ${JSON.stringify(settings)}::jsonb where id = ${projectId}`.execute(
    db,
  );
}
