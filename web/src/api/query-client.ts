// How answers of the server are kept and asked for again. Refusals are not asked twice; only an unreachable server is.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

const MOST_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < MOST_RETRIES && error instanceof ApiError && isPassing(error.status),
    },
  },
});

/** For what a form on a page begins with: asked for again behind somebody's back it would take away what was typed. */
export const ASKED_ONCE = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

function isPassing(status: number): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504;
}
