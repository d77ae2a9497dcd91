// Queries for forgotten passwords: whether the server can mail a link, requesting it, and using it.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';

export const loginOptionsQuery = queryOptions({
  queryKey: ['login-options'],
  queryFn: async () => (await bodyOf(api.GET('/loginOptions'))).data,
  staleTime: 60_000,
});

export function useForgotPassword() {
  return useMutation({ mutationFn: (login: string) => bodyOf(api.POST('/users/forgotPassword', { body: { login } })) });
}

/** The user to whom a mailed link belongs, and the user's security question. */
export const resetQuestionQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-question', token],
    queryFn: async () => (await bodyOf(api.POST('/users/resetQuestion', { body: { token } }))).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; answer?: string; password: string; keepTokens?: boolean }) =>
      bodyOf(api.POST('/users/resetPassword', { body })),
  });
}
