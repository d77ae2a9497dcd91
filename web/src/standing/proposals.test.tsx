// @vitest-environment happy-dom
// A group of proposals: what the dialog says, what is taken out, and what is sent.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Proposal, ProposalGroup } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { Proposals } from './proposals.tsx';

let stage: Stage;
afterEach(() => stage.close());

const GROUP: ProposalGroup = {
  ...{ group: 'ab12', title: '2 bumps of MIT packages that were approved', subject: 'ITEM', way: 'bump' },
  ...{ value: 'APPROVED', license: 'MIT', fromProjectId: 9, fromProjectName: 'shop', isConflicting: false },
  ...{ count: 2, seen: 'f00d' },
};
const proposal = (inventoryId: number, inventoryName: string): Proposal => ({
  ...{ subject: 'ITEM', way: 'bump', inventoryId, inventoryName, fileId: 0, filePath: '', decisionId: 7 },
  ...{ decidedBy: 'ann', decidedOn: '2026-05-03 10:00:00', fromProjectId: 9, fromProjectName: 'shop' },
  ...{ fromInventoryId: 0, against: '' },
  why: 'Approved by ann on 2026-05-03 for 1.2.3; the same license, texts, holders and use.',
});
const ADDRESS = '/projects/9/carriedProposals/ab12';
const ANSWERS = {
  [`GET ${ADDRESS}`]: { body: { data: [proposal(3, 'one 1.2.4'), proposal(4, 'two 1.2.4')] }, total: 2 },
  [`POST ${ADDRESS}`]: { body: { data: { answered: 1 } } },
};

it('accepts all but those that a person takes out', async () => {
  stage = await startStage(ANSWERS);
  stage.show(<Proposals projectId={9} group={GROUP} mayAnswer />);
  await screen.findByText('one 1.2.4');
  expect(screen.getAllByText(/^Approved by ann on 2026-05-03 for 1\.2\.3; the same license/)).toHaveLength(2);
  await stage.user.click(screen.getByRole('checkbox', { name: 'two 1.2.4' }));
  await stage.user.click(screen.getByRole('button', { name: 'Accept 1' }));
  await waitFor(() =>
    expect(stage.changes()).toEqual([
      { what: `POST ${ADDRESS}`, body: { seen: 'f00d', decision: 'ACCEPT', except: [4], words: '' } },
    ]),
  );
});

it('offers nothing to those who may not decide', async () => {
  stage = await startStage(ANSWERS);
  stage.show(<Proposals projectId={9} group={GROUP} mayAnswer={false} />);
  await screen.findByText('one 1.2.4');
  expect(screen.queryByRole('button', { name: /Accept|Refuse/ })).toBeNull();
});
