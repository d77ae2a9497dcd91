// @vitest-environment happy-dom
// The license of a version: set with a reason, removed, and the decisions on it.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ListedVersion } from '../../api/models.ts';
import { refusal, type Stage, startStage } from '../../testing/stage.tsx';
import { ForgetVersionLicense, LicenseDecisions, SetVersionLicense } from './version-license.tsx';

const UNKNOWN = { expression: '', source: 'none', words: 'Nothing is known.' } as const;
const MIT = { id: 7, name: 'MIT License', shortName: 'MIT', priority: 'P3', url: '', description: '' };
const LICENSES = { 'GET /licenses/listAll': { body: { data: [{ ...MIT, spdxIdentifier: 'MIT' }] }, total: 1 } };
const PATH = '/components/12/versions/5/license';

let stage: Stage;
afterEach(() => stage.close());

const version = (isKnown: boolean): ListedVersion => ({
  id: 5,
  name: '1.0',
  custom: false,
  purl: 'pkg:npm/left-pad@1.0',
  versionLicenses: isKnown
    ? [{ ...MIT, familyName: '', custom: false, externalId: '', userPreferredLicense: true }]
    : [],
  licenseFacts: { declared: UNKNOWN, concluded: UNKNOWN, bundled: [] },
  releaseDate: '',
  withdrawn: false,
});

it('sets the license with its reason, and shows refusals below the fields', async () => {
  let tries = 0;
  stage = await startStage({
    ...LICENSES,
    [`PUT ${PATH}`]: () =>
      ++tries === 1 ? refusal('It takes the permission library_manager.', 403) : { body: { message: 'Set.' } },
  });
  stage.show(<SetVersionLicense componentId={12} version={version(true)} />);
  await stage.user.type(await screen.findByLabelText('Reason'), ' The makers said so ');
  await stage.user.click(screen.getByRole('button', { name: 'Set license' }));
  expect((await screen.findByRole('alert')).textContent).toContain('library_manager');
  await stage.user.click(screen.getByRole('button', { name: 'Set license' }));
  const change = { what: `PUT ${PATH}`, body: { licenseId: 7, reason: 'The makers said so' } };
  await waitFor(() => expect(stage.changes()).toEqual([change, change]));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('requires a license before it calls the server', async () => {
  stage = await startStage(LICENSES);
  stage.show(<SetVersionLicense componentId={12} version={version(false)} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Set license' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a license.');
  expect(stage.changes()).toEqual([]);
});

it('removes a license, with the reason', async () => {
  stage = await startStage({ [`DELETE ${PATH}`]: { body: { message: 'Forgotten.' } } });
  stage.show(<ForgetVersionLicense componentId={12} version={version(true)} />);
  await screen.findByText(/^MIT is no longer used/);
  await stage.user.type(screen.getByLabelText('Reason'), 'wrong');
  await stage.user.click(screen.getByRole('button', { name: 'Forget license' }));
  await waitFor(() => expect(stage.changes()).toMatchObject([{ what: `DELETE ${PATH}?reason=wrong` }]));
});

it('lists decisions; one that removed the license says so', async () => {
  const decision = {
    id: 2,
    kind: 'concluded-license',
    subject: { component: 'pkg:npm/left-pad', version: '1.0' },
    scope: 'site',
    projectId: 0,
    inventoryId: 0,
    value: { licenseExpression: '' },
    ground: { by: 'person', words: 'It was a mistake' },
    author: 'keeper',
    decidedOn: '2026-01-02 03:04:05',
    expiresOn: '',
    standing: 'holds',
    why: '',
  };
  const before = { ...decision, id: 1, value: { licenseExpression: 'MIT' }, standing: 'superseded' };
  stage = await startStage({
    'GET /components/versions/5/licenseDecisions': { body: { data: [decision, before] }, total: 2 },
  });
  stage.show(<LicenseDecisions versionId={5} />);
  const entry = (await screen.findByText('License forgotten')).closest('li')!;
  expect(entry.textContent).toContain('It was a mistake');
  expect(entry.textContent).not.toContain('empty');
  expect(screen.getByText('License: MIT')).toBeTruthy();
});
