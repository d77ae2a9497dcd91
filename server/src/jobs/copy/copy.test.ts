// Copies and branches of projects.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { readZip } from '../../../test/zip-content.ts';
import { importAdvisories } from '../../advisories/import.ts';
import { copiedTables, copySettings, leftTables } from '../../db/projects/copies.ts';
import { findProjectByName, getProject, lockProject, updateProject } from '../../db/projects/projects.ts';

let h: Harness;
let source: number;
let stranger: Person;
const CODE = {
  'package.json': '{"name":"shop","version":"1.0.0","license":"MIT","dependencies":{"left-pad":"1.3.0"}}',
  'node_modules/left-pad/package.json': '{"name":"left-pad","version":"1.3.0","license":"WTFPL"}',
  'src/a.c': '/* Copyright (c) 2020 Ada\n * SPDX-License-Identifier: GPL-2.0-only */\nint a;\n',
  'src/b.c': 'int b;\n',
};

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  stranger = await h.person('stranger');
  source = await made('the source', CODE);
  const { body } = await h.call('POST', `/scanResource/projectScan/${source}`, {});
  await h.jobOver(body['Content: ']);
  const inventoryModel = {
    name: 'by hand',
    inventoryType: 'WORK_IN_PROGRESS',
    auditorReviewNotes: 'seen',
    linking: 'STATIC',
  };
  const item = (await h.call('POST', '/inventories', { body: { projectId: source, inventoryModel } })).body.id;
  await h.call('PUT', `/inventories/${item}/files`, {
    body: { filePaths: ['src/b.c', 'src/a.c'], markAssociatedFilesAsReviewed: true },
  });
  await h.call('DELETE', `/inventories/${item}/files`, { body: { filePaths: ['src/a.c'] } });
  await h.call('PUT', `/inventories/${item}/publish`);
  await h.call('PUT', `/inventories/${item}/status?status=REJECTED`);
  await h.call('POST', `/projects/${source}/users`, { body: { role: 'OBSERVER', users: ['stranger'] } });
});
afterAll(() => h.close());

async function made(name: string, files: Record<string, string>): Promise<number> {
  const { id } = (await h.call('POST', '/projects', { body: { name, description: 'a shop' } })).body;
  const raw = archive(files);
  if (Object.keys(files).length > 0)
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
      raw,
      headers: { 'content-type': 'application/octet-stream' },
    });
  return id;
}
const archive = (files: Record<string, string>) =>
  tar(Object.entries(files).map(([name, content]) => ({ name, content })));

const documentOf = async (id: number) =>
  JSON.parse(
    (await readZip((await h.call('GET', `/project/exportProjectData?projectId=${id}`)).response.rawPayload))[
      'projectData.json'
    ]!.toString(),
  );

/** Without the fields that each project has for itself. */
function plain(document: unknown, more: readonly string[] = []): unknown {
  const own = new Set([
    ...more,
    'id',
    'inventoryId',
    'createdOn',
    'updatedOn',
    'exportedOn',
    'happenedOn',
    'decidedOn',
  ]);
  return JSON.parse(JSON.stringify(document, (name, value) => (own.has(name) ? undefined : value)));
}
interface Document {
  project: object;
  history: { action: string }[];
  inventory: { id: number; name: string }[];
  relations: { parentId: number; childId: number; type: string }[];
}

/** Relations name their items, whose ids differ in the copy. */
function withoutCopyLines(document: Document, action: string) {
  const names = new Map(document.inventory.map(({ id, name }) => [id, name]));
  return {
    ...document,
    history: document.history.filter((line) => line.action !== action),
    relations: document.relations.map(({ parentId, childId, type }) => [names.get(parentId), type, names.get(childId)]),
  };
}

const copy = (projectId: number, body: Record<string, unknown>, as?: Person) =>
  h.call('POST', `/projects/${projectId}/copy`, { body, ...(as ? { as } : {}) });
const madeBy = async (jobId: number): Promise<number> => {
  const { rows } = await h.database.pool.query('select status, error, result from jobs where id = $1', [jobId]);
  expect([rows[0].status, rows[0].error]).toEqual(['Completed', '']);
  return rows[0].result.projectId;
};

