// @vitest-environment happy-dom
// Webhooks of a project: creating them, the list, and their deliveries.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { descriptionOf } from '../testing/fields.ts';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { NewWebhook } from './webhook-forms.tsx';
import { WebhookList } from './webhook-list.tsx';

let stage: Stage;
afterEach(() => stage.close());

async function fillIn(name: string) {
  await stage.user.type(await screen.findByLabelText('Name'), name);
  await stage.user.type(screen.getByLabelText('Address'), 'https://ci.example.org/hook');
  await stage.user.click(screen.getByLabelText('project.scanned'));
  await stage.user.click(screen.getByRole('button', { name: 'Create webhook' }));
}

it('creates one for the project, and shows the secret that the server generated', async () => {
  stage = await startStage({ 'POST /webhooks': { status: 201, body: { id: 4, secret: 'whsec-once', message: '' } } });
  stage.show(<NewWebhook projectId={9} />);
  await screen.findByLabelText('Name');
  expect(screen.queryByLabelText('project.created')).toBeNull();
  await fillIn('CI');
  await screen.findByText('whsec-once');
  expect(stage.changes()).toEqual([
    {
      what: 'POST /webhooks',
      body: {
        name: 'CI',
        url: 'https://ci.example.org/hook',
        events: ['project.scanned'],
        isActive: true,
        projectId: 9,
      },
    },
  ]);
});

it('sends no project for the whole installation, and offers all events', async () => {
  stage = await startStage({ 'POST /webhooks': refusal('A webhook with the name CI already exists.') });
  stage.show(<NewWebhook />);
  await screen.findByLabelText('project.created');
  await fillIn('CI');
  await waitFor(() => expect(descriptionOf(screen.getByLabelText('Name'))).toContain('already exists'));
  expect(screen.getByLabelText('Address')).toHaveProperty('value', 'https://ci.example.org/hook');
  expect(stage.changes()[0]!.body).not.toHaveProperty('projectId');
});

const WEBHOOK = {
  id: 4,
  projectId: 9,
  name: 'CI',
  url: 'https://ci.example.org/hook',
  events: ['project.scanned'],
  secret: '********',
  isActive: true,
  createdBy: 'ada',
  createdOn: '',
  updatedOn: '',
};
const DELIVERY = {
  id: 70,
  deliveryId: 'x',
  event: 'project.scanned',
  state: 'DEAD',
  attempts: 8,
  status: 500,
  error: 'The receiver answered 500.',
  nextAttemptOn: null,
  createdOn: '2026-11-21 07:01:02',
  endedOn: null,
  payload: {},
};

it('lists those of the project, and retries failed deliveries', async () => {
  stage = await startStage({
    'GET /webhooks': { body: { data: [WEBHOOK] } },
    'GET /webhooks/4/deliveries': { body: { data: [DELIVERY] }, total: 1 },
    'POST /webhooks/4/deliveries/70/redeliver': { body: { message: 'Queued' } },
  });
  stage.show(<WebhookList projectId={9} chosenId={4} onChoose={() => {}} emptyText="None" />);
  await screen.findByText('Deliveries to CI: 1');
  expect(stage.calls[0]!.what).toBe('GET /webhooks?projectId=9');
  expect(screen.getByText('Failed')).toBeTruthy();
  await stage.user.click(screen.getByRole('button', { name: 'Try project.scanned again' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.what).toBe('POST /webhooks/4/deliveries/70/redeliver');
});

it('says why it shows none to users who may not see them', async () => {
  stage = await startStage({ 'GET /webhooks': refusal('It takes the role Project Administrator.', 403) });
  stage.show(<WebhookList projectId={9} chosenId={undefined} onChoose={() => {}} emptyText="None" />);
  await screen.findByText('It takes the role Project Administrator.');
});
