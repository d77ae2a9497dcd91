// The signed-in user's API tokens.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async () => (await bodyOf(api.GET('/tokens'))).data,
});

export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: { name: string; expiresOn?: string }) => bodyOf(api.POST('/tokens', { body: token })),
    onSuccess: () => queryClient.invalidateQueries(tokensQuery),
  });
}

export function useRenameToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ tokenId, name }: { tokenId: number; name: string }) =>
      bodyOf(api.PUT('/tokens/{tokenId}', { params: { path: { tokenId } }, body: { name } })),
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
