// Signing in and out.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import { forgetDrafts } from '../editing/draft-store.ts';
import { endSession, sessionQuery } from '../session/session.ts';

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (credentials: { username: string; password: string }) =>
      bodyOf(api.POST('/session', { body: credentials })),
    onSuccess: (answer) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, answer.data);
    },
  });
}

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => bodyOf(api.DELETE('/session')),
    onSettled: () => {
      forgetDrafts();
      endSession(queryClient);
    },
  });
}
