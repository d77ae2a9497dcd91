// The projects above and below a project, as trees. Users can add and remove children.
import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  type OptionsFilter,
  SimpleGrid,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, bodyOf } from '../api/client.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyRefused } from '../elements/notify.ts';
import { Failed, LoadingRows } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { projectSearchQuery } from '../folders/queries.ts';
import classes from './project-settings.module.css';

const TYPING_MS = 250;
const PROJECTS_OFFERED = 50;

interface Linked {
  id: number;
  name: string;
  childProject?: Linked[];
  parentProject?: Linked[];
}

const familyQuery = (projectId: number, direction: 'childProjects' | 'parentProjects') =>
  queryOptions({
    queryKey: ['project', projectId, direction],
    queryFn: async (): Promise<Linked> => {
      const path = `/projects/{projectId}/${direction}` as const;
      return (await bodyOf(api.GET(path, { params: { path: { projectId }, query: { recursive: true } } })))
        .data as Linked;
    },
  });

function useChangeChildren(projectId: number, how: 'POST' | 'DELETE') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (childProjectIds: number[]) => {
      const options = { params: { path: { projectId }, query: { childProjectIds } } };
      return bodyOf<unknown>(
        how === 'POST'
          ? api.POST('/projects/{projectId}/children', options)
          : api.DELETE('/projects/{projectId}/children', options),
      );
    },
    // A new child changes the trees of all projects above it and below it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project'] }),
  });
}

interface RelatedProps {
  project: { id: number; name: string };
  mayEdit: boolean;
}

export function RelatedProjects({ project, mayEdit }: RelatedProps) {
  const children = useQuery(familyQuery(project.id, 'childProjects'));
  const parents = useQuery(familyQuery(project.id, 'parentProjects'));
  const failed = [children, parents].find(({ isError }) => isError);
  return (
    <Panel title="Related projects">
      {failed ? (
        <Failed
          error={failed.error}
          onRetry={() => failed.refetch()}
          title="The related projects could not be loaded"
        />
      ) : !children.data || !parents.data ? (
        <LoadingRows rows={2} />
      ) : (
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <Branch
              label="Parents"
              empty="This project is not part of another project."
              of={parents.data.parentProject}
            />
            <Branch
              label="Children"
              empty="No other project is part of this project."
              of={children.data.childProject}
              removeFrom={mayEdit ? project.id : undefined}
            />
          </SimpleGrid>
          {mayEdit && <AddChildren projectId={project.id} present={children.data.childProject ?? []} />}
        </Stack>
      )}
    </Panel>
  );
}

interface BranchProps {
  label: string;
  empty: string;
  of: Linked[] | undefined;
  /** The project whose own children can be removed here. */
  removeFrom?: number;
}

function Branch({ label, empty, of = [], removeFrom }: BranchProps) {
  return (
    <section aria-label={label}>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      {of.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <Tree of={of} removeFrom={removeFrom} />
      )}
    </section>
  );
}

function Tree({ of, removeFrom }: { of: Linked[]; removeFrom?: number }) {
  return (
    <ul className={classes.related}>
      {of.map((one) => {
        const further = one.childProject ?? one.parentProject ?? [];
        return (
          <li key={one.id}>
            <Link to="/projects/$projectId" params={{ projectId: one.id }}>
              {one.name}
            </Link>
            {removeFrom !== undefined && <RemoveChild projectId={removeFrom} child={one} />}
            {further.length > 0 && <Tree of={further} />}
          </li>
        );
      })}
    </ul>
  );
}

function RemoveChild({ projectId, child }: { projectId: number; child: Linked }) {
  const remove = useChangeChildren(projectId, 'DELETE');
  const run = () =>
    remove.mutate([child.id], { onError: (error) => notifyRefused(`${child.name} was not removed`, error) });
  return (
    <Tooltip label="Remove from the children. The project itself is kept.">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Remove child ${child.name}`}
        loading={remove.isPending}
        onClick={run}
      >
        <IconX size={13} />
      </ActionIcon>
    </Tooltip>
  );
}

function AddChildren({ projectId, present }: { projectId: number; present: Linked[] }) {
  const add = useChangeChildren(projectId, 'POST');
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([]);
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery(projectSearchQuery(words));
  const linked = new Set([projectId, ...present.map(({ id }) => id)]);
  const offered = (found.data?.rows ?? [])
    .filter(({ id }) => !linked.has(id))
    .slice(0, PROJECTS_OFFERED)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const options = [...chosen, ...offered.filter(({ value }) => !chosen.some((one) => one.value === value))];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(
          chosen.map(({ value }) => Number(value)),
          { onSuccess: () => setChosen([]) },
        );
      }}
    >
      <Group align="flex-end" gap={8} wrap="nowrap">
        <MultiSelect
          label="Add children"
          description="Projects that are parts of this one"
          style={{ flex: 1, minWidth: 0 }}
          searchable
          filter={EVERYTHING}
          nothingFoundMessage="No project found"
          data={options}
          value={chosen.map(({ value }) => value)}
          onChange={(ids) => setChosen(options.filter(({ value }) => ids.includes(value)))}
          onSearchChange={setTyped}
        />
        <Button type="submit" variant="default" loading={add.isPending} disabled={chosen.length === 0}>
          Add
        </Button>
      </Group>
      <Refused error={add.error} />
    </form>
  );
}

/** The server has filtered already. */
const EVERYTHING: OptionsFilter = ({ options }) => options;
