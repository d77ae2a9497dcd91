// The table of items: rows, ids and groups.
import type { App } from '../../app.ts';
import { listItemFields } from '../../db/custom-fields.ts';
import { eachItemOf, groupsOfItems, type ItemFilter, pageOfItems } from '../../db/inventories/item-lists.ts';
import { groupTitle, type ItemGrouping, type ItemSort } from '../../domain/inventories/item-groups.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { rowForm } from './models.ts';

interface Sorted {
  sort: { by: ItemSort; descending: boolean };
  page: PageRequest;
}

export async function rowList(
  app: App,
  projectId: number,
  filter: ItemFilter,
  { sort, page, hasCustomFields }: Sorted & { hasCustomFields: boolean },
) {
  const { ids, total } = await pageOfItems(app.db, projectId, filter, rangeOf(page), sort);
  return { rows: itemRows(app, ids, hasCustomFields), paging: pagingOf(page, total) };
}

async function* itemRows(app: App, itemIds: Float64Array, hasCustomFields: boolean) {
  for await (const batch of eachItemOf(app.db, itemIds)) {
    const ids = batch.map(({ id }) => id);
    const fieldsOf = hasCustomFields ? await listItemFields(app.db, ids) : undefined;
    yield* batch.map((item) => ({ ...rowForm(item), ...(fieldsOf && { customFields: fieldsOf(item.id) }) }));
  }
}

export async function idList(app: App, projectId: number, filter: ItemFilter, { sort, page }: Sorted) {
  const { ids, total } = await pageOfItems(app.db, projectId, filter, rangeOf(page), sort);
  return { ids: [...ids], paging: pagingOf(page, total) };
}

export async function groupList(
  app: App,
  projectId: number,
  filter: ItemFilter,
  { by, page }: { by: ItemGrouping; page: PageRequest },
) {
  const { rows, total } = await groupsOfItems(app.db, projectId, filter, by, rangeOf(page));
  return {
    rows: rows.map(({ key, name, count, open }) => ({ key, title: groupTitle(by, key, name), count, open })),
    paging: pagingOf(page, total),
  };
}
