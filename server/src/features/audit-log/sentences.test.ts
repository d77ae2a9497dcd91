// The audit log in words: every action that the server can write has a row, and real changes are told with names, links and old and new values.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { labelOfField } from '../../domain/audit/fields.ts';
import { REASONS, sentenceOf } from '../../domain/audit/sentence.ts';
import { thingNouns } from '../../domain/audit/things.ts';
import { ACTION_WORDS, JOB_WORDS, labelOfAction } from '../../domain/audit/words.ts';
import { jobTypes } from '../../domain/jobs/job.ts';
import { ERROR_STATUSES } from '../../http/error-statuses.ts';
import { ALL_ROUTES } from '../../routes.ts';

const SOURCES = join(import.meta.dirname, '../..');

/** The actions that code writes without a route: of the command line, of schedules and of the first start. */
function writtenElsewhere(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  return files.flatMap((name) => {
    const text = readFileSync(join(SOURCES, name), 'utf8');
    if (!/insertAuditLines|asSystem/.test(text)) return [];
    const found = text.matchAll(/operation: '([^']+)'|commandLine\('([^']+)'|asSystem\(\s*\w+,\s*'([^']+)'/g);
    return [...found].map(([, ...names]) => names.find((one) => one !== undefined) as string);
  });
}

const fromRoutes = ALL_ROUTES.filter(({ method, isAudited }) => method !== 'GET' || isAudited).map(({ id }) => id);

describe('the reasons of refusals', () => {
  it('are those of errors that the server has', () => {
    const known = new Set([...Object.keys(ERROR_STATUSES), 'fault']);
    expect([...REASONS.keys()].filter((code) => !known.has(code))).toEqual([]);
  });
});

