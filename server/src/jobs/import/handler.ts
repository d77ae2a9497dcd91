// Imports project data and SBOMs: reads what was sent, imports it into the project in steps, and writes the result to the log.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchKept } from '../../contents/kept-file.ts';
import { getProject, requireUnlocked } from '../../db/projects/projects.ts';
import { findUser, type User } from '../../db/users/users.ts';
import { countOf } from '../../domain/count-text.ts';
import { badRequest } from '../../errors.ts';
import { DataRefused, IssueList } from '../../project-data/document.ts';
import { foreignData } from '../../project-data/foreign/data.ts';
import { type ImportStep, importInSteps, type Receipt } from '../../project-data/import.ts';
import { fillLibraryAhead } from '../../project-data/library.ts';
import { readSent } from '../../project-data/reading/index.ts';
import { fillLibraryOfSboms, importSboms, type SbomReceipt } from '../../project-data/sbom/import.ts';
import { sentProjectData } from '../../project-data/sent.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { type LateLock, lockingLate } from './late-lock.ts';
import type { ImportPayload } from './payload.ts';
import { importRights } from './rights.ts';

export async function importData(context: JobContext, payload: ImportPayload): Promise<JobOutcome> {
  const { app, job, signal } = context;
  const { sha256, rules, format, sbom, fileName } = payload;
  const work = join(app.folder.temporary, `import-${job.id}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const file = join(work, 'data.zip');
    await fetchKept(app, Buffer.from(sha256, 'hex'), file, signal);
    const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
    if (!user) throw badRequest('The data was not imported: the user who asked for it no longer exists.');
    const rights = await importRights(app.db, user, projectOf(job));
    if (sbom !== undefined) return await importSbom(context, { file, work, user, rights, sha256, fileName, ...sbom });
    const data = format === undefined ? sentProjectData(file, work) : foreignData(file, format || undefined);
    await data.ahead?.(signal);
    requireUnlocked((await getProject(app.db, projectOf(job))).status, 'IMPORT_DATA');
    await fillLibraryAhead(app.db, data.items(new IssueList()), user.login);
    const receipt = await lockingLate(app.lockingDb, lockingOf(job), async function* (place: LateLock<ImportStep>) {
      return yield* importInSteps(place, {
        project: place.project,
        data,
        rules,
        actor: user,
        ...rights,
        keepsHistory: true,
        action: 'Project Import',
        now: app.now(),
        progress: (done, total) => context.checkpoint({ phase: 'Importing inventory', done, total }),
      });
    });
    const { lines, taken: _taken, made: _made, ...counts } = receipt;
    await context.issues(lines.all());
    return { details: receiptText(receipt), result: counts };
  } catch (error) {
    if (error instanceof DataRefused) throw badRequest(`The data was not imported. ${error.message}`);
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const lockingOf = (job: JobContext['job']) => ({
  jobId: job.id,
  projectId: projectOf(job),
  action: 'IMPORT_DATA' as const,
});

interface SentSbom {
  file: string;
  work: string;
  user: User;
  rights: Awaited<ReturnType<typeof importRights>>;
  sha256: string;
  fileName: string;
  isStrict: boolean;
}

async function importSbom(
  context: JobContext,
  { file, work, user, rights, sha256, fileName, isStrict }: SentSbom,
): Promise<JobOutcome> {
  const { app, job, signal } = context;
  const task = { kind: 'sbom', file, name: fileName, isStrict, temporaryFolder: work } as const;
  const sent = await readSent(task, new IssueList(), { signal });
  requireUnlocked((await getProject(app.db, projectOf(job))).status, 'IMPORT_DATA');
  await fillLibraryOfSboms(app.db, projectOf(job), sent, { fileName, login: user.login });
  const receipt = await lockingLate(app.lockingDb, lockingOf(job), async function* (place: LateLock<ImportStep>) {
    const input = {
      ...{
        project: place.project,
        actor: user,
        ...rights,
        keepsHistory: false,
        action: 'Project Import' as const,
        now: app.now(),
      },
      progress: (done: number, total: number) => context.checkpoint({ phase: 'Importing the SBOM', done, total }),
    };
    const source = { jobId: job.id, sha256: Buffer.from(sha256, 'hex'), fileName, isStrict };
    return yield* importSboms(place, input, sent, source);
  });
  const { lines, taken: _taken, made: _made, ...counts } = receipt;
  await context.issues(lines.all());
  return { details: sbomText(receipt), result: counts };
}

function sbomText({
  sboms,
  created,
  updated,
  unchanged,
  leftOutElements,
  gone,
  back,
  analyses,
  relations,
}: SbomReceipt): string {
  return [
    `${countOf(sboms.length, 'SBOM')} read: ${countOf(created, 'item')} made, ${updated} updated, ${unchanged} as they were`,
    `${countOf(leftOutElements, 'element')} left out, as the receipt says`,
    ...(gone > 0 ? [`${countOf(gone, 'item')} gone`] : []),
    ...(back > 0 ? [`${countOf(back, 'item')} back`] : []),
    ...(relations > 0 ? [`${countOf(relations, 'relation')} made`] : []),
    ...(analyses > 0 ? [`${countOf(analyses, 'analysis', 'analyses')} of vulnerabilities taken over`] : []),
  ].join('; ');
}

export function receiptText({
  created,
  updated,
  unchanged,
  leftOut,
  filesTied,
  filesUnmatched,
  filesReviewed,
  tasksMade,
  closedTasksMade,
  analyses,
  statements,
  removed,
  historyTaken,
  relations,
}: Receipt): string {
  const parts = [
    `${countOf(created, 'item')} made, ${updated} updated, ${unchanged} as they were, ${leftOut} left out`,
    `${countOf(filesTied, 'file')} tied, ${filesUnmatched} not found`,
    `${countOf(filesReviewed, 'file')} marked as reviewed`,
    ...(analyses > 0 ? [`${countOf(analyses, 'analysis', 'analyses')} of vulnerabilities taken over`] : []),
    ...(statements > 0 ? [`${countOf(statements, 'edit')} of copyright statements taken over`] : []),
    ...(removed > 0 ? [`${countOf(removed, 'removal')} of found items taken over`] : []),
    ...(historyTaken > 0 ? [`${countOf(historyTaken, 'line')} of history taken over`] : []),
    ...(relations > 0 ? [`${countOf(relations, 'relation')} made`] : []),
    ...(tasksMade > 0 ? [`${countOf(tasksMade, 'task')} made`] : []),
    ...(closedTasksMade > 0 ? [`${countOf(closedTasksMade, 'closed task')} taken over`] : []),
  ];
  return parts.join('; ');
}
