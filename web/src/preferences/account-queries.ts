// The signed-in user's own account.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';
import { sessionQuery } from '../session/session.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async () => (await bodyOf(api.GET('/account'))).data,
});

function useAccountChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([queryClient.invalidateQueries(accountQuery), queryClient.invalidateQueries(sessionQuery)]),
  });
}

export function useChangeProfile(account: Versioned) {
  const saveOver = useSaveOver(account);
  return useAccountChange((change: { firstName?: string; lastName?: string; email?: string }) =>
    saveOver(change, (body) => bodyOf(api.PUT('/account', { body }))),
  );
}

export function useChangePassword() {
  return useAccountChange((body: { currentPassword: string; password: string; keepTokens?: boolean }) =>
    bodyOf(api.PUT('/account/password', { body })),
  );
}

export function useChangeQuestion() {
  return useAccountChange((body: { currentPassword: string; question: string; answer: string }) =>
    bodyOf(api.PUT('/account/question', { body })),
  );
}
