// Brings the code of all source control instances of a project up to date: all of them, or none. What is here already is not read again, and where
// nothing changed nothing is written. A failure leaves the code base as the last good synchronisation left it, and says why.
import { createHash } from 'node:crypto';
import { type ArchiveItem, DEFAULT_ARCHIVE_LIMITS, readEntries, type StoredItem } from '@assay/scanner/archives';
import type { App } from '../app.ts';
import type { JobIssue } from '../db/job-issues.ts';
import type { ProjectImage } from '../db/scm/images.ts';
import { listScmInstances, type ScmInstance } from '../db/scm/instances.ts';
import { listScmStates, noteFailed, noteSynchronised, removeScmState, type ScmState } from '../db/scm/states.ts';
import { expansionOfLevel } from '../domain/projects/expansion.ts';
import { type ScmRevision, sourceDigestText } from '../domain/scm/scm-revision.ts';
import { AppError, badRequest } from '../errors.ts';
import { type Arrival, arrive, ingestFiles } from '../ingest/index.ts';
import { progressText } from '../ingest/unpack.ts';
import { diskError } from '../installation/disks.ts';
import { type Brought, ScmError, type ScmTarget } from './member.ts';
import { targetOf } from './passwords.ts';
import { folderOfInstance, systemOf } from './systems.ts';

export interface Synchronising {
  /** Its writes are those of the job. */
  app: App;
  projectId: number;
  jobId: number;
  actor: { id: number; login: string };
  signal: AbortSignal;
  /** @param files how many are stored */
  progress(phase: string, files?: number): Promise<void>;
}

export interface Synchronised {
  revisions: ScmRevision[];
  /** For the log. */
  lines: JobIssue[];
  /** Instances whose code changed, came or went. */
  changed: number;
  /** Those of the instances. */
  folders: string[];
}

interface BroughtInstance {
  instance: ScmInstance;
  target: ScmTarget;
  brought: Brought;
  state: ScmState | undefined;
  digest: Buffer;
}

/** Throws an AppError with the reason if an instance cannot be brought. */
export async function synchroniseProject(given: Synchronising): Promise<Synchronised> {
  const { app, projectId } = given;
  const instances = await listScmInstances(app.db, projectId);
  const states = await listScmStates(app.db, projectId);
  const gone = states.filter(
    (state) => !instances.some((one) => one.type === state.type && one.instance_id === state.instance_id),
  );
  const lines: JobIssue[] = [];
  const all: BroughtInstance[] = [];
  for (const instance of instances) all.push(await bring(given, instance, states, lines));
  const changed = all.filter(({ digest, state }) => !state?.source_digest?.equals(digest));
  if (changed.length + gone.length > 0) await take(given, changed, gone, lines);
  for (const { instance, state, digest } of all)
    if (state?.source_digest?.equals(digest))
      await noteSynchronised(app.db, placeOf(instance), { digest, revisions: state.revisions, jobId: given.jobId });
  const revisions = all.flatMap(({ brought, state, digest }) =>
    state?.source_digest?.equals(digest) ? state.revisions : brought.revisions,
  );
  const folders = instances.map((one) => folderOfInstance(one.type, one.instance_id));
  return { revisions, lines, changed: changed.length + gone.length, folders };
}

async function bring(
  given: Synchronising,
  instance: ScmInstance,
  states: readonly ScmState[],
  lines: JobIssue[],
): Promise<BroughtInstance> {
  const { app, signal, progress } = given;
  const state = states.find((one) => one.type === instance.type && one.instance_id === instance.instance_id);
  const folder = folderOfInstance(instance.type, instance.instance_id);
  const say = (code: string, message: string) => void lines.push({ code, path: folder, message });
  try {
    const system = await systemOf(instance.type);
    const target = await targetOf(app, instance);
    const brought = await system.bring({ app, target, signal, say, progress, before: state?.revisions ?? [] });
    return { instance, target, brought, state, digest: digestOf(instance, brought.revisions) };
  } catch (error) {
    throw await failed(given, [instance], error);
  }
}

/** The same if the same files would come out of it. */
function digestOf({ settings }: ScmInstance, revisions: readonly ScmRevision[]): Buffer {
  return createHash('sha256').update(sourceDigestText(settings, revisions)).digest();
}

