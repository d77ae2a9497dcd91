import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

const TEMPLATE = ['Subject: A task', '<p>Hello $', '{RECIPIENT_NAME}</p>'].join('');

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  const folder = h.app.folder.emailTemplates;
  mkdirSync(join(folder, 'images'), { recursive: true });
  writeFileSync(join(folder, 'task_created.html'), TEMPLATE);
  writeFileSync(join(folder, 'images', 'logo.png'), Buffer.from([0x89, 0x50]));
  writeFileSync(join(folder, 'images', 'notes.txt'), 'no image');
});
afterAll(() => h.close());

describe('GET /emailTemplates', () => {
  it.each(['task_created', 'task_created.html'])('200 with the file of %s', async (name) => {
    const { status, text, headers } = await h.call('GET', `/emailTemplates/${name}`);
    expect(status).toBe(200);
    expect(text).toBe(TEMPLATE);
    expect(headers['content-disposition']).toContain('attachment');
  });

  it('404 if only the built-in text exists', async () => {
    expect((await h.call('GET', '/emailTemplates/new_account')).status).toBe(404);
  });

  it.each(['..%2F..%2Fkeys%2Ftoken.key', 'passwd', 'images'])('400 for %s, which is no template', async (name) => {
    expect((await h.call('GET', `/emailTemplates/${name}`)).status).toBe(400);
  });

  it('200 with whether one exists', async () => {
    expect((await h.call('GET', '/emailTemplates/task_created/exists')).body.data.exists).toBe(true);
    expect((await h.call('GET', '/emailTemplates/task_closed/exists')).body.data.exists).toBe(false);
  });
});

describe('GET /emailTemplates/images', () => {
  it('200 with the bytes and their type', async () => {
    const { status, headers, response } = await h.call('GET', '/emailTemplates/images/logo.png');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('image/png');
    expect(response.rawPayload.length).toBe(2);
  });

  it.each(['..%2Ftask_created.html', 'notes.txt', 'none.png'])('404 for %s', async (name) => {
    expect((await h.call('GET', `/emailTemplates/images/${name}`)).status).toBe(404);
  });
});
