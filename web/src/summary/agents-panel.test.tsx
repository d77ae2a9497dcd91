// @vitest-environment happy-dom
// The code bases of build machines on the Summary tab: named, and removed after a confirmation.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Answers, type Stage, startStage } from '../testing/stage.tsx';
import { AgentsPanel } from './agents-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const server = {
  alias: 'assay',
  type: 'SERVER',
  remote: false,
  host: 'assay',
  totalFiles: 3,
  lastScanCompletedOn: 'N/A',
};
const agent = { ...server, alias: 'ci', type: 'AGENT', remote: true, host: 'builder', totalFiles: 1200 };
const answers = (nodes: unknown[], actions = ['SCAN']): Answers => ({
  'GET /projects/9/scanNodes': { body: { data: nodes } },
  'GET /projects/9/permissions': { body: { data: actions } },
  'DELETE /projects/9/scanNodes/ci': { status: 202, body: { id: 5, message: 'Queued' } },
});

it('shows nothing without agents', async () => {
  stage = await startStage(answers([server]));
  stage.show(<AgentsPanel projectId={9} />);
  await waitFor(() => expect(stage.calls.length).toBeGreaterThan(0));
  expect(screen.queryByText('Code on build machines')).toBeNull();
});

it('names each alias with its host and files, and removes one after a confirmation', async () => {
  stage = await startStage(answers([server, { ...agent, lastScanCompletedOn: '2026-11-29 04:00:00.0' }]));
  stage.show(<AgentsPanel projectId={9} />);
  expect(await screen.findByRole('button', { name: 'ci' })).toBeTruthy();
  expect(screen.getByText(/on builder/)).toBeTruthy();
  expect(screen.getByText(/1,200 files, scanned Nov 29, 2026/)).toBeTruthy();
  await stage.user.click(await screen.findByRole('button', { name: 'Remove ci' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(stage.changes()).toMatchObject([{ what: 'DELETE /projects/9/scanNodes/ci' }]));
});

it('has no button without the right to scan, and says that nothing has arrived yet', async () => {
  stage = await startStage(answers([server, { ...agent, totalFiles: 0 }], ['VIEW_PROJECT']));
  stage.show(<AgentsPanel projectId={9} />);
  expect(await screen.findByText('Not complete yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove ci' })).toBeNull();
});
