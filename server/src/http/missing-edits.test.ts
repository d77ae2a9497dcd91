// Editing what does not exist: the answer of every operation that edits is one that it declares, with and without a version.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { ALL_ROUTES } from '../routes.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const editing = ALL_ROUTES.filter(({ edits, isAtRoot }) => edits && !isAtRoot);

it('there are many of them', () => expect(editing.length).toBeGreaterThan(20));

it.each(editing.map((route) => [route.id, route] as const))('%s', async (_, { method, path }) => {
  const address = path.replaceAll(/\{\w+\}/g, '987654');
  const versions: Record<string, string>[] = [{}, { 'if-match': '"stale"' }];
  for (const headers of versions) {
    const { status } = await h.call(method, address, { body: { id: 987654 }, headers });
    // `call` itself refuses statuses that the operation does not declare.
    expect(status).toBeLessThan(500);
  }
});
