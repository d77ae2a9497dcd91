// The search parameters of a project's tasks.
import { choiceIn, type RawSearch } from '../address/parameters.ts';

const STATUSES = ['OPEN', 'CLOSED'] as const;

export interface TasksSearch {
  status?: (typeof STATUSES)[number];
}

export function readTasksSearch({ status }: RawSearch): TasksSearch {
  return { status: choiceIn(status, STATUSES) };
}
