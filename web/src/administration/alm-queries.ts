// Issue trackers: the instances, when their issues are synchronised, and doing so now.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import { ASKED_ONCE } from '../api/query-client.ts';
import { useSaveOver, type Versioned } from '../elements/save-over.ts';

export const trackersQuery = queryOptions({
  queryKey: ['alm', 'instances'],
  queryFn: async () => (await bodyOf(api.GET('/almInstances'))).data,
});

export type Tracker = Awaited<ReturnType<NonNullable<typeof trackersQuery.queryFn>>>[number];
type Templates = 'summaryTemplate' | 'descriptionTemplate';
/** Templates that are left out are the server's own. */
export type TrackerInput = Omit<Tracker, 'id' | 'projects' | Templates> & Partial<Pick<Tracker, Templates>>;

export const almSettingsQuery = queryOptions({
  queryKey: ['alm', 'settings'],
  queryFn: async () => (await bodyOf(api.GET('/almSettings'))).data,
  ...ASKED_ONCE,
});

type AlmSettings = Awaited<ReturnType<NonNullable<typeof almSettingsQuery.queryFn>>>;
export type Schedule = AlmSettings['schedule'];
export type AlmSync = NonNullable<AlmSettings['lastSync']>;

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

export function useSaveSchedule(onSuccess: () => void) {
  return useAlmChange((schedule: Schedule) => bodyOf(api.PUT('/almSettings', { body: { schedule } })), onSuccess);
}

export function useSyncIssues(onSuccess: (sync: AlmSync) => void) {
  return useAlmChange(async (_: undefined) => (await bodyOf(api.POST('/almSettings/sync'))).data, onSuccess);
}
