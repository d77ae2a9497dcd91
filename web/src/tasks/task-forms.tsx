// Dialogs that create a task, reassign it, and edit its text.
import { Autocomplete, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Task } from '../api/models.ts';
import { ItemSelect, type NamedItem } from '../choices/item-choice.tsx';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { useRefusal } from '../elements/refused-field.ts';
import { optionsOf, TASK_PRIORITY_WORDS, type TaskPriority } from '../elements/words.ts';
import { type NewTaskInput, peopleQuery, useChangeTask, useCreateTask, useReassignTask } from './queries.ts';

const MODAL = 'task';
const close = () => modals.close(MODAL);
const KIND_WORDS: Record<NewTaskInput['type'], string> = {
  MISCELLANEOUS: 'Miscellaneous',
  REMEDIATE_INVENTORY: 'Remediation',
  MANUAL_INVENTORY_REVIEW: 'Manual Review: closing it approves or rejects the item',
};
const KINDS = optionsOf(KIND_WORDS);
const PRIORITIES = optionsOf(TASK_PRIORITY_WORDS);

/** @param item of the task. If it is left out, the user chooses an item in the dialog. */
export function openNewTask(projectId: number, item?: NamedItem): void {
  modals.open({
    modalId: MODAL,
    title: item ? `New task for ${item.name}` : 'New task',
    closeOnClickOutside: false,
    children: <NewTask projectId={projectId} item={item} />,
  });
}

export function openReassignTask(task: Task): void {
  modals.open({ modalId: MODAL, title: `Reassign ${titleOf(task)}`, children: <ReassignTask task={task} /> });
}

export function openChangeTask(task: Task): void {
  modals.open({ modalId: MODAL, title: `Edit ${titleOf(task)}`, children: <ChangeTask task={task} /> });
}

const titleOf = (task: Task) => task.summary || task.taskName;

function NewTask({ projectId, item: fixed }: { projectId: number; item: NamedItem | undefined }) {
  const create = useCreateTask();
  const [item, setItem] = useState(fixed);
  const form = useForm({
    initialValues: {
      type: 'MISCELLANEOUS' as NewTaskInput['type'],
      summary: '',
      priority: 'MEDIUM' as TaskPriority,
      owner: '',
      details: '',
    },
  });
  const unplaced = useRefusal(form, create.error);
  const submit = form.onSubmit(
    (values) =>
      item &&
      create.mutate(
        { ...values, summary: values.summary.trim(), owner: values.owner.trim(), inventoryId: item.id },
        {
          onSuccess: () => {
            close();
            notifyDone(`A task for ${item.name} was created.`);
          },
        },
      ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {!fixed && <ItemSelect projectId={projectId} value={item} onChange={setItem} />}
        <Select label="Type" data={KINDS} allowDeselect={false} {...form.getInputProps('type')} />
        <TextInput
          label="Summary"
          placeholder="Blank: type and name of the item"
          maxLength={255}
          {...form.getInputProps('summary')}
        />
        <Select label="Priority" data={PRIORITIES} allowDeselect={false} {...form.getInputProps('priority')} />
        <OwnerInput
          projectId={projectId}
          placeholder="Blank: the project’s contact for this type"
          {...form.getInputProps('owner')}
        />
        <Textarea label="Details" autosize minRows={2} maxRows={10} {...form.getInputProps('details')} />
        <Refused error={unplaced} />
        <Buttons action="Create task" isPending={create.isPending} isReady={item !== undefined} onCancel={close} />
      </Stack>
    </form>
  );
}

function ReassignTask({ task }: { task: Task }) {
  const reassign = useReassignTask(task.id);
  const form = useForm({ initialValues: { ownerId: '' } });
  const unplaced = useRefusal(form, reassign.error);
  const owner = form.values.ownerId.trim();
  const submit = form.onSubmit(() =>
    reassign.mutate(owner, {
      onSuccess: () => {
        close();
        notifyDone(`The task is now assigned to ${owner}.`);
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <OwnerInput
          projectId={task.projectId}
          placeholder={`Now: ${task.ownerLogin}`}
          data-autofocus
          {...form.getInputProps('ownerId')}
        />
        <Refused error={unplaced} />
        <Buttons action="Reassign" isPending={reassign.isPending} isReady={owner !== ''} onCancel={close} />
      </Stack>
    </form>
  );
}

function ChangeTask({ task }: { task: Task }) {
  const change = useChangeTask(task);
  const form = useForm({
    initialValues: { summary: task.summary, priority: task.priority as TaskPriority, details: task.details },
    validate: { summary: (summary) => (summary.trim() === '' ? 'Enter a summary.' : null) },
  });
  const unplaced = useRefusal(form, change.error);
  const submit = form.onSubmit((values) =>
    change.mutate({ ...values, summary: values.summary.trim() }, { onSuccess: close }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Summary" maxLength={255} data-autofocus {...form.getInputProps('summary')} />
        <Select label="Priority" data={PRIORITIES} allowDeselect={false} {...form.getInputProps('priority')} />
        <Textarea label="Details" autosize minRows={2} maxRows={10} {...form.getInputProps('details')} />
        <Refused error={unplaced} />
        <Buttons action="Save" isPending={change.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

interface OwnerInputProps {
  projectId: number;
  placeholder: string;
  value?: string;
  onChange?: (login: string) => void;
}

/** Suggests users with a role in the project. Any login may be typed, because owners need no role. */
function OwnerInput({ projectId, ...input }: OwnerInputProps) {
  const people = useQuery(peopleQuery(projectId));
  return <Autocomplete label="Owner" data={people.data ?? []} limit={50} maxLength={60} {...input} />;
}
