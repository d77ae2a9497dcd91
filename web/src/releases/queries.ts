// Queries for the releases of a project.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf, pageOf } from '../api/client.ts';
import type { ReleaseRule } from '../api/models.ts';

/** The newest; the interface has all. */
const SHOWN = 200;

const keyOf = (projectId: number) => ['project', projectId, 'releases'] as const;

export function releasesQuery(projectId: number) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'list'],
    queryFn: () =>
      pageOf(
        api.GET('/projects/{projectId}/releases', {
          params: { path: { projectId }, query: { offset: 1, limit: SHOWN } },
        }),
      ),
  });
}

export function releaseQuery(projectId: number, releaseId: number) {
  return queryOptions({
    queryKey: [...keyOf(projectId), releaseId],
    queryFn: async () => {
      const path = { projectId, releaseId };
      return (await bodyOf(api.GET('/projects/{projectId}/releases/{releaseId}', { params: { path } }))).data;
    },
  });
}

export function releaseProposalQuery(projectId: number) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'proposal'],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/releaseProposal', { params: { path: { projectId } } }))).data,
  });
}

export function releaseRuleQuery(projectId: number) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'rule'],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/releaseRule', { params: { path: { projectId } } }))).data,
  });
}

export function useSaveReleaseRule(projectId: number, entityVersion: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: Pick<ReleaseRule, 'tagPattern' | 'isSigned' | 'offerContact'>) =>
      bodyOf(
        api.PUT('/projects/{projectId}/releaseRule', {
          params: { path: { projectId } },
          body: { ...values, entityVersion },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(projectId) }),
  });
}

export interface ReleaseInput {
  name: string;
  description: string;
  offerContact: string;
  isSigned: boolean;
}

export function useMakeRelease(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReleaseInput) =>
      bodyOf(api.POST('/projects/{projectId}/releases', { params: { path: { projectId } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', projectId] }),
  });
}

export function useDeleteRelease(projectId: number, releaseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (_: undefined) => {
      const path = { projectId, releaseId };
      return bodyOf(api.DELETE('/projects/{projectId}/releases/{releaseId}', { params: { path } }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(projectId) }),
  });
}

const addressOf = (projectId: number, releaseId: number) => `${API_ROOT}/projects/${projectId}/releases/${releaseId}`;

export const dossierAddress = (projectId: number, releaseId: number): string =>
  `${addressOf(projectId, releaseId)}/dossier`;

export const documentAddress = (projectId: number, releaseId: number, path: string): string =>
  `${addressOf(projectId, releaseId)}/document?${new URLSearchParams({ path })}`;
