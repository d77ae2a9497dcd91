// Which decisions count by themselves: settings of the installation and of a project.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { CarrySettings, ProjectCarrySettings } from '../api/models.ts';
import { ASKED_ONCE } from '../api/query-client.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';

export type Mode = CarrySettings[CarrySubject];
export type ProjectMode = ProjectCarrySettings[CarrySubject];
export const subjects = ['unchangedBytes', 'sameEvidence', 'newFiles', 'versionBump'] as const;
export type CarrySubject = (typeof subjects)[number];

/** What each subject means, in words. */
export const WORDS: Record<CarrySubject, { label: string; description: string }> = {
  unchangedBytes: {
    label: 'Files with the same contents',
    description: 'A reviewed file that lies in another place, or has another name, with the same bytes.',
  },
  sameEvidence: {
    label: 'Files that say the same',
    description:
      'Another version of a reviewed file, in the same place: the same licenses in the same words, the same holders and authors, and at least half of the lines. Years, version strings and generated banners may differ.',
  },
  newFiles: {
    label: 'New files',
    description:
      'A file where none was reviewed, with the same licenses in the same words and the same holders as reviewed files of the same component, or without any as they are. The component is the folder around it that has a license file, or that of a package of others.',
  },
  versionBump: {
    label: 'Versions of a component',
    description:
      'Another version of a reviewed component with the same license, license texts, holders, bundled licenses and use, and without vulnerabilities that the reviewed version did not have.',
  },
};

export const siteCarryQuery = queryOptions({
  queryKey: ['carry-settings'],
  queryFn: async () => (await bodyOf(api.GET('/carrySettings'))).data,
  ...ASKED_ONCE,
});

export const projectCarryQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'carry-settings'],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/carrySettings', { params: { path: { projectId } } }))).data,
    ...ASKED_ONCE,
  });

const MEMBERS = Object.fromEntries(subjects.map((subject) => [subject, { label: WORDS[subject].label }]));

export function useSaveSiteCarry(shown: Versioned) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(shown, MEMBERS);
  return useMutation({
    mutationFn: (change: Partial<Record<CarrySubject, Mode>>) =>
      saveOver(change, (body) => bodyOf(api.PUT('/carrySettings', { body }))),
    // Projects may follow the installation.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useSaveProjectCarry(projectId: number, shown: Versioned) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(shown, MEMBERS);
  return useMutation({
    mutationFn: (change: Partial<Record<CarrySubject, ProjectMode>>) =>
      saveOver(change, (body) =>
        bodyOf(api.PUT('/projects/{projectId}/carrySettings', { params: { path: { projectId } }, body })),
      ),
    // Proposals depend on them.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
