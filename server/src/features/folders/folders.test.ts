import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const make = async (name: string, parentFolderId?: number) =>
  (await h.call('POST', '/folders', { body: { name, parentFolderId } })).body.id as number;

describe('POST /folders', () => {
  it('201 with the id first, at top level and in data', async () => {
    const { status, body, text } = await h.call('POST', '/folders/', {
      body: { name: 'Payments', parentFolderId: '1' },
    });
    expect(status).toBe(201);
    expect(body.data.id).toBe(body.id);
    expect(text.startsWith('{"id":')).toBe(true);
  });

  it('400 for a duplicate, with the id of the existing folder after the first colon', async () => {
    const id = await make('Twin');
    const { status, body } = await h.call('POST', '/folders', { body: { name: 'twin' } });
    expect(status).toBe(400);
    const { message } = body.errors[0];
    expect(message.startsWith('Duplicate folder name under the same parent')).toBe(true);
    expect(message.split(':')[1].trim()).toBe(String(id));
  });

  it('201 for the same name under another parent', async () => {
    const parent = await make('Parent');
    expect((await h.call('POST', '/folders', { body: { name: 'Twin', parentFolderId: parent } })).status).toBe(201);
  });

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['a NUL', { name: 'a\0b' }, 'name'],
    ['a list as name', { name: ['a'] }, 'name'],
    ['a parent that is a word', { name: 'a', parentFolderId: 'root' }, 'parentFolderId'],
    ['a negative parent', { name: 'a', parentFolderId: -1 }, 'parentFolderId'],
    ['a parent id above the range of integers', { name: 'a', parentFolderId: 2 ** 63 }, 'parentFolderId'],
  ])('400 for %s, naming the field', async (_what, body, field) => {
    const answer = await h.call('POST', '/folders', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain(`"${field}"`);
  });

  it('400 Unrecognized field for an unknown member', async () => {
    const { status, body } = await h.call('POST', '/folders', { body: { name: 'a', colour: 'red' } });
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain('Unrecognized field "colour"');
  });

  it('404 for a parent that does not exist', async () => {
    expect((await h.call('POST', '/folders', { body: { name: 'a', parentFolderId: 999_999 } })).status).toBe(404);
  });

  it('403 without the permission to create projects', async () => {
    const { status, body } = await h.call('POST', '/folders', { as: await h.person('plain'), body: { name: 'a' } });
    expect(status).toBe(403);
    expect(body.errors[0].message).toContain('User does not have permission to perform this operation');
  });

  it('keeps emoji, right-to-left text, HTML and quotes unchanged', async () => {
    for (const name of ['🦊 fox', 'مجلد', '<script>alert(1)</script>', `'; drop table folders; --`]) {
      const id = await make(name);
      expect((await h.call('GET', `/folders/${id}`)).body.data.name).toBe(name);
    }
  });
});

describe('GET /folders/{folderId}', () => {
  it.each([0, 1])('200 for the root as %s', async (id) => {
    const { body } = await h.call('GET', `/folders/${id}`);
    expect(body.data).toMatchObject({ id: 1, name: 'Projects', parentFolderId: null, path: 'Projects' });
  });

  it('200 without the private projects of others', async () => {
    const folderId = await make('Secrets');
    await h.call('POST', '/projects', { body: { name: 'hidden', folderId, privateProject: true } });
    await h.call('POST', '/projects', { body: { name: 'open', folderId } });
    const names = (answer: { body: { data: { projects: { name: string }[] } } }) =>
      answer.body.data.projects.map((one) => one.name);
    expect(names(await h.call('GET', `/folders/${folderId}`))).toEqual(['hidden', 'open']);
    expect(names(await h.call('GET', `/folders/${folderId}`, { as: await h.person('stranger') }))).toEqual(['open']);
  });
});

describe('PUT /folders/{folderId}', () => {
  it('400 for moving a folder below itself', async () => {
    const top = await make('top');
    const below = await make('below', top);
    const { status, body } = await h.call('PUT', `/folders/${top}`, { body: { name: 'top', parentFolderId: below } });
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain('below it');
  });

  it('200 when moved and renamed', async () => {
    const target = await make('target');
    const id = await make('mover');
    expect((await h.call('PUT', `/folders/${id}`, { body: { name: 'moved', parentFolderId: target } })).status).toBe(
      200,
    );
    expect((await h.call('GET', `/folders/${id}`)).body.data.path).toBe('Projects/target/moved');
  });

  it('400 for the root', async () => {
    expect((await h.call('PUT', '/folders/1', { body: { name: 'mine' } })).status).toBe(400);
  });
});

describe('DELETE /folders/{folderId}', () => {
  it('200: subfolders are deleted, and their projects move to the parent', async () => {
    const parent = await make('outer');
    const middle = await make('middle', parent);
    const inner = await make('inner', middle);
    const project = (await h.call('POST', '/projects', { body: { name: 'deep', folderId: inner } })).body.id;
    expect((await h.call('DELETE', `/folders/${middle}`)).status).toBe(200);
    expect((await h.call('GET', `/folders/${inner}`)).status).toBe(404);
    expect((await h.call('GET', `/projects/${project}`)).body.data.folderId).toBe(parent);
  });
});

describe('GET /folders/search', () => {
  it('200 by part of the name, with paging headers; LIKE characters are literal', async () => {
    await make('100% pure');
    const { body, headers } = await h.call('GET', '/folders/search?folderName=0%25%20PU&limit=10');
    expect(body.data.map((one: { name: string }) => one.name)).toEqual(['100% pure']);
    expect(headers).toMatchObject({ 'current-page': '1', 'number-of-pages': '1', 'total-records': '1' });
  });

  it('400 for a page beyond the end', async () => {
    const { status, body } = await h.call('GET', '/folders/search?folderName=pure&offset=9');
    expect(status).toBe(400);
    expect(body.errors[0].message).toBe(
      'The page 9 you requested is out of bounds. Total records :1 number of pages :1',
    );
  });
});
