// Tells the open pages what has changed, within the rights of each viewer. One reader of the database for all pages of this server, and only while there
// are any. It reads the audit log, so changes of other servers and of workers are told as well.
import { Readable } from 'node:stream';
import type { App } from '../../app.ts';
import { type ChangeLine, listChangeLines } from '../../db/audit-log/changes.ts';
import { newestLine } from '../../db/audit-log/entries.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { existingProjects } from '../../db/projects/projects.ts';
import { seenProjects, viewerKey } from '../../db/projects/standing.ts';
import { type JobInProgress, listJobsInProgress, seenJobs } from '../../db/seen-jobs.ts';
import { listTokenOwners } from '../../db/users/tokens.ts';
import { isOpen } from '../../domain/jobs/job.ts';
import { jobTypesKeptBy } from '../../domain/jobs/job-kinds.ts';
import { progressOf } from '../../domain/jobs/job-progress.ts';
import { AppError } from '../../errors.ts';
import { callerWith } from '../../http/authenticate.ts';
import type { Caller } from '../../http/call.ts';

const LOOK_MS = 1000;
/** How often the tokens of the viewers are checked. The comment that is sent then also keeps proxies from closing a quiet connection. */
const CHECK_MS = 15_000;
/** A busy second; the rest is told in the next one. */
const MOST_LINES = 2000;
const MOST_STREAMS = 2000;
const MOST_OF_ONE_USER = 32;
/** Characters that may wait for one viewer. */
const MOST_WAITING = 256 * 1024;
/** How long a browser waits before it connects again. */
const RETRY_MS = 2000;

interface Viewer {
  caller: Caller;
  stream: Readable;
}

const feeds = new WeakMap<App, Feed>();

export function feedOf(app: App): Feed {
  const feed = feeds.get(app) ?? new Feed(app);
  feeds.set(app, feed);
  return feed;
}

class Feed {
  readonly #app: App;
  readonly #viewers = new Set<Viewer>();
  #timer: NodeJS.Timeout | undefined;
  /** The last line of the audit log that was told. */
  #lastLine = 0;
  /** What was told of each open job. */
  #jobs = new Map<number, string>();
  #checkedAt = 0;
  #isBroken = false;

  constructor(app: App) {
    this.#app = app;
  }

