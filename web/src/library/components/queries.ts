// Queries for components of the library: the table, one component with its versions, its uses, and changes of custom
// ones.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import type { ComponentChange, NewComponent, NewComponentVersion, VersionLicenseChange } from '../../api/models.ts';
import { useSaveOver, type Versioned } from '../../editing/save-over.ts';
import { PAGE_ROWS } from '../../table/paged-rows.ts';

export const COMPONENTS_KEY = ['library', 'component-table'] as const;

export function fetchComponents(search: { find?: string; custom?: boolean }, page: number) {
  const query = { find: search.find, custom: search.custom ?? false, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/components', { params: { query } }));
}

export function componentQuery(componentId: number) {
  return queryOptions({
    queryKey: ['library', 'component', componentId, 'page'],
    queryFn: async () =>
      (
        await bodyOf(
          api.GET('/components/{componentId}', {
            params: { path: { componentId }, query: { vulnerabilitySummary: true, cvssVersion: 'V3' } },
          }),
        )
      ).data,
  });
}

export function fetchUses(componentId: number, page: number) {
  const params = { path: { componentId }, query: { offset: page, limit: PAGE_ROWS } };
  return pageOf(api.GET('/components/{componentId}/inventories', { params }));
}

export function usesKey(componentId: number) {
  return ['library', 'component', componentId, 'uses'] as const;
}

export function vulnerabilitiesQuery(versionId: number) {
  return queryOptions({
    queryKey: ['library', 'version', versionId, 'vulnerabilities'],
    queryFn: () =>
      pageOf(
        api.GET('/components/{versionId}/vulnerabilities', {
          params: { path: { versionId }, query: { offset: 1, limit: PAGE_ROWS } },
        }),
      ),
  });
}

export function licenseDecisionsQuery(versionId: number) {
  return queryOptions({
    queryKey: ['library', 'version', versionId, 'license decisions'],
    queryFn: () =>
      pageOf(
        api.GET('/components/versions/{versionId}/licenseDecisions', {
          params: { path: { versionId }, query: { offset: 1, limit: PAGE_ROWS } },
        }),
      ),
  });
}

const CONCERNED = ['library', 'project', 'inventories'];

/**
 * Reloads projects too, because their items get or lose components. Does not reload a deleted component, because its
 * page is about to close.
 */
function useLibraryChange<Input, Output>(change: (input: Input) => Promise<Output>, goneId?: number) {
  const queryClient = useQueryClient();
  const again = (isGone: boolean) =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [first, kind, id] }) =>
        CONCERNED.includes(String(first)) && !(isGone && kind === 'component' && id === goneId),
    });
  return useMutation({
    mutationFn: change,
    onSettled: (_output, error) => again(goneId !== undefined && !error),
  });
}

export function useCreateComponent() {
  return useLibraryChange((body: NewComponent) => bodyOf(api.POST('/components', { body })));
}

export function useChangeComponent(componentId: number, shown: Versioned) {
  const saveOver = useSaveOver(shown, { url: { label: 'URL' } });
  return useLibraryChange((change: ComponentChange) =>
    saveOver(change, (body) =>
      bodyOf(api.PUT('/components/{componentId}', { params: { path: { componentId } }, body })),
    ),
  );
}

export function useDeleteComponent(id: number) {
  return useLibraryChange((_: undefined) => bodyOf(api.DELETE('/components/{id}', { params: { path: { id } } })), id);
}

export function useCreateVersion(componentId: number) {
  return useLibraryChange((body: NewComponentVersion) =>
    bodyOf(api.POST('/components/{componentId}/versions', { params: { path: { componentId } }, body })),
  );
}

export function useDeleteVersion(componentId: number, id: number) {
  return useLibraryChange((_: undefined) =>
    bodyOf(api.DELETE('/components/{componentId}/versions/{id}', { params: { path: { componentId, id } } })),
  );
}

export function useSetVersionLicense(componentId: number, id: number) {
  return useLibraryChange((body: VersionLicenseChange) =>
    bodyOf(api.PUT('/components/{componentId}/versions/{id}/license', { params: { path: { componentId, id } }, body })),
  );
}

/** The variable of the mutation is the reason. It may be blank. */
export function useForgetVersionLicense(componentId: number, id: number) {
  return useLibraryChange((reason: string) =>
    bodyOf(
      api.DELETE('/components/{componentId}/versions/{id}/license', {
        params: { path: { componentId, id }, query: reason === '' ? {} : { reason } },
      }),
    ),
  );
}
