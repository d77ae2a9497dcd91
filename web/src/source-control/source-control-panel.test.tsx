// @vitest-environment happy-dom
// The instances of a project: one of each system is added and changed by its own fields, and code of deleted ones is named.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { SourceControlPanel } from './source-control-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const listed = (propertyList: object[], removedFolders?: string[]) => ({
  'GET /scmInstances': { body: { propertyList, ...(removedFolders && { removedFolders }) } },
});
const made = { status: 201, body: { message: 'made' } };

async function add(system: string, typed: Record<string, string>): Promise<void> {
  await stage.user.click(await screen.findByRole('button', { name: 'Add source' }));
  await stage.user.click(await screen.findByRole('menuitem', { name: system }));
  const dialog = await screen.findByRole('dialog', { name: `Add ${system}` });
  for (const [label, text] of Object.entries(typed)) await stage.user.type(within(dialog).getByLabelText(label), text);
  await stage.user.click(within(dialog).getByRole('button', { name: 'Add' }));
}

const SYSTEMS: { system: string; typed: Record<string, string>; body: object }[] = [
  {
    system: 'Git',
    typed: { Repositories: 'https://git.example.org/a.git', Branch: 'main' },
    body: {
      ...{ url: 'https://git.example.org/a.git', userName: '', password: '', branch: 'main', commitId: '', tag: '' },
      ...{ expansionLevel: 1, deleteArchiveAfterExpand: false, archiveDirSuffix: '', fetchLfs: false },
    },
  },
  {
    system: 'Subversion',
    typed: { Address: 'svn://svn.example.org/a', Revision: '12' },
    body: { url: 'svn://svn.example.org/a', userName: '', password: '', revisionNumber: '12' },
  },
  {
    system: 'Perforce',
    typed: { User: 'ada', 'Password or token': 'secret', 'Depot and path': 'depot/main', Label: 'r1' },
    body: { url: '', userName: 'ada', password: 'secret', branchSpec: 'depot/main', changeListNum: '', label: 'r1' },
  },
  {
    system: 'TFS',
    typed: { Address: 'https://tfs.example.org/tfs/C/P', User: 'ada', 'Password or token': 'secret', Changeset: '4' },
    body: {
      ...{ url: 'https://tfs.example.org/tfs/C/P', username: 'ada', password: 'secret', changeSet: '4', label: '' },
    },
  },
];

it.each(SYSTEMS)('adds an instance of $system with its own fields', async ({ system, typed, body }) => {
  const what = `POST /scmInstances/${system}?projectId=7`;
  stage = await startStage({ ...listed([]), [what.replace(/\?.*$/, '')]: made });
  stage.show(<SourceControlPanel projectId={7} mayEdit />);
  await add(system, typed);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stage.changes().map((one) => [one.what, one.body])).toEqual([[what, body]]);
});

it('asks for what TFS needs before anything is sent', async () => {
  stage = await startStage(listed([]));
  stage.show(<SourceControlPanel projectId={7} mayEdit />);
  await add('TFS', { Address: 'https://tfs.example.org/tfs/C/P' });
  expect(await screen.findByText('Enter a user.')).toBeDefined();
  expect(screen.getByText('Enter a password or a token.')).toBeDefined();
  expect(stage.changes()).toEqual([]);
});

it('changes an instance of Perforce and keeps what is not touched', async () => {
  const instance = {
    ...{ instanceId: 2, scmType: 'PERFORCE', url: 'ssl:p4.example.org:1666/depot', userName: 'ada', password: '*****' },
    ...{ branchSpec: 'depot/main', changeListNum: '', label: 'r1', folder: 'p4.2' },
  };
  const what = 'PUT /scmInstances/Perforce?projectId=7&instanceId=2';
  stage = await startStage({ ...listed([instance]), [what.replace(/\?.*$/, '')]: made });
  stage.show(<SourceControlPanel projectId={7} mayEdit />);
  await stage.user.click(await screen.findByRole('button', { name: 'Edit p4.2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Source of p4.2' });
  await stage.user.clear(within(dialog).getByLabelText('Label'));
  await stage.user.type(within(dialog).getByLabelText('Change list'), '90');
  await stage.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { instanceId: _, scmType: __, folder: ___, ...kept } = instance;
  expect(stage.changes()[0]?.body).toEqual({ ...kept, label: '', changeListNum: '90' });
});

it('names the code of deleted instances, and offers to synchronise it away', async () => {
  stage = await startStage(listed([], ['git.0']));
  stage.show(<SourceControlPanel projectId={7} mayEdit />);
  expect(await screen.findByText(/The code in git\.0 belongs to deleted instances/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Synchronise now' })).toBeDefined();
});

it('shows the progress of a synchronisation, and stops it', async () => {
  const job = { id: 5, jobType: 'SCM Sync', status: 'Active', error: '', jobDetails: '', project: { id: 7 }, triggeredBy: { id: 1 } }; // biome-ignore format: one row
  const progress = { id: 5, status: 'Active', phase: 'Fetching shop', done: 0, total: 0, ratePerSecond: 0, secondsLeft: null, error: '', details: '', isOver: false }; // biome-ignore format: one row
  stage = await startStage({
    ...listed([], ['git.0']),
    'POST /scmInstances/sync': { status: 202, body: { id: 5, message: 'Queued' } },
    'GET /jobs/5': { body: job },
    'GET /jobs/5/progress': { body: { data: progress } },
    'POST /jobs/5/cancel': { body: { message: 'Stopping' } },
  });
  stage.show(<SourceControlPanel projectId={7} mayEdit />);
  await stage.user.click(await screen.findByRole('button', { name: 'Synchronise now' }));
  expect(await screen.findByText('Fetching shop')).toBeDefined();
  await stage.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(stage.changes().map(({ what }) => what)).toContain('POST /jobs/5/cancel'));
});
