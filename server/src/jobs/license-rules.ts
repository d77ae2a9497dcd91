// The archives of rules that imports read: kept beside the compiled rules, because a killed import begins anew at the next start.
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { App } from '../app.ts';
import { findJob, listOpenJobsOfTypes } from '../db/jobs.ts';

/** Removes what killed uploads and canceled imports left. To be called before anything is uploaded. */
export async function removeSpentRuleUploads(app: App): Promise<void> {
  const folder = dirname(app.folder.licenseRules);
  const open = await listOpenJobsOfTypes(app.db, ['License Rules Import']);
  const jobs = await Promise.all(open.map(({ id }) => findJob(app.db, id)));
  const wanted = new Set([
    basename(app.folder.licenseRules),
    ...jobs.map((job) => basename((job?.payload as { file?: string } | undefined)?.file ?? '')),
  ]);
  for (const name of await readdir(folder).catch(() => []))
    if (!wanted.has(name)) await rm(join(folder, name), { recursive: true, force: true });
}
