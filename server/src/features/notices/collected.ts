// Keeps the collected notices of a project until their data changes. Collecting reads every item and statement of the code base, and the
// workbench asks for a page with each search and scroll.
import type { App } from '../../app.ts';
import { noticesMark } from '../../db/reports/data.ts';
import { noticesInput } from '../../report-runs/items.ts';
import { type CollectedNotices, collectNoticesOf } from '../../reports/notices/collect.ts';

/** A server keeps the notices of so many projects. Each may take tens of megabytes. */
const MOST_KEPT = 4;

interface Kept {
  mark: string;
  notices: Promise<CollectedNotices>;
}

const memories = new WeakMap<App, Map<number, Kept>>();

/** Reads the mark first, so that a change during the collection makes the next caller collect again. */
export async function collectedNotices(app: App, projectId: number): Promise<CollectedNotices> {
  const mark = await noticesMark(app.db, projectId);
  const memory = memories.get(app) ?? new Map<number, Kept>();
  memories.set(app, memory);
  const known = memory.get(projectId);
  const notices = known?.mark === mark ? known.notices : noticesInput(app, projectId).then(collectNoticesOf);
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
