// @vitest-environment happy-dom
// The Scan panel: a project without files may have sources, which a scan fetches first; the server knows whether it has.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Answers, refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ScanPanel } from './scan-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const answers = (more: Answers): Answers => ({
  'GET /projects/9/permissions': { body: { data: ['SCAN'] } },
  'GET /jobs': { body: { data: [] }, total: 0 },
  ...more,
});
const START = 'POST /scanResource/projectScan/9';

it('starts a scan of a project that has no file yet, and says where code comes from', async () => {
  stage = await startStage(answers({ [START]: { body: { 'Content: ': '5' } } }));
  stage.show(<ScanPanel projectId={9} hasFiles={false} />);
  expect(await screen.findByText(/name its repositories, images or packages in the/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'settings' }).getAttribute('href')).toBe('/projects/9/settings');
  await stage.user.click(await screen.findByRole('button', { name: 'Scan' }));
  await waitFor(() => expect(stage.changes()).toMatchObject([{ what: `${START}?fullRescan=false` }]));
});

it('shows why the server refuses one, and no ways in where there is code', async () => {
  stage = await startStage(answers({ [START]: refusal('The project shop has no code base yet.') }));
  stage.show(<ScanPanel projectId={9} hasFiles />);
  await stage.user.click(await screen.findByRole('button', { name: 'Scan' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The project shop has no code base yet.');
  expect(screen.queryByRole('link', { name: 'settings' })).toBeNull();
});
