// Saved views of a list: filter, grouping, and what else the list has, under a name. The inventory has them, and the list of files.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { FileView, InventoryView } from '../api/models.ts';
import type { components } from '../api/schema.d.ts';

export type ViewList = 'ITEMS' | 'FILES';
export type SavedView = InventoryView | FileView;
export type ItemViewSettings = components['schemas']['InventoryViewSettingsInput'];
type FileViewSettings = components['schemas']['FileViewSettingsInput'];
export type ViewSettings = ItemViewSettings | FileViewSettings;

const KEY = 'views';

export function viewsQuery(list: ViewList, projectId: number) {
  const params = { path: { projectId } };
  return queryOptions({
    queryKey: [KEY, list, projectId],
    queryFn: async (): Promise<SavedView[]> =>
      list === 'ITEMS'
        ? (await bodyOf(api.GET('/projects/{projectId}/inventoryViews', { params }))).data
        : (await bodyOf(api.GET('/projects/{projectId}/fileViews', { params }))).data,
  });
}

interface Named<Settings> {
  name: string;
  isShared: boolean;
  settings: Settings;
}

export function useViewChanges(list: ViewList, projectId: number) {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: [KEY, list] });
  const path = { projectId };
  const save = useMutation({
    mutationFn: (body: Named<ViewSettings>) =>
      list === 'ITEMS'
        ? bodyOf(
            api.POST('/projects/{projectId}/inventoryViews', {
              params: { path },
              body: body as Named<ItemViewSettings>,
            }),
          )
        : bodyOf(
            api.POST('/projects/{projectId}/fileViews', { params: { path }, body: body as Named<FileViewSettings> }),
          ),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: number } & Partial<Named<ViewSettings>>) => {
      const params = { path: { ...path, viewId: id } };
      return list === 'ITEMS'
        ? bodyOf(
            api.PUT('/projects/{projectId}/inventoryViews/{viewId}', {
              params,
              body: body as Partial<Named<ItemViewSettings>>,
            }),
          )
        : bodyOf(
            api.PUT('/projects/{projectId}/fileViews/{viewId}', {
              params,
              body: body as Partial<Named<FileViewSettings>>,
            }),
          );
    },
    onSuccess,
  });
  return { save, change };
}

export function useDeleteView(list: ViewList, projectId: number, viewId: number) {
  const queryClient = useQueryClient();
  const params = { path: { projectId, viewId } };
  return useMutation({
    mutationFn: (_: undefined) =>
      list === 'ITEMS'
        ? bodyOf(api.DELETE('/projects/{projectId}/inventoryViews/{viewId}', { params }))
        : bodyOf(api.DELETE('/projects/{projectId}/fileViews/{viewId}', { params })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [KEY, list] }),
  });
}

/** Whether an address has all that a view says of it. */
export function hasAll<Search extends object>(search: Search, wanted: Partial<Search>): boolean {
  const names = Object.keys(wanted) as (keyof Search)[];
  return names.every((name) => JSON.stringify(wanted[name]) === JSON.stringify(search[name]));
}
