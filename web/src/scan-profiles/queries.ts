// Queries for scan profiles: the list for everybody, and the changes that system administrators make.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { ScanProfile } from '../api/models.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';

/** All profiles are on one page, because an installation has few. */
const ALL = 1000;

export const scanProfilesQuery = queryOptions({
  queryKey: ['scan-profiles'],
  queryFn: async () => (await pageOf(api.GET('/scanProfiles', { params: { query: { offset: 1, limit: ALL } } }))).rows,
});

export type ScanProfileInput = Pick<ScanProfile, 'name' | 'description' | 'settings'>;

function useProfileChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: scanProfilesQuery.queryKey }),
  });
}

export function useCreateScanProfile() {
  return useProfileChange((body: ScanProfileInput) => bodyOf(api.POST('/scanProfiles', { body })));
}

export function useChangeScanProfile(profileId: number, shown: Versioned) {
  const saveOver = useSaveOver(shown);
  return useProfileChange((change: ScanProfileInput) =>
    saveOver(change, (body) => bodyOf(api.PUT('/scanProfiles/{profileId}', { params: { path: { profileId } }, body }))),
  );
}

export function useDeleteScanProfile(profileId: number) {
  return useProfileChange((_: undefined) =>
    bodyOf(api.DELETE('/scanProfiles/{profileId}', { params: { path: { profileId } } })),
  );
}
