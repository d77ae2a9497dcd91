// The files of a code base as a list.
import type { App } from '../../app.ts';
import { countFiles, listFiles } from '../../db/files/file-lists.ts';
import { fileFilterOf } from '../../http/models/file-filter-model.ts';

type Filter = Parameters<typeof fileFilterOf>[0];

/** A page in the order of the paths; the first one counts all files that match. */
export async function fileList(app: App, projectId: number, query: Filter & { after: string; limit: number }) {
  const { after, limit, ...sent } = query;
  const filter = fileFilterOf(sent);
  const rows = await listFiles(app.db, projectId, filter, { after, limit: limit + 1 });
  const files = rows.slice(0, limit);
  const next = rows.length > limit ? (files.at(-1)?.path ?? null) : null;
  return { files, next, ...(after === '' && { counts: await countFiles(app.db, projectId, filter) }) };
}
