// Queries for the settings of new projects.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import type { ProjectDefaults, ProjectDefaultsChange } from '../../api/models.ts';
import { ASKED_ONCE } from '../../api/query-client.ts';
import { useSaveOver, type Versioned } from '../../editing/save-over.ts';

export const projectDefaultsQuery = queryOptions({
  queryKey: ['project-defaults'],
  queryFn: async () => (await bodyOf(api.GET('/projectDefaults'))).data,
  ...ASKED_ONCE,
});

/**
 * Sends only changed fields. This keeps changes that others saved meanwhile, and saving works although a profile or
 * user in another field was deleted.
 */
export function changedDefaults(before: ProjectDefaults, now: ProjectDefaults): ProjectDefaultsChange {
  const { reviewSettings, ...rest } = now;
  const changed = differing(before, rest);
  const changedSettings = differing(before.reviewSettings, reviewSettings);
  const hasSettings = Object.keys(changedSettings).length > 0;
  return { ...changed, ...(hasSettings && { reviewSettings: changedSettings }) } as ProjectDefaultsChange;
}

function differing(before: Record<string, unknown>, now: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

export function useSaveDefaults(shown: Versioned) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(shown);
  return useMutation({
    mutationFn: (change: ProjectDefaultsChange) =>
      saveOver(change, (body) => bodyOf(api.PUT('/projectDefaults', { body }))),
    onSuccess: () => queryClient.invalidateQueries(projectDefaultsQuery),
  });
}
