// Saved views of the inventory: filter, grouping, columns and order under a name.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { InventoryView } from '../api/models.ts';
import type { components } from '../api/schema.d.ts';
import { itemFilterOf, searchOfFilter } from './filter-requests.ts';
import type { ItemFilter } from './filters.ts';
import type { InventorySearch } from './search.ts';

export type ViewSettings = components['schemas']['InventoryViewSettingsInput'];

export function viewsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['inventory views', projectId],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/inventoryViews', { params: { path: { projectId } } }))).data,
  });
}

/** @param columns the shown ones, if somebody has chosen them */
export function settingsOf(search: InventorySearch, columns: readonly string[] | undefined): ViewSettings {
  return {
    filter: itemFilterOf(search),
    ...(search.by && { groupBy: search.by }),
    ...(columns && { columns: [...columns] }),
    ...(search.sort && { sort: search.sort }),
  };
}

/** The address of a view: everything that it says, so that others may open it, too. The open item stays. */
export function searchOfView({ id, settings }: Pick<InventoryView, 'id' | 'settings'>): InventorySearch {
  return {
    ...searchOfFilter(settings.filter as Partial<ItemFilter>),
    by: settings.groupBy,
    columns: settings.columns,
    sort: settings.sort,
    open: undefined,
    group: undefined,
    row: undefined,
    view: id,
  };
}

/** Whether the list is still what the view says. */
export function isAsSaved(view: InventoryView, search: InventorySearch): boolean {
  const { view: _, open: _open, group: _group, row: _row, ...wanted } = searchOfView(view);
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  return names.every((name) => JSON.stringify(wanted[name]) === JSON.stringify(search[name]));
}

export function useViewChanges(projectId: number) {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['inventory views'] });
  const path = { projectId };
  const save = useMutation({
    mutationFn: (body: { name: string; isShared: boolean; settings: ViewSettings }) =>
      bodyOf(api.POST('/projects/{projectId}/inventoryViews', { params: { path }, body })),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: number; name?: string; isShared?: boolean; settings?: ViewSettings }) =>
      bodyOf(
        api.PUT('/projects/{projectId}/inventoryViews/{viewId}', { params: { path: { ...path, viewId: id } }, body }),
      ),
    onSuccess,
  });
  return { save, change };
}

export function useDeleteView(projectId: number, viewId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (_: undefined) =>
      bodyOf(api.DELETE('/projects/{projectId}/inventoryViews/{viewId}', { params: { path: { projectId, viewId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['inventory views'] }),
  });
}
