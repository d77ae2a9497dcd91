// What the notices of a project consist of, kept until something behind it changes: collecting it reads every item and every statement of
// the code base, and the workbench asks for a page of it with each search and scroll.
import type { App } from '../../app.ts';
import { noticesMark } from '../../db/report-data.ts';
import { noticesInput } from '../../jobs/report-items.ts';
import { type CollectedNotices, collectNoticesOf } from '../../reports/notices/collect.ts';

/** Projects whose notices one server keeps; each may be tens of megabytes. */
const MOST_KEPT = 4;

interface Kept {
  mark: string;
  notices: Promise<CollectedNotices>;
}

const memories = new WeakMap<App, Map<number, Kept>>();

/** The mark is read first: what changes while the notices are collected makes the next caller collect them anew. */
export async function collectedNotices(app: App, projectId: number): Promise<CollectedNotices> {
  const mark = await noticesMark(app.db, projectId);
  const memory = memories.get(app) ?? new Map<number, Kept>();
  memories.set(app, memory);
  const known = memory.get(projectId);
  const notices = known?.mark === mark ? known.notices : collectNoticesOf(noticesInput(app, projectId));
  memory.delete(projectId);
  memory.set(projectId, { mark, notices });
  for (const oldest of memory.keys()) {
    if (memory.size <= MOST_KEPT) break;
    memory.delete(oldest);
  }
  try {
    return await notices;
  } catch (error) {
    if (memory.get(projectId)?.notices === notices) memory.delete(projectId);
    throw error;
  }
}
