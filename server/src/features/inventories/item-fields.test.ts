// A field is a row of domain/inventories/inventory-fields.ts: every field that the table has is found everywhere that an item goes. A field that one place forgets
// fails here.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { importData, startBranch } from '../../../test/imports.ts';
import { readZip } from '../../../test/zip-content.ts';
import {
  mergedFields,
  type NamedField,
  namedFields,
  reportedFields,
  type StoredItemFields,
  sentItemFields,
  shownFields,
} from '../../domain/inventories/inventory-fields.ts';
import { fillStandardReports } from '../../library/reports.ts';

/** A value that is not blank, as the column has it. */
function valueFor({ column, title, values, isFlag, sent, blank }: NamedField): string | boolean {
  if (isFlag) return blank !== true;
  if (values) return values.findLast((one) => one !== blank)!;
  if (column === 'purl') return 'pkg:npm/every-field@1.0';
  return sent?.isAddress ? `https://example.org/${column}` : `Words of ${title}`;
}

const wanted = Object.fromEntries(
  namedFields.map((field) => [field.column, valueFor(field)]),
) as unknown as StoredItemFields;

/** A change of all fields that people can send. */
const change = Object.fromEntries(
  namedFields.flatMap((field) => {
    if (!field.sent) return [];
    const value = wanted[field.column];
    const sent = field.isFlag ? field.sent.values!.find((one) => (one === 'YES') === value) : value;
    return [[field.name, sent]];
  }),
);

let h: Harness;
let projectId: number;
/** Every field was sent when the item was created, or when it was changed. */
let created: number;
let changed: number;

beforeAll(async () => {
  h = await startHarness();
  await fillStandardReports(h.app.db);
  await h.work();
  projectId = await project('fields');
  const raw = tar([{ name: 'a.c', content: 'int a;' }]);
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw,
    headers: { 'content-type': 'application/octet-stream' },
  });
  await h.jobOver((await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: ']);
  created = await item(projectId, change);
  changed = await item(await project('changes'), { name: 'changed later' });
  expect((await h.call('PUT', `/inventories/${changed}`, { body: change })).status).toBe(200);
  await setUnsent();
});
afterAll(() => h.close());

const project = async (name: string): Promise<number> =>
  (await h.call('POST', '/projects', { body: { name } })).body.id;

async function item(project: number, model: object): Promise<number> {
  const inventoryModel = { inventoryType: 'WORK_IN_PROGRESS', ...model };
  const answer = await h.call('POST', '/inventories', { body: { projectId: project, inventoryModel } });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
}

/** Scans write these fields. */
async function setUnsent(): Promise<void> {
  for (const { column } of namedFields.filter(({ sent }) => !sent))
    await h.database.pool.query(`update inventory_items set ${column} = $1 where id = any($2)`, [
      wanted[column],
      [created, changed],
    ]);
}

const read = async (id: number) => (await h.call('GET', `/inventories/${id}`)).body.data;
const itemsOf = async (project: number): Promise<{ id: number; name: string }[]> =>
  (await h.call('GET', `/projects/${project}/inventoryItems?offset=1&limit=50`)).body.data;
const exported = async (project: number): Promise<Buffer> =>
  (await h.call('GET', `/project/exportProjectData?projectId=${project}`)).response.rawPayload;

async function madeBy(jobId: number): Promise<number> {
  expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
  const { rows } = await h.database.pool.query('select result from jobs where id = $1', [jobId]);
  return rows[0].result.projectId;
}

/** Reads the only item of the project with the name that all fields have. */
async function theItem(project: number) {
  const [found] = (await itemsOf(project)).filter(({ name }) => name === wanted.name);
  return read(found!.id);
}

