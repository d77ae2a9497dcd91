// The tasks of a project.
import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMay, useProjectId } from '../project/queries.ts';
import { readTasksSearch } from './search.ts';
import { openNewTask } from './task-forms.tsx';
import classes from './task-list.module.css';
import { TaskList } from './task-list.tsx';
import { openProjectTracker } from './tracker-form.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/tasks');
const STATES = [
  { value: '', label: 'All' },
  { value: 'OPEN', label: 'Open' },
  { value: 'CLOSED', label: 'Closed' },
];

export function TasksTab() {
  const projectId = useProjectId();
  const may = useMay();
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.page}>
      <Group justify="space-between" className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label="Status of the tasks"
          data={STATES}
          value={status ?? ''}
          onChange={(value) => navigate({ search: readTasksSearch({ status: value }), replace: true })}
        />
        <Group gap={8}>
          {may('EDIT_ALM') && (
            <Button size="compact-sm" variant="default" onClick={() => openProjectTracker(projectId)}>
              Issue tracker
            </Button>
          )}
          {may('CREATE_TASK') && (
            <Button size="compact-sm" leftSection={<IconPlus size={15} />} onClick={() => openNewTask(projectId)}>
              New task
            </Button>
          )}
        </Group>
      </Group>
      <TaskList filter={{ projectId, status }} mayMark={may('HANDLE_TASK') || may('REVIEW_INVENTORY')} />
    </div>
  );
}
