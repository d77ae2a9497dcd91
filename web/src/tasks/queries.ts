// Review and remediation tasks: lists, and closing them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, bodyOf, type PageOf, pageOf } from '../api/client.ts';

const MOST_TASKS = 500;

export interface TaskFilter {
  projectId?: number;
  inventoryId?: number;
  status?: 'OPEN' | 'CLOSED';
}

export function tasksQuery(filter: TaskFilter) {
  return queryOptions({
    queryKey: ['tasks', filter],
    queryFn: () =>
      noneWhenEmpty(
        pageOf(api.GET('/tasks/search', { params: { query: { ...filter, offset: 1, limit: MOST_TASKS } } })),
      ),
  });
}

/** This operation refuses an empty list, because existing clients compare the text of the refusal. */
async function noneWhenEmpty<T>(page: Promise<PageOf<T>>): Promise<PageOf<T>> {
  try {
    return await page;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400 && error.message.includes('Total records :0'))
      return { rows: [], total: 0 };
    throw error;
  }
}

export type Resolution = 'CLOSED' | 'APPROVED' | 'REJECTED';

export function useCloseTask() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ taskId, resolution }: { taskId: number; resolution: Resolution }) =>
      bodyOf(api.PUT('/tasks/{taskId}/close', { params: { path: { taskId }, query: { resolution } } })),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['tasks'] }),
        queryClient.invalidateQueries({ queryKey: ['project'] }),
        queryClient.invalidateQueries({ queryKey: ['inventories'] }),
      ]),
  });
}
