// After several quick decisions the list is fetched again, whichever answer comes last.
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { decisionMutation, type UserDecision } from './queries.ts';

const PROJECT = 3;

/** A page that shows the list and item 1, whose details take as long as the test wants. */
function openPage() {
  const queryClient = new QueryClient();
  const sendDetails: (() => void)[] = [];
  const answers = new Map<number, () => void>();
  let listsFetched = 0;
  let areDetailsSlow = false;
  const list = new QueryObserver(queryClient, {
    queryKey: ['project', PROJECT, 'inventory', {}, 'page', 1],
    queryFn: async () => {
      listsFetched += 1;
      return { rows: [], total: 0 };
    },
  });
  const details = new QueryObserver(queryClient, {
    queryKey: ['inventories', 1, 'history'],
    queryFn: () => (areDetailsSlow ? new Promise<string>((resolve) => sendDetails.push(() => resolve(''))) : ''),
  });
  list.subscribe(() => undefined);
  details.subscribe(() => undefined);
  const mutation = decisionMutation(
    queryClient,
    PROJECT,
    (inventoryId: number, _decision: UserDecision) =>
      new Promise((resolve) => answers.set(inventoryId, () => resolve({}))),
  );
  return {
    listsFetched: () => listsFetched,
    makeDetailsSlow: () => {
      areDetailsSlow = true;
    },
    areDetailsFetched: () => sendDetails.length > 0,
    sendDetails: () => {
      for (const sendOne of sendDetails) sendOne();
    },
    async decide(inventoryId: number) {
      void new MutationObserver(queryClient, mutation).mutate({
        inventoryId,
        name: `item ${inventoryId}`,
        decision: { reviewStatus: 'Approved' },
      });
      await vi.waitFor(() => expect(answers.has(inventoryId)).toBe(true));
    },
    answer: (inventoryId: number) => answers.get(inventoryId)?.(),
  };
}

it('fetches the list after the last answer, also while details that an earlier answer asked for are awaited', async () => {
  const page = openPage();
  await vi.waitFor(() => expect(page.listsFetched()).toBe(1));
  page.makeDetailsSlow();
  await page.decide(1);
  await page.decide(2);
  page.answer(1);
  await vi.waitFor(() => expect(page.areDetailsFetched()).toBe(true));
  expect(page.listsFetched()).toBe(1);
  page.answer(2);
  await vi.waitFor(() => expect(page.listsFetched()).toBe(2));
  page.sendDetails();
});

it('does not fetch the list while an answer is awaited', async () => {
  const page = openPage();
  await vi.waitFor(() => expect(page.listsFetched()).toBe(1));
  page.makeDetailsSlow();
  await page.decide(1);
  await page.decide(2);
  page.answer(1);
  await vi.waitFor(() => expect(page.areDetailsFetched()).toBe(true));
  page.sendDetails();
  await page.decide(1);
  page.answer(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.listsFetched()).toBe(1);
  page.answer(1);
  await vi.waitFor(() => expect(page.listsFetched()).toBe(2));
  page.sendDetails();
});
