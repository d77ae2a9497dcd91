// Tasks with the buttons that close them. The tab of a project and the pane of an item show them.
import { Button, Checkbox } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Task } from '../api/models.ts';
import type { MarkedRows } from '../bulk/marked-rows.ts';
import { Label, PriorityBadge } from '../elements/badges.tsx';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countText, momentText } from '../elements/quantities.ts';
import { useMayIn } from '../project/queries.ts';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { allRows, PAGE_ROWS } from '../table/paged-rows.ts';
import { MarkedTasksBar, useMarkedTasks } from './marked-tasks.tsx';
import { fetchTasks, type Resolution, type TaskFilter, tasksQuery, useCloseTask, useReopenTask } from './queries.ts';
import { openChangeTask, openReassignTask } from './task-forms.tsx';
import { openTaskIssues } from './task-issues.tsx';
import classes from './task-list.module.css';
import { trackerQuery, useMakeIssue } from './tracker.ts';

interface TaskListProps {
  filter: TaskFilter;
  /** Of a project: its tasks can be marked, and their items decided about at once. */
  mayMark?: boolean;
}

export function TaskList({ filter, mayMark = false }: TaskListProps) {
  const tasks = useInfiniteQuery(tasksQuery(filter));
  const rows = useMemo(() => (tasks.data?.pages ?? []).flatMap((page) => page.rows), [tasks.data]);
  const total = tasks.data?.pages.at(-1)?.total ?? 0;
  const marked = useMarkedTasks(rows, total, filter);
  if (!tasks.isSuccess) return <Waiting query={tasks} rows={4} title="The tasks could not be loaded" />;
  if (rows.length === 0) return <NoTasks filter={filter} />;
  return (
    <>
      {mayMark && filter.projectId !== undefined && (
        <MarkedTasksBar projectId={filter.projectId} filter={filter} tasks={rows} total={total} marked={marked} />
      )}
      {filter.inventoryId === undefined && (
        <div className={classes.tools}>
          <ExportMenu
            rows={{
              total,
              fetchAll: (most, options) => allRows((page) => fetchTasks(filter, page), most, options),
            }}
            name="tasks"
          />
        </div>
      )}
      <ul className={classes.tasks}>
        {rows.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            withItem={filter.inventoryId === undefined}
            marked={mayMark ? marked : undefined}
          />
        ))}
      </ul>
      {tasks.hasNextPage && (
        <p className={classes.soft}>
          The first {countText(rows.length)} of {countText(total)} tasks.{' '}
          <Button
            size="compact-sm"
            variant="default"
            loading={tasks.isFetchingNextPage}
            onClick={() => void tasks.fetchNextPage()}
          >
            Show {countText(Math.min(PAGE_ROWS, total - rows.length))} more
          </Button>
        </p>
      )}
    </>
  );
}

function NoTasks({ filter: { status, search } }: { filter: TaskFilter }) {
  return (
    <Empty icon={<IconChecklist />} title="No tasks">
      {search
        ? `No ${status ? `${status.toLowerCase()} ` : ''}task contains “${search}”.`
        : status
          ? `No ${status.toLowerCase()} task.`
          : 'Rejecting an item can create a remediation task. Users can also create tasks.'}
    </Empty>
  );
}

function TaskCard({ task, withItem, marked }: { task: Task; withItem: boolean; marked: MarkedRows | undefined }) {
  return (
    <li className={classes.task}>
      <div className={classes.line}>
        <span className={classes.title}>
          {marked && (
            <Checkbox
              size="xs"
              aria-label={`Mark ${task.summary || task.taskName}`}
              checked={marked.has(task.id)}
              onChange={() => undefined}
              onClick={({ shiftKey }) => {
                if (shiftKey) void marked.markUpTo(task.id, !marked.has(task.id));
                else marked.toggle(task.id);
              }}
            />
          )}
          <b>{task.summary || task.taskName}</b>
        </span>
        <Label tone={task.closed ? 'good' : 'notice'}>{task.closed ? closedText(task.resolution) : 'Open'}</Label>
      </div>
      <div className={classes.soft}>
        {task.taskName} · <PriorityBadge priority={task.priority.charAt(0) + task.priority.slice(1).toLowerCase()} /> ·
        for {task.ownerLogin} ·{' '}
        {task.closed ? `closed ${momentText(task.closedDate)}` : `opened ${momentText(task.createdDate)}`}
      </div>
      {withItem && (
        <Link
          to="/projects/$projectId/inventory"
          params={{ projectId: task.projectId }}
          search={{ item: task.inventoryId }}
        >
          {task.inventoryName}
        </Link>
      )}
      {task.details && <p className={classes.details}>{task.details}</p>}
      <Issues task={task} />
      <TaskButtons task={task} />
    </li>
  );
}

