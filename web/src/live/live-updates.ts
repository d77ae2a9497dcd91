// What others change is shown within two seconds: the server tells it in a stream of events, and what the page shows of it is fetched again.
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { API_ROOT } from '../api/client.ts';
import { setTold } from '../api/live.ts';
import type { JobProgress } from '../api/models.ts';
import { ownRequests } from '../api/own-requests.ts';
import { progressQuery } from '../jobs/queries.ts';

/** Between two rounds of fetching: while somebody reviews by keys, something changes every second. */
const NEAR_MS = 1_500;
/** Where no project is open that changed: on a large site, some project always does. */
const FAR_MS = 10_000;
/** While a change of this page is on its way, nothing is fetched. */
const BUSY_MS = 300;
/** After an answer that is no stream, such as that of a server which starts: a browser gives up then. */
const AGAIN_MS = 10_000;

export interface Changed {
  projects: { id: number; requestIds: string[] }[];
  installation?: { requestIds: string[] };
}

interface JobMoved {
  projectId: number | null;
  progress: JobProgress;
}

/** Connected while the page is visible, so that tabs in the background do not use up the browser's connections. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const updates = new LiveUpdates(queryClient);
    const follow = () => updates.connect(document.visibilityState === 'visible');
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      updates.connect(false);
    };
  }, [queryClient]);
}

export class LiveUpdates {
  readonly #queries: QueryClient;
  #source: EventSource | undefined;
  #projects = new Set<number>();
  #isInstallation = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #wasOpen = false;
  #fetchedAt = 0;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  connect(isWanted: boolean): void {
    if (isWanted === (this.#source !== undefined)) return;
    this.#close();
    this.#wasOpen = false;
    if (isWanted) this.#open();
  }

  #close(): void {
    this.#source?.close();
    this.#source = undefined;
    setTold(false);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    clearTimeout(this.#again);
  }

  #open(): void {
    const source = new EventSource(`${API_ROOT}/events`);
    source.addEventListener('open', () => {
      setTold(true);
      // What happened between two connections was told to nobody.
      if (this.#wasOpen) void this.#queries.invalidateQueries({ predicate: isRefreshed });
      this.#wasOpen = true;
    });
    source.addEventListener('error', () => {
      setTold(false);
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#again);
      this.#again = setTimeout(() => {
        this.#close();
        this.#open();
      }, AGAIN_MS);
    });
    source.addEventListener('changed', ({ data }) => this.changed(JSON.parse(data) as Changed));
    source.addEventListener('job', ({ data }) => this.#jobMoved(JSON.parse(data) as JobMoved));
    this.#source = source;
  }

  changed({ projects, installation }: Changed): void {
    for (const { id, requestIds } of projects) if (!ownRequests.hasAll(requestIds)) this.#projects.add(id);
    if (installation && !ownRequests.hasAll(installation.requestIds)) this.#isInstallation = true;
    if (this.#projects.size > 0 || this.#isInstallation) this.#plan();
  }

  #plan(): void {
    if (this.#timer !== undefined && !this.#isNear()) return;
    clearTimeout(this.#timer);
    const pause = this.#isNear() ? NEAR_MS : FAR_MS;
    this.#timer = setTimeout(() => this.#fetch(), Math.max(0, this.#fetchedAt + pause - Date.now()));
  }

  /** Whether something is shown of a project that changed. */
  #isNear(): boolean {
    const shown = this.#queries.getQueryCache().findAll({ queryKey: ['project'], type: 'active' });
    return shown.some(({ queryKey }) => this.#projects.has(Number(queryKey[1])));
  }

  #fetch(): void {
    if (this.#queries.isMutating() > 0) {
      this.#timer = setTimeout(() => this.#fetch(), BUSY_MS);
      return;
    }
    const [projects, isInstallation] = [this.#projects, this.#isInstallation];
    [this.#projects, this.#isInstallation] = [new Set(), false];
    this.#timer = undefined;
    this.#fetchedAt = Date.now();
    void this.#queries.invalidateQueries({
      predicate: (query) =>
        isRefreshed(query) &&
        (query.queryKey[0] !== 'project' || isInstallation || projects.has(Number(query.queryKey[1]))),
    });
  }

  #jobMoved({ projectId, progress }: JobMoved): void {
    const { queryKey } = progressQuery(progress.id);
    const before = this.#queries.getQueryData(queryKey);
    this.#queries.setQueryData(queryKey, progress);
    if (before?.status === progress.status) return;
    for (const key of [
      ['jobs', progress.id],
      ['jobs', 'list'],
      ['project', projectId, 'jobs'],
    ])
      void this.#queries.invalidateQueries({ queryKey: key, predicate: isRefreshed });
  }
}

/** Data that fills a form stays as it was fetched: typed text lies over it. Progress is told. */
function isRefreshed({ queryKey, options }: Query): boolean {
  if (queryKey[0] === 'session' || queryKey.at(-1) === 'progress') return false;
  return (options as { refetchOnWindowFocus?: unknown }).refetchOnWindowFocus !== false;
}
