// Assigns the files of a code base to items, for statements, NOTICE files and source in reports.
import type { App } from '../app.ts';
import { streamOfStored } from '../contents/stored-bytes.ts';
import { eachFileWithStatements, eachStoredFile, listItemFolders } from '../db/reports/data.ts';
import type { ReportItem, ReportRow } from '../reports/data.ts';
import type { SourceFile } from '../reports/report.ts';
import { LONGEST_NOTICE_FILE, noticesInArchives } from './report-archives.ts';

/** The items of each file: by the deepest folder with an item, and by the files of items. */
export function ownersOf(
  items: readonly Pick<ReportItem, 'id' | 'folders'>[],
): (path: string, tiedTo: readonly number[]) => number[] {
  const byFolder = new Map<string, number[]>();
  for (const { id, folders } of items)
    for (const folder of folders) {
      const owners = byFolder.get(folder);
      if (owners) owners.push(id);
      else byFolder.set(folder, [id]);
    }
  return (path, tiedTo) => {
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      const owners = byFolder.get(folder);
      if (owners) return [...new Set([...owners, ...tiedTo.map(Number)])];
      if (folder === '') return tiedTo.map(Number);
    }
  };
}

function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '' : path.slice(0, at);
}

export async function* noticeFiles(
  app: App,
  projectId: number,
  all: AsyncIterable<ReportItem>,
): AsyncGenerator<ReportRow<'noticeFiles'>> {
  const items: Pick<ReportItem, 'id' | 'folders' | 'isPublished' | 'licenseExpression'>[] = [];
  for await (const { id, folders, isPublished, licenseExpression } of all)
    items.push({ id, folders, isPublished, licenseExpression });
  const published = new Set(items.filter((item) => item.isPublished).map(({ id }) => id));
  const owners = ownersOf(items);
  for await (const { path, sizeBytes, location, tiedTo } of eachStoredFile(
    app.db,
    projectId,
    [...published],
    'notice',
  )) {
    const ids = owners(path, tiedTo).filter((id) => published.has(id));
    if (ids.length === 0) continue;
    const isTooLong = sizeBytes > LONGEST_NOTICE_FILE;
    const text = isTooLong
      ? ''
      : Buffer.concat(await Array.fromAsync(streamOfStored(app, location, `The file "${path}"`))).toString();
    for (const itemId of ids) yield { itemId, path, text };
  }
  const asking = items.filter((item) => published.has(item.id) && /\bApache-2\.0\b/.test(item.licenseExpression));
  if (asking.length === 0) return;
  yield* noticesInArchives(app, projectId, [...published], new Set(asking.map(({ id }) => id)));
}

/** Files that several items own are listed for each of them. */
export async function* storedFiles(
  app: App,
  projectId: number,
  all: AsyncIterable<ReportItem>,
  itemIds: readonly number[],
): AsyncGenerator<SourceFile> {
  const items: Pick<ReportItem, 'id' | 'folders'>[] = [];
  for await (const { id, folders } of all) items.push({ id, folders });
  const wanted = new Set(itemIds);
  const owners = ownersOf(items);
  for await (const { path, sizeBytes, location, tiedTo } of eachStoredFile(app.db, projectId, itemIds))
    for (const itemId of owners(path, tiedTo))
      if (wanted.has(itemId))
        yield { itemId, path, sizeBytes, content: streamOfStored(app, location, `The file "${path}"`) };
}

/**
 * Copyright statements of the files below the folders of items. Files without a license belong to no item, but their copyright statements must be
 * shipped too.
 */
export async function statementsBelow(app: App, projectId: number): Promise<Map<number, Set<string>>> {
  const owners = ownersOf(await listItemFolders(app.db, projectId));
  const found = new Map<number, Set<string>>();
  // Thousands of files have the same statement. It is stored only once to save memory.
  const kept = new Map<string, string>();
  const keep = (statement: string) => {
    const known = kept.get(statement);
    if (known === undefined) kept.set(statement, statement);
    return known ?? statement;
  };
  for await (const { path, statements } of eachFileWithStatements(app.db, projectId))
    for (const id of owners(path, [])) {
      const known = found.get(id) ?? new Set();
      for (const statement of statements) known.add(keep(statement));
      found.set(id, known);
    }
  return found;
}
