// The signed-in user, and this user's rights in the whole installation.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, api, bodyOf } from '../api/client.ts';

export interface Session {
  id: number;
  login: string;
  firstName: string;
  lastName: string;
  email: string;
  permissions: string[];
}

/** The signed-in user, or null. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      return (await bodyOf(api.GET('/session'))).data;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new ApiError(401, 'You are not signed in.');
  return data;
}

export function useSystemPermission(permission: string): boolean {
  return useSession().permissions.includes(permission);
}
