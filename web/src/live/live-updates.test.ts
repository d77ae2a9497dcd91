// @vitest-environment happy-dom
// What the server tells is fetched again: once, only what is shown and changed, never forms, and not what this page did itself.
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownRequests } from '../api/own-requests.ts';
import { progressQuery } from '../jobs/queries.ts';
import { LiveUpdates } from './live-updates.ts';

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static last: Source;
  readyState = 1;
  isClosed = false;
  constructor() {
    super();
    Source.last = this;
  }
  close() {
    this.isClosed = true;
  }
  say(type: string, data: unknown = null) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

let queries: QueryClient;
let updates: LiveUpdates;
let fetched: string[];
const ends: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  queries = new QueryClient();
  updates = new LiveUpdates(queries);
  updates.connect(true);
  fetched = [];
});
afterEach(() => {
  updates.connect(false);
  for (const end of ends.splice(0)) end();
  queries.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Shows a query. Its first fetch does not count. */
async function show(queryKey: QueryKey, options = {}) {
  const queryFn = async () => {
    fetched.push(queryKey.join('/'));
    return null;
  };
  const observer = new QueryObserver(queries, { queryKey, queryFn, staleTime: 60_000, ...options });
  ends.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(1);
  fetched = [];
}
const change = (id: number, ...requestIds: string[]) => ({ projects: [{ id, requestIds }] });

it('fetches what is shown of the changed project within two seconds, and of no other', async () => {
  await show(['project', 1, 'inventory']);
  await show(['project', 2, 'inventory']);
  await show(['tasks']);
  Source.last.say('changed', change(1, 'a'));
  await vi.advanceTimersByTimeAsync(50);
  expect(fetched.toSorted()).toEqual(['project/1/inventory', 'tasks']);
});

it('fetches once for many changes in a row', async () => {
  await show(['project', 1, 'inventory']);
  Source.last.say('changed', change(1, 'a'));
  await vi.advanceTimersByTimeAsync(50);
  for (const id of ['b', 'c', 'd']) Source.last.say('changed', change(1, id));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(fetched).toEqual(['project/1/inventory', 'project/1/inventory']);
});

it('leaves what this page did itself', async () => {
  await show(['project', 1, 'inventory']);
  ownRequests.add('mine');
  Source.last.say('changed', change(1, 'mine'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fetched).toEqual([]);
  Source.last.say('changed', change(1, 'mine', 'theirs'));
  await vi.advanceTimersByTimeAsync(50);
  expect(fetched).toEqual(['project/1/inventory']);
});

it('leaves data that fills a form, and the session', async () => {
  await show(['project', 1, 'settings'], { refetchOnWindowFocus: false });
  await show(['session']);
  Source.last.say('changed', { ...change(1, 'a'), installation: { requestIds: ['b'] } });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fetched).toEqual([]);
});

it('waits while a change of this page is on its way', async () => {
  await show(['project', 1, 'inventory']);
  let finish: (value?: unknown) => void = () => undefined;
  const saving = queries
    .getMutationCache()
    .build(queries, { mutationFn: () => new Promise((resolve) => (finish = resolve)) })
    .execute(undefined);
  Source.last.say('changed', change(1, 'a'));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(fetched).toEqual([]);
  finish();
  await saving;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toEqual(['project/1/inventory']);
});

it('fetches everything that is shown after the connection was lost', async () => {
  await show(['project', 1, 'inventory']);
  Source.last.say('open');
  expect(fetched).toEqual([]);
  Source.last.say('error');
  Source.last.say('open');
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toEqual(['project/1/inventory']);
});

it('connects again after an answer that is no stream, and fetches everything then', async () => {
  await show(['project', 1, 'inventory']);
  const first = Source.last;
  first.say('open');
  first.readyState = Source.CLOSED;
  first.say('error');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(Source.last).toBe(first);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(Source.last).not.toBe(first);
  Source.last.say('open');
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toEqual(['project/1/inventory']);
});

it('shows the progress of jobs as it is told', () => {
  const progress = { id: 7, status: 'Active', phase: 'Reading', done: 3, total: 9, isOver: false };
  Source.last.say('job', { projectId: 1, progress });
  expect(queries.getQueryData(progressQuery(7).queryKey)).toEqual(progress);
});

it('is not connected while nobody sees the page', () => {
  const first = Source.last;
  updates.connect(false);
  expect(first.isClosed).toBe(true);
  updates.connect(true);
  expect(Source.last).not.toBe(first);
});
