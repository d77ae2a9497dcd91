// A release, and the present files of a project, as parts of a comparison.
import type { Compared } from '@assay/scanner/sbom';
import type { App } from '../app.ts';
import { eachFileDigest } from '../db/files/files.ts';
import { eachLinkOfProject, type ItemLink } from '../db/inventories/links.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { ReleaseRow } from '../db/releases/releases.ts';
import { edgesAmong } from '../reports/compared-edges.ts';
import type { ComparedRow } from './compared-inventory.ts';
import { frozenRows } from './frozen.ts';

/** Files on each side; of more, only components are compared, and the side says so. */
export const MOST_COMPARED_FILES = 200_000;

/** The present inventory of a project, of which these rows were read. */
export async function sideOfRows(
  db: Db,
  projectId: number,
  rows: readonly ComparedRow[],
  { isPublishedOnly }: { isPublishedOnly: boolean },
): Promise<Compared> {
  const listed = rows.filter(({ isPublished }) => isPublished || !isPublishedOnly);
  const ids = listed.map(({ id }) => id);
  const edges = await edgesAmong(ids, eachLinkOfProject(db, projectId));
  const parts = listed.map(({ part }) => part);
  return { parts, others: [], statesVulnerabilities: true, ...(edges && { edges }) };
}

/** Undefined if there are too many. */
export async function presentFiles(db: Db, projectId: number): Promise<ReadonlyMap<string, string> | undefined> {
  const files = new Map<string, string>();
  for await (const { path, sha256 } of eachFileDigest(db, projectId)) {
    if (files.size >= MOST_COMPARED_FILES) return undefined;
    files.set(path, sha256.toString('hex'));
  }
  return files;
}

/**
 * The inventory and the files of a release whose files are stored.
 * @param onCount called with the number of items read so far; it may throw
 */
export async function frozenInventory(
  app: App,
  { id, counts }: Pick<ReleaseRow, 'id' | 'counts'>,
  { isPublishedOnly }: { isPublishedOnly: boolean },
  onCount: (count: number) => void = () => undefined,
): Promise<Compared> {
  const parts: Compared['parts'][number][] = [];
  const ids: (number | undefined)[] = [];
  for await (const { id: itemId, part, isPublished } of frozenRows<ComparedRow>(app, id, 'compared')) {
    if (!isPublished && isPublishedOnly) continue;
    parts.push(part);
    ids.push(itemId);
    onCount(parts.length);
  }
  const isOfItems = ids.every((one) => one !== undefined);
  const edges = isOfItems ? await edgesAmong(ids, frozenRows<ItemLink>(app, id, 'links')) : undefined;
  const files = (counts.files ?? 0) <= MOST_COMPARED_FILES ? await frozenFiles(app, id) : undefined;
  return { parts, others: [], statesVulnerabilities: true, ...(files && { files }), ...(edges && { edges }) };
}

async function frozenFiles(app: App, releaseId: number): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for await (const { path, sha256 } of frozenRows<{ path: string; sha256: string }>(app, releaseId, 'files'))
    files.set(path, sha256);
  return files;
}
