// Assigns the files of a code base to items, for statements, license texts and source in reports.

import type { App } from '../app.ts';
import { streamOfStored } from '../contents/stored-bytes.ts';
import { eachFileWithStatements, eachStoredFile, listItemFolders } from '../db/reports/data.ts';
import { parentOf } from '../domain/paths.ts';
import type { ReportItem } from '../reports/data.ts';
import type { SourceFile } from '../reports/report.ts';

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
