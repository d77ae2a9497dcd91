// When the code of a project is synchronised or scanned by itself, and what came of the last time.
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CodeSchedule } from '../api/models.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { momentText } from '../elements/quantities.ts';
import { scheduleText, TimetableFields } from '../elements/timetable.tsx';
import { codeScheduleQuery, useSaveCodeSchedule } from './automation-queries.ts';
import { ACTIONS } from './push-hooks-panel.tsx';

export function SchedulePanel({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const schedule = useQuery(codeScheduleQuery(projectId));
  return (
    <Panel title="Schedule of synchronisations and scans">
      {!schedule.isSuccess ? (
        <Waiting query={schedule} rows={1} title="The schedule could not be loaded" />
      ) : (
        <Stack gap="sm">
          {mayEdit ? (
            <Timetable key={schedule.data.entityVersion} projectId={projectId} schedule={schedule.data} />
          ) : (
            <Text size="sm">{scheduleText(schedule.data)}</Text>
          )}
          <LastTime of={schedule.data} />
        </Stack>
      )}
    </Panel>
  );
}

function Timetable({ projectId, schedule }: { projectId: number; schedule: CodeSchedule }) {
  const { action, frequency, everyHours, at, on, entityVersion } = schedule;
  const save = useSaveCodeSchedule(projectId, entityVersion);
  const form = useForm({ initialValues: { action, frequency, everyHours, at, on } });
  const submit = form.onSubmit((values) =>
    save.mutate(values, { onSuccess: () => notifyDone('The schedule was saved.') }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TimetableFields label="How often" form={form}>
          <Select label="What" data={ACTIONS} allowDeselect={false} {...form.getInputProps('action')} />
        </TimetableFields>
        <Refused error={save.error} />
        <Group gap={8}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save schedule
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function LastTime({ of: { lastTime } }: { of: CodeSchedule }) {
  if (lastTime === undefined) return null;
  const { startedOn, result, detail, jobId } = lastTime;
  const text = (
    <>
      Last time, {momentText(startedOn)}: {detail}{' '}
      {jobId !== undefined && (
        <Link to="/jobs" search={{ job: jobId }}>
          Job {jobId}
        </Link>
      )}
    </>
  );
  if (result === 'QUEUED') return <Text size="sm">{text}</Text>;
  return (
    <Alert color={result === 'FAILED' ? 'red' : 'brass'} variant="light" icon={<IconAlertTriangle size={18} />}>
      {text}
    </Alert>
  );
}
