// The tasks of a project.
import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { SearchInput } from '../elements/search-input.tsx';
import { useMay, useProjectId } from '../project/queries.ts';
import { readTasksSearch, type TasksSearch } from './search.ts';
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
  const search = route.useSearch();
  const { status, find } = search;
  const navigate = route.useNavigate();
  const change = (part: Partial<Record<keyof TasksSearch, string>>) =>
    navigate({ search: readTasksSearch({ ...search, ...part }), replace: true });
  const filter = { projectId, status, search: find };
  return (
    <div className={classes.page}>
      <Group justify="space-between" className={classes.bar}>
        <Group gap={8}>
          <SegmentedControl
            size="xs"
            aria-label="Status of the tasks"
            data={STATES}
            value={status ?? ''}
            onChange={(value) => change({ status: value })}
          />
          <SearchInput
            size="xs"
            w={240}
            label="Find tasks"
            placeholder="Summary, details, item or owner"
            find={find ?? ''}
            onFind={(text) => change({ find: text })}
          />
        </Group>
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
      <TaskList
        // Marks are about the tasks of one filter.
        key={JSON.stringify(filter)}
        filter={filter}
        mayMark={may('HANDLE_TASK') || may('REVIEW_INVENTORY')}
      />
    </div>
  );
}
