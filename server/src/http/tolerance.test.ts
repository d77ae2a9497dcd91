// Slightly wrong input of existing programs that is accepted, and texts that these programs cut from answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  projectId = (await h.call('POST', '/projects', { body: { name: 'tolerated' } })).body.id;
});
afterAll(() => h.close());

describe('content types', () => {
  it.each(['json', 'garbage', ' ', 'application', 'application/', 'text/plain; charset', 'multipart/form-data', '*/*'])(
    '201 for JSON sent as "%s"',
    async (type) => {
      const raw = Buffer.from(JSON.stringify({ name: `sent as ${type}` }));
      expect((await h.call('POST', '/folders', { raw, headers: { 'content-type': type } })).status).toBe(201);
    },
  );
});

describe('JSON without contents', () => {
  it.each(['null', '""', '', ' \n'])('%j is no body: the status comes from the query', async (text) => {
    const path = `/projects/${projectId}/status?status=Analysis%20Completed`;
    expect((await h.call('PUT', path, { raw: Buffer.from(text) })).status).toBe(200);
  });

  it.each(['null', '""'])('400 for %j where a field is required, naming the field', async (text) => {
    const { status, body } = await h.call('POST', '/folders', { raw: Buffer.from(text) });
    expect([status, body.errors[0].message]).toEqual([400, 'The field "name" is required']);
  });
});

describe('query parameters left blank', () => {
  it.each([
    `/project/inventory/PROJECT?reviewStatus=&alerts=&published=&size=&vendor=`,
    `/projects/PROJECT/inventorySummary?published=&cvssVersion=&vulnerabilitySummary=&limit=`,
    `/projects/PROJECT/users?roleId=`,
    `/scmInstances?projectId=PROJECT&scmType=&instanceId=`,
  ])('200 for %s', async (path) => {
    expect((await h.call('GET', path.replace('PROJECT', String(projectId)))).status).toBe(200);
  });

  it('400 when a required one is blank', async () => {
    const { status, body } = await h.call('GET', '/scmInstances?projectId=');
    expect([status, body.errors[0].message]).toEqual([400, 'The query parameter "projectId" is required']);
  });
});

describe('members left blank', () => {
  it('201 with the defaults: a blank number, flag, choice or reference means no value', async () => {
    const blank = {
      folderId: '',
      folderName: '',
      policyProfileName: '',
      scanProfileName: ' ',
      autoPublish: '',
      privateProject: '',
      owner: '',
      risk: '',
      description: '',
    };
    const { status, body } = await h.call('POST', '/projects', { body: { name: 'blanks', ...blank } });
    expect(status).toBe(201);
    expect((await h.call('GET', `/projects/${body.id}`)).body.data).toMatchObject({
      projectPath: 'Projects',
      owner: 'admin',
      risk: 'MEDIUM',
      scanProfileName: 'Standard Scan Profile',
      policyProfileName: 'Default License Policy Profile',
      description: '',
    });
  });

  it('200: a blank text is a text, and clears the field', async () => {
    const change = (description: string) =>
      h.call('PUT', `/projects/${projectId}`, { body: { description, risk: '' } });
    for (const text of ['something', '']) {
      expect((await change(text)).status).toBe(200);
      expect((await h.call('GET', `/projects/${projectId}`)).body.data.description).toBe(text);
    }
  });

  it('400 if it is required, is a list, or is an unknown field', async () => {
    const message = async (path: string, body: unknown) =>
      (await h.call('POST', path, { body })).body.errors[0].message as string;
    expect(await message('/reports', { name: 'r', path: 'a/b.sh', order: '' })).toBe('The field "order" is required');
    expect(await message('/projects', { name: 'x', customFields: '' })).toBe('The field "customFields" must be a list');
    expect(await message('/projects', { name: 'x', color: '' })).toContain('Unrecognized field "color"');
  });
});

it.each(['Bearer ', 'bearer ', 'Bearer Bearer ', 'Bearer  '])('200 for a token after "%s"', async (words) => {
  const headers = { authorization: `${words}${h.admin.token}` };
  expect((await h.call('GET', '/projects', { as: null, headers })).status).toBe(200);
});

it('401 for a token without the word, and for only the word', async () => {
  for (const authorization of [h.admin.token, 'Bearer', 'Bearer Bearer'])
    expect((await h.call('GET', '/projects', { as: null, headers: { authorization } })).status).toBe(401);
});

it.each([
  ['plain', /^attachment; filename=plain-export\.zip$/],
  ['Größe & "co", 1/2', /^attachment; filename\*=UTF-8''\S+; filename=[\w.-]+-export\.zip$/],
])('the file name of a download of "%s" ends the header, without quotes', async (name, expected) => {
  const { id } = (await h.call('POST', '/projects', { body: { name } })).body;
  const { headers } = await h.call('GET', `/project/exportProjectData?projectId=${id}`);
  expect(String(headers['content-disposition'])).toMatch(expected);
});
