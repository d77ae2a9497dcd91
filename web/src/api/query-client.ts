// How long answers of the server are cached, and when they are fetched again. A request is repeated only if the server
// cannot be reached.
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

/** Options for data that fills a form: a refetch in the background would overwrite what the user has typed. */
export const ASKED_ONCE = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

function isPassing(status: number): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504;
}