  /** A stream of events. It ends when the viewer's token does, or when what it allows changes. Throws 429 above the limits. */
  async open(caller: Caller): Promise<Readable> {
    const own = [...this.#viewers].filter((viewer) => viewer.caller.id === caller.id).length;
    if (own >= MOST_OF_ONE_USER || this.#viewers.size >= MOST_STREAMS)
      throw new AppError('tooManyRequests', {
        message:
          own >= MOST_OF_ONE_USER
            ? `You have ${own} streams of events open, and more are not allowed. Close some of them.`
            : `${MOST_STREAMS} streams of events are open, and more are not allowed. Ask again for what you show every few seconds instead.`,
      });
    if (this.#viewers.size === 0) await this.#begin();
    const viewer: Viewer = { caller, stream: new Readable({ read: () => undefined }) };
    viewer.stream.once('close', () => this.#viewers.delete(viewer));
    viewer.stream.push(`retry: ${RETRY_MS}\n: what changes is told from here on\n\n`);
    this.#viewers.add(viewer);
    const end = setTimeout(() => this.#end(viewer), this.#app.config.eventStreamSeconds * 1000).unref();
    viewer.stream.once('close', () => clearTimeout(end));
    this.#plan();
    return viewer.stream;
  }

  async #begin(): Promise<void> {
    this.#lastLine = await newestLine(this.#app.db);
    const open = await listJobsInProgress(this.#app.db, []);
    this.#jobs = new Map(open.map((job) => [job.id, stateOf(job)]));
  }

  #plan(): void {
    if (this.#timer !== undefined || this.#viewers.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    const { db } = this.#app;
    try {
      await this.#check();
      const lines = await listChangeLines(db, { after: this.#lastLine, limit: MOST_LINES });
      // Those that were open at the last look, and those that began since and may be over.
      const known = [...this.#jobs.keys(), ...lines.flatMap(({ jobId }) => jobId ?? [])];
      const jobs = await listJobsInProgress(db, known);
      await this.#tell(
        lines.filter(({ isChange }) => isChange),
        jobs.filter((job) => this.#jobs.get(job.id) !== stateOf(job)),
      );
      // Only now: what could not be told is told by the next look.
      this.#lastLine = lines.at(-1)?.id ?? this.#lastLine;
      this.#jobs = new Map(jobs.filter(({ status }) => isOpen(status)).map((job) => [job.id, stateOf(job)]));
      this.#isBroken = false;
    } catch (error) {
      if (!this.#isBroken) this.#app.log.warn({ err: error }, 'changes cannot be told to open pages');
      this.#isBroken = true;
    }
    this.#timer = undefined;
    this.#plan();
  }

  /** Ends the streams of those who were signed out or may do something else now; their pages connect again as what they are. */
  async #check(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedAt < CHECK_MS) return;
    this.#checkedAt = now;
    const tokenIds = [...new Set([...this.#viewers].map(({ caller }) => caller.tokenId))];
    const owners = await listTokenOwners(this.#app.db, tokenIds, this.#app.now());
    const byToken = new Map(owners.map((owner) => [owner.tokenId, owner]));
    for (const viewer of this.#viewers) {
      const owner = byToken.get(viewer.caller.tokenId);
      const isSame =
        owner !== undefined &&
        JSON.stringify(callerWith(owner, viewer.caller.viaCookie)) === JSON.stringify(viewer.caller);
      if (isSame) send(viewer, ': \n\n');
      else this.#end(viewer);
    }
  }

  #end(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    viewer.stream.push(null);
  }

  async #tell(lines: ChangeLine[], jobs: JobInProgress[]): Promise<void> {
    if (lines.length === 0 && jobs.length === 0) return;
    const { db } = this.#app;
    const named = [...new Set(lines.map(({ projectId }) => projectId))].filter((id) => id !== null);
    const projectIds = new Set(await existingProjects(db, named));
    // The deletion of a project is one of the installation: nobody can be asked whether he saw it.
    const requestsOf = Map.groupBy(lines, ({ projectId }) => (projectIds.has(projectId ?? 0) ? projectId : null));
    const idsOf = (projectId: number | null) => requestsOf.get(projectId)?.map(({ requestId }) => requestId);
    const ofInstallation = idsOf(null);
    const ofJobs = new Map(
      jobs.map((job) => [
        job.id,
        eventOf('job', { projectId: job.project_id, progress: progressOf(job, this.#app.now()) }),
      ]),
    );
    const sightOf = (caller: Caller) => sightIn(db, caller, [...projectIds], [...ofJobs.keys()]);
    // Those who see the same are asked about once.
    const sights = new Map<number, Awaited<ReturnType<typeof sightOf>>>();
    for (const viewer of this.#viewers) {
      const { caller } = viewer;
      const key = viewerKey(caller);
      const { seen, shown } = sights.get(key) ?? (await sightOf(caller));
      sights.set(key, { seen, shown });
      const installation = caller.limits ? undefined : ofInstallation;
      if (seen.length > 0 || installation)
        send(
          viewer,
          eventOf('changed', {
            projects: seen.map((id) => ({ id, requestIds: idsOf(id) })),
            ...(installation && { installation: { requestIds: installation } }),
          }),
        );
      for (const [id, text] of ofJobs) if (shown.has(id)) send(viewer, text);
    }
  }
}

/** Which of these projects and jobs the caller may see. */
async function sightIn(db: Db, caller: Caller, projectIds: number[], jobIds: number[]) {
  const keptTypes = jobTypesKeptBy(caller.permissions);
  return {
    seen: await seenProjects(db, caller, projectIds),
    shown: await seenJobs(db, { viewer: caller, keptTypes }, jobIds),
  };
}

const stateOf = ({ status, phase, progress_done, progress_total }: JobInProgress) =>
  `${status} ${phase} ${progress_done} ${progress_total}`;

const eventOf = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** A viewer who reads too slowly is disconnected, and fetches everything again when it is back. */
function send({ stream }: Viewer, text: string): void {
  if (stream.readableLength > MOST_WAITING) stream.destroy();
  else stream.push(text);
}
