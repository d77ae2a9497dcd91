// The addresses at which code hosts tell pushes to the repositories of a project, and what came of their deliveries.
import { Alert, Button, Collapse, Group, PasswordInput, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import {
  IconAlertTriangle,
  IconBellRinging,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { NewPushHook, PushDelivery, PushHook } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { CopyButton } from '../elements/copy.tsx';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { notifyRefused } from '../elements/notify.ts';
import classes from '../elements/page.module.css';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { momentText } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import {
  pushDeliveriesQuery,
  pushHooksQuery,
  useChangePushHook,
  useCreatePushHook,
  useDeletePushHook,
} from './automation-queries.ts';

const SENDERS: Record<NewPushHook['sender'], string> = {
  GITHUB: 'GitHub',
  GITLAB: 'GitLab',
  GITEA: 'Gitea or Forgejo',
  BITBUCKET: 'Bitbucket Cloud',
  BITBUCKET_SERVER: 'Bitbucket Server or Data Center',
};

export const ACTIONS = [
  { value: 'SCAN', label: 'Synchronise and scan' },
  { value: 'SYNC', label: 'Synchronise only' },
];

const nameOf = (sender: string) => SENDERS[sender as NewPushHook['sender']] ?? sender;
const actionText = (action: string) => ACTIONS.find(({ value }) => value === action)?.label ?? action;
const MODAL = 'push-hook';
const close = () => modals.close(MODAL);

export function PushHooksPanel({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const hooks = useQuery(pushHooksQuery(projectId));
  return (
    <Panel
      title="Push webhooks"
      isFlush
      actions={
        mayEdit && (
          <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => openNew(projectId)}>
            Add push webhook
          </Button>
        )
      }
    >
      {!hooks.isSuccess ? (
        <Waiting query={hooks} rows={2} title="The push webhooks could not be loaded" />
      ) : hooks.data.length === 0 ? (
        <Empty icon={<IconBellRinging />} title="No push webhook yet">
          With one, a push to a branch that a Git source follows starts a synchronisation or scan.
        </Empty>
      ) : (
        <Hooks projectId={projectId} hooks={hooks.data} mayEdit={mayEdit} />
      )}
    </Panel>
  );
}

function Hooks({ projectId, hooks, mayEdit }: { projectId: number; hooks: PushHook[]; mayEdit: boolean }) {
  const [shown, setShown] = useState<number>();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Code host</th>
          <th scope="col">Address</th>
          <th scope="col">A push starts</th>
          <th scope="col">State</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {hooks.map((hook) => (
          <Fragment key={hook.id}>
            <tr>
              <td>{nameOf(hook.sender)}</td>
              <td>
                <Group gap={4} wrap="nowrap">
                  <span className="mono" style={{ overflowWrap: 'anywhere' }}>
                    {hook.address}
                  </span>
                  <div style={{ flexShrink: 0 }}>
                    <CopyButton text={fullAddress(hook.address)} label="Copy address" />
                  </div>
                </Group>
              </td>
              <td>{actionText(hook.action)}</td>
              <td>{hook.isActive ? <Label tone="good">Active</Label> : <Label tone="wait">Off</Label>}</td>
              <td>
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-expanded={shown === hook.id}
                    onClick={() => setShown(shown === hook.id ? undefined : hook.id)}
                  >
                    Deliveries
                  </Button>
                  {mayEdit && <Actions projectId={projectId} hook={hook} />}
                </Group>
              </td>
            </tr>
            {shown === hook.id && (
              <tr>
                <td colSpan={5}>
                  <Deliveries projectId={projectId} hookId={hook.id} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** As the code host must know it. */
const fullAddress = (address: string) => `${window.location.origin}${address}`;

function Actions({ projectId, hook }: { projectId: number; hook: PushHook }) {
  const change = useChangePushHook(projectId, hook);
  const name = `push webhook of ${nameOf(hook.sender)}`;
  const verb = hook.isActive ? 'Switch off' : 'Switch on';
  const toggle = () =>
    change.mutate(
      { isActive: !hook.isActive },
      { onError: (error) => notifyRefused('The push webhook was not changed', error) },
    );
  return (
    <>
      <RowAction label={verb} name={`${verb} ${name}`} loading={change.isPending} onClick={toggle}>
        {hook.isActive ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
      </RowAction>
      <RowAction label="Delete" name={`Delete ${name}`} isDangerous onClick={() => openDelete(projectId, hook)}>
        <IconTrash size={16} />
      </RowAction>
    </>
  );
}

const TONES: Record<PushDelivery['result'], 'good' | 'bad' | 'notice' | 'wait'> = {
  ...{ QUEUED: 'good', WAITING: 'notice', IGNORED: 'wait', REPEATED: 'wait', REFUSED: 'bad', FAILED: 'bad' },
};

function Deliveries({ projectId, hookId }: { projectId: number; hookId: number }) {
  const deliveries = useQuery(pushDeliveriesQuery(projectId, hookId));
  if (!deliveries.isSuccess) return <Waiting query={deliveries} rows={2} title="The deliveries could not be loaded" />;
  const { rows } = deliveries.data;
  if (rows.length === 0) return <Text size="sm">The code host has sent nothing yet.</Text>;
  return (
    <table className={classes.table} aria-label="Deliveries">
      <thead>
        <tr>
          <th scope="col">Received</th>
          <th scope="col">Event</th>
          <th scope="col">Result</th>
          <th scope="col">What came of it</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.id}>
            <td>{momentText(one.receivedOn)}</td>
            <td>{one.event}</td>
            <td>
              <Label tone={TONES[one.result]}>{one.result.charAt(0) + one.result.slice(1).toLowerCase()}</Label>
            </td>
            <td>
              {one.detail}{' '}
              {one.jobId !== undefined && (
                <Link to="/jobs" search={{ job: one.jobId }}>
                  Job {one.jobId}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function openNew(projectId: number): void {
  modals.open({
    modalId: MODAL,
    title: 'Add push webhook',
    closeOnClickOutside: false,
    children: <New projectId={projectId} />,
  });
}

function New({ projectId }: { projectId: number }) {
  const create = useCreatePushHook(projectId);
  const form = useForm({ initialValues: { sender: 'GITHUB', action: 'SCAN', secret: '' } });
  if (create.data) return <CopyOnce address={create.data.address} secret={create.data.secret} />;
  const submit = form.onSubmit(({ sender, action, secret }) =>
    create.mutate({ sender, action, isActive: true, ...(secret === '' ? {} : { secret }) } as NewPushHook),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Select
          label="Code host"
          data={Object.entries(SENDERS).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('sender')}
        />
        <Select label="A push starts" data={ACTIONS} allowDeselect={false} {...form.getInputProps('action')} />
        <PasswordInput
          label="Secret"
          description="At least 16 characters. If you leave it blank, Assay makes one"
          autoComplete="new-password"
          {...form.getInputProps('secret')}
        />
        <Refused error={create.error} />
        <Buttons action="Add" isPending={create.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function CopyOnce({ address, secret }: { address: string; secret?: string }) {
  const full = fullAddress(address);
  return (
    <Stack gap="sm">
      <Text size="sm">
        Enter this address at the code host, for push events as JSON, together with the secret. The host must be able to
        reach it.
      </Text>
      <Group justify="space-between" wrap="nowrap">
        <code style={{ overflowWrap: 'anywhere' }}>{full}</code>
        <div style={{ flexShrink: 0 }}>
          <CopyButton text={full} label="Copy address" />
        </div>
      </Group>
      <Collapse expanded={secret !== undefined}>
        <Stack gap="sm">
          <Alert color="brass" variant="light" icon={<IconAlertTriangle size={18} />}>
            Copy the secret now. It is not shown again.
          </Alert>
          <Group justify="space-between" wrap="nowrap">
            <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
            <div style={{ flexShrink: 0 }}>
              <CopyButton text={secret ?? ''} label="Copy secret" />
            </div>
          </Group>
        </Stack>
      </Collapse>
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  );
}

function openDelete(projectId: number, hook: PushHook): void {
  const children = <Delete projectId={projectId} hook={hook} />;
  modals.open({ modalId: MODAL, title: `Delete the push webhook of ${nameOf(hook.sender)}?`, children });
}

function Delete({ projectId, hook }: { projectId: number; hook: PushHook }) {
  return (
    <ConfirmDelete
      text="Pushes that the code host sends to its address no longer start anything. The list of its deliveries is deleted too."
      action="Delete push webhook"
      done="The push webhook was deleted."
      remove={useDeletePushHook(projectId, hook.id)}
      onClose={close}
    />
  );
}
