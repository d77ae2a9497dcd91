// Issue trackers: the instances, when their issues are synchronised, and doing so now.
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
/** Templates that are left out are the server's own. */
export type TrackerInput = Omit<AlmInstance, 'id' | 'projects' | Templates> & Partial<Pick<AlmInstance, Templates>>;

export const almSettingsQuery = queryOptions({
  queryKey: ['alm', 'settings'],
  queryFn: async () => (await bodyOf(api.GET('/almSettings'))).data,
  ...ASKED_ONCE,
});

/**
 * Whatever changes about trackers, all that is shown of them is asked for again. `onSuccess` is told even when that has replaced the form
 * which asked for the change.
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

/** `text` says a timetable in words, for who has to choose between two. */
export function useSaveSchedule(shown: AlmSettings, text: (schedule: AlmSchedule) => string, onSuccess: () => void) {
  const schedule = { label: 'Timetable', text: (value: unknown) => text(value as AlmSchedule) };
  const saveOver = useSaveOver(shown, { schedule });
  return useAlmChange(
    (changed: AlmSchedule) => saveOver({ schedule: changed }, (body) => bodyOf(api.PUT('/almSettings', { body }))),
    onSuccess,
  );
}

export function useSyncIssues(onSuccess: (sync: AlmSync) => void) {
  return useAlmChange(async (_: undefined) => (await bodyOf(api.POST('/almSettings/sync'))).data, onSuccess);
}
