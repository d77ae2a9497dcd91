// A table of webhooks, and the deliveries of the selected one. Used for the installation and for a project.
import { CloseButton } from '@mantine/core';
import { IconPencil, IconRefresh, IconSend, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Webhook } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { CellButton } from '../elements/cell-button.tsx';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import classes from '../elements/page.module.css';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countText, momentText } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import { deliveriesQuery, useRedeliver, useTestWebhook, webhooksQuery } from './queries.ts';
import { openDeleteWebhook, openEditWebhook } from './webhook-forms.tsx';

interface WebhookListProps {
  /** Left out for webhooks of the installation. */
  projectId?: number;
  chosenId: number | undefined;
  onChoose: (id: number | undefined) => void;
  /** Shown if there are no webhooks: what they are useful for. */
  emptyText: ReactNode;
}

export function WebhookList({ projectId, chosenId, onChoose, emptyText }: WebhookListProps) {
  const webhooks = useQuery(webhooksQuery(projectId));
  const chosen = webhooks.data?.find(({ id }) => id === chosenId);
  return (
    <>
      <Panel isFlush>
        {!webhooks.isSuccess ? (
          <Waiting query={webhooks} rows={3} title="The webhooks could not be loaded" />
        ) : webhooks.data.length === 0 ? (
          <Empty icon={<IconWebhook />} title="No webhooks yet">
            {emptyText}
          </Empty>
        ) : (
          <WebhookTable webhooks={webhooks.data} onChoose={onChoose} />
        )}
      </Panel>
      {chosen && <Deliveries webhook={chosen} onClose={() => onChoose(undefined)} />}
    </>
  );
}

function WebhookTable({ webhooks, onChoose }: { webhooks: Webhook[]; onChoose: (id: number) => void }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Address</th>
          <th scope="col">Events</th>
          <th scope="col">Status</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <td>
              <CellButton onClick={() => onChoose(webhook.id)}>{webhook.name}</CellButton>
            </td>
            <td className="mono">{webhook.url}</td>
            <td>{webhook.events.join(', ')}</td>
            <td>
              <Label tone={webhook.isActive ? 'good' : 'wait'}>{webhook.isActive ? 'Active' : 'Waiting'}</Label>
            </td>
            <td>
              <Actions webhook={webhook} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const test = useTestWebhook(webhook.id);
  const send = () =>
    test.mutate(undefined, {
      onSuccess: ({ delivered, status, error }) =>
        delivered
          ? notifyDone(`${webhook.name} answered with status ${status}.`)
          : notifyRefused(`${webhook.name} was not reached`, new Error(error)),
      onError: (error) => notifyRefused('The test event was not sent', error),
    });
  return (
    <div className={classes.cellActions}>
      <RowAction
        label="Send test event"
        name={`Send test event to ${webhook.name}`}
        loading={test.isPending}
        onClick={send}
      >
        <IconSend size={15} />
      </RowAction>
      <RowAction label="Edit" name={`Edit ${webhook.name}`} onClick={() => openEditWebhook(webhook)}>
        <IconPencil size={15} />
      </RowAction>
      <RowAction label="Delete" name={`Delete ${webhook.name}`} isDangerous onClick={() => openDeleteWebhook(webhook)}>
        <IconTrash size={15} />
      </RowAction>
    </div>
  );
}

const toneOf = { DELIVERED: 'good', DEAD: 'bad' } as const;
const wordOf: Record<string, string> = { QUEUED: 'Waiting', DELIVERED: 'Delivered', DEAD: 'Failed' };

function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const deliveries = useQuery(deliveriesQuery(webhook.id));
  const again = useRedeliver(webhook.id);
  if (!deliveries.isSuccess) return <Waiting query={deliveries} rows={3} />;
  const { rows, total } = deliveries.data;
  return (
    <Panel
      isFlush
      title={`Deliveries to ${webhook.name}: ${rows.length < total ? `the newest ${countText(rows.length)} of ` : ''}${countText(total)}`}
      actions={<CloseButton aria-label="Close the list" onClick={onClose} />}
    >
      {rows.length === 0 ? (
        <Empty icon={<IconSend />} title="No deliveries yet">
          Deliveries of future events are listed here.
        </Empty>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Time</th>
              <th scope="col">Status</th>
              <th scope="col">Attempts</th>
              <th scope="col">Response</th>
              <th scope="col" aria-label="Actions" />
            </tr>
          </thead>
          <tbody>
            {rows.map((delivery) => (
              <tr key={delivery.id}>
                <td>{delivery.event}</td>
                <td>{momentText(delivery.createdOn)}</td>
                <td>
                  <Label tone={toneOf[delivery.state as keyof typeof toneOf] ?? 'wait'}>
                    {wordOf[delivery.state] ?? delivery.state}
                  </Label>
                </td>
                <td>{delivery.attempts}</td>
                <td>{delivery.error || (delivery.status ?? '')}</td>
                <td>
                  {delivery.state === 'DEAD' && (
                    <RowAction
                      label="Try again"
                      name={`Try ${delivery.event} again`}
                      onClick={() =>
                        again.mutate(delivery.id, {
                          onError: (error) => notifyRefused('The delivery was not repeated', error),
                        })
                      }
                    >
                      <IconRefresh size={15} />
                    </RowAction>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
