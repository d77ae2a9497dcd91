// How mails are sent, a test mail, and the outbox.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import type { EmailSettings } from '../../api/models.ts';
import { ASKED_ONCE } from '../../api/query-client.ts';
import { useSaveOver } from '../../editing/save-over.ts';
import type { MailState } from './search.ts';

export const OUTBOX_PAGE = 25;

export const emailQuery = queryOptions({
  queryKey: ['email-settings'],
  queryFn: async () => (await bodyOf(api.GET('/emailSettings'))).data,
  ...ASKED_ONCE,
});

export type EditedEmailSettings = Omit<EmailSettings, 'templates'>;

export function useSaveEmail(shown: EditedEmailSettings) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(shown, { password: { label: 'Password', of: () => undefined } });
  return useMutation({
    mutationFn: ({ security, ...settings }: EditedEmailSettings) =>
      saveOver({ ...settings, security: security as 'NONE' | 'STARTTLS' | 'TLS' }, (body) =>
        bodyOf(api.PUT('/emailSettings', { body })),
      ),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(emailQuery),
        queryClient.invalidateQueries({ queryKey: ['login-options'] }),
      ]),
  });
}

export function useTestEmail() {
  return useMutation({ mutationFn: () => bodyOf(api.POST('/emailSettings/test', { body: {} })) });
}

export const outboxQuery = (state: MailState | undefined, page: number) =>
  queryOptions({
    queryKey: ['outbox', state ?? 'all', page],
    queryFn: () =>
      pageOf(
        api.GET('/emailSettings/outbox', {
          params: { query: { ...(state ? { state } : {}), offset: page, limit: OUTBOX_PAGE } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
  });

export function useRetryMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (mailId: number) =>
      bodyOf(api.POST('/emailSettings/outbox/{mailId}/retry', { params: { path: { mailId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['outbox'] }),
  });
}
