// The issue tracker of a project, and creating issues for its tasks.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { Members } from '../editing/both-texts.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';

/** The issue is created in the background. After this time it usually exists. */
const ISSUE_MADE_MS = 3000;

export function trackerQuery(projectId: number) {
  return queryOptions({
    queryKey: ['alm', 'project', projectId],
    queryFn: async () => (await bodyOf(api.GET('/projects/{projectId}/alm', { params: { path: { projectId } } }))).data,
  });
}

export interface LinkInput {
  instanceId: number;
  projectKey: string;
  issueType: string;
  priority: string;
}

/** The data of the dialog: the connection of the project with its version, and all trackers. */
export interface ShownTie extends Versioned {
  link: LinkInput | null;
  instances: { id: number; name: string }[];
}

/** The fields of the connection as the server shows them. There are none if the project is not connected. */
function membersOf({ instances }: ShownTie): Members {
  const of = (name: keyof LinkInput) => (thing: object) => (thing as ShownTie).link?.[name];
  const nameOf = (id: unknown) => instances.find((one) => one.id === id)?.name ?? String(id);
  return {
    instanceId: { label: 'Tracker', of: of('instanceId'), text: nameOf },
    projectKey: { label: 'Project key', of: of('projectKey') },
    issueType: { label: 'Issue type', of: of('issueType') },
    priority: { label: 'Priority', of: of('priority') },
  };
}

/** Connects the project to the tracker; null disconnects it. */
export function useTieTracker(projectId: number, shown: ShownTie) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(shown, membersOf(shown));
  const params = { path: { projectId } };
  return useMutation<unknown, unknown, LinkInput | null>({
    mutationFn: (link) =>
      link
        ? saveOver(link, (body) => bodyOf(api.PUT('/projects/{projectId}/alm', { params, body })))
        : bodyOf(api.DELETE('/projects/{projectId}/alm', { params })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['alm'] }),
  });
}

export function useMakeIssue() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (taskId: number) => bodyOf(api.POST('/tasks/{taskId}/almIssue', { params: { path: { taskId } } })),
    onSuccess: () => setTimeout(() => queryClient.invalidateQueries({ queryKey: ['tasks'] }), ISSUE_MADE_MS),
  });
}
