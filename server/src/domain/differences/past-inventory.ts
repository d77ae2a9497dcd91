// The inventory of a project as it was when a scan ended. The database keeps no inventory of each scan, only the history of each item; so the present
// one is taken back, change by change. Writes nothing.
//
//   The history says after the scan | The item then
//   --------------------------------+--------------------------------------------------------------------------------------
//   Inventory Created               | was not there
//   Inventory Deleted               | as its history until the scan says, which may know no more than its name
//   another value of a field        | the value before
//   Full Rescan                     | unknown: a full rescan does not note what it changed, so the comparison is refused
import type { HistoryChange } from '../inventories/inventory-history.ts';

export interface PastItem {
  id: number;
  name: string;
  componentName: string;
  /** '' if only its name of then is known. */
  purl: string;
  versionName: string;
  license: string;
  /** As the database has it: APPROVED. */
  status: string;
  type: string;
  isPublished: boolean;
  /** Its evidence was there, or a person kept it. */
  isPresent: boolean;
  /** It was deleted since, and the history does not say of which component it was. */
  isByNameAlone?: boolean;
}

export interface PastRevision {
  itemId: number;
  event: string;
  changes: readonly HistoryChange[];
}

export type PastInventory = { items: PastItem[] } | { unknownSince: 'Full Rescan' };

/**
 * `later`: revisions after the scan, the newest first. `earlier`: all revisions until the scan of items that were deleted after it, the oldest first.
 */
export function pastInventory(
  now: readonly PastItem[],
  later: readonly PastRevision[],
  earlier: readonly PastRevision[],
): PastInventory {
  if (later.some(({ event }) => event === 'Full Rescan')) return { unknownSince: 'Full Rescan' };
  const items = new Map(now.map((item) => [item.id, { ...item }]));
  for (const { itemId, event, changes } of later) {
    const item = items.get(itemId);
    if (item === undefined) continue;
    if (event === 'Inventory Created') items.delete(itemId);
    else for (const { field, oldValue } of changes) setField(item, field, oldValue);
  }
  return { items: [...items.values(), ...deletedSince(later, earlier)] };
}

/** Items that were there at the scan and have been deleted since. */
function deletedSince(later: readonly PastRevision[], earlier: readonly PastRevision[]): PastItem[] {
  const deleted = new Set(later.filter(({ event }) => event === 'Inventory Deleted').map(({ itemId }) => itemId));
  const items = new Map<number, PastItem>();
  for (const { itemId, event, changes } of earlier) {
    if (!deleted.has(itemId)) continue;
    if (event === 'Inventory Created') items.set(itemId, emptyItem(itemId));
    const item = items.get(itemId);
    if (item) for (const { field, newValue } of changes) setField(item, field, newValue);
  }
  return [...items.values()].map((item) => ({ ...item, isByNameAlone: item.componentName === '' }));
}

const emptyItem = (id: number): PastItem => ({
  ...{ id, name: '', componentName: '', purl: '', versionName: '', license: '', status: 'DRAFT', type: 'COMPONENT' },
  ...{ isPublished: false, isPresent: true },
});

/** How sentences of the history begin that say that nothing proves an item any more. */
const GONE = 'Gone since';

/** The names of the fields are those of `historyFields`. */
function setField(item: PastItem, field: string, value: string): void {
  if (field === 'Name') item.name = value;
  else if (field === 'Component') {
    if (item.componentName !== value) item.purl = '';
    item.componentName = value;
  } else if (field === 'Version') item.versionName = value;
  else if (field === 'SPDX Expression') item.license = value;
  else if (field === 'Status') item.status = value;
  else if (field === 'Inventory Type') item.type = value;
  else if (field === 'Published') item.isPublished = value === 'true';
  else if (field === 'Evidence') item.isPresent = !value.startsWith(GONE);
}
