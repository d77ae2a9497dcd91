// Queries for the page about operations: what the server knows about itself.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import type { InstallationToken } from '../../api/models.ts';
import { PAGE_ROWS } from '../../table/paged-rows.ts';

const INSTALLATION = ['installation'] as const;
const REFRESH_MS = 15_000;

export const installationQuery = queryOptions({
  queryKey: [...INSTALLATION, 'state'],
  queryFn: async () => (await bodyOf(api.GET('/installation'))).data,
  refetchInterval: REFRESH_MS,
});

export const storageQuery = queryOptions({
  queryKey: [...INSTALLATION, 'storage'],
  queryFn: async () => (await bodyOf(api.GET('/installation/storage'))).data,
});

export const signingKeyQuery = queryOptions({
  queryKey: [...INSTALLATION, 'signing-key'],
  queryFn: async () => (await bodyOf(api.GET('/signingKey'))).data,
});

const KEYS = ['advisory-keys'] as const;

export const advisoryKeysQuery = queryOptions({
  queryKey: KEYS,
  queryFn: async () => (await bodyOf(api.GET('/advisories/keys'))).data,
});

export function useTrustKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => bodyOf(api.POST('/advisories/keys', { body: { key } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEYS }),
  });
}

export function useDistrustKey(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (_: undefined) => bodyOf(api.DELETE('/advisories/keys', { params: { query: { key } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEYS }),
  });
}

export const ALL_TOKENS = [...INSTALLATION, 'tokens'] as const;

export function fetchAllTokens(find: string | undefined, page: number) {
  return pageOf(api.GET('/installation/tokens', { params: { query: { find, offset: page, limit: PAGE_ROWS } } }));
}

export function useRevoke({ login, id }: Pick<InstallationToken, 'login' | 'id'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (_: undefined) =>
      bodyOf(api.DELETE('/users/{loginId}/tokens/{tokenId}', { params: { path: { loginId: login, tokenId: id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ALL_TOKENS }),
  });
}

export type StoreWork = 'verify' | 'collect';

/** Starts a verification of the store, or the removal of deleted contents. */
export function useStoreWork(work: StoreWork) {
  return useMutation({
    mutationFn: () => bodyOf(work === 'verify' ? api.POST('/store/verify') : api.POST('/store/collect')),
  });
}

/** What the work in the store changes. */
export const STORE_KEYS = [INSTALLATION, ['store-state']];
