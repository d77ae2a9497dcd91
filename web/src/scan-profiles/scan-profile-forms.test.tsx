// @vitest-environment happy-dom
// A scan profile can be made that does not use the corpus.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ScanProfile } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { openNewScanProfile } from './scan-profile-forms.tsx';

let stage: Stage;
afterEach(() => stage.close());

const standard = {
  id: 1,
  name: 'Standard Scan Profile',
  description: '',
  standard: true,
  settings: {
    dependencySupport: 'ALL_TRANSITIVE',
    reportNonRuntimeDependencies: true,
    addRelatedFiles: true,
    archiveDiscovery: true,
    exactMatches: true,
    sourceCodeMatches: false,
    rescanSkips: 'NONE',
    searchTerms: [],
    exclusions: [],
  },
} as unknown as ScanProfile;

it('switches matches with the corpus off', async () => {
  stage = await startStage({ 'POST /scanProfiles': { body: { data: standard } } });
  stage.show(
    <button type="button" onClick={() => openNewScanProfile(standard, 'Without corpus')}>
      New
    </button>,
  );
  await stage.user.click(await screen.findByRole('button', { name: 'New' }));
  const dialog = await screen.findByRole('dialog');
  const corpus = await within(dialog).findByRole('checkbox', { name: 'Find files of packages in the corpus' });
  expect((corpus as HTMLInputElement).checked).toBe(true);
  await stage.user.click(corpus);
  await stage.user.click(within(dialog).getByRole('button', { name: 'Create profile' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]?.body).toMatchObject({ name: 'Without corpus', settings: { exactMatches: false } });
});
