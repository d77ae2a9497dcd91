// Open pages learn what others change: within seconds, within their rights, and until they are signed out.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
let root: string;
let ada: Person;
let eve: Person;
beforeAll(async () => {
  h = await startHarness({ ASSAY_EVENT_STREAM_SECONDS: '600' });
  root = await h.listen();
  ada = await h.person('ada');
  eve = await h.person('eve');
});
const open = new Set<AbortController>();
afterEach(() => {
  for (const one of open) one.abort();
  open.clear();
});
afterAll(() => h.close());

interface Told {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of events.
  data: any;
}

/** Collects the events of one person. Resolves when the stream has begun. */
async function listen(as: Person) {
  const abort = new AbortController();
  open.add(abort);
  const answer = await fetch(`${root}/api/events`, {
    headers: { authorization: `Bearer ${as.token}`, 'accept-encoding': 'gzip' },
    signal: abort.signal,
  });
  const told: Told[] = [];
  const state = { told, status: answer.status, type: answer.headers.get('content-type'), isOver: false };
  const reading = (async () => {
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event = '', data = 'null'] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        if (event) told.push({ event, data: JSON.parse(data) });
        text = text.slice(end + 2);
      }
    }
  })();
  void reading
    .catch(() => undefined)
    .finally(() => {
      state.isOver = true;
    });
  return state;
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 20_000, interval: 50 }).toBe(true);
}

const project = async (name: string, isPrivate = false) => {
  const { body } = await h.call('POST', '/projects', { body: { name, privateProject: isPrivate } });
  return body.id as number;
};
const describe = (id: number, description: string, as = h.admin) =>
  h.call('PUT', `/projects/${id}`, { as, body: { description } });

const changesOf = (told: Told[], id: number) =>
  told.filter(({ event, data }) => event === 'changed' && data.projects.some((one: { id: number }) => one.id === id));

it('tells a change to everybody who sees the project, with the call that made it', async () => {
  const id = await project('public');
  const [hers, eves] = [await listen(ada), await listen(eve)];
  expect(hers).toMatchObject({ status: 200, type: 'text/event-stream; charset=utf-8' });
  const answer = await describe(id, 'renamed');
  expect(answer.status).toBe(200);
  await until(() => changesOf(hers.told, id).length > 0 && changesOf(eves.told, id).length > 0);
  const [change] = changesOf(hers.told, id);
  expect(change?.data.projects).toContainEqual({
    id,
    requestIds: expect.arrayContaining([answer.headers['x-request-id']]),
  });
});

it('tells nothing of a private project to those who do not see it', async () => {
  const id = await project('secret', true);
  const [admins, eves] = [await listen(h.admin), await listen(eve)];
  await describe(id, 'still secret');
  const other = await project('seen by all');
  await until(() => changesOf(admins.told, id).length > 0 && changesOf(eves.told, other).length > 0);
  expect(changesOf(eves.told, id)).toEqual([]);
});

it('tells neither what was refused nor what was only read', async () => {
  const id = await project('quiet');
  const hers = await listen(ada);
  const refused = await describe(id, 'mine', eve);
  expect(refused.status).toBe(403);
  const read = await h.call('GET', `/projects/${id}`, { as: eve });
  const told = await describe(id, 'mine');
  const requestIds = () => hers.told.flatMap(({ data }) => data.projects ?? []).flatMap((one) => one.requestIds);
  await until(() => requestIds().includes(told.headers['x-request-id']));
  expect(requestIds()).not.toContain(refused.headers['x-request-id']);
  expect(requestIds()).not.toContain(read.headers['x-request-id']);
});

it('tells the progress of jobs up to their end, and that they changed their project', async () => {
  await h.work();
  const scanned = scannedProjects(() => h, 'events');
  const hers = await listen(ada);
  const id = await scanned.projectWith({ 'a.c': '/* SPDX-License-Identifier: MIT */' });
  await scanned.scan(id);
  await until(() =>
    hers.told.some(({ event, data }) => event === 'job' && data.projectId === id && data.progress.isOver),
  );
  await until(() => changesOf(hers.told, id).some(({ data }) => data.projects.length > 0));
});

it('ends when the token does', async () => {
  const gone = await h.person('gone');
  const theirs = await listen(gone);
  await h.app.db.deleteFrom('tokens').where('user_id', '=', gone.id).execute();
  await until(() => theirs.isOver);
}, 40_000);

it('refuses more streams of one user than are sensible, and takes them again when some are closed', async () => {
  const many = await Promise.all(Array.from({ length: 32 }, () => listen(eve)));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await listen(eve)).status).toBe(429);
  for (const one of open) one.abort();
  await expect.poll(async () => (await listen(eve)).status, { timeout: 20_000 }).toBe(200);
});

it('tells later what could not be told at once', async () => {
  const id = await project('told later');
  const hers = await listen(ada);
  const answer = await describe(id, 'meanwhile');
  // The log of changes can be read, but not who may see them.
  await h.database.pool.query('alter table projects rename to projects_away');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(JSON.stringify(changesOf(hers.told, id))).not.toContain(String(answer.headers['x-request-id']));
  await h.database.pool.query('alter table projects_away rename to projects');
  await until(() => JSON.stringify(changesOf(hers.told, id)).includes(String(answer.headers['x-request-id'])));
});
