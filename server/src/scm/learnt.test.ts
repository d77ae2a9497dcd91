// What a reading remembers is bounded for all of its repositories together.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { Learnt } from './learnt.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

it('keeps no more waiting contents for many repositories than for one', async () => {
  const learnt = new Learnt(h.app.db);
  const sha256 = Buffer.alloc(32, 1);
  for (let repository = 0; repository < 6; repository++) {
    for (let at = 0; at < 10_000; at++)
      learnt.add(Buffer.alloc(32, repository), {
        objectId: at.toString(16).padStart(64, '0'),
        ...{ sha256, sizeBytes: 1, lfsBytes: null, isArchive: false },
      });
    await learnt.settleOld();
  }
  expect(learnt.waiting).toBe(40_000);
  await learnt.settle();
  expect(learnt.waiting).toBe(0);
});
