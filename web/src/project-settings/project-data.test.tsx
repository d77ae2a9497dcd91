// @vitest-environment happy-dom
// Export, import, copy and branch: the page offers what the user may do, and sends requests as the interface expects
// them.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ProjectData } from './project-data.tsx';

let stage: Stage;
afterEach(() => stage.close());

const PROJECT = { id: 9, name: 'shop' };
const all = () => true;

it('offers the actions that the user may do', async () => {
  stage = await startStage({});
  stage.show(<ProjectData project={PROJECT} may={(action) => action === 'EXPORT_DATA'} />);
  const link = await screen.findByRole('link', { name: 'Export' });
  expect(link.getAttribute('href')).toBe('/api/project/exportProjectData?projectId=9');
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

it('copies the project, and shows the job', async () => {
  stage = await startStage({ 'POST /projects/9/copy': { status: 202, body: { id: 31, message: '' } } });
  stage.show(<ProjectData project={PROJECT} may={all} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Copy project' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Copy' }));
  expect((await screen.findByRole('link', { name: 'job 31' })).getAttribute('href')).toContain('/jobs?job=31');
  expect(stage.changes()).toEqual([{ what: 'POST /projects/9/copy', body: { name: 'shop (copy)' } }]);
});

it('says why it cannot be branched', async () => {
  stage = await startStage({ 'POST /projects/9/branch': refusal('A project with the name x already exists.') });
  stage.show(<ProjectData project={PROJECT} may={all} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Branch project' }));
  await stage.user.type(await screen.findByLabelText('Name of the branch'), 'x');
  await stage.user.click(screen.getByRole('button', { name: 'Branch' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('already exists'));
});

it.each([
  ['data.zip', 'POST /projects/9/import', 'name="importFile"'],
  ['bom.json', 'POST /projects/9/importForeign', 'name="file"'],
])('imports %s', async (name, what, field) => {
  stage = await startStage({ [what]: { body: { message: '', data: { taskId: 32 } } } });
  stage.show(<ProjectData project={PROJECT} may={all} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Import' }));
  await screen.findByText('Import data');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await stage.user.upload(input, new File(['{}'], name));
  await stage.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Import' }));
  await screen.findByRole('link', { name: 'job 32' });
  const [call] = stage.changes();
  expect(call!.what).toBe(what);
  for (const part of [field, 'name="inventoryFileMatchingCriteria"', 'COMPLETE_FILEPATH', 'name="resetInventoryUsage"'])
    expect(String(call!.body)).toContain(part);
});
