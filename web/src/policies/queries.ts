// Queries for policy profiles: the list, one with its rules, and changes of them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { severityValues } from '../api/described.ts';
import type { PolicyRules } from '../api/models.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';
import { recentJobsQuery } from '../jobs/queries.ts';

/** All policies are on one page, because an installation has few. */
const ALL = 1000;

export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: async () => (await pageOf(api.GET('/policies', { params: { query: { offset: 1, limit: ALL } } }))).rows,
});

export function policyQuery(policyId: number) {
  return queryOptions({
    queryKey: ['policies', policyId],
    queryFn: async () => (await bodyOf(api.GET('/policies/{policyId}', { params: { path: { policyId } } }))).data,
  });
}

export function projectNameQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'name'],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}', { params: { path: { projectId } } }))).data.name,
    staleTime: 60_000,
  });
}

interface Trial {
  policyId?: number;
  rules: PolicyInput['rules'];
  projectIds: number[];
}

export async function tryRules(body: Trial) {
  return (await bodyOf(api.POST('/policies/preview', { body }))).data;
}

export type LicenseDecision = PolicyRules['licenses'][number]['decision'];
export type Exploitation = NonNullable<VulnerabilityInput['rejectSsvcExploitationFrom']>;
export type WhenNotCompared = NonNullable<VulnerabilityInput['whenNotCompared']>;
export type PolicySeverity = NonNullable<VulnerabilityInput['rejectSeverityFrom']>;

interface VulnerabilityInput {
  approveOnlyWithoutVulnerabilities: boolean;
  rejectScoreAbove?: number;
  rejectSeverityFrom?: (typeof severityValues)[number];
  rejectExploited: boolean;
  /** 0 to 1. */
  rejectEpssFrom?: number;
  rejectSsvcExploitationFrom?: 'none' | 'poc' | 'active';
  rejectEndOfLifeWithinDays?: number;
  approveOnlyWithFreshData: boolean;
  whenNotCompared?: 'UNDECIDED' | 'REJECTED';
}

export interface PolicyInput {
  name: string;
  description: string;
  rules: Pick<PolicyRules, 'licenses' | 'components'> & { vulnerabilities: VulnerabilityInput };
}

function usePolicyChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: policiesQuery.queryKey }),
  });
}

export function useCreatePolicy() {
  return usePolicyChange((body: PolicyInput) => bodyOf(api.POST('/policies', { body })));
}

export function useChangePolicy(policyId: number, shown: Versioned) {
  const saveOver = useSaveOver(shown);
  return usePolicyChange((change: PolicyInput) =>
    saveOver(change, (body) => bodyOf(api.PUT('/policies/{policyId}', { params: { path: { policyId } }, body }))),
  );
}

export function useDeletePolicy(policyId: number) {
  return usePolicyChange((_: undefined) =>
    bodyOf(api.DELETE('/policies/{policyId}', { params: { path: { policyId } } })),
  );
}

export function useApplyPolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ projectId, keepManualStatuses }: { projectId: number; keepManualStatuses: boolean }) =>
      bodyOf(
        api.POST('/jobs/applyPolicy/{projectId}', { params: { path: { projectId }, query: { keepManualStatuses } } }),
      ),
    onSuccess: (_answer, { projectId }) =>
      queryClient.invalidateQueries({ queryKey: recentJobsQuery(projectId).queryKey }),
  });
}
