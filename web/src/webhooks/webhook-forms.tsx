// Dialogs that create, change and delete a webhook. A secret that the server created is shown once.
import { Alert, Button, Checkbox, Group, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Webhook } from '../api/models.ts';
import { CopyButton } from '../elements/copy.tsx';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import {
  EVENTS,
  type Event,
  PROJECT_EVENTS,
  useChangeWebhook,
  useCreateWebhook,
  useDeleteWebhook,
  type WebhookInput,
} from './queries.ts';

const MODAL = 'webhook';
const SHORTEST_SECRET = 8;
const close = () => modals.close(MODAL);

/** The project of the webhook. Undefined for the installation. */
export function openNewWebhook(projectId?: number): void {
  const children = <NewWebhook projectId={projectId} />;
  modals.open({ modalId: MODAL, title: 'New webhook', size: 'lg', closeOnClickOutside: false, children });
}

export function openEditWebhook(webhook: Webhook): void {
  const children = <EditWebhook webhook={webhook} />;
  modals.open({ modalId: MODAL, title: `Webhook ${webhook.name}`, size: 'lg', closeOnClickOutside: false, children });
}

export function openDeleteWebhook(webhook: Webhook): void {
  modals.open({ modalId: MODAL, title: `Delete ${webhook.name}?`, children: <Delete webhook={webhook} /> });
}

export function NewWebhook({ projectId }: { projectId?: number }) {
  const create = useCreateWebhook(projectId);
  if (create.data?.secret) return <CopyOnce secret={create.data.secret} />;
  return (
    <Fields
      action="Create webhook"
      offered={eventsFor(projectId)}
      initial={{ name: '', url: '', events: [], secret: '', isActive: true }}
      secretHelp="Assay signs the calls with it. If blank, Assay creates a secret and shows it once."
      isPending={create.isPending}
      error={create.error}
      onSubmit={(input) => create.mutate(input, { onSuccess: ({ secret }) => !secret && close() })}
    />
  );
}

function eventsFor(projectId: number | null | undefined): readonly Event[] {
  return projectId == null ? EVENTS : PROJECT_EVENTS;
}

function EditWebhook({ webhook }: { webhook: Webhook }) {
  const change = useChangeWebhook(webhook.id, webhook);
  const { name, url, isActive } = webhook;
  return (
    <Fields
      action="Save"
      offered={eventsFor(webhook.projectId)}
      initial={{ name, url, isActive, events: webhook.events as Event[], secret: '' }}
      secretHelp="If blank, the stored secret is kept."
      isPending={change.isPending}
      error={change.error}
      onSubmit={(input) => change.mutate(input, { onSuccess: close })}
    />
  );
}

interface FieldsProps {
  action: string;
  offered: readonly Event[];
  initial: Required<WebhookInput>;
  secretHelp: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (input: WebhookInput) => void;
}

function Fields({ action, offered, initial, secretHelp, isPending, error, onSubmit }: FieldsProps) {
  const form = useForm({
    initialValues: initial,
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      url: (url) => (/^https?:\/\/\S+$/i.test(url) ? null : 'Enter an address that begins with http:// or https://.'),
      events: (events) => (events.length === 0 ? 'Choose at least one event.' : null),
      secret: (secret) =>
        secret !== '' && secret.length < SHORTEST_SECRET ? `Enter at least ${SHORTEST_SECRET} characters.` : null,
    },
  });
  const unplaced = useRefusal(form, error, { duplicate: 'name' });
  const submit = form.onSubmit(({ secret, ...input }) =>
    onSubmit({ ...input, name: input.name.trim(), ...(secret && { secret }) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Address" placeholder="https://ci.example.org/assay" {...form.getInputProps('url')} />
        <PasswordInput
          label="Secret"
          description={secretHelp}
          autoComplete="new-password"
          {...form.getInputProps('secret')}
        />
        <Checkbox.Group label="Events" {...form.getInputProps('events')}>
          <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={8} mt={6}>
            {offered.map((event) => (
              <Checkbox key={event} value={event} label={event} size="sm" />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Checkbox
          label="Active"
          description="An inactive webhook gets no new events. Waiting deliveries are sent when it is active again."
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
        <Refused error={unplaced} />
        <Buttons action={action} isPending={isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function CopyOnce({ secret }: { secret: string }) {
  return (
    <Stack gap="sm">
      <Alert color="brass" variant="light" icon={<IconAlertTriangle size={18} />}>
        Copy the secret now. The receiver needs it to check signatures, and it is not shown again.
      </Alert>
      <Group justify="space-between">
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy secret" />
      </Group>
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  );
}

function Delete({ webhook }: { webhook: Webhook }) {
  const remove = useDeleteWebhook(webhook.id);
  return (
    <ConfirmDelete
      text="Events that wait for delivery are deleted too."
      action="Delete webhook"
      done={`Webhook ${webhook.name} was deleted.`}
      remove={remove}
      onClose={close}
    />
  );
}
