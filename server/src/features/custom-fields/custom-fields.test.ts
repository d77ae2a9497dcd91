import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const define = (body: Record<string, unknown>) => h.call('POST', '/customFields', { body });
const labels = async () =>
  (await h.call('GET', '/customFields')).body.data.map((one: { fieldLabel: string }) => one.fieldLabel);

describe('definitions', () => {
  it('201 for each type, listed by scope', async () => {
    expect((await define({ label: 'Application Name' })).status).toBe(201);
    expect((await define({ label: 'Stage', type: 'DROP_DOWN', choices: ['dev', 'live'] })).status).toBe(201);
    expect((await define({ scope: 'INVENTORY', label: 'Package Supplier', visible: 'false' })).status).toBe(201);
    expect(await labels()).toEqual(['Application Name', 'Stage', 'Package Supplier']);
    const ofInventory = (await h.call('GET', '/customFields?scope=inventory')).body.data;
    expect(ofInventory).toMatchObject([
      { fieldLabel: 'Package Supplier', type: 'TEXT_AREA', visible: false, enabled: true },
    ]);
  });

  it.each([
    ['a label in use', { label: 'stage' }, 'already exists'],
    ['a long label', { label: 'x'.repeat(31) }, '"label"'],
    ['a drop-down without values', { label: 'Empty', type: 'DROP_DOWN' }, 'choices'],
    ['a text of inventory', { label: 'Text', scope: 'INVENTORY', type: 'TEXT' }, 'TEXT_AREA'],
    ['a long help text', { label: 'Help', helpText: 'x'.repeat(151) }, '"helpText"'],
  ])('400 for %s', async (_what, body, text) => {
    const answer = await define(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain(text);
  });

  it('403 without system_admin; everybody may read', async () => {
    const plain = await h.person('plain');
    expect((await h.call('POST', '/customFields', { as: plain, body: { label: 'Mine' } })).status).toBe(403);
    expect((await h.call('GET', '/customFields', { as: plain })).status).toBe(200);
  });

  it('404 for one that does not exist', async () => {
    expect((await h.call('PUT', '/customFields/999', { body: { label: 'x' } })).status).toBe(404);
  });

  it('four of six simultaneous creations for inventory get 201 if one exists', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => define({ scope: 'INVENTORY', label: `at once ${index}` })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(4);
  });
});

describe('values of projects', () => {
  it('201 with values at creation, read as {id, fieldLabel, value}; changed and cleared by PUT', async () => {
    const [name, stage] = (await h.call('GET', '/customFields?scope=PROJECT')).body.data.map(
      (one: { id: number }) => one.id,
    );
    const customFields = [{ id: String(name), value: 'Shop' }];
    const id = (await h.call('POST', '/projects', { body: { name: 'with fields', customFields } })).body.id;
    const read = async () => (await h.call('GET', `/projects/${id}`)).body.data.customFields;
    expect(await read()).toEqual([
      { id: name, fieldLabel: 'Application Name', value: 'Shop' },
      { id: stage, fieldLabel: 'Stage', value: null },
    ]);
    const change = [
      { id: name, value: '' },
      { id: stage, value: 'live' },
    ];
    expect((await h.call('PUT', `/projects/${id}`, { body: { customFields: change } })).status).toBe(200);
    expect((await read()).map((one: { value: string }) => one.value)).toEqual([null, 'live']);
    await h.call('PUT', `/customFields/${stage}`, { body: { enabled: false } });
    expect((await read()).map((one: { id: number }) => one.id)).toEqual([name]);
    const disabled = await h.call('PUT', `/projects/${id}`, { body: { customFields: [{ id: stage, value: 'dev' }] } });
    expect(disabled.status).toBe(400);
    await h.call('PUT', `/customFields/${stage}`, { body: { enabled: true } });
    expect((await read()).map((one: { value: string }) => one.value)).toEqual([null, 'live']);
  });

  it.each([
    ['a field that does not exist', { id: 999, value: 'x' }, '999'],
    ['a field of inventory', { id: 3, value: 'x' }, 'does not exist for projects'],
    ['a value that is not in the list', { id: 2, value: 'test' }, 'dev, live'],
    ['a long value', { id: 1, value: 'x'.repeat(513) }, '512'],
    ['no value', { id: 1 }, 'customFields.0.value'],
  ])('400 for %s, and no project is created', async (what, field, text) => {
    const answer = await h.call('POST', '/projects', { body: { name: `not made: ${what}`, customFields: [field] } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain(text);
    expect((await h.call('GET', `/project/id?projectName=${encodeURIComponent(`not made: ${what}`)}`)).status).toBe(
      400,
    );
  });
});
