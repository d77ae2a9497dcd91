// The list of projects: search by name and words, rights, and pages.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let stranger: Person;
const ids: Record<string, number> = {};

beforeAll(async () => {
  h = await startHarness();
  stranger = await h.person('stranger', ['create_project']);
  for (const [name, more, as] of [
    ['Payment Gateway', {}, h.admin],
    ['payments 100%', {}, h.admin],
    ['Straße', {}, h.admin],
    ['Secret payment', { privateProject: true }, h.admin],
    ['Tools', {}, stranger],
  ] as const)
    ids[name] = (await h.call('POST', '/projects', { as, body: { name, ...more } })).body.id;
});
afterAll(() => h.close());

const names = async (query: string, as: Person = h.admin) =>
  (await h.call('GET', `/projects?${query}`, { as })).body.data.map((row: { name: string }) => row.name);

it('200 with the projects whose name contains the text, in any case', async () => {
  expect(await names('name=PAYMENT')).toEqual(['Payment Gateway', 'payments 100%', 'Secret payment']);
  expect(await names('name=100%25')).toEqual(['payments 100%']);
  expect(await names('name=_')).toEqual([]);
  expect(await names('name=stra%C3%9Fe')).toEqual(['Straße']);
});

it('200 without the private projects of others', async () => {
  expect(await names('name=payment', stranger)).toEqual(['Payment Gateway', 'payments 100%']);
});

it('200 with the projects that contain each word in name, contact or id', async () => {
  expect(await names('search=gate+PAY')).toEqual(['Payment Gateway']);
  expect(await names('search=stranger')).toEqual(['Tools']);
  expect(await names(`search=${ids.Tools}+tools`)).toEqual(['Tools']);
  expect(await names('search=+')).toHaveLength(5);
});

it('counts only matching projects, and finds a new name at once', async () => {
  const page = () => h.call('GET', '/projects?name=payment&limit=2&offset=2');
  expect((await page()).headers['total-records']).toBe('3');
  const renamed = await h.call('PUT', `/projects/${ids.Straße}`, { body: { name: 'Payment streets' } });
  expect(renamed.status).toBe(200);
  const after = await page();
  expect(after.headers['total-records']).toBe('4');
  expect(after.body.data.map((row: { name: string }) => row.name)).toEqual(['Payment streets', 'Secret payment']);
});

it('400 for a page beyond the end, with the text that clients know', async () => {
  const answer = await h.call('GET', '/projects?name=payment&offset=9');
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('out of bounds');
});
