// Queries for the roles of users in a project.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import { projectRoleValues } from '../api/described.ts';

export type Role = (typeof projectRoleValues)[number];
const ROLE_WORDS: Record<Role, { label: string; help: string }> = {
  PROJECT_ADMIN: { label: 'Project administrators', help: 'Change settings, people and source control.' },
  ANALYST: { label: 'Analysts', help: 'Upload, scan, and edit and publish the inventory.' },
  REVIEWER: { label: 'Reviewers', help: 'Approve, reject and recall items.' },
  OBSERVER: { label: 'Observers', help: 'Read the project, even if it is private.' },
};
export const ROLES = projectRoleValues.map((id) => ({ id, ...ROLE_WORDS[id] }));

export const projectUsersQuery = (projectId: number, roleId: Role) =>
  queryOptions({
    queryKey: ['project', projectId, 'people', roleId],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/users', { params: { path: { projectId }, query: { roleId } } })))
        .data.users,
  });

export type Contact = 'ownerId' | 'legalContactId' | 'securityContactId' | 'developerContactId';

/** Users who lose a role may lose the right to see this page, so everything shown of the project is fetched again. */
function usePlaceChange<Input>(projectId: number, change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', projectId] }),
  });
}

export function useGiveRole(projectId: number, roleId: Role) {
  const params = { path: { projectId } };
  return usePlaceChange(projectId, (users: string[]) =>
    bodyOf(api.POST('/projects/{projectId}/users', { params, body: { userRoles: { roleId, users } } })),
  );
}

export function useTakeRole(projectId: number, roleId: Role) {
  const params = { path: { projectId } };
  return usePlaceChange(projectId, (login: string) =>
    bodyOf(api.DELETE('/projects/{projectId}/users', { params, body: { roleId, users: [login] } })),
  );
}

export function useSetContact(projectId: number) {
  const params = { path: { projectId } };
  return usePlaceChange(projectId, ({ place, login }: { place: Contact; login: string }) =>
    bodyOf(api.POST('/projects/{projectId}/users', { params, body: { [place]: login } })),
  );
}
