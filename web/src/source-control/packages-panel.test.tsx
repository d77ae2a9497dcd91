// @vitest-environment happy-dom
// The packages of a project: they are added, tested, changed and deleted.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { PackagesPanel } from './packages-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const PATH = '/projects/7/packageSources';
const source = { instanceId: 0, purls: ['pkg:npm/a@1', 'pkg:gem/b@2'], folder: 'purl.0' };

it('adds packages, one on each line', async () => {
  stage = await startStage({
    [`GET ${PATH}`]: { body: { data: [] } },
    [`POST ${PATH}`]: { status: 201, body: { message: 'made' } },
  });
  stage.show(<PackagesPanel projectId={7} mayEdit />);
  await stage.user.click(await screen.findByRole('button', { name: 'Add packages' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add packages' });
  await stage.user.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Enter a package URL.')).toBeDefined();
  await stage.user.type(within(dialog).getByLabelText('Package URLs'), 'pkg:npm/a@1{enter}pkg:gem/b@2');
  await stage.user.click(within(dialog).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stage.changes().map((one) => [one.what, one.body])).toEqual([
    [`POST ${PATH}`, { purls: ['pkg:npm/a@1', 'pkg:gem/b@2'] }],
  ]);
});

it('tests and deletes a source', async () => {
  stage = await startStage({
    [`GET ${PATH}`]: { body: { data: [source] } },
    [`POST ${PATH}/0/test`]: { status: 400, body: { errors: [{ message: 'It has 2, 3.' }], requestId: 'x' } },
    [`DELETE ${PATH}/0`]: { body: { message: 'Ok' } },
  });
  stage.show(<PackagesPanel projectId={7} mayEdit />);
  expect(await screen.findByText('pkg:gem/b@2')).toBeDefined();
  await stage.user.click(screen.getByRole('button', { name: 'Test the connection of purl.0' }));
  expect(await screen.findByText('It has 2, 3.')).toBeDefined();
  await stage.user.click(screen.getByRole('button', { name: 'Delete purl.0' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Delete packages' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(2));
});

it('shows no buttons to those who may not edit', async () => {
  stage = await startStage({ [`GET ${PATH}`]: { body: { data: [source] } } });
  stage.show(<PackagesPanel projectId={7} mayEdit={false} />);
  expect(await screen.findByText('purl.0')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
