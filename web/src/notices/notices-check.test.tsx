// @vitest-environment happy-dom
// What the workbench says about the completeness of the notices.
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { NoticesCheck } from './notices-check.tsx';

let stage: Stage;
afterEach(() => stage.close());

const CHECK = 'GET /projects/5/notices/check';
const gap = (kind: string, what: string, isFailure: boolean, items: object[]) => ({
  ...{ kind, what, isFailure, items, count: items.length },
});
const complete = {
  ...{ isComplete: true, failures: 0, items: 2, texts: 1, ownTexts: 2, shippedScopes: 'runtime, unknown' },
  ...{ notShipped: [], gaps: [gap('text-missing', 'No license text is known', true, [])] },
};

it('names each kind of failure with its items, and what is not shipped', async () => {
  const items = [{ id: 7, name: 'oak', reason: 'p/NOTICE: It is too long to be printed.' }];
  const gaps = [
    ...complete.gaps,
    gap('notice-file-not-printed', 'A NOTICE file cannot be printed', true, items),
    gap('not-reviewed', 'Not reviewed yet', false, [{ id: 7, name: 'oak', reason: '' }]),
  ];
  const notShipped = [{ id: 8, name: 'tool', reason: 'its scope is development' }];
  stage = await startStage({
    [CHECK]: { body: { data: { ...complete, isComplete: false, failures: 1, gaps, notShipped } } },
  });
  stage.show(<NoticesCheck projectId={5} />);
  expect((await screen.findByRole('heading')).textContent).toBe('Not complete: 1 point to settle');
  const titles = screen.getAllByRole('group').map((one) => one.querySelector('summary')!.textContent);
  expect(titles).toEqual([
    'Missing: A NOTICE file cannot be printed (1)',
    'To check: Not reviewed yet (1)',
    'Not shipped, so not in the notices (1)',
  ]);
  await stage.user.click(screen.getByText(titles[0]!));
  expect((await screen.findByText(/too long to be printed/)).textContent).toContain('oak: p/NOTICE');
});

it('says that nothing is missing, and leads to the setting of the scopes', async () => {
  stage = await startStage({ [CHECK]: { body: { data: complete } } });
  stage.show(<NoticesCheck projectId={5} />);
  const section = await screen.findByRole('region', { name: 'Completeness check' });
  expect(within(section).getByRole('heading').textContent).toBe('The notices are complete');
  expect(section.textContent).toContain('Shipped scopes: runtime, unknown');
  const link = within(section).getByRole('link', { name: 'Change which scopes are shipped' });
  expect(link.getAttribute('href')).toBe('/projects/5/settings');
});