it('people may change the project while it is copied', async () => {
  const name = 'copied while people work';
  const other = await h.app.db.startTransaction().execute();
  // The copy waits in its middle for this name, which is not free yet.
  await copySettings(other, source, {
    name,
    description: '',
    folderId: (await getProject(h.app.db, source)).folder_id,
  });
  const { body } = await h.call('POST', `/projects/${source}/copy`, { body: { name } });
  await expect
    .poll(
      async () => {
        const { rows } = await h.database.pool.query(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0].n;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  await h.app.db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '5s'`.execute(tx);
    await lockProject(tx, source);
    await updateProject(tx, source, { description: 'changed meanwhile' });
  });
  await other.rollback().execute();
  const { status, error } = await h.jobOver(body.data?.taskId ?? body.id);
  expect([status, error]).toEqual(['Completed', '']);
  expect(await findProjectByName(h.app.db, name)).toMatchObject({ description: 'a shop' });
  await updateProject(h.app.db, source, { description: 'a shop' });
});

it('a copy that others overtake three times locks the project, and is made', async () => {
  const name = 'copied under the lock';
  const holder = await h.database.pool.connect();
  try {
    // A sequence counts the tries, because it keeps the numbers of transactions that were rolled back.
    await holder.query(`
      create sequence copy_tries;
      create function overtake() returns trigger language plpgsql as $$ begin
        perform nextval('copy_tries');
        if current_setting('transaction_isolation') = 'repeatable read' then
          raise exception 'could not serialize access due to concurrent update' using errcode = 'serialization_failure';
        end if;
        perform pg_advisory_xact_lock(4711);
        return new;
      end $$;
      create trigger overtake before insert on projects for each row when (new.name = '${name}') execute function overtake();
      select pg_advisory_lock(4711)`);
    const { body } = await copy(source, { name });
    const waits = `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
    await expect.poll(async () => (await h.database.pool.query(waits)).rows[0].n, { timeout: 30_000 }).toBe(1);
    const { rows } = await h.database.pool.query('select last_value::int as tries from copy_tries');
    expect(rows).toEqual([{ tries: 4 }]);
    // No other change of the project can come between the copy's reads now.
    await expect(
      h.database.pool.query('select from projects where id = $1 for no key update nowait', [source]),
    ).rejects.toMatchObject({ code: '55P03' });
    await holder.query('select pg_advisory_unlock(4711)');
    await h.jobOver(body.id);
    const id = await madeBy(body.id);
    expect(await findProjectByName(h.app.db, name)).toMatchObject({ id, description: 'a shop' });
  } finally {
    await holder.query('drop trigger overtake on projects; drop function overtake; drop sequence copy_tries');
    holder.release(true);
  }
});

describe('POST /projects/{projectId}/copy', () => {
  it('202: a project with the same settings, people, code, evidence, inventory, history and decisions', async () => {
    const { status, body } = await copy(source, { name: 'the copy' });
    expect([status, body]).toEqual([202, { message: expect.stringContaining('task ID'), id: expect.any(Number) }]);
    await h.jobOver(body.id);
    const id = await madeBy(body.id);
    const [theirs, ours] = [await documentOf(source), await documentOf(id)];
    expect(ours.history.filter((line: { action: string }) => line.action === 'Project Copy')).toHaveLength(
      ours.inventory.length,
    );
    const { project: _a, ...before } = withoutCopyLines(theirs, 'Project Copy');
    const { project, ...after } = withoutCopyLines(ours, 'Project Copy');
    expect(plain(after)).toEqual(plain(before));
    expect(project).toEqual({ ...theirs.project, id, name: 'the copy' });
    const members = [
      'itemNumber',
      'fileId',
      'scannedFileId',
      'projectId',
      'projectName',
      'name',
      'dateCreated',
      'lastScanTaskId',
      'entityVersion',
    ];
    for (const path of ['', '/users', '/evidences', '/inventorySummary', '/allscannedfiles']) {
      const read = async (projectId: number) =>
        plain((await h.call('GET', `/projects/${projectId}${path}`)).body, path === '/users' ? [] : members);
      expect([path, await read(id)]).toEqual([path, await read(source)]);
    }
    expect((await h.call('GET', `/projects/${id}/inventorySummary`)).body.data.length).toBe(ours.inventory.length);
  });

  it('a rescan of the copy analyses nothing again', async () => {
    const { id: jobId } = (await copy(source, { name: 'scanned again', description: 'another', folderId: 1 })).body;
    await h.jobOver(jobId);
    const id = await madeBy(jobId);
    const before = await documentOf(id);
    expect(before.project).toMatchObject({ name: 'scanned again', description: 'another' });
    const scan = (await h.call('POST', `/scanResource/projectScan/${id}`, {})).body['Content: '];
    expect((await h.jobOver(scan)).status).toBe('Completed');
    expect(plain((await documentOf(id)).inventory)).toEqual(plain(before.inventory));
  });

  it('400 for a project that was not scanned, a name in use, a missing folder and a locked project', async () => {
    const unscanned = await made('not scanned', {});
    const locked = await made('locked', {});
    await h.call('PUT', `/projects/${locked}/status?status=COMPLETED`);
    for (const [id, body, text] of [
      [unscanned, { name: 'x' }, 'has not been scanned yet'],
      [source, { name: 'THE source' }, 'already exists.'],
      [source, { name: ' ' }, 'must not be blank'],
      [source, { name: 'x', folderId: 999_999 }, 'folder 999999'],
      [locked, { name: 'x' }, 'locked'],
    ] as const) {
      const answer = await copy(id, body);
      expect([answer.status >= 400, answer.body.errors[0].message]).toEqual([true, expect.stringContaining(text)]);
    }
  });

  it('403 for everybody but administrators of the project, 404 without the right to see it', async () => {
    expect((await copy(source, { name: 'mine' }, stranger)).status).toBe(403);
    expect((await copy(999_999, { name: 'mine' })).status).toBe(404);
  });

  it('409 while another project is being copied, anywhere', async () => {
    const { rows } = await h.database.pool.query(
      `insert into jobs (type, project_id, status) values ('Project Copy', $1, 'Scheduled') returning id`,
      [await made('elsewhere', {})],
    );
    const answer = await copy(source, { name: 'second' });
    expect([answer.status, answer.body.errors[0].message]).toEqual([
      409,
      expect.stringContaining(`task ID: ${rows[0].id}`),
    ]);
    await h.database.pool.query(`update jobs set status = 'Canceled' where id = $1`, [rows[0].id]);
  });

  it('a restarted job creates no second project', async () => {
    const { id: jobId } = (await copy(source, { name: 'once' })).body;
    await h.jobOver(jobId);
    const id = await madeBy(jobId);
    await h.database.pool.query(`update jobs set status = 'Scheduled' where id = $1`, [jobId]);
    await h.app.db.transaction().execute(async (tx) => (await import('../../queue/queue.ts')).enqueue(tx, jobId));
    await h.jobOver(jobId);
    expect(await madeBy(jobId)).toBe(id);
  });
});

describe('POST /projects/{projectId}/branch', () => {
  const branch = (texts: Record<string, string>, code?: Buffer) => {
    const boundary = 'b0undary';
    const part = (head: string, content: string | Buffer) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ];
    const raw = Buffer.concat([
      ...Object.entries(texts).flatMap(([name, text]) => part(`name="${name}"`, text)),
      ...(code ? part('name="codebase"; filename="code.tar"', code) : []),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    return h.call('POST', `/projects/${source}/branch`, {
      raw,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
  };

  it('202 with other code: it is scanned, and the data of the first project is imported', async () => {
    const code = archive({ ...CODE, 'src/b.c': 'int b2;\n', 'src/new.c': 'int n;\n' });
    const { status, body } = await branch({ name: 'release 2' }, code);
    expect(status).toBe(202);
    await h.jobOver(body.id);
    const id = await madeBy(body.id);
    const { project, inventory, files } = await documentOf(id);
    expect(project).toMatchObject({ name: 'release 2', description: 'a shop', status: 'Analysis In Progress' });
    expect(inventory.filter((one: { name: string }) => one.name === 'by hand')).toMatchObject([
      {
        files: ['src/b.c'],
        excludedFiles: ['src/a.c'],
        linking: 'STATIC',
        notes: { auditorReviewNotes: 'seen' },
        decisions: { status: 'REJECTED', isPublished: true },
      },
    ]);
    expect(inventory.map((one: { name: string }) => one.name).sort()).toEqual(
      (await documentOf(source)).inventory.map((one: { name: string }) => one.name).sort(),
    );
    // The file has other bytes now, so by content and path nobody has reviewed it.
    expect(files.find((one: { path: string }) => one.path === 'src/b.c').reviewed).toBe(false);
    expect(files.map((one: { path: string }) => one.path)).toContain('src/new.c');
  });

  it('decisions that hold for later releases decide in copies and branches before anybody is alerted', async () => {
    const record = {
      ...{ id: 'CVE-2026-4711', modified: '2026-01-01T00:00:00Z', summary: 'A hole' },
      affected: [
        {
          package: { ecosystem: 'npm', name: 'left-pad' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
        },
      ],
    };
    await importAdvisories(
      h.app,
      (async function* () {
        yield { type: 'file' as const, path: 'a.json', bytes: Buffer.from(JSON.stringify(record)) };
        yield { type: 'end' as const, problem: '' };
      })(),
      { source: 'osv-npm', isFull: false },
    );
    const itemOf = async (projectId: number) =>
      Number(
        (
          await h.database.pool.query(
            `select i.id from inventory_items i join component_versions v on v.id = i.version_id
             where i.project_id = $1 and v.purl = 'pkg:npm/left-pad@1.3.0'`,
            [projectId],
          )
        ).rows[0].id,
      );
    const counted = async (itemId: number) =>
      (await h.call('GET', `/inventories/${itemId}/vulnerabilities`)).body.data.length;
    expect(await counted(await itemOf(source))).toBe(1);
    const decided = await h.call('POST', `/projects/${source}/vulnerabilityAnalyses`, {
      body: {
        ...{ inventoryIds: [await itemOf(source)], vulnerabilityNames: ['CVE-2026-4711'], state: 'NOT_AFFECTED' },
        ...{ detail: 'Known.', reach: 'RELEASES', suppress: true },
      },
    });
    expect([decided.status, await counted(await itemOf(source))]).toEqual([200, 0]);
    const over = async ({ body }: { body: { id: number } }) => {
      await h.jobOver(body.id);
      return madeBy(body.id);
    };
    const copied = await over(await copy(source, { name: 'release by copy' }));
    const again = await over(await copy(copied, { name: 'release of a release' }));
    const branched = await over(await branch({ name: 'release by branch' }, archive(CODE)));
    for (const id of [copied, again, branched]) {
      expect([id, await counted(await itemOf(id))]).toEqual([id, 0]);
      const { body } = await h.call('GET', `/projects/${id}/vulnerabilityAlerts?state=OPEN`);
      expect(body.data).toEqual([]);
    }
  });

  it('202 without code: only the inventory', async () => {
    const { body } = await branch({ name: 'inventory only' });
    await h.jobOver(body.id);
    const id = await madeBy(body.id);
    const { inventory, files } = await documentOf(id);
    expect([files, inventory.length]).toEqual([[], (await documentOf(source)).inventory.length]);
  });

  it('400 for names of missing profiles, and for code that is no archive, which creates no project', async () => {
    expect((await branch({ name: 'x', scanProfileName: 'None' })).body.errors[0].message).toContain('"None"');
    expect((await branch({ name: 'x', policyProfileName: 'None' })).body.errors[0].message).toContain('"None"');
    expect((await branch({ name: 'the source' })).body.errors[0].message).toContain('already exists.');
    const { status, body } = await branch({ name: 'no archive' }, Buffer.from('text'));
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('archive')]);
    const { rows } = await h.database.pool.query(
      "select name from projects where name in ('no archive', 'the source')",
    );
    expect(rows).toEqual([{ name: 'the source' }]);
  });
});

it('every table with data of a project, an item or a file is copied, or listed as left out', async () => {
  const { rows } = await h.database.pool.query(
    `with recursive hanging as (
       select 'projects'::regclass as of
       union select conrelid::regclass from pg_constraint join hanging on confrelid = hanging.of
       where contype = 'f' and conrelid <> confrelid and conrelid::regclass::text <> 'projects'
     ) select of::text as name from hanging`,
  );
  const known = new Set<string>(['projects', ...copiedTables, ...leftTables]);
  const unnamed = rows.map(({ name }) => name).filter((name) => !known.has(name));
  // Tables that belong to those that are left out.
  expect(unnamed.sort()).toEqual(
    ['job_issues', 'job_steps', 'tokens', 'webhook_deliveries'].filter((name) => unnamed.includes(name)),
  );
});
