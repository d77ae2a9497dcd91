// The signed-in user, and this user's rights in the whole installation.
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
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

/** Nobody is signed in any more: what was read for the user goes. The query of the session stays, so that the frame hears of its end. */
export function endSession(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** Whether somebody is signed in. The frame asks before it shows what needs a user: the way to the sign-in page takes a moment. */
export function useIsSignedIn(): boolean {
  return useSuspenseQuery(sessionQuery).data !== null;
}

export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new ApiError(401, 'You are not signed in.');
  return data;
}

export function useSystemPermission(permission: string): boolean {
  return useSession().permissions.includes(permission);
}