describe('every field of an item', () => {
  it('is shown after the item was created with it, and after it was changed', async () => {
    expect(await read(created)).toMatchObject(shownFields(wanted));
    expect(await read(changed)).toMatchObject(shownFields(wanted));
  });

  it('that can be sent is in the history of its creation and of its change, and in the audit log', async () => {
    for (const id of [created, changed]) {
      const { data } = (await h.call('GET', `/inventories/${id}/history?offset=1&limit=9`)).body;
      const changes = Object.values(data as Record<string, { field: string; newValue: string }[]>).flat();
      const values = new Map(changes.map(({ field, newValue }) => [field, newValue]));
      const told = namedFields.flatMap((field) => (field.sent ? [field] : []));
      expect(told.filter(({ history }) => !values.has(history!))).toEqual([]);
      for (const { history, column } of told) expect(values.get(history!)).toBe(String(wanted[column]));
    }
    const { data } = (await h.call('GET', '/auditLog?operation=updateInventory')).body;
    expect(data[0].details.fields).toEqual(Object.keys(change));
  });

  it('of usage and notes is decided', async () => {
    const { data } = (await h.call('GET', `/inventories/${changed}/decisions`)).body;
    const decided = Object.assign({}, ...data.map(({ value }: { value: object }) => value));
    for (const { kind, shownName, column } of sentItemFields)
      if (kind === 'usage' || kind === 'note') expect(decided[shownName]).toBe(wanted[column]);
    expect(decided.text).toBe(wanted.notices_text);
  });

  it('is in project data, and imported with them as a new item', async () => {
    const data = await exported(projectId);
    const { inventory } = JSON.parse((await readZip(data))['projectData.json']!.toString());
    const [one] = inventory.filter(({ id }: { id: number }) => id === created);
    for (const { name, column } of namedFields) expect({ ...one, ...one.notes }[name]).toBe(wanted[column]);
    const target = await project('imported');
    await importData(h, target, data);
    expect(await theItem(target)).toMatchObject(shownFields(wanted));
  });

  it('that people send is imported into an item that stands, unless scans find it', async () => {
    const target = await project('merged');
    const id = await item(target, { name: wanted.name });
    await importData(h, target, await exported(projectId), { resetInventoryUsage: false });
    const shown: Record<string, unknown> = shownFields(wanted);
    const merged = await read(id);
    for (const { shownName } of mergedFields)
      expect([shownName, merged[shownName]]).toEqual([shownName, shown[shownName]]);
    expect(merged.description).toBe('');
  });

  it('is copied', async () => {
    const { body } = await h.call('POST', `/projects/${projectId}/copy`, { body: { name: 'copied' } });
    const [one] = (await itemsOf(await madeBy(body.id))).filter(({ name }) => name === wanted.name);
    expect(await read(one!.id)).toMatchObject(shownFields(wanted));
  });

  it('is branched', async () => {
    const branch = await madeBy(await startBranch(h, projectId, 'branched'));
    expect(await theItem(branch)).toMatchObject(shownFields(wanted));
  });

  it('is in the data of reports, and printed if it is about usage or a note', async () => {
    const [{ id: reportId }] = (await h.call('GET', '/reports?path=PROJECT')).body.data;
    const generate = `/projects/${projectId}/reports/${reportId}/generate`;
    const { taskId } = (await h.call('POST', generate, { body: { options: { formats: 'text,json' } } })).body.data;
    expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
    const download = `/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`;
    const files = await readZip((await h.call('GET', download)).response.rawPayload);
    const { inventoryItems } = JSON.parse(files['project-report.json']!.toString());
    const [one] = inventoryItems.filter((row: { id: number }) => row.id === created);
    expect(one).toMatchObject({ ...reportedFields(wanted), priority: shownFields(wanted).priority });
    const text = files['project-report.txt']!.toString();
    for (const { kind, title } of namedFields)
      if (kind === 'usage' || kind === 'note' || kind === 'link') expect(text).toContain(title);
  });
});

it('the value of a new item is blank for fields that people send, in the database as in project data', async () => {
  const id = await item(projectId, { name: 'blank' });
  const { rows } = await h.database.pool.query('select * from inventory_items where id = $1', [id]);
  for (const { column, blank } of mergedFields) expect([column, rows[0][column]]).toEqual([column, blank]);
});
