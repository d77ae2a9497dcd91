// The tasks of a project.
import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useProjectId } from '../project/queries.ts';
import { choiceIn } from '../search-parameters.ts';
import classes from './task-list.module.css';
import { TaskList } from './task-list.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/tasks');
const STATES = [
  { value: '', label: 'All' },
  { value: 'OPEN', label: 'Open' },
  { value: 'CLOSED', label: 'Closed' },
];

export function TasksTab() {
  const projectId = useProjectId();
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.page}>
      <SegmentedControl
        size="xs"
        className={classes.bar}
        aria-label="State of the tasks"
        data={STATES}
        value={status ?? ''}
        onChange={(value) => navigate({ search: { status: choiceIn(value, ['OPEN', 'CLOSED']) }, replace: true })}
      />
      <TaskList filter={{ projectId, status }} />
    </div>
  );
}
