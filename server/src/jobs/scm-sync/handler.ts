// A synchronisation on request. Scans do the same before they begin.
import { getProject } from '../../db/projects/projects.ts';
import { eachCodebaseIssue } from '../../db/scans/inventory.ts';
import { findUser } from '../../db/users/users.ts';
import { countOf } from '../../domain/count-text.ts';
import { revisionWords } from '../../domain/scm/scm-revision.ts';
import { badRequest } from '../../errors.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { type Synchronised, synchroniseProject } from '../../scm/synchronise.ts';

export async function synchroniseSources(context: JobContext): Promise<JobOutcome> {
  const projectId = projectOf(context.job);
  const { revisions, lines, changed, folders } = await bringSources(context, projectId);
  const instances = folders.length;
  await context.issues(lines);
  // What was left out of the code stands there until something changes, so each synchronisation tells it, as each scan does.
  const left = await Array.fromAsync(eachCodebaseIssue(context.app.db, projectId));
  await context.issues(left.filter(({ path }) => folders.some((folder) => `${path}/`.startsWith(`${folder}/`))));
  const words = changed === 0 ? 'nothing has changed' : `${countOf(changed, 'instance')} changed`;
  return {
    details: [`${countOf(instances, 'instance')}, ${words}`, ...revisions.map(revisionWords)].join('; '),
    result: { sources: revisions },
  };
}

/** Brings the code that a project's instances name. Removals from items are those of whoever started the job, or of the project's contact. */
export async function bringSources(context: JobContext, projectId: number): Promise<Synchronised> {
  const { app, job, signal } = context;
  const project = await getProject(app.db, projectId);
  const actor = await findUser(app.db, job.triggered_by ?? project.contact_id);
  if (!actor) throw badRequest('The code was not fetched: the user who asked for it no longer exists.');
  return synchroniseProject({
    app,
    projectId,
    jobId: job.id,
    actor: { id: actor.id, login: actor.login },
    signal,
    progress: (phase, files = 0) => context.checkpoint({ phase, done: files, total: 0 }),
  });
}