/** Notes the failure, and returns the error for the job; what is no fault of a source stays as it is. */
async function failed({ app, jobId, signal }: Synchronising, instances: readonly ScmInstance[], error: unknown) {
  if (signal.aborted) return error;
  const told = error instanceof ScmError || error instanceof AppError ? error : diskError(error, app.config);
  if (told === undefined) return error;
  for (const instance of instances) await noteFailed(app.db, placeOf(instance), jobId, told.message);
  const folders = instances.map((one) => folderOfInstance(one.type, one.instance_id)).join(', ');
  return badRequest(`${folders} could not be synchronised: ${told.message} The code base was left as it was.`);
}

const placeOf = ({ project_id: projectId, type, instance_id: instanceId }: ScmInstance | ScmState) => ({
  projectId,
  type,
  instanceId,
});

/** Takes the changed code into the project, in one step, and removes that of instances that are gone. */
async function take(
  given: Synchronising,
  changed: readonly BroughtInstance[],
  gone: readonly ScmState[],
  lines: JobIssue[],
): Promise<void> {
  const { app, projectId, jobId, signal, actor } = given;
  const images: ProjectImage[] = [];
  for (const { instance_id, type } of gone) {
    const folder = folderOfInstance(type, instance_id);
    lines.push({ code: 'scm-removed', path: folder, message: `The instance ${folder} was deleted, so its code was removed.` }); // biome-ignore format: one claim
  }
  try {
    await arrive(
      app,
      projectId,
      signal,
      (arrival) =>
        ingestFiles(
          app,
          arrival,
          {
            items: itemsOf(changed, arrival, images, signal),
            images,
            what: changed.map(({ target }) => target.folder).join(', ') || 'Source control',
            replaceAll: false,
            replacedFolders: [...changed.map(({ target }) => target.folder), ...gone.map((one) => folderOfInstance(one.type, one.instance_id))], // biome-ignore format: one claim
            actor,
            onProgress: (done) => given.progress(progressText(done, 'Reading'), done.files),
            note: async (tx) => {
              for (const { instance, brought } of changed)
                await noteSynchronised(tx, placeOf(instance), {
                  // Reading may have found more revisions.
                  digest: brought.isComplete() ? digestOf(instance, brought.revisions) : null,
                  revisions: brought.revisions,
                  jobId,
                });
              for (const state of gone) await removeScmState(tx, placeOf(state));
            },
          },
          signal,
        ),
      jobId,
    );
  } catch (error) {
    throw await failed(
      given,
      changed.map(({ instance }) => instance),
      error,
    );
  }
  for (const { brought } of changed) await brought.settle();
}

async function* itemsOf(
  changed: readonly BroughtInstance[],
  arrival: Arrival,
  images: ProjectImage[],
  signal: AbortSignal,
): AsyncGenerator<ArchiveItem | StoredItem, void> {
  for (const { target, brought } of changed) {
    const { expansionLevel, archiveDirSuffix, deleteArchiveAfterExpand } = target.settings;
    const level = Number(expansionLevel ?? 1);
    const items = readEntries(
      { what: `The code of ${target.folder}`, read: brought.read },
      {
        limits: DEFAULT_ARCHIVE_LIMITS,
        expansion: expansionOfLevel(level),
        archiveDirSuffix: String(archiveDirSuffix ?? ''),
        deleteArchiveAfterExpand: deleteArchiveAfterExpand === true && level > 1,
        temporaryFolder: arrival.folder,
        onImage: (folder, image) => images.push({ folder, image }),
        signal,
      },
    );
    for await (const item of items) {
      if (item.type !== 'end') yield placedIssue(item, target.folder);
      else if (!item.isComplete) {
        yield item;
        return;
      }
    }
    images.push(...(brought.images ?? []));
  }
  yield { type: 'end', isComplete: true };
}

/** Issues of the whole belong to the instance's folder, so that the next synchronisation replaces them. */
function placedIssue(item: Exclude<ArchiveItem | StoredItem, { type: 'end' }>, folder: string) {
  return item.type === 'issue' && item.issue.path === '' ? { ...item, issue: { ...item.issue, path: folder } } : item;
}
