// @vitest-environment happy-dom
// Custom reports: the page lists installed scripts and registered reports. An administrator registers a script with the
// description that it brings, and tests it with its log.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { refusal, type Stage, startStage } from '../../testing/stage.tsx';
import { CustomReportsPanel } from './custom-reports-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const OPTION = {
  name: 'heading',
  label: 'Heading',
  description: 'On <b>top</b>',
  type: 'string',
  defaultValue: 'Hello',
  required: false,
  order: 1,
};
const SCRIPTS = [
  {
    folder: 'compare',
    path: 'compare/create_report.sh',
    definition: { name: 'Two projects', reportOptions: [OPTION] },
    reportIds: [],
  },
  { folder: 'tasks', path: 'tasks/create_report.sh', reportIds: [4] },
];
const report = (more: object) => ({
  default: false,
  enabled: true,
  enableProjectPicker: false,
  createdDateTime: '',
  updatedDateTime: '',
  reportOptions: [],
  entityVersion: 'v',
  ...more,
});
const REPORTS = [
  report({ id: 1, name: 'Audit', path: 'AUDIT', order: 1, default: true }),
  report({ id: 4, name: 'Open tasks', path: 'tasks/create_report.sh', order: 7, reportOptions: [OPTION] }),
  report({ id: 5, name: 'Gone', path: 'gone/create_report.sh', order: 8 }),
];
const ANSWERS = { 'GET /reportScripts': { body: { data: SCRIPTS } }, 'GET /reports': { body: { data: REPORTS } } };

it('shows scripts with their registrations, and reports whose script is missing', async () => {
  stage = await startStage(ANSWERS);
  stage.show(<CustomReportsPanel />);
  const row = async (name: string) => (await screen.findByText(name)).closest('tr')!;
  expect(within(await row('compare/create_report.sh')).getByText('–')).toBeTruthy();
  expect(within(await row('Gone')).getByText('Script missing')).toBeTruthy();
  const openTasks = screen.getAllByText('Open tasks');
  expect(openTasks).toHaveLength(2);
  expect(screen.queryByText('AUDIT')).toBeNull();
});

it('registers a script with the description that it brings, after the last report', async () => {
  stage = await startStage({
    ...ANSWERS,
    'POST /reports': { status: 201, body: { id: 6, data: { id: 6 }, message: '' } },
  });
  stage.show(<CustomReportsPanel />);
  await stage.user.click(await screen.findByRole('button', { name: 'Register compare' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('Two projects');
  await stage.user.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]).toEqual({
    what: 'POST /reports',
    body: {
      name: 'Two projects',
      path: 'compare/create_report.sh',
      order: 9,
      enabled: true,
      enableProjectPicker: false,
      reportOptions: [OPTION],
    },
  });
});

it('tests a report on a project and shows why it failed', async () => {
  const job = {
    id: 12,
    jobType: 'Custom Report',
    project: { id: 3, name: 'Shop' },
    status: 'Failed',
    error: 'its script ended with the code 3',
    jobDetails: '',
  };
  stage = await startStage({
    ...ANSWERS,
    'GET /projects': { body: { data: [{ id: 3, name: 'Shop', owner: 'ada', status: 'Not Started' }] } },
    'POST /projects/3/reports/4/generate': { body: { data: { taskId: 12 } } },
    'GET /jobs/12': { body: job },
    'GET /jobs/12/log': {
      body: { data: [{ id: 1, code: 'script-error', path: '', message: 'No module named requests' }] },
      total: 1,
    },
  });
  stage.show(<CustomReportsPanel />);
  await stage.user.click(await screen.findByRole('button', { name: 'Test Open tasks' }));
  await stage.user.click(await screen.findByLabelText('Project', { selector: 'input:not([type=hidden])' }));
  await stage.user.click(await screen.findByRole('option', { name: 'Shop' }));
  await stage.user.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('ended with the code 3'));
  expect(stage.changes()).toEqual([
    { what: 'POST /projects/3/reports/4/generate', body: { options: { heading: 'Hello' } } },
  ]);
});

it('says why a zip was not installed', async () => {
  stage = await startStage({ ...ANSWERS, 'POST /reportScripts': refusal('There is no report in it.') });
  const { container } = stage.show(<CustomReportsPanel />);
  await screen.findByRole('button', { name: 'Install from a zip' });
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!;
  await stage.user.upload(input, new File(['PK'], 'a.zip', { type: 'application/zip' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('There is no report in it.'));
});

it('names the parts of a zip that were not installed', async () => {
  const leftOut = ['a/etc: A link was skipped.'];
  stage = await startStage({ ...ANSWERS, 'POST /reportScripts': { body: { data: [], leftOut } } });
  const { container } = stage.show(<CustomReportsPanel />);
  await screen.findByRole('button', { name: 'Install from a zip' });
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!;
  await stage.user.upload(input, new File(['PK'], 'a.zip', { type: 'application/zip' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not installeda/etc: A link was skipped.'));
});