describe('the table of words', () => {
  it('has a row for each action that the server can write, and no other', () => {
    const elsewhere = writtenElsewhere();
    expect(elsewhere).toEqual(
      expect.arrayContaining(['backup', 'user create', 'removeOldJobs', 'syncLdap', 'restore']),
    );
    expect(Object.keys(ACTION_WORDS).sort()).toEqual([...new Set([...fromRoutes, ...elsewhere])].sort());
    expect(Object.keys(JOB_WORDS).sort()).toEqual([...jobTypes].sort());
  });

  it.each(Object.entries(ACTION_WORDS))('%s has a verb in two forms and known placeholders', (_, [, words]) => {
    expect(words).toMatch(/^[a-z]+\/[a-z]+ \S/);
    const known = [...Object.keys(thingNouns), 'detail', 'segment'];
    for (const [, name] of words.matchAll(/\{(\w+)/g)) expect(known).toContain(name);
  });

  it('each action makes a sentence without anything known of it, whatever its outcome', () => {
    const nothing = { login: '', via: 'token', path: '', projectId: null, jobId: null, ids: {}, details: {} };
    for (const operation of [...Object.keys(ACTION_WORDS), ...jobTypes])
      for (const status of ['200', '403', null, 'Completed', 'Failed']) {
        const text = sentenceOf({ ...nothing, operation, status }, () => undefined)
          .map((part) => part.text)
          .join('');
        expect(text).toMatch(/^[A-Z][^{}]*\.$/);
        expect(text).not.toMatch(/undefined|null|NaN| {2}/);
      }
  });

  it.each([
    ['updateInventory', 'change item'],
    ['decideItems', 'decide about many items at once'],
    ['updateScanProfile', 'change scan profile'],
    ['setAdvisorySource', 'set the source of advisories'],
  ])('%s is called "%s" in lists', (operation, label) => {
    expect(labelOfAction(ACTION_WORDS[operation]!)).toBe(label);
  });

  it.each([
    ['selectedLicenseId', 'license'],
    ['minimumConfidence', 'minimum confidence'],
    ['SECURITY_CONTACT', 'role security contact'],
  ])('the field %s is "%s"', (field, label) => {
    expect(labelOfField(field)).toBe(label);
  });
});

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

interface Told {
  text: string;
  parts: { text: string; kind?: string; id?: number; projectId?: number }[];
  changes: unknown[];
}

async function newest(operation: string, query = ''): Promise<Told> {
  const { body } = await h.call('GET', `/auditLog?operation=${encodeURIComponent(operation)}${query}`);
  const [entry] = body.data;
  const parts = entry.sentence as Told['parts'];
  return { text: parts.map(({ text }) => text).join(''), parts, changes: entry.changes };
}

async function project(name: string): Promise<number> {
  return (await h.call('POST', '/projects', { body: { name } })).body.id;
}

async function item(projectId: number, name: string): Promise<number> {
  const inventoryModel = { name, inventoryType: 'WORK_IN_PROGRESS' };
  return (await h.call('POST', '/inventories', { body: { projectId, inventoryModel } })).body.id;
}

describe('sentences', () => {
  it('one changed value of an item, with links to what exists', async () => {
    const projectId = await project('Shop');
    const id = await item(projectId, 'lodash 4.17.20');
    expect((await newest('createInventory')).text).toBe('admin created lodash 4.17.20 in project Shop.');
    await h.call('PUT', `/inventories/${id}`, { body: { priority: 'P1' } });
    const { text, parts, changes } = await newest('updateInventory');
    expect(text).toBe('admin changed the priority of lodash 4.17.20 in project Shop from Other to High.');
    expect(parts).toContainEqual({ text: 'lodash 4.17.20', kind: 'item', id, projectId });
    expect(parts).toContainEqual({ text: 'project Shop', kind: 'project', id: projectId });
    expect(changes).toEqual([{ field: 'priority', before: 'Other', after: 'High' }]);
  });

  it('a reviewed item tells its old and new status', async () => {
    const id = await item(await project('Reviewed'), 'left-pad');
    await h.call('PUT', `/inventories/${id}/publish`);
    await h.call('PUT', `/inventories/${id}/status`, { body: { status: 'APPROVED' } });
    expect((await newest('setInventoryStatus')).text).toMatch(
      /^admin reviewed left-pad in project Reviewed: review status from .+ to Approved\.$/,
    );
  });

  it('several changed values; ids are shown by names', async () => {
    const [to] = [(await h.call('POST', '/folders', { body: { name: 'Team', parentFolderId: 1 } })).body.id];
    const projectId = await project('Moved');
    await h.call('PUT', `/projects/${projectId}`, { body: { name: 'Renamed', folderId: to, risk: 'HIGH' } });
    const { text, changes } = await newest('updateProject');
    expect(text).toMatch(
      /^admin changed project Renamed: name from Moved to Renamed, folder from .+ to Team, risk from .+ to .+\.$/,
    );
    expect(changes).toContainEqual({ field: 'name', before: 'Moved', after: 'Renamed' });
  });

  it('the sentence of a deletion names what was deleted, also later', async () => {
    const projectId = await project('Short-lived');
    const id = await item(projectId, 'gone-pad 1.0');
    await h.call('DELETE', `/inventories/${id}`);
    expect((await newest('deleteInventory')).text).toBe('admin deleted gone-pad 1.0 in project Short-lived.');
    await h.call('DELETE', `/projects/${projectId}`);
    await h.work();
    await h.allJobsOver();
    expect((await newest('deleteProject')).text).toBe('admin deleted project Short-lived.');
    const created = await newest('createInventory', `&project=${projectId}`);
    expect(created.text).toBe(`admin created an inventory item (number ${id}) that is gone in project Short-lived.`);
    expect(created.parts.every(({ kind }) => kind === undefined)).toBe(true);
    expect((await newest('Project Deletion')).text).toBe(
      'The deletion of project Short-lived, asked for by admin, completed.',
    );
  });

  it('what was refused says why; what may contain a secret is named without values', async () => {
    const as = await h.person('eve');
    await h.call('POST', '/folders', { as, body: { name: 'x' } });
    expect((await newest('createFolder', '&user=eve')).text).toBe(
      'eve tried to create a folder; it was not done, because it was not allowed.',
    );
    await h.call('PUT', '/users/eve', { body: { firstName: 'Evelyn', email: 'evelyn@example.org' } });
    expect((await newest('updateUser')).text).toBe(
      'admin changed user eve: first name from eve to Evelyn, email from eve@example.org to evelyn@example.org.',
    );
    await h.call('PUT', '/users/eve/permission', { body: { permissions: ['edit_policy'] } });
    expect((await newest('setUserPermissions')).text).toBe(
      'admin set the permissions of user eve: permissions from nothing to edit_policy.',
    );
    const webhook = { name: 'CI', url: 'https://example.org/hook?token=Secret1', events: ['project.scanned'] };
    const made = await h.call('POST', '/webhooks', { body: webhook });
    const url = 'https://example.org/hook?token=Secret2';
    expect((await h.call('PUT', `/webhooks/${made.body.id}`, { body: { ...webhook, url } })).status).toBe(200);
    expect((await newest('updateWebhook')).text).toBe('admin changed webhook CI: URL changed.');
    const { rows } = await h.database.pool.query('select l::text as line from audit_log l');
    expect(rows.map(({ line }) => line).join()).not.toContain('Secret');
  });

  it('a long text is cut where it is noted, and says how long it was', async () => {
    const projectId = await project('Long');
    await h.call('PUT', `/projects/${projectId}`, { body: { description: 'x'.repeat(5000) } });
    const { changes } = await newest('updateProject');
    expect(changes).toEqual([
      { field: 'description', before: 'nothing', after: `${'x'.repeat(200)}… (5000 characters)` },
    ]);
  });

  it('is filtered by the kind of thing', async () => {
    const { body } = await h.call('GET', '/auditLog?kind=user&limit=100');
    const operations = new Set(body.data.map(({ operation }: { operation: string }) => operation));
    expect([...operations].sort()).toEqual(['setUserPermissions', 'updateUser']);
    expect((await h.call('GET', '/auditLog?kind=weather')).status).toBe(400);
    expect((await h.call('GET', '/auditLog/actions')).body.data).toContainEqual({
      operation: 'updateUser',
      kind: 'user',
      label: 'change user',
    });
  });
});
