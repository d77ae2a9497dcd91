// Administration: issue trackers in which issues of tasks are made, and when their state is brought.
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil, IconPlugConnected, IconPlus, IconTicket, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Refused } from '../elements/form-parts.tsx';
import { tellDone, tellRefused } from '../elements/notify.ts';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countText, momentText } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import classes from './administration-page.module.css';
import { openDeleteTracker, openEditTracker, openNewTracker } from './alm-forms.tsx';
import {
  type AlmSync,
  almSettingsQuery,
  type Schedule,
  type Tracker,
  trackersQuery,
  useSaveSchedule,
  useSyncIssues,
  useTestTracker,
} from './alm-queries.ts';

const FREQUENCIES = [
  { value: 'NEVER', label: 'Only when asked' },
  { value: 'HOURLY', label: 'Every few hours' },
  { value: 'DAILY', label: 'Once a day' },
  { value: 'WEEKLY', label: 'Once a week' },
];
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'].map((day) => ({
  value: day,
  label: day.charAt(0) + day.slice(1).toLowerCase(),
}));

export function AlmPanel() {
  const trackers = useQuery(trackersQuery);
  const settings = useQuery(almSettingsQuery);
  return (
    <div className={classes.column}>
      <div className={classes.bar}>
        <h1 className={classes.title}>Issue trackers</h1>
        <Button leftSection={<IconPlus size={15} />} onClick={openNewTracker}>
          New tracker
        </Button>
      </div>
      <p className={classes.intro}>
        Jira in the cloud or in your own house. A project is tied to a tracker on its Tasks tab; issues are then made of
        its tasks.
      </p>
      <Panel isFlush>
        {trackers.isPending ? (
          <LoadingRows rows={3} />
        ) : trackers.isError ? (
          <Failed error={trackers.error} onRetry={() => trackers.refetch()} title="The trackers could not be shown" />
        ) : trackers.data.length === 0 ? (
          <Empty icon={<IconTicket />} title="No issue tracker yet">
            With one, people who fix findings can work in the tracker they know.
          </Empty>
        ) : (
          <TrackerTable trackers={trackers.data} />
        )}
      </Panel>
      {settings.isPending ? (
        <LoadingRows rows={2} />
      ) : settings.isError ? (
        <Failed error={settings.error} onRetry={() => settings.refetch()} title="The timetable could not be shown" />
      ) : (
        <>
          {settings.data.lastSync && <LastSync sync={settings.data.lastSync} />}
          <Timetable key={settings.dataUpdatedAt} schedule={settings.data.schedule} />
        </>
      )}
    </div>
  );
}

function TrackerTable({ trackers }: { trackers: Tracker[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Address</th>
          <th scope="col">Project key</th>
          <th scope="col">Issue type</th>
          <th scope="col">Projects</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {trackers.map((tracker) => (
          <tr key={tracker.id}>
            <td>{tracker.name}</td>
            <td className="mono">{tracker.url}</td>
            <td>{tracker.projectKey}</td>
            <td>{tracker.issueType}</td>
            <td>{countText(tracker.projects)}</td>
            <td>
              <Actions tracker={tracker} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actions({ tracker }: { tracker: Tracker }) {
  const test = useTestTracker(tracker.id);
  const signIn = () =>
    test.mutate(undefined, {
      onSuccess: ({ title, version, user }) => tellDone(`${title} (Jira ${version}) greets ${user}.`),
      onError: (error) => tellRefused(`${tracker.name} was not reached`, error),
    });
  return (
    <div className={classes.cellActions}>
      <RowAction
        label="Sign in, to try"
        name={`Try to sign in to ${tracker.name}`}
        loading={test.isPending}
        onClick={signIn}
      >
        <IconPlugConnected size={15} />
      </RowAction>
      <RowAction label="Change" name={`Change ${tracker.name}`} onClick={() => openEditTracker(tracker)}>
        <IconPencil size={15} />
      </RowAction>
      <RowAction label="Delete" name={`Delete ${tracker.name}`} isDangerous onClick={() => openDeleteTracker(tracker)}>
        <IconTrash size={15} />
      </RowAction>
    </div>
  );
}

function LastSync({ sync }: { sync: AlmSync }) {
  const who = sync.trigger === 'PERSON' ? 'By request' : 'By the timetable';
  return (
    <Panel title="Last synchronisation">
      <Stack gap={6}>
        <span>
          {who}, {momentText(sync.startedOn)}: {countText(sync.refreshed)} asked for, {countText(sync.changed)} changed,{' '}
          {countText(sync.gone)} not shown any more
        </span>
        {sync.errors.map((error) => (
          <span key={error} className={classes.bad}>
            {error}
          </span>
        ))}
      </Stack>
    </Panel>
  );
}

function Timetable({ schedule }: { schedule: Schedule }) {
  const save = useSaveSchedule(() => tellDone('The timetable was saved.'));
  const sync = useSyncIssues(({ refreshed, changed }) =>
    tellDone(`${countText(refreshed)} issues asked for, ${countText(changed)} changed.`),
  );
  const form = useForm({ initialValues: schedule });
  const { frequency } = form.values;
  const bring = () =>
    sync.mutate(undefined, { onError: (error) => tellRefused('The issues were not synchronised', error) });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Panel
        title="Timetable"
        actions={
          <Button size="compact-sm" variant="default" loading={sync.isPending} onClick={bring}>
            Synchronise now
          </Button>
        }
      >
        <Stack gap="sm">
          <SimpleGrid cols={3} spacing="sm">
            <Select
              label="State of issues is brought"
              data={FREQUENCIES}
              allowDeselect={false}
              {...form.getInputProps('frequency')}
            />
            {frequency === 'HOURLY' && (
              <NumberInput label="Hours between" min={1} max={168} {...form.getInputProps('everyHours')} />
            )}
            {frequency === 'WEEKLY' && (
              <Select label="On" data={DAYS} allowDeselect={false} {...form.getInputProps('on')} />
            )}
            {(frequency === 'DAILY' || frequency === 'WEEKLY') && (
              <TextInput label="At (UTC)" placeholder="03:30" {...form.getInputProps('at')} />
            )}
          </SimpleGrid>
          <Refused error={save.error} />
          <Group gap={8}>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </Panel>
    </form>
  );
}
