// Queries for what brings the code of a project by itself: push webhooks of code hosts with their deliveries, and the schedule.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { CodeSchedule, NewPushHook, PushHook } from '../api/models.ts';

const DELIVERIES_SHOWN = 50;
const LOOK_AGAIN_MS = 5000;

const hooksKey = (projectId: number) => ['push hooks', projectId] as const;
const scheduleKey = (projectId: number) => ['code schedule', projectId] as const;

export const pushHooksQuery = (projectId: number) =>
  queryOptions({
    queryKey: hooksKey(projectId),
    queryFn: async () => (await bodyOf(api.GET('/scmInstances/pushHooks', { params: { query: { projectId } } }))).data,
  });

export const pushDeliveriesQuery = (projectId: number, hookId: number) =>
  queryOptions({
    queryKey: [...hooksKey(projectId), hookId, 'deliveries'],
    queryFn: () =>
      pageOf(
        api.GET('/scmInstances/pushHooks/{hookId}/deliveries', {
          params: { path: { hookId }, query: { offset: 1, limit: DELIVERIES_SHOWN } },
        }),
      ),
    refetchInterval: LOOK_AGAIN_MS,
  });

export const codeScheduleQuery = (projectId: number) =>
  queryOptions({
    queryKey: scheduleKey(projectId),
    queryFn: async () => (await bodyOf(api.GET('/scmInstances/schedule', { params: { query: { projectId } } }))).data,
  });

function useChange<Input, Output>(key: readonly unknown[], change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries({ queryKey: key }) });
}

/** If the server made the secret, its answer contains it. */
export function useCreatePushHook(projectId: number) {
  return useChange(hooksKey(projectId), (body: NewPushHook) =>
    bodyOf(api.POST('/scmInstances/pushHooks', { params: { query: { projectId } }, body })),
  );
}

export function useChangePushHook(projectId: number, hook: PushHook) {
  return useChange(hooksKey(projectId), (change: { action?: 'SYNC' | 'SCAN'; isActive?: boolean }) =>
    bodyOf(
      api.PUT('/scmInstances/pushHooks/{hookId}', {
        params: { path: { hookId: hook.id } },
        body: { ...change, entityVersion: hook.entityVersion },
      }),
    ),
  );
}

export function useDeletePushHook(projectId: number, hookId: number) {
  return useChange(hooksKey(projectId), (_: undefined) =>
    bodyOf(api.DELETE('/scmInstances/pushHooks/{hookId}', { params: { path: { hookId } } })),
  );
}

export function useSaveCodeSchedule(projectId: number, entityVersion: string | undefined) {
  return useChange(scheduleKey(projectId), (values: Omit<CodeSchedule, 'lastTime' | 'entityVersion'>) =>
    bodyOf(api.PUT('/scmInstances/schedule', { params: { query: { projectId } }, body: { ...values, entityVersion } })),
  );
}
