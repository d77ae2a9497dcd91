// ALM settings of the installation: the synchronisation schedule of all instances.
import type { App } from '../app.ts';
import type { AlmInstance } from '../db/alm/instances.ts';
import type { Db } from '../db/postgres/connection.ts';
import { readSetting, writeSetting } from '../db/site-settings.ts';
import { NEVER, type Schedule } from '../domain/scm/schedule.ts';
import { loadSecretKey, openSecret, sealSecret } from '../security/secrets.ts';
import { type Jira, openJira } from './jira.ts';

export interface AlmSettings {
  schedule: Schedule;
  /** ISO 8601; empty while nobody has set the schedule. */
  changedAt: string;
}

export async function readAlmSettings(db: Db): Promise<AlmSettings> {
  return { schedule: NEVER, changedAt: '', ...(await readSetting<AlmSettings>(db, 'alm')) };
}

export async function writeAlmSettings(db: Db, settings: AlmSettings): Promise<void> {
  await writeSetting(db, 'alm', settings);
}

const secretPlace = (instanceId: number) => `alm-instance ${instanceId} secret`;

export async function sealAlmSecret(app: Pick<App, 'folder'>, instanceId: number, secret: string): Promise<Buffer> {
  return sealSecret(await loadSecretKey(app.folder.keys), secret, secretPlace(instanceId));
}

export async function jiraOf(app: App, instance: AlmInstance, signal?: AbortSignal): Promise<Jira> {
  const secret = openSecret(await loadSecretKey(app.folder.keys), instance.secret_sealed, secretPlace(instance.id));
  const { url, authentication, user_name: userName } = instance;
  return openJira(app, { url, authentication, userName, secret }, signal);
}
