// Dialogs that register, change and delete a custom report, remove its script, and test it on a project.
import { Button, Checkbox, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconDownload, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InstalledReport, ReportDefinition, ReportInput } from '../../api/models.ts';
import { ProjectChoice } from '../../choices/project-choice.tsx';
import { Buttons, ConfirmDelete, Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { JobLog } from '../../jobs/job-log.tsx';
import { JobProgress } from '../../jobs/job-progress.tsx';
import { isOpen, jobQuery } from '../../jobs/queries.ts';
import {
  resultAddress,
  useChangeReport,
  useDeleteReport,
  useRegisterReport,
  useRemoveScript,
  useTryReport,
} from './queries.ts';

const MODAL = 'custom-report';
const close = () => modals.close(MODAL);

export function openRegister(initial: ReportInput): void {
  modals.open({
    modalId: MODAL,
    title: `Register ${initial.path}`,
    size: 'xl',
    closeOnClickOutside: false,
    children: <Register initial={initial} />,
  });
}

export function openEditReport(report: ReportDefinition): void {
  modals.open({
    modalId: MODAL,
    title: `Report ${report.name}`,
    size: 'xl',
    closeOnClickOutside: false,
    children: <Edit report={report} />,
  });
}

export function openDeleteReport(report: ReportDefinition): void {
  modals.open({ modalId: MODAL, title: `Delete ${report.name}?`, children: <Delete report={report} /> });
}

export function openRemoveScript(script: InstalledReport): void {
  modals.open({ modalId: MODAL, title: `Remove ${script.folder}?`, children: <Remove script={script} /> });
}

export function openTry(report: ReportDefinition): void {
  modals.open({
    modalId: MODAL,
    title: `Test ${report.name}`,
    size: 'xl',
    closeOnClickOutside: false,
    children: <Try report={report} />,
  });
}

function Register({ initial }: { initial: ReportInput }) {
  const register = useRegisterReport();
  const submit = (input: ReportInput) =>
    register.mutate(input, {
      onSuccess: () => {
        close();
        notifyDone(`${input.name} was registered.`);
      },
    });
  return (
    <Fields
      action="Register"
      initial={initial}
      isPending={register.isPending}
      error={register.error}
      onSubmit={submit}
    />
  );
}

function Edit({ report }: { report: ReportDefinition }) {
  const change = useChangeReport(report.id);
  const { name, path, order, enabled, enableProjectPicker, reportOptions } = report;
  return (
    <Fields
      action="Save"
      initial={{ name, path, order, enabled, enableProjectPicker, reportOptions }}
      isPending={change.isPending}
      error={change.error}
      onSubmit={(input) => change.mutate(input, { onSuccess: close })}
    />
  );
}

interface FieldsProps {
  action: string;
  initial: ReportInput;
  isPending: boolean;
  error: unknown;
  onSubmit: (input: ReportInput) => void;
}

function Fields({ action, initial, isPending, error, onSubmit }: FieldsProps) {
  const form = useForm({
    initialValues: { ...initial, reportOptions: initial.reportOptions ?? [] },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      path: (path) =>
        /^[^/\\]+[/\\]./.test(path) ? null : 'Enter a folder and a script in it, such as my_report/create_report.sh.',
    },
  });
  const options = form.values.reportOptions;
  const add = () =>
    form.insertListItem('reportOptions', {
      name: '',
      label: '',
      description: '',
      type: 'string',
      defaultValue: '',
      required: false,
      order: options.length + 1,
    });
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(values))} noValidate>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
          <TextInput label="Script" {...form.getInputProps('path')} />
          <NumberInput label="Position in the list" min={1} allowDecimal={false} {...form.getInputProps('order')} />
        </SimpleGrid>
        <Group gap="lg">
          <Checkbox label="Enabled" {...form.getInputProps('enabled', { type: 'checkbox' })} />
          <Checkbox
            label="Requires a second project"
            {...form.getInputProps('enableProjectPicker', { type: 'checkbox' })}
          />
        </Group>
        {options.map((option, at) => (
          // Options have no ids; they are only added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what an option is known by here.
          <Group key={at} gap={8} align="flex-end" wrap="nowrap">
            <TextInput label="Option" placeholder="Name" {...form.getInputProps(`reportOptions.${at}.name`)} />
            <TextInput label="Label" {...form.getInputProps(`reportOptions.${at}.label`)} />
            <TextInput label="Help text" {...form.getInputProps(`reportOptions.${at}.description`)} />
            <TextInput label="Default" {...form.getInputProps(`reportOptions.${at}.defaultValue`)} />
            <RowAction
              label="Remove"
              name={`Remove option ${option.name || at + 1}`}
              onClick={() => form.removeListItem('reportOptions', at)}
            >
              <IconTrash size={16} />
            </RowAction>
          </Group>
        ))}
        <Group>
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
            Add an option
          </Button>
        </Group>
        <Refused error={error} />
        <Buttons action={action} isPending={isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function Delete({ report }: { report: ReportDefinition }) {
  return (
    <ConfirmDelete
      text="Its results are deleted in all projects. The script stays installed."
      action="Delete report"
      done={`${report.name} was deleted.`}
      remove={useDeleteReport(report.id)}
      onClose={close}
    />
  );
}

function Remove({ script }: { script: InstalledReport }) {
  const count = script.reportIds.length;
  return (
    <ConfirmDelete
      text={
        count === 0
          ? 'The script is deleted from the server.'
          : 'The script is deleted from the server. Reports that use it fail until it is installed again.'
      }
      action="Remove script"
      done={`${script.folder} was removed.`}
      remove={useRemoveScript(script.folder)}
      onClose={close}
    />
  );
}

function Try({ report }: { report: ReportDefinition }) {
  const run = useTryReport(report.id);
  const [ranOn, setRanOn] = useState<number>();
  const form = useForm({
    initialValues: {
      projectId: null as string | null,
      otherProjectId: null as string | null,
      options: Object.fromEntries(report.reportOptions.map(({ name, defaultValue }) => [name, defaultValue ?? ''])),
    },
    validate: {
      projectId: (id) => (id === null ? 'Choose a project.' : null),
      otherProjectId: (id) => (report.enableProjectPicker && id === null ? 'Choose a second project.' : null),
    },
  });
  const submit = form.onSubmit(({ projectId, otherProjectId, options }) => {
    setRanOn(Number(projectId));
    run.mutate({
      projectId: Number(projectId),
      ...(otherProjectId === null ? {} : { otherProjectId: Number(otherProjectId) }),
      options,
    });
  });
  return (
    <Stack gap="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <ProjectChoice label="Project" {...form.getInputProps('projectId')} />
            {report.enableProjectPicker && (
              <ProjectChoice label="Second project" {...form.getInputProps('otherProjectId')} />
            )}
            {report.reportOptions.map(({ name, label, description }) => (
              <TextInput
                key={name}
                label={label || name}
                description={description.replace(/<[^<>]*>/g, '')}
                {...form.getInputProps(`options.${name}`)}
              />
            ))}
          </SimpleGrid>
          <Refused error={run.error} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <Button type="submit" loading={run.isPending}>
              Run
            </Button>
          </Group>
        </Stack>
      </form>
      {run.data !== undefined && ranOn !== undefined && (
        <Outcome reportId={report.id} projectId={ranOn} taskId={run.data} />
      )}
    </Stack>
  );
}

function Outcome({ reportId, projectId, taskId }: { reportId: number; projectId: number; taskId: number }) {
  const { data: job } = useQuery(jobQuery(taskId));
  if (!job) return null;
  return (
    <Stack gap="sm" data-testid="trial">
      {isOpen(job.status) ? (
        <JobProgress jobId={taskId} unit="steps" mayStop />
      ) : job.status === 'Completed' ? (
        <Group justify="space-between">
          <Text size="sm" role="status">
            The report was created by{' '}
            <Link to="/jobs" search={{ job: taskId }}>
              job {taskId}
            </Link>
            .
          </Text>
          <Button
            component="a"
            href={resultAddress(projectId, reportId, taskId)}
            leftSection={<IconDownload size={16} />}
            download
          >
            Download
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="red" role="alert" style={{ whiteSpace: 'pre-wrap' }}>
          {job.error || `The job was ${job.status.toLowerCase()}.`}
        </Text>
      )}
      <div style={{ height: 260, display: 'flex' }}>
        <JobLog jobId={taskId} status={job.status} />
      </div>
    </Stack>
  );
}
