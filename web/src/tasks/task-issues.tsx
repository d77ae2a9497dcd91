// The issues of a task as the tracker last showed them, and what became of an issue that was asked for.
import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, bodyOf } from '../api/client.ts';
import type { Task, TaskIssues } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import classes from './task-list.module.css';

/** While an issue is being created. */
const POLL_MS = 5000;

const issuesQuery = (taskId: number) =>
  queryOptions({
    queryKey: ['tasks', taskId, 'issues'],
    queryFn: async () => (await bodyOf(api.GET('/tasks/{taskId}/issues', { params: { path: { taskId } } }))).data,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.request?.state === 'WAITING' ? POLL_MS : false),
  });

export function openTaskIssues(task: Task): void {
  modals.open({ title: `Issues of ${task.summary || task.taskName}`, children: <TaskIssueList taskId={task.id} /> });
}

export function TaskIssueList({ taskId }: { taskId: number }) {
  const shown = useQuery(issuesQuery(taskId));
  const queryClient = useQueryClient();
  const count = shown.data?.issues.length;
  // The list of tasks has links to their issues.
  useEffect(() => {
    if (count) void queryClient.invalidateQueries({ queryKey: ['tasks'], predicate: isList });
  }, [count, queryClient]);
  if (!shown.data) return <Waiting query={shown} rows={3} title="The issues could not be loaded" />;
  const { issues, request } = shown.data;
  return (
    <Stack gap="sm">
      {issues.length === 0 && request === null && <Text size="sm">The task has no issue in the tracker.</Text>}
      {issues.length > 0 && (
        <ul className={classes.tasks} aria-label="Issues">
          {issues.map((issue) => (
            <li key={issue.id} className={classes.task}>
              <div className={classes.line}>
                <a href={issue.externalUrl} target="_blank" rel="noreferrer">
                  {issue.externalKey}
                </a>
                <Label tone={issue.gone ? 'bad' : issue.done ? 'good' : 'notice'}>
                  {issue.gone ? 'No longer in the tracker' : issue.status || 'No status yet'}
                </Label>
              </div>
              {issue.summary && <p className={classes.details}>{issue.summary}</p>}
              <div className={classes.soft}>
                {issue.instance}
                {issue.synchronizedOn && ` · as of ${momentText(issue.synchronizedOn)}`}
              </div>
            </li>
          ))}
        </ul>
      )}
      {request && <Request request={request} />}
    </Stack>
  );
}

/** The lists of tasks, not the issues of one of them. */
const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== 'issues';

const STATES: Record<NonNullable<TaskIssues['request']>['state'], string> = {
  WAITING: 'An issue is going to be created',
  DONE: 'The issue that was asked for was created',
  FAILED: 'The issue that was asked for could not be created',
};

function Request({ request: { state, attempts, error, nextTryOn } }: { request: NonNullable<TaskIssues['request']> }) {
  return (
    <section aria-label="The issue that was asked for">
      <Text size="sm" fw={600}>
        {STATES[state]}
        {attempts > 0 && `, ${countOf(attempts, 'attempt')}`}.
      </Text>
      {state === 'WAITING' && nextTryOn !== '' && (
        <Text size="sm">If this fails, the next try is at {momentText(nextTryOn)}.</Text>
      )}
      {error !== '' && (
        <Text size="sm" c="red">
          The tracker said: {error}
        </Text>
      )}
    </section>
  );
}
