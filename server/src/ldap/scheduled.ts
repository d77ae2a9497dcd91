// Runs the LDAP synchronisation by the schedule in its settings. A background step calls this regularly.
import type { App } from '../app.ts';
import { asSystem, SYSTEM } from '../audit/system.ts';
import { findLastSync } from '../db/ldap.ts';
import { isDue } from '../domain/scm/schedule.ts';
import { AppError } from '../errors.ts';
import { readLdapSettings } from './settings.ts';
import { detailsOfSync, syncDirectory } from './sync.ts';

export async function syncDirectoryWhenDue(app: App): Promise<void> {
  const settings = await readLdapSettings(app.db);
  if (!settings.isEnabled) return;
  const changedAt = new Date(settings.changedAt);
  const startedAt = (await findLastSync(app.db))?.started_at ?? changedAt;
  const since = startedAt > changedAt ? startedAt : changedAt;
  if (!isDue(settings.schedule, since, app.now())) return;
  await asSystem(
    app,
    'syncLdap',
    () => syncDirectory(app, { trigger: 'SCHEDULE', source: SYSTEM }),
    detailsOfSync,
  ).catch((error) => {
    // Already running, or the directory is unreachable. The synchronisation record and the log say which.
    if (!(error instanceof AppError)) throw error;
  });
}