/** The issues of the task in the tracker, and the button that creates one if the project is connected to a tracker. */
function Issues({ task }: { task: Task }) {
  const may = useMayIn(task.projectId);
  const mayLook = may('VIEW_ALM');
  const tracker = useQuery({ ...trackerQuery(task.projectId), enabled: mayLook });
  const make = useMakeIssue();
  const issues = task.almIssues ?? [];
  const canMake = issues.length === 0 && !task.closed && may('HANDLE_TASK') && tracker.data?.link;
  if (issues.length === 0 && !tracker.data?.link) return null;
  return (
    <div className={classes.soft}>
      {issues.map(({ externalKey, externalUrl }) => (
        <a key={externalKey} href={externalUrl} target="_blank" rel="noreferrer">
          {externalKey}
        </a>
      ))}
      {(issues.length > 0 || tracker.data?.link) && (
        <Button size="compact-xs" variant="subtle" onClick={() => openTaskIssues(task)}>
          State of issues
        </Button>
      )}
      {canMake && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={make.isPending}
          onClick={() =>
            make.mutate(task.id, {
              onSuccess: () => notifyDone(`An issue is being created in ${tracker.data?.link?.instanceName}.`),
              onError: (error) => notifyRefused('No issue was created', error),
            })
          }
        >
          Create issue in {tracker.data?.link?.instanceName}
        </Button>
      )}
    </div>
  );
}

function closedText(resolution: string): string {
  return resolution ? resolution.charAt(0) + resolution.slice(1).toLowerCase() : 'Closed';
}

/** Who may close or reassign a task depends on the task too. Only the server knows, and the page shows its refusal. */
function TaskButtons({ task }: { task: Task }) {
  const may = useMayIn(task.projectId);
  const mayHandle = may('HANDLE_TASK');
  const mayEdit = may('EDIT_TASK');
  if (!mayHandle && !mayEdit) return null;
  return (
    <div className={classes.buttons}>
      {mayHandle && (task.closed ? <Reopen task={task} /> : <CloseButtons task={task} />)}
      {mayHandle && !task.closed && (
        <Button size="compact-sm" variant="default" onClick={() => openReassignTask(task)}>
          Reassign
        </Button>
      )}
      {mayEdit && (
        <Button size="compact-sm" variant="default" onClick={() => openChangeTask(task)}>
          Edit
        </Button>
      )}
    </div>
  );
}

function Reopen({ task }: { task: Task }) {
  const reopen = useReopenTask(task.id);
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={reopen.isPending}
      onClick={() =>
        reopen.mutate(undefined, { onError: (error) => notifyRefused('The task was not reopened', error) })
      }
    >
      Reopen
    </Button>
  );
}

function CloseButtons({ task }: { task: Task }) {
  const close = useCloseTask();
  const end = (resolution: Resolution) =>
    close.mutate(
      { taskId: task.id, resolution },
      { onError: (error) => notifyRefused('The task was not closed', error) },
    );
  if (task.workflowTaskType === 'MANUAL_INVENTORY_REVIEW') {
    return (
      <>
        <Button size="compact-sm" color="teal.9" loading={close.isPending} onClick={() => end('APPROVED')}>
          Approve
        </Button>
        <Button size="compact-sm" color="red.8" loading={close.isPending} onClick={() => end('REJECTED')}>
          Reject
        </Button>
      </>
    );
  }
  return (
    <Button size="compact-sm" variant="default" loading={close.isPending} onClick={() => end('CLOSED')}>
      Close task
    </Button>
  );
}
