// Queries for the LDAP directory: its settings, a test of them, and the import of users.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import type { LdapSettings } from '../../api/models.ts';
import { ASKED_ONCE } from '../../api/query-client.ts';
import { useSaveOver } from '../../editing/save-over.ts';

export const ldapQuery = queryOptions({
  queryKey: ['ldap'],
  queryFn: async () => (await bodyOf(api.GET('/ldapSettings'))).data,
  ...ASKED_ONCE,
});

export type EditedLdapSettings = Omit<LdapSettings, 'configured' | 'lastSync'>;

export function useSaveLdap(settings: EditedLdapSettings) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(settings, { bindPassword: { label: 'Password', of: () => undefined } });
  return useMutation({
    mutationFn: (change: EditedLdapSettings) => saveOver(change, (body) => bodyOf(api.PUT('/ldapSettings', { body }))),
    onSuccess: () => queryClient.invalidateQueries(ldapQuery),
  });
}

export function useTestLdap() {
  return useMutation({ mutationFn: async () => (await bodyOf(api.POST('/ldapSettings/test'))).data });
}

export function useSyncLdap() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await bodyOf(api.POST('/ldap/sync'))).data,
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries(ldapQuery), queryClient.invalidateQueries({ queryKey: ['users'] })]),
  });
}
