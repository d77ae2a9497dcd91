// @vitest-environment happy-dom
// A review is let reach further: only as far as one may, and in the form that the server wants.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { layOut } from '../testing/laid-out.ts';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ReachesTable } from './reaches-table.tsx';
import { ReviewReach } from './review-reach.tsx';

layOut();

let stage: Stage | undefined;
afterEach(() => stage?.close());

const REACH = {
  ...{ scope: 'ITEM', versions: '', folderId: 0, folderPath: '', setBy: '', setOn: '' },
  ...{ versionScheme: 'npm', decidedFor: '1.2.3', whyNot: '', entityVersion: 'first' },
};
const GET = 'GET /inventories/5/reviewReach';
const PUT = 'PUT /inventories/5/reviewReach';

it('sends scope and range, and shows a refusal at its field', async () => {
  const message = 'The field "versions" is no range of versions: x.';
  stage = await startStage({ [GET]: { body: { data: REACH } }, [PUT]: refusal(message) }, ['edit_policy']);
  stage.show(<ReviewReach inventoryId={5} />);
  await stage.user.click(await screen.findByRole('combobox', { name: 'Counts' }));
  await stage.user.click(await screen.findByRole('option', { name: 'In all projects' }));
  expect(screen.getByText(/vers:npm\/>=1\.0\.0\|<2\.0\.0/)).toBeDefined();
  await stage.user.type(screen.getByLabelText('Versions'), '1.x');
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This field is no range of versions: x.')).toBeDefined();
  await waitFor(() => expect(stage!.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({ scope: 'SITE', versions: '1.x', entityVersion: 'first' });
});

it('offers other projects only with the right, and nothing where nobody has decided', async () => {
  stage = await startStage({ [GET]: { body: { data: REACH } } });
  stage.show(<ReviewReach inventoryId={5} />);
  await stage.user.click(await screen.findByRole('combobox', { name: 'Counts' }));
  const option = await screen.findByRole('option', { name: 'In all projects' });
  expect(option.getAttribute('data-combobox-disabled')).toBe('true');
  await stage.close();
  const whyNot = 'Nobody has decided about the item.';
  stage = await startStage({ [GET]: { body: { data: { ...REACH, whyNot } } } });
  stage.show(<ReviewReach inventoryId={5} />);
  expect(await screen.findByText(whyNot)).toBeDefined();
});

it('lists what reaches further, and withdraws it after a question that says what stays', async () => {
  const review = {
    ...{ decisionId: 8, inventoryId: 5, inventoryName: 'lodash 1.2.3 (MIT)', projectId: 3, projectName: 'Shop' },
    ...{
      status: 'Approved',
      scope: 'FAMILY',
      versions: 'vers:npm/*',
      decidedFor: '1.2.3',
      folderId: 0,
      folderPath: '',
    },
    ...{ decidedBy: 'ann', decidedOn: '2026-01-01 10:00:00', setBy: 'ann', setOn: '2026-01-02 10:00:00' },
    ...{ followers: 2, isHeldBack: true },
  };
  const list = { body: { data: [review] }, total: 1 };
  stage = await startStage({ 'GET /reviewReaches': list, [PUT]: { body: { data: {} } } }, ['edit_policy']);
  stage.show(<ReachesTable />);
  expect(await screen.findByText('Also above and below its project')).toBeDefined();
  expect(screen.getByText('not while its project is private')).toBeDefined();
  await stage.user.click(screen.getByRole('button', { name: 'Withdraw…' }));
  expect(await screen.findByText(/What counts because of it \(2\) stays/)).toBeDefined();
  await stage.user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(stage!.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({ scope: 'ITEM' });
});
