// Queries for issue trackers: the instances, the schedule, and synchronisation on request.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import type { AlmInstance, AlmSchedule, AlmSettings, AlmSync } from '../../api/models.ts';
import { ASKED_ONCE } from '../../api/query-client.ts';
import { useSaveOver, type Versioned } from '../../editing/save-over.ts';

export const trackersQuery = queryOptions({
  queryKey: ['alm', 'instances'],
  queryFn: async () => (await bodyOf(api.GET('/almInstances'))).data,
});

type Templates = 'summaryTemplate' | 'descriptionTemplate';
/** If a template is left out, the server uses its own. */
export type TrackerInput = Omit<AlmInstance, 'id' | 'projects' | Templates> & Partial<Pick<AlmInstance, Templates>>;

export const almSettingsQuery = queryOptions({
  queryKey: ['alm', 'settings'],
  queryFn: async () => (await bodyOf(api.GET('/almSettings'))).data,
  ...ASKED_ONCE,
});

/**
 * Reloads everything that shows trackers after any change. Calls `onSuccess` even if the reload has removed the form
 * that sent the change.
 */
function useAlmChange<Input, Output>(change: (input: Input) => Promise<Output>, onSuccess?: (output: Output) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['alm'] }),
  });
}

export function useCreateTracker() {
  return useAlmChange((body: TrackerInput) => bodyOf(api.POST('/almInstances', { body })));
}

export function useChangeTracker(instanceId: number, shown: Versioned) {
  const saveOver = useSaveOver(shown);
  return useAlmChange((change: TrackerInput) =>
    saveOver(change, (body) =>
      bodyOf(api.PUT('/almInstances/{instanceId}', { params: { path: { instanceId } }, body })),
    ),
  );
}

export function useDeleteTracker(instanceId: number) {
  return useAlmChange((_: undefined) =>
    bodyOf(api.DELETE('/almInstances/{instanceId}', { params: { path: { instanceId } } })),
  );
}

export function useTestTracker(instanceId: number) {
  return useMutation({
    mutationFn: async () =>
      (await bodyOf(api.POST('/almInstances/{instanceId}/test', { params: { path: { instanceId } } }))).data,
  });
}

/** Writes the schedule as text, for a user who has to choose between two versions. */
export function useSaveSchedule(shown: AlmSettings, text: (schedule: AlmSchedule) => string, onSuccess: () => void) {
  const schedule = { label: 'Schedule', text: (value: unknown) => text(value as AlmSchedule) };
  const saveOver = useSaveOver(shown, { schedule });
  return useAlmChange(
    (changed: AlmSchedule) => saveOver({ schedule: changed }, (body) => bodyOf(api.PUT('/almSettings', { body }))),
    onSuccess,
  );
}

export function useSyncIssues(onSuccess: (sync: AlmSync) => void) {
  return useAlmChange(async (_: undefined) => (await bodyOf(api.POST('/almSettings/sync'))).data, onSuccess);
}
