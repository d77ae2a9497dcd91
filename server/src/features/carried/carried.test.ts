// Ten things that happen between two releases, and what is decided after each: marks and reviews reach what says the same, and nothing else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'carried');

const MIT = (holder: string, year = '2020') => `MIT License

Copyright (c) ${year} ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

interface Package {
  version: string;
  license?: string;
  text?: string;
}

const packageFiles = (packages: Record<string, Package>) => ({
  'package-lock.json': JSON.stringify({
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': {
        name: 'app',
        version: '1.0.0',
        dependencies: Object.fromEntries(Object.keys(packages).map((one) => [one, '*'])),
      },
      ...Object.fromEntries(
        Object.entries(packages).map(([name, { version, license = 'MIT' }]) => [
          `node_modules/${name}`,
          { version, license },
        ]),
      ),
    },
  }),
  ...Object.fromEntries(
    Object.entries(packages).flatMap(([name, { version, license = 'MIT', text = MIT('Ann Example') }]) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version, license })],
      [`node_modules/${name}/LICENSE`, text],
    ]),
  ),
});

const lines = (word: string) =>
  Array.from({ length: 12 }, (_, at) => `export const ${word}${at} = make(${at});`).join('\n');
const source = (version: string, { holder = 'Ann Example', word = 'part', year = '2020', clause = '' } = {}) =>
  `/*!\n * tool v${version}\n * Copyright (c) ${year} ${holder}\n * Released under the MIT License\n${clause} */\n${lines(word)}\n`;

const get = async (path: string) => (await h.call('GET', path)).body.data;

async function reviewedFiles(projectId: number): Promise<string[]> {
  const { rows } = await h.database.pool.query(
    'select path from files where project_id = $1 and is_reviewed order by path',
    [projectId],
  );
  return rows.map(({ path }) => path);
}

async function reviewAll(projectId: number): Promise<void> {
  const { rows } = await h.database.pool.query('select id from files where project_id = $1', [projectId]);
  for (const { id } of rows) expect((await h.call('PUT', `/files/${id}/review?markAsReviewed=true`)).status).toBe(200);
}

interface Item {
  id: number;
  name: string;
  inventoryReviewStatus: string;
}
async function itemNamed(projectId: number, name: string): Promise<Item> {
  const { body } = await h.call('GET', `/project/inventory/${projectId}?published=false`);
  return body.inventoryItems.find((one: Item) => one.name.startsWith(name));
}
const setStatus = async (id: number, status: string) =>
  expect(await h.call('PUT', `/inventories/${id}/status?status=${status}`)).toMatchObject({ status: 200 });
const why = async (id: number) => (await get(`/inventories/${id}/whyDecided`)) as Record<string, any>;
const TODAY = () => new Date().toISOString().slice(0, 10);

describe('files of the next release', () => {
  let projectId: number;
  beforeAll(async () => {
    projectId = await projectWith({
      'tool-1.0.0/LICENSE': MIT('Ann Example'),
      'tool-1.0.0/edited.js': source('1.0.0'),
      'tool-1.0.0/plain.js': lines('plain'),
      'tool-1.0.0/holder.js': source('1.0.0', { word: 'held' }),
      'tool-1.0.0/clause.js': source('1.0.0', { word: 'claused' }),
      'tool-1.0.0/swapped.js': source('1.0.0', { word: 'swapped' }),
      'tool-1.0.0/moved.js': source('1.0.0', { word: 'moved' }),
      'tool-1.0.0/gone.js': source('1.0.0', { word: 'gone' }),
      'tool-1.0.0/other.js': source('1.0.0', { word: 'elsewhere' }),
      'tool-1.0.0/COPYING': MIT('Carl Example'),
      'tool-1.0.0/gpl.js': lines('gpl'),
    });
    await scan(projectId);
    await reviewAll(projectId);
    await upload(projectId, {
      // These say the same.
      'tool-1.1.0/LICENSE': MIT('Ann Example', '2020-2024'),
      'tool-1.1.0/edited.js': `${source('1.1.0', { year: '2020, 2024' })}export const added = true;\n`,
      'tool-1.1.0/plain.js': `${lines('plain')}\nexport const added = true;\n`,
      'tool-1.1.0/lib/moved.js': `${source('1.1.0', { word: 'moved' })}export const added = true;\n`,
      // These do not.
      'tool-1.1.0/lib/gone.js': source('1.1.0', { word: 'gone', clause: ' * Commercial use is prohibited.\n' }),
      'tool-1.1.0/lib/other.js': source('1.1.0', { word: 'stranger' }),
      'tool-1.1.0/holder.js': source('1.1.0', { word: 'held', holder: 'Bob Sample' }),
      'tool-1.1.0/clause.js': source('1.1.0', {
        word: 'claused',
        clause: ' *\n * Not for use in military products.\n',
      }),
      'tool-1.1.0/swapped.js': source('1.1.0', { word: 'other' }),
      'tool-1.1.0/COPYING': MIT('Carl Example').replace('free of charge', 'for a charge'),
      'tool-1.1.0/gpl.js': `// SPDX-License-Identifier: GPL-2.0-only\n${lines('gpl')}`,
    });
    expect((await scan(projectId)).details).toContain('4 files reviewed because they say the same as before');
  }, 240_000);

  it('are reviewed if they say the same, and no others', async () => {
    expect(await reviewedFiles(projectId)).toEqual(
      ['LICENSE', 'edited.js', 'lib/moved.js', 'plain.js'].map((name) => `tool-1.1.0/${name}`),
    );
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  });

  it('name the decision and the way it came', async () => {
    const files = await get(`/projects/${projectId}/carriedFiles`);
    expect(files.map(({ filePath, way }: { filePath: string; way: string }) => [filePath, way])).toEqual([
      ['tool-1.1.0/LICENSE', 'text'],
      ['tool-1.1.0/edited.js', 'evidence'],
      ['tool-1.1.0/lib/moved.js', 'evidence'],
      ['tool-1.1.0/plain.js', 'evidence'],
    ]);
    expect(files[0].why).toBe(
      `Reviewed by admin on ${TODAY()}; the same text but for years, version strings and banners.`,
    );
  });

  it('that say something else are told with what is new', async () => {
    await upload(projectId, { 'tool-1.1.0/edited.js': source('1.1.0', { holder: 'Bob Sample' }) });
    const { log } = await scan(projectId);
    const told = log.filter(({ code, path }) => code === 'decision-lapsed' && path.endsWith('edited.js'));
    expect(told.map(({ message }) => message)).toEqual([
      'admin had reviewed tool-1.0.0/edited.js: the holder Bob Sample is new; the holder Ann Example is gone.',
    ]);
    expect(await reviewedFiles(projectId)).toEqual([]);
  }, 60_000);

  it('lose the mark with the decision from which it came', async () => {
    const id = await projectWith({ 'a.js': source('1.0.0') });
    await scan(id);
    await reviewAll(id);
    await upload(id, { 'a.js': source('1.0.1') });
    await scan(id);
    expect(await reviewedFiles(id)).toEqual(['a.js']);
    await h.database.pool.query(`update decisions set superseded_at = now() where project_id = $1`, [id]);
    await scan(id);
    expect(await reviewedFiles(id)).toEqual([]);
  }, 120_000);

  it('are only proposed if the project says so', async () => {
    const id = await projectWith({ 'a.js': source('1.0.0'), 'b.js': source('1.0.0', { word: 'b' }) });
    await scan(id);
    await reviewAll(id);
    expect((await h.call('PUT', `/projects/${id}/carrySettings`, { body: { sameEvidence: 'PROPOSE' } })).status).toBe(
      200,
    );
    await upload(id, { 'a.js': source('1.0.1'), 'b.js': source('1.0.1', { word: 'b' }) });
    await scan(id);
    expect(await reviewedFiles(id)).toEqual([]);
    const [group] = await get(`/projects/${id}/carriedProposals`);
    expect(group).toMatchObject({ subject: 'FILE', way: 'text', count: 2, value: 'REVIEWED' });
    const body = { decision: 'ACCEPT', seen: group.seen };
    expect((await h.call('POST', `/projects/${id}/carriedProposals/${group.group}`, { body })).body.data).toEqual({
      answered: 2,
    });
    expect(await reviewedFiles(id)).toEqual(['a.js', 'b.js']);
  }, 120_000);
});

