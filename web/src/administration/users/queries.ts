// Queries for users: the list, creating and activating them, and setting permissions.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import { systemPermissionValues } from '../../api/described.ts';
import { useSaveOver, type Versioned } from '../../editing/save-over.ts';
import { PAGE_ROWS } from '../../table/paged-rows.ts';

export const USERS_KEY = ['users'] as const;

export function fetchUsers(find: string | undefined, page: number) {
  return pageOf(api.GET('/users', { params: { query: { find, offset: page, limit: PAGE_ROWS } } }));
}

export interface NewUser {
  login: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  question: string;
  answer: string;
}

export type Permission = (typeof systemPermissionValues)[number];
const PERMISSION_WORDS: Record<Permission, { label: string; help: string }> = {
  system_admin: { label: 'System administrator', help: 'Users, settings, custom fields, scan profiles.' },
  create_project: { label: 'Create projects', help: 'Create projects and folders.' },
  edit_policy: { label: 'Manage policy', help: 'Policies that review items.' },
  library_manager: { label: 'Library manager', help: 'Custom licenses, components and versions.' },
};
export const PERMISSIONS = systemPermissionValues.map((name) => ({ name, ...PERMISSION_WORDS[name] }));

function useUserChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: USERS_KEY }),
  });
}

export function useCreateUser() {
  return useUserChange(async ({ permissions, ...user }: NewUser & { permissions: Permission[] }) => {
    await bodyOf(api.POST('/users', { body: user }));
    if (permissions.length > 0) await setPermissions(user.login, { permissions });
  });
}

export function useSetPermissions(user: Versioned) {
  const saveOver = useSaveOver(user);
  return useUserChange(({ login, permissions }: { login: string; permissions: Permission[] }) =>
    saveOver({ permissions }, (body) => setPermissions(login, body)),
  );
}

function setPermissions(loginId: string, body: { permissions: Permission[] } & Versioned) {
  return bodyOf(api.PUT('/users/{loginId}/permission', { params: { path: { loginId } }, body }));
}

export function useSetActive() {
  return useUserChange(({ login, active }: { login: string; active: boolean }) => {
    const params = { path: { loginId: login } };
    return active
      ? bodyOf(api.PUT('/users/{loginId}/activate', { params }))
      : bodyOf(api.PUT('/users/{loginId}/deactivate', { params }));
  });
}

export interface UserProfile {
  firstName?: string;
  lastName?: string;
  email?: string;
}

export function useChangeUser(user: Versioned) {
  const saveOver = useSaveOver(user);
  return useUserChange(({ login, ...change }: UserProfile & { login: string }) =>
    saveOver(change, (body) => bodyOf(api.PUT('/users/{loginId}', { params: { path: { loginId: login } }, body }))),
  );
}

export function useGivePassword() {
  return useUserChange(({ login, ...body }: { login: string; password: string; keepTokens?: boolean }) =>
    bodyOf(api.PUT('/users/{loginId}/password', { params: { path: { loginId: login } }, body })),
  );
}

/** The password is for LOCAL only. */
export function useSetSource() {
  return useUserChange(({ login, ...body }: { login: string; source: 'LOCAL' | 'LDAP'; password?: string }) =>
    bodyOf(api.PUT('/users/{loginId}/source', { params: { path: { loginId: login } }, body })),
  );
}

export function tokensOfUserQuery(login: string) {
  return queryOptions({
    queryKey: ['tokens-of-user', login],
    queryFn: async () =>
      (await bodyOf(api.GET('/users/{loginId}/tokens', { params: { path: { loginId: login } } }))).data,
  });
}

/** Without an id, all tokens and the sessions of the user end. */
export function useRevokeTokensOf(login: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tokenId?: number) =>
      tokenId === undefined
        ? bodyOf(api.DELETE('/users/{loginId}/tokens', { params: { path: { loginId: login } } }))
        : bodyOf(api.DELETE('/users/{loginId}/tokens/{tokenId}', { params: { path: { loginId: login, tokenId } } })),
    onSuccess: () => queryClient.invalidateQueries(tokensOfUserQuery(login)),
  });
}
