import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let componentId: number;
let versionId: number;
beforeAll(async () => {
  h = await startHarness();
  componentId = (await h.call('POST', '/components', { body: { name: 'anvil', title: 'Anvil', url: 'NA' } })).body.id;
  versionId = (await h.call('POST', `/components/${componentId}/versions`, { body: { name: '1.0' } })).body.id;
});
afterAll(() => h.close());

const MD5 = '0123456789abcdef0123456789ABCDEF';
const input = (more: Record<string, unknown> = {}) => ({
  componentId,
  versionId: String(versionId),
  licenseId: 7,
  fileInfo: [{ name: 'anvil.c', md5: MD5 }],
  ...more,
});
const paths = (...detectionCriteria: string[]) => ({
  fileInfo: undefined,
  ruleInfo: [{ detectionType: 'filePath', detectionCriteria }],
});

describe('POST, GET and PUT /rules', () => {
  it('201, and all fields are returned; 200 when replaced', async () => {
    const texts = {
      description: 'd',
      url: 'https://x.example',
      noticesText: 'n',
      auditNotes: 'a',
      asFoundLicenseText: '🦊',
    };
    const { status, body } = await h.call('POST', '/rules', { body: input(texts) });
    expect(status).toBe(201);
    expect((await h.call('GET', `/rules/${body.id}`)).body.data).toMatchObject({
      ...texts,
      id: body.id,
      componentName: 'anvil',
      versionId,
      versionName: '1.0',
      licenseName: 'MIT',
      fileInfo: [{ name: 'anvil.c', md5: MD5.toLowerCase() }],
      ruleInfo: [],
      createdBy: 'admin',
    });
    const change = input({ id: String(body.id), licenseId: 4, ...paths('src/**', 'a.h') });
    expect((await h.call('PUT', '/rules', { body: change })).status).toBe(200);
    expect((await h.call('GET', `/rules/${body.id}`)).body.data).toMatchObject({
      licenseId: 4,
      description: '',
      fileInfo: [],
      ruleInfo: [{ detectionType: 'filePath', detectionCriteria: ['src/**', 'a.h'] }],
    });
  });

  it.each<[string, () => Record<string, unknown>, string]>([
    ['no component', () => input({ componentId: undefined }), 'componentId'],
    ['an unknown component', () => input({ componentId: 5 }), 'componentId'],
    ['a version of another component', () => input({ versionId: 5 }), 'versionId'],
    ['an unknown license', () => input({ licenseId: 999 }), 'licenseId'],
    ['both criteria', () => input({ ruleInfo: [{ detectionType: 'filePath', detectionCriteria: ['a'] }] }), 'fileInfo'],
    ['no criteria', () => input({ fileInfo: [] }), 'fileInfo'],
    ['a short MD5', () => input({ fileInfo: [{ name: 'a', md5: 'abc' }] }), 'fileInfo.0.md5'],
    ['a name with folders', () => input({ fileInfo: [{ name: 'a/b', md5: MD5 }] }), 'fileInfo.name'],
    [
      'another detection type',
      () => input({ ...paths('a'), ruleInfo: [{ detectionType: 'regex', detectionCriteria: ['a'] }] }),
      'ruleInfo.0.detectionType',
    ],
    ['an empty pattern', () => input(paths(' ')), 'ruleInfo.detectionCriteria'],
    ['too many wildcards', () => input(paths('*a'.repeat(30))), 'ruleInfo.detectionCriteria'],
    ['a script as url', () => input({ url: 'javascript:x' }), 'url'],
    ['a long url', () => input({ url: 'x'.repeat(2401) }), 'url'],
  ])('400 for %s, naming the field', async (_what, make, field) => {
    const { status, body } = await h.call('POST', '/rules', { body: make() });
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain(`"${field}"`);
  });

  it('400 when replacing a missing one; 404 when reading or deleting it', async () => {
    expect((await h.call('PUT', '/rules', { body: input({ id: 999 }) })).status).toBe(400);
    // The answer was an undeclared 404 for callers that send the version, as the page does.
    expect((await h.call('PUT', '/rules', { body: input({ id: 999, entityVersion: 'x' }) })).status).toBe(400);
    const headers = { 'if-match': '"x"' };
    expect((await h.call('PUT', '/rules', { body: input({ id: 999 }), headers })).status).toBe(400);
    expect((await h.call('GET', '/rules/999')).status).toBe(404);
    expect((await h.call('DELETE', '/rules/999')).status).toBe(404);
  });

  it('403 without the permission; everybody may read', async () => {
    const as = await h.person('plain', ['create_project']);
    expect((await h.call('POST', '/rules', { as, body: input() })).status).toBe(403);
    expect((await h.call('GET', '/rules', { as })).status).toBe(200);
  });
});

it('200 in pages; a deleted rule is gone, and rules go with their component', async () => {
  const before = Number((await h.call('GET', '/rules')).headers['total-records']);
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await h.call('POST', '/rules', { body: input(paths(`${i}.c`)) })).body.id);
  const page = await h.call('GET', '/rules?limit=1&offset=2');
  expect(page.body.data).toHaveLength(1);
  expect(page.headers).toMatchObject({ 'current-page': '2', 'total-records': String(before + 3) });
  expect((await h.call('DELETE', `/rules/${ids[0]}`)).status).toBe(200);
  expect((await h.call('GET', `/rules/${ids[0]}`)).status).toBe(404);
  await h.call('DELETE', `/components/${componentId}`);
  expect((await h.call('GET', '/rules')).body.data).toEqual([]);
});