describe('the next version of a component', () => {
  const V1 = {
    same: { version: '1.2.3' },
    year: { version: '1.2.3' },
    relicensed: { version: '1.2.3' },
    word: { version: '1.2.3' },
    holder: { version: '1.2.3' },
  };
  const V2 = {
    same: { version: '1.2.4' },
    year: { version: '2.0.0', text: MIT('Ann Example', '2020-2024') },
    relicensed: { version: '1.2.4', license: 'GPL-3.0-only' },
    word: { version: '1.2.4', text: MIT('Ann Example').replace('free of charge', 'for a charge') },
    holder: { version: '1.2.4', text: MIT('Bob Sample') },
  };
  let projectId: number;
  beforeAll(async () => {
    projectId = await projectWith(packageFiles(V1));
    await scan(projectId);
    for (const name of Object.keys(V1)) await setStatus((await itemNamed(projectId, name)).id, 'APPROVED');
    await upload(projectId, packageFiles(V2));
    await scan(projectId);
  }, 240_000);

  const groups = async () =>
    (await get(`/projects/${projectId}/carriedProposals`)).filter(({ subject }: any) => subject === 'ITEM');

  it('is proposed if nothing is different on which the review rested', async () => {
    const [group, ...others] = await groups();
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      title: '2 bumps of MIT packages that were approved',
      way: 'bump',
      count: 2,
      isConflicting: false,
    });
    const proposals = await get(`/projects/${projectId}/carriedProposals/${group.group}`);
    expect(proposals.map(({ inventoryName }: any) => inventoryName.split(' ')[0]).sort()).toEqual(['same', 'year']);
    expect(proposals[0].why).toBe(
      `Approved by admin on ${TODAY()} for 1.2.3; the same license, texts, holders and use.`,
    );
    expect(await itemNamed(projectId, 'same 1.2.4')).toMatchObject({ inventoryReviewStatus: 'Draft' });
  });

  it.each([
    ['relicensed 1.2.4', 'the license is GPL-3.0-only, it was MIT'],
    ['word 1.2.4', 'the words of its license texts are different'],
    ['holder 1.2.4', 'the words of its license texts are different'],
  ])('says of %s what is different', async (name, change) => {
    const { sentence, original } = await why((await itemNamed(projectId, name)).id);
    expect(sentence).toMatch(/^Nobody has decided\. Approved by admin on .* for 1\.2\.3, which does not count here: /);
    expect(sentence).toContain(change);
    expect(original).toMatchObject({ counts: false, decidedBy: 'admin' });
  });

  it('is accepted in one decision, but for exceptions, and refused for good', async () => {
    const [group] = await groups();
    const path = `/projects/${projectId}/carriedProposals/${group.group}`;
    const year = await itemNamed(projectId, 'year 2.0.0');
    expect((await h.call('POST', path, { body: { decision: 'ACCEPT', seen: 'something else' } })).status).toBe(409);
    const body = { decision: 'ACCEPT', seen: group.seen, except: [year.id], words: 'as before' };
    expect((await h.call('POST', path, { body })).body.data).toEqual({ answered: 1 });
    const same = await itemNamed(projectId, 'same 1.2.4');
    expect(same.inventoryReviewStatus).toBe('Approved');
    const reason = await why(same.id);
    expect(reason.sentence).toContain('Approved under MIT by admin');
    expect(reason.sentence).toContain('for 1.2.3; the same license, texts, holders and use ("as before").');
    expect(reason.original).toMatchObject({ counts: true, fromProjectId: projectId });
    const [rest] = await groups();
    expect(rest).toMatchObject({ title: '1 bump of MIT package that was approved', count: 1 });
    const refusal = { decision: 'REFUSE', seen: rest.seen };
    expect(
      (await h.call('POST', `/projects/${projectId}/carriedProposals/${rest.group}`, { body: refusal })).status,
    ).toBe(200);
    expect(await groups()).toEqual([]);
    await scan(projectId);
    expect(await groups()).toEqual([]);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 120_000);

  it('counts by itself if the project says so, until the review from which it follows is withdrawn', async () => {
    const id = await projectWith(packageFiles({ one: { version: '1.0.0' } }));
    expect((await h.call('PUT', `/projects/${id}/carrySettings`, { body: { versionBump: 'APPLY' } })).status).toBe(200);
    const inForce = { unchangedBytes: 'APPLY', sameEvidence: 'APPLY', newFiles: 'PROPOSE', versionBump: 'APPLY' };
    expect(await get(`/projects/${id}/carrySettings`)).toMatchObject({
      ...{ versionBump: 'APPLY', unchangedBytes: 'SITE', inForce },
      ofSite: { ...inForce, versionBump: 'PROPOSE' },
    });
    await scan(id);
    const first = await itemNamed(id, 'one 1.0.0');
    await setStatus(first.id, 'REJECTED');
    await upload(id, packageFiles({ one: { version: '1.0.1' } }));
    await scan(id);
    const second = await itemNamed(id, 'one 1.0.1');
    expect(second.inventoryReviewStatus).toBe('Rejected');
    expect((await why(second.id)).sentence).toBe(
      `Rejected by admin on ${TODAY()} for 1.0.0; the same license, texts, holders and use.`,
    );
    await setStatus(first.id, 'DRAFT');
    expect(await itemNamed(id, 'one 1.0.1')).toMatchObject({
      inventoryReviewStatus: 'Draft',
      toBeDecidedAgain: { changes: [{ what: 'decision', from: 'in force', to: 'withdrawn' }] },
    });
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 120_000);

  it('is not proposed with a vulnerability that the reviewed version had not', async () => {
    const id = await projectWith(packageFiles({ weak: { version: '1.0.0' } }));
    await scan(id);
    await setStatus((await itemNamed(id, 'weak 1.0.0')).id, 'APPROVED');
    await upload(id, packageFiles({ weak: { version: '1.0.1' } }));
    await scan(id);
    const ofItems = async () =>
      (await get(`/projects/${id}/carriedProposals`)).filter(({ subject }: any) => subject === 'ITEM');
    expect(await ofItems()).toHaveLength(1);
    const { id: item } = await itemNamed(id, 'weak 1.0.1');
    await h.database.pool.query(
      `with v as (insert into vulnerabilities (name, severity_v2, severity_v3, is_recorded) values ('CVE-2026-4711', 'HIGH', 'HIGH', true) returning id)
       insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids)
       select i.version_id, v.id, 'affected', '{}' from v, inventory_items i where i.id = $1`,
      [item],
    );
    expect(await ofItems()).toEqual([]);
    expect((await why(item)).sentence).toContain('the vulnerability CVE-2026-4711 is new');
  }, 120_000);
});

