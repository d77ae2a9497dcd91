// Queries for package registries: their settings, a connection test, discarding their stored answers; and bundles of components.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, sendFile } from '../../api/client.ts';
import type { Registry } from '../../api/models.ts';
import { ASKED_ONCE } from '../../api/query-client.ts';
import { useSaveOver } from '../../editing/save-over.ts';

type RegistryName = Registry['name'];
export type RegistryInput = Pick<Registry, 'isAsked' | 'baseAddress' | 'userName' | 'secret'>;

const KEY = 'registries';

export const registriesQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async () => (await bodyOf(api.GET('/registries'))).data,
});

/** The settings at the time when the form opens. They are not fetched again while the form is open. */
export const registryQuery = (registryName: RegistryName) =>
  queryOptions({
    queryKey: [KEY, registryName],
    queryFn: async () =>
      (await bodyOf(api.GET('/registries/{registryName}', { params: { path: { registryName } } }))).data,
    ...ASKED_ONCE,
  });

export function useChangeRegistry(shown: Registry) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(shown);
  return useMutation({
    mutationFn: (change: RegistryInput) =>
      saveOver(change, (body) =>
        bodyOf(api.PUT('/registries/{registryName}', { params: { path: { registryName: shown.name } }, body })),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
}

export function useTestRegistry(registryName: RegistryName) {
  return useMutation({
    mutationFn: async () =>
      (await bodyOf(api.POST('/registries/{registryName}/test', { params: { path: { registryName } } }))).data,
  });
}

export function useForgetLookups(registryName: RegistryName) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => bodyOf(api.DELETE('/registries/{registryName}/lookups', { params: { path: { registryName } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
}

export const IMPORTS_KEY = 'library-imports';

export const libraryImportsQuery = queryOptions({
  queryKey: [IMPORTS_KEY],
  queryFn: async () => (await bodyOf(api.GET('/library/imports'))).data,
});

/** Returns the id of the job. */
export function useImportBundle() {
  return useMutation({ mutationFn: (file: File) => sendFile('/library/imports', file) });
}
