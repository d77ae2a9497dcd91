// @vitest-environment happy-dom
// The page of the license rules: the progress and the result of an import for every user, and which buttons each user
// gets.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { LicenseRules } from '../../api/models.ts';
import { refusal, type Stage, startStage } from '../../testing/stage.tsx';
import { LicenseRulesPanel } from './license-rules-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const imported: LicenseRules = {
  source: 'imported',
  sizeBytes: 1000,
  importedOn: '2026-11-22 10:00:00',
  analyzerVersion: '13-1',
  problem: '',
  importJob: null,
  lastImport: null,
  refreshJob: null,
};
const builtIn: LicenseRules = { ...imported, source: 'built-in', sizeBytes: 0, importedOn: null };
const open = (id: number) => ({ id, status: 'Active', phase: 'Compiling rules', done: 1, total: 2 });
const done = { id: 7, status: 'Completed', details: 'In force from the next scan on: 2 rules.', error: '' };

async function show(rules: LicenseRules, permissions: string[] = []): Promise<void> {
  stage = await startStage({ 'GET /licenseRules': { body: { data: rules } } }, permissions);
  stage.show(<LicenseRulesPanel />);
  await screen.findByText('Current rules');
}

describe('jobs', () => {
  it.each<[who: string, permissions: string[], offered: string[]]>([
    ['administrators', ['system_admin'], ['Job 7', 'Job 8']],
    ['library managers', ['library_manager'], ['Job 7']],
    ['others', ['create_project'], []],
  ])('are shown to all users, with links and Cancel for %s if these work', async (_, permissions, offered) => {
    await show({ ...builtIn, importJob: open(7), refreshJob: open(8) }, permissions);
    expect(screen.getAllByTestId('rules-job')).toHaveLength(2);
    expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(offered);
    expect(screen.queryAllByRole('button', { name: 'Cancel' })).toHaveLength(offered.length);
  });
});

describe('the last import', () => {
  it.each<[LicenseRules['lastImport'], role: string, words: string]>([
    [done, 'status', done.details],
    [{ ...done, status: 'Failed', error: 'It holds no rules.' }, 'alert', 'It holds no rules.'],
    [{ ...done, status: 'Terminated' }, 'status', 'was canceled'],
  ])('is shown to users who did not see it end', async (lastImport, role, words) => {
    await show({ ...imported, lastImport }, ['library_manager']);
    expect(screen.getByRole(role).textContent).toContain(words);
  });

  it('is no longer shown after the built-in rules are restored', async () => {
    let rules: LicenseRules = { ...imported, lastImport: done };
    stage = await startStage(
      {
        'GET /licenseRules': () => ({ body: { data: rules } }),
        'DELETE /licenseRules/import': () => {
          rules = builtIn;
          return { body: { message: 'ok' } };
        },
      },
      ['library_manager'],
    );
    stage.show(<LicenseRulesPanel />);
    await stage.user.click(await screen.findByRole('button', { name: 'Return to the built-in rules' }));
    await stage.user.click(await screen.findByRole('button', { name: 'Delete imported rules' }));
    await screen.findByText('The built-in rules.');
    expect(screen.queryByText(done.details, { exact: false })).toBeNull();
  });
});

it('sends a file that is chosen a second time', async () => {
  stage = await startStage(
    { 'GET /licenseRules': { body: { data: builtIn } }, 'POST /licenseRules/import': refusal('It is empty.') },
    ['library_manager'],
  );
  const { container } = stage.show(<LicenseRulesPanel />);
  await screen.findByText('Current rules');
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!;
  await stage.user.upload(input, new File(['"read by the stage as JSON"'], 'rules.zip'));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(input.value).toBe('');
});
