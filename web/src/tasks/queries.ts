// Queries for review and remediation tasks: lists, closing, creating and changing them.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, bodyOf, type PageOf, pageOf } from '../api/client.ts';
import { projectRoleValues, type taskTypeValues } from '../api/described.ts';
import type { Task } from '../api/models.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';
import type { TaskPriority } from '../elements/words.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';

export interface TaskFilter {
  projectId?: number;
  inventoryId?: number;
  status?: 'OPEN' | 'CLOSED';
  search?: string;
}

export function tasksQuery(filter: TaskFilter) {
  return infiniteQueryOptions({
    queryKey: ['tasks', filter],
    queryFn: ({ pageParam }) => fetchTasks(filter, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_ROWS < total ? pages.length + 1 : undefined),
  });
}

/** Pages begin with 1. */
export const fetchTasks = (filter: TaskFilter, page: number): Promise<PageOf<Task>> =>
  noneWhenEmpty(
    pageOf(
      api.GET('/tasks/search', {
        params: { query: { ...filter, offset: page, limit: PAGE_ROWS } },
      }),
    ),
  );

/** This operation refuses an empty list with an error, because existing clients compare the text of that error. */
async function noneWhenEmpty<T>(page: Promise<PageOf<T>>): Promise<PageOf<T>> {
  try {
    return await page;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400 && error.message.includes('Total records :0'))
      return { rows: [], total: 0 };
    throw error;
  }
}

/** Closing a task decides about its item, so everything of the project is fetched again. */
function useTasksAgain(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [['tasks'], ['project'], ['inventories']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
}

export type Resolution = 'CLOSED' | 'APPROVED' | 'REJECTED';

export function useCloseTask() {
  const again = useTasksAgain();
  return useMutation({
    mutationFn: ({ taskId, resolution }: { taskId: number; resolution: Resolution }) =>
      bodyOf(api.PUT('/tasks/{taskId}/close', { params: { path: { taskId }, query: { resolution } } })),
    onSettled: again,
  });
}

export function useReopenTask(taskId: number) {
  const again = useTasksAgain();
  return useMutation({
    mutationFn: () => bodyOf(api.PUT('/tasks/{taskId}/reopen', { params: { path: { taskId } } })),
    onSettled: again,
  });
}

export function useReassignTask(taskId: number) {
  const again = useTasksAgain();
  return useMutation({
    mutationFn: (ownerId: string) =>
      bodyOf(api.PUT('/tasks/{taskId}/reassign', { params: { path: { taskId }, query: { ownerId } } })),
    onSuccess: again,
  });
}

export interface TaskInput {
  summary: string;
  priority: TaskPriority;
  details: string;
}

export interface NewTaskInput extends TaskInput {
  inventoryId: number;
  type: (typeof taskTypeValues)[number];
  /** Empty means the contact that the project has for tasks of this kind. */
  owner: string;
}

export function useCreateTask() {
  const again = useTasksAgain();
  return useMutation({
    mutationFn: ({ inventoryId, owner, ...task }: NewTaskInput) =>
      bodyOf(
        api.POST('/tasks', { params: { query: { inventoryId } }, body: { ...task, ...(owner !== '' && { owner }) } }),
      ),
    onSuccess: again,
  });
}

export function useChangeTask(task: Versioned & { id: number }) {
  const again = useTasksAgain();
  const saveOver = useSaveOver(task);
  return useMutation({
    mutationFn: (change: TaskInput) =>
      saveOver(change, (body) => bodyOf(api.PUT('/tasks/{taskId}', { params: { path: { taskId: task.id } }, body }))),
    onSuccess: again,
  });
}

/** The logins of users with a role in the project, sorted. Most tasks are for them. */
export function peopleQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'people'],
    async queryFn() {
      const lists = await Promise.all(
        projectRoleValues.map((roleId) =>
          bodyOf(api.GET('/projects/{projectId}/users', { params: { path: { projectId }, query: { roleId } } })),
        ),
      );
      return [...new Set(lists.flatMap(({ data }) => data.users))].sort();
    },
  });
}
