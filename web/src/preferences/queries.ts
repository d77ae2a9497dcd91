// The signed-in user's API tokens.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';

export interface Token {
  id: number;
  name: string;
  createdOn: string;
  expiresOn: string | null;
  lastUsedOn: string | null;
  access: 'ALL' | 'READ';
  projectIds: number[] | null;
}

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async () => (await bodyOf(api.GET('/tokens'))).data,
});

export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: { name: string; expiresOn?: string; access?: Token['access']; projectIds?: number[] }) =>
      bodyOf(api.POST('/tokens', { body: token })),
    onSuccess: () => queryClient.invalidateQueries(tokensQuery),
  });
}

export function useRenameToken(token: Versioned & { id: number }) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(token);
  const params = { path: { tokenId: token.id } };
  return useMutation({
    mutationFn: (change: { name: string }) =>
      saveOver(change, (body) => bodyOf(api.PUT('/tokens/{tokenId}', { params, body }))),
    onSuccess: () => queryClient.invalidateQueries(tokensQuery),
  });
}

export function useRevokeToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: number) => bodyOf(api.DELETE('/tokens/{tokenId}', { params: { path: { tokenId } } })),
    onSuccess: () => queryClient.invalidateQueries(tokensQuery),
  });
}
