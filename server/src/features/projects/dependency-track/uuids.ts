// The UUIDs of this installation's projects, jobs, items and vulnerabilities.
import type { App } from '../../../app.ts';
import { installationId } from '../../../db/site-settings.ts';
import { idOfUuid, type UuidKind, uuidOf } from '../../../domain/projects/keyed-uuids.ts';

export async function uuidFor(app: App, kind: UuidKind, id: number): Promise<string> {
  return uuidOf(await installationId(app.db), kind, id);
}

export async function idNamed(app: App, kind: UuidKind, uuid: string): Promise<number | undefined> {
  return idOfUuid(await installationId(app.db), kind, uuid);
}
