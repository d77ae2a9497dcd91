// The scan server that a new project names.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

it.each(['assay', ' Assay ', '', undefined])('201 for the alias %j', async (scanServerAlias) => {
  const body = { name: `on ${JSON.stringify(scanServerAlias)}`, scanServerAlias };
  expect((await h.call('POST', '/projects', { body })).status).toBe(201);
});

it('400 for an alias that no scan server has, and no project is made', async () => {
  const { status, body } = await h.call('POST', '/projects', {
    body: { name: 'elsewhere', scanServerAlias: 'prod-2' },
  });
  expect([status, body.errors[0].message]).toEqual([
    400,
    'The field "scanServerAlias" names no scan server: "prod-2" is not known. The only one is "assay".',
  ]);
  expect((await h.call('GET', '/project/id?projectName=elsewhere')).status).toBe(400);
});