describe('a second project', () => {
  const code = {
    ...packageFiles({
      shared: { version: '3.1.4', text: MIT('Dora Example') },
      other: { version: '1.0.0', text: MIT('Dora Example') },
    }),
    'a.js': source('1.0.0', { word: 'second' }),
  };
  let first: number;
  let second: number;
  let ben: Person;
  beforeAll(async () => {
    ben = await h.person('ben');
    first = await projectWith(code);
    await scan(first);
    await reviewAll(first);
    for (const name of ['shared', 'other']) await setStatus((await itemNamed(first, name)).id, 'APPROVED');
    second = await projectWith(code);
    await scan(second);
  }, 240_000);

  it('begins with what the caller may know of the first', async () => {
    const groups = await get(`/projects/${second}/carriedProposals`);
    const { name } = await get(`/projects/${first}`);
    expect(
      groups.map(({ subject, way, count, fromProjectName }: any) => [subject, way, count, fromProjectName]),
    ).toEqual([
      ['FILE', 'bytes', 6, name],
      ['ITEM', 'version', 2, name],
    ]);
    expect(groups[1].title).toBe(`2 MIT packages that were approved in the project ${name}`);
  });

  it('shows nothing of a private project to those who may not see it, not even a count', async () => {
    const asBen = async (path: string) => (await h.call('GET', path, { as: ben })).body.data;
    expect(await asBen(`/projects/${second}/carriedProposals`)).toHaveLength(2);
    expect((await h.call('PUT', `/projects/${first}`, { body: { privateProject: true } })).status).toBe(200);
    expect(await asBen(`/projects/${second}/carriedProposals`)).toEqual([]);
    const [, items] = await get(`/projects/${second}/carriedProposals`);
    const path = `/projects/${second}/carriedProposals/${items.group}`;
    expect((await h.call('GET', path, { as: ben })).status).toBe(404);
    const body = { decision: 'ACCEPT', seen: items.seen };
    expect([403, 404]).toContain((await h.call('POST', path, { body, as: ben })).status);
    expect((await h.call('POST', path, { body })).status).toBe(200);
    const { id } = await itemNamed(second, 'shared');
    const { name } = await get(`/projects/${first}`);
    expect((await why(id)).sentence).toContain(name);
    const seen = JSON.stringify([
      await asBen(`/inventories/${id}/whyDecided`),
      await asBen(`/inventories/${id}/decisions`),
    ]);
    expect(seen).toContain('Approved under MIT by admin');
    expect(seen).not.toContain(name);
    expect(seen).not.toContain('original');
  }, 60_000);
});
