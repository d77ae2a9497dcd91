// Requests that the server refuses before it looks for an operation, and bodies that are too large for every operation.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

it('413 for a body above the largest limit', async () => {
  const { status, body } = await h.call('POST', '/folders', { raw: Buffer.alloc(1024 * 1024 + 1, ' ') });
  expect(status).toBe(413);
  expect(body.errors[0].message).toContain('larger than');
});

it('400 for a malformed address, in the envelope of the newer operations', async () => {
  const { statusCode, body: text } = await h.server.inject('/api/projects/%zz');
  expect(statusCode).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ errors: [{ message: expect.stringContaining('percent sign') }] });
});
