// Queries for the audit log: its entries, its exports, and the check that nobody changed it.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf, pageOf } from '../../api/client.ts';
import { PAGE_ROWS } from '../../table/paged-rows.ts';
import type { AuditFilter } from './search.ts';

export function auditKey(filter: AuditFilter) {
  return ['audit-log', filter] as const;
}

export function fetchEntries(filter: AuditFilter, page: number) {
  return pageOf(api.GET('/auditLog', { params: { query: { ...filter, offset: page, limit: PAGE_ROWS } } }));
}

/** Every action in words. It changes only with the version of the server. */
export const actionsQuery = queryOptions({
  queryKey: ['audit-actions'],
  queryFn: async () => (await bodyOf(api.GET('/auditLog/actions'))).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The address from which the browser downloads all entries that match the filter. */
export function exportAddress(filter: AuditFilter, format: 'csv' | 'jsonl'): string {
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return `${API_ROOT}/auditLog/export?${query}`;
}

export function useVerifyAuditLog() {
  return useMutation({ mutationFn: async () => (await bodyOf(api.GET('/auditLog/verify'))).data });
}
