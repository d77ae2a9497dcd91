// @vitest-environment happy-dom
// Which decisions count by themselves: what each setting means, what a project takes from the installation, and that only changes are sent.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ProjectCarryPanel } from './project-panel.tsx';
import { SiteCarryPanel } from './site-panel.tsx';

let stage: Stage | undefined;
afterEach(() => stage?.close());

const SITE = { unchangedBytes: 'APPLY', sameEvidence: 'APPLY', newFiles: 'PROPOSE', versionBump: 'PROPOSE' };
const OWN = { unchangedBytes: 'SITE', sameEvidence: 'NEVER', newFiles: 'SITE', versionBump: 'SITE' };
const PROJECT = {
  data: { ...OWN, inForce: { ...SITE, sameEvidence: 'NEVER' }, ofSite: SITE, entityVersion: 'first' },
};

async function choose(label: string, option: string) {
  await stage!.user.click(await screen.findByRole('combobox', { name: label }));
  await stage!.user.click(await screen.findByRole('option', { name: option }));
}

it('sends only what was changed for the installation', async () => {
  stage = await startStage({
    'GET /carrySettings': { body: { data: { ...SITE, entityVersion: 'first' } } },
    'PUT /carrySettings': { body: { message: 'Changed' } },
  });
  stage.show(<SiteCarryPanel />);
  expect(await screen.findByText(/^Another version of a reviewed component with the same license/)).toBeDefined();
  await choose('Versions of a component', 'Applied: it counts by itself');
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(stage!.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({ versionBump: 'APPLY', entityVersion: 'first' });
});

it('says what a project takes from the installation, and shows a refusal', async () => {
  stage = await startStage({
    'GET /projects/7/carrySettings': { body: PROJECT },
    'PUT /projects/7/carrySettings': refusal('The project is locked.', 409),
  });
  stage.show(<ProjectCarryPanel projectId={7} mayEdit />);
  const bump = await screen.findByRole('combobox', { name: 'Versions of a component' });
  expect(bump).toHaveProperty('value', 'As the installation: proposed');
  expect(screen.getByRole('combobox', { name: 'Files that say the same' })).toHaveProperty(
    'value',
    'Off: a person decides anew',
  );
  await choose('Files that say the same', 'As the installation: applied');
  await stage.user.click(screen.getByRole('button', { name: 'Save what carries' }));
  expect(await screen.findByText('The project is locked.')).toBeDefined();
  expect(stage.changes()[0]!.body).toEqual({ sameEvidence: 'SITE', entityVersion: 'first' });
});

it('cannot be changed without the right', async () => {
  stage = await startStage({ 'GET /projects/7/carrySettings': { body: PROJECT } });
  stage.show(<ProjectCarryPanel projectId={7} mayEdit={false} />);
  expect(await screen.findByRole('combobox', { name: 'Versions of a component' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Save what carries' })).toBeNull();
});
