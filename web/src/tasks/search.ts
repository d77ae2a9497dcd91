// The search parameters of a project's tasks.
import { choiceIn, type RawSearch, textIn } from '../address/parameters.ts';

const STATUSES = ['OPEN', 'CLOSED'] as const;

export interface TasksSearch {
  status?: (typeof STATUSES)[number];
  find?: string;
}

export function readTasksSearch({ status, find }: RawSearch): TasksSearch {
  return { status: choiceIn(status, STATUSES), find: textIn(find) };
}
