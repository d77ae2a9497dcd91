// @vitest-environment happy-dom
// What brings the code of a project by itself: push webhooks are added, switched off and deleted, deliveries are told, and the schedule is saved.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { PushHooksPanel } from './push-hooks-panel.tsx';
import { SchedulePanel } from './schedule-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const HOOK = {
  ...{ id: 3, sender: 'GITLAB', address: '/api/pushes/abc', secret: '********', action: 'SCAN', isActive: true },
  ...{ createdBy: 'ada', createdOn: '2026-03-01 10:00:00.0', entityVersion: 'v1' },
};
const hooks = (data: object[]) => ({ 'GET /scmInstances/pushHooks': { body: { data } } });
const SCHEDULE = { action: 'SCAN', frequency: 'NEVER', everyHours: 1, at: '00:00', on: 'SUNDAY', entityVersion: 's1' };
const schedule = (more: object = {}) => ({
  'GET /scmInstances/schedule': { body: { data: { ...SCHEDULE, ...more } } },
});

it('adds a push webhook and shows its secret once, with the address for the code host', async () => {
  const made = { id: 3, data: { id: 3 }, message: 'made', address: '/api/pushes/abc', secret: 'made-by-the-server' };
  stage = await startStage({ ...hooks([]), 'POST /scmInstances/pushHooks': { status: 201, body: made } });
  stage.show(<PushHooksPanel projectId={7} mayEdit />);
  await stage.user.click(await screen.findByRole('button', { name: 'Add push webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add push webhook' });
  await stage.user.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(await within(dialog).findByText('made-by-the-server')).toBeDefined();
  expect(within(dialog).getByText(`${window.location.origin}/api/pushes/abc`)).toBeDefined();
  expect(stage.changes().map((one) => one.body)).toEqual([{ sender: 'GITHUB', action: 'SCAN', isActive: true }]);
});

it('switches one off, and deletes it after a question', async () => {
  const what = '/scmInstances/pushHooks/3';
  const ok = { body: { message: 'ok' } };
  stage = await startStage({ ...hooks([HOOK]), [`PUT ${what}`]: ok, [`DELETE ${what}`]: ok });
  stage.show(<PushHooksPanel projectId={7} mayEdit />);
  await stage.user.click(await screen.findByRole('button', { name: 'Switch off push webhook of GitLab' }));
  await waitFor(() => expect(stage.changes()[0]?.body).toEqual({ isActive: false, entityVersion: 'v1' }));
  await stage.user.click(screen.getByRole('button', { name: 'Delete push webhook of GitLab' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Delete push webhook' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(2));
});

it('lists what was sent and what came of it, also for people who may not change anything', async () => {
  const rows = [
    {
      id: 2,
      receivedOn: '2026-03-01 10:00:00.0',
      sender: 'GITLAB',
      deliveryId: 'a',
      event: 'Push Hook',
      result: 'QUEUED',
      detail: 'A scan was queued.',
      jobId: 71,
    },
    {
      id: 1,
      receivedOn: '2026-03-01 09:00:00.0',
      sender: 'GITLAB',
      deliveryId: 'b',
      event: 'Push Hook',
      result: 'REFUSED',
      detail: 'The signature is missing or not that of the secret.',
    },
  ];
  const page = { body: { data: rows }, headers: { 'Total-records': '2' } };
  stage = await startStage({ ...hooks([HOOK]), 'GET /scmInstances/pushHooks/3/deliveries': page });
  stage.show(<PushHooksPanel projectId={7} mayEdit={false} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Deliveries' }));
  const table = await screen.findByRole('table', { name: 'Deliveries' });
  expect(within(table).getByRole('link', { name: 'Job 71' })).toBeDefined();
  expect(within(table).getByText('Refused')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Delete|Switch|Add/ })).toBeNull();
});

it('saves a schedule with the version that was shown', async () => {
  stage = await startStage({
    ...schedule({ frequency: 'DAILY' }),
    'PUT /scmInstances/schedule': { body: { message: 'ok' } },
  });
  stage.show(<SchedulePanel projectId={7} mayEdit />);
  const at = await screen.findByLabelText('At (UTC)');
  await stage.user.clear(at);
  await stage.user.type(at, '03:30');
  await stage.user.click(screen.getByRole('button', { name: 'Save schedule' }));
  await waitFor(() =>
    expect(stage.changes()[0]?.body).toEqual({ ...SCHEDULE, frequency: 'DAILY', at: '03:30', entityVersion: 's1' }),
  );
});

it('says why nothing was started at the last time', async () => {
  const lastTime = { startedOn: '2026-03-01 03:30:00.0', result: 'FAILED', detail: 'The project is locked.' };
  stage = await startStage(schedule({ frequency: 'WEEKLY', at: '03:30', lastTime }));
  stage.show(<SchedulePanel projectId={7} mayEdit={false} />);
  expect((await screen.findByRole('alert')).textContent).toContain('The project is locked.');
  expect(screen.getByText('Sundays at 03:30 UTC')).toBeDefined();
});
