// Administration: the issue trackers in which Assay creates issues for tasks, and when it synchronises them.

import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil, IconPlugConnected, IconPlus, IconTicket, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AlmInstance, AlmSettings, AlmSync } from '../../api/models.ts';
import { Refused } from '../../elements/form-parts.tsx';
import { notifyDone, notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countText, momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { scheduleText, TimetableFields } from '../../elements/timetable.tsx';
import { openDeleteTracker, openEditTracker, openNewTracker } from './issue-tracker-forms.tsx';
import { almSettingsQuery, trackersQuery, useSaveSchedule, useSyncIssues, useTestTracker } from './queries.ts';

export function IssueTrackersPanel() {
  const trackers = useQuery(trackersQuery);
  const settings = useQuery(almSettingsQuery);
  return (
    <div className={classes.column}>
      <PageHead
        title="Issue trackers"
        intro="Jira Cloud or your own Jira server. Connect a project to a tracker on the Tasks tab of the project. Then you can create issues from its tasks."
      >
        <Button leftSection={<IconPlus size={15} />} onClick={openNewTracker}>
          New tracker
        </Button>
      </PageHead>
      <Panel isFlush>
        {!trackers.isSuccess ? (
          <Waiting query={trackers} rows={3} title="The trackers could not be loaded" />
        ) : trackers.data.length === 0 ? (
          <Empty icon={<IconTicket />} title="No issue tracker yet">
            Connect one to turn tasks into issues that people fix in their own tracker.
          </Empty>
        ) : (
          <TrackerTable trackers={trackers.data} />
        )}
      </Panel>
      {!settings.isSuccess ? (
        <Waiting query={settings} rows={2} title="The schedule could not be loaded" />
      ) : (
        <>
          {settings.data.lastSync && <LastSync sync={settings.data.lastSync} />}
          <Timetable key={settings.dataUpdatedAt} settings={settings.data} />
        </>
      )}
    </div>
  );
}

function TrackerTable({ trackers }: { trackers: AlmInstance[] }) {
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

function Actions({ tracker }: { tracker: AlmInstance }) {
  const test = useTestTracker(tracker.id);
  const signIn = () =>
    test.mutate(undefined, {
      onSuccess: ({ title, version, user }) => notifyDone(`Signed in to ${title} (Jira ${version}) as ${user}.`),
      onError: (error) => notifyRefused(`${tracker.name} was not reached`, error),
    });
  return (
    <div className={classes.cellActions}>
      <RowAction
        label="Test connection"
        name={`Test connection to ${tracker.name}`}
        loading={test.isPending}
        onClick={signIn}
      >
        <IconPlugConnected size={15} />
      </RowAction>
      <RowAction label="Edit" name={`Edit ${tracker.name}`} onClick={() => openEditTracker(tracker)}>
        <IconPencil size={15} />
      </RowAction>
      <RowAction label="Delete" name={`Delete ${tracker.name}`} isDangerous onClick={() => openDeleteTracker(tracker)}>
        <IconTrash size={15} />
      </RowAction>
    </div>
  );
}

function LastSync({ sync }: { sync: AlmSync }) {
  const who = sync.trigger === 'PERSON' ? 'Started by a user' : 'Scheduled';
  return (
    <Panel title="Last synchronisation">
      <Stack gap={6}>
        <span>
          {who}, {momentText(sync.startedOn)}: {countText(sync.refreshed)} checked, {countText(sync.changed)} changed,{' '}
          {countText(sync.gone)} no longer found
        </span>
        {sync.errors.map((error) => (
          <span key={error} className={classes.warning}>
            {error}
          </span>
        ))}
      </Stack>
    </Panel>
  );
}

function Timetable({ settings }: { settings: AlmSettings }) {
  const save = useSaveSchedule(settings, scheduleText, () => notifyDone('The schedule was saved.'));
  const sync = useSyncIssues(({ refreshed, changed }) =>
    notifyDone(`${countText(refreshed)} issues checked, ${countText(changed)} changed.`),
  );
  const form = useForm({ initialValues: settings.schedule });
  const bring = () =>
    sync.mutate(undefined, { onError: (error) => notifyRefused('The issues were not synchronised', error) });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Panel
        title="Schedule"
        actions={
          <Button size="compact-sm" variant="default" loading={sync.isPending} onClick={bring}>
            Synchronise now
          </Button>
        }
      >
        <Stack gap="sm">
          <TimetableFields label="Synchronise issues" form={form} />
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
