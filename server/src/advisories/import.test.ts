// A repeated import of a source: records with known bytes are not read again, none is lost, and none is mistaken
// for another.
import type { AdvisoryFile } from '@assay/scanner/advisories';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { importAdvisories } from './import.ts';

let h: Harness;
let count = 0;
let source: string;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());
beforeEach(() => {
  source = `source-${++count}`;
});

interface Record {
  id: string;
  summary?: string;
  modified?: string;
  more?: object;
}

const documentOf = ({ id, summary = 'as it was', modified = '2026-01-02T00:00:00Z', more = {} }: Record) => ({
  id: `${id}-${count}`,
  modified,
  summary,
  affected: [{ package: { ecosystem: 'npm', name: 'pad' }, versions: ['1.0.0'] }],
  ...more,
});

async function* filesOf(documents: object[]): AsyncGenerator<AdvisoryFile> {
  for (const [at, document] of documents.entries())
    yield { type: 'file', path: `${at}.json`, bytes: Buffer.from(JSON.stringify(document)) };
  yield { type: 'end', problem: '' };
}

function importFiles(documents: object[], isForced = false) {
  return importAdvisories(h.app, filesOf(documents), { source, isFull: true, isForced });
}

async function storedNow(): Promise<string[]> {
  const { rows } = await h.database.pool.query(
    `select a.name || ' ' || (a.record ->> 'summary') as text from advisories a join advisory_sources s on s.id = a.source_id
     where s.name = $1 order by 1`,
    [source],
  );
  return rows.map(({ text }) => text);
}

async function exploitedNow(): Promise<string[]> {
  const { rows } = await h.database.pool.query(
    `select e.name_key from exploitations e join advisory_sources s on s.id = e.source_id where s.name = $1 order by 1`,
    [source],
  );
  return rows.map(({ name_key }) => name_key);
}

async function bring(records: Record[], { isFull = true, isForced = false } = {}) {
  const issues: string[] = [];
  const result = await importAdvisories(h.app, filesOf(records.map(documentOf)), {
    source,
    isFull,
    isForced,
    onIssues: (found) => void issues.push(...found.map(({ message }) => message)),
  });
  const { rows } = await h.database.pool.query(
    `select a.name, a.record ->> 'summary' as summary, exists (select from advisory_files f where f.advisory_id = a.id) as "isKnown"
     from advisories a join advisory_sources s on s.id = a.source_id where s.name = $1 order by 1`,
    [source],
  );
  const { records: read, added, changed, removed } = result;
  const stored = rows.map(({ name, summary, isKnown }) => `${name} ${summary}${isKnown ? '' : ', read each time'}`);
  return { counts: { read, added, changed, removed }, stored, issues };
}

it('a repeated import changes nothing, and missing records are deleted', async () => {
  const all = [{ id: 'A-1' }, { id: 'A-2' }];
  expect((await bring(all)).counts).toEqual({ read: 2, added: 2, changed: 0, removed: 0 });
  const again = await bring(all);
  expect(again.counts).toEqual({ read: 2, added: 0, changed: 0, removed: 0 });
  const one = await bring([{ id: 'A-2', summary: 'new words', modified: '2026-02-02T00:00:00Z' }]);
  expect(one).toMatchObject({
    counts: { read: 1, added: 0, changed: 1, removed: 1 },
    stored: [`A-2-${count} new words`],
  });
});

it('the age of the data counts all records, read or not', async () => {
  await bring([{ id: 'A-1', modified: '2026-03-03T00:00:00Z' }, { id: 'A-2' }]);
  await h.database.pool.query('update advisory_sources set data_as_of = null where name = $1', [source]);
  await bring([{ id: 'A-1', modified: '2026-03-03T00:00:00Z' }, { id: 'A-2' }]);
  const { rows } = await h.database.pool.query('select data_as_of from advisory_sources where name = $1', [source]);
  expect(rows[0].data_as_of.toISOString()).toBe('2026-03-03T00:00:00.000Z');
});

it('fails with the reason if nothing can be read', async () => {
  const many = Array.from({ length: 100_001 }, (_, at) => ({ introduced: String(at) }));
  const affected = [{ package: { ecosystem: 'npm', name: 'pad' }, ranges: [{ type: 'SEMVER', events: many }] }];
  await expect(bring([{ id: 'A-1', more: { affected } }])).rejects.toThrow(
    /contains no readable advisories\. 0\.json: A-1-\d+ has 100001 versions and events of ranges, more than 100000/,
  );
});

it('issues are reported by each import', async () => {
  const bad = [{ id: 'A-1', more: { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N' }] } }];
  const first = await bring(bad);
  expect(first.stored).toEqual([`A-1-${count} as it was, read each time`]);
  expect(first.issues).toHaveLength(1);
  expect((await bring(bad)).issues).toEqual(first.issues);
});

it('if two files have one record, the last one counts in each import', async () => {
  const [one, other] = [{ id: 'A-1' }, { id: 'A-1', summary: 'the other' }];
  for (let time = 0; time < 3; time++)
    expect(await bring([one, other])).toMatchObject({
      stored: [`A-1-${count} the other, read each time`],
      issues: [expect.stringContaining('more than once')],
    });
  // The same file twice, and one that has the bytes of a known file in it.
  await bring([one]);
  expect((await bring([one, one])).issues).toEqual([expect.stringContaining('more than once')]);
  expect((await bring([one, other])).stored).toEqual([`A-1-${count} the other, read each time`]);
  expect((await bring([one, other])).stored).toEqual([`A-1-${count} the other, read each time`]);
});

it('old bytes do not replace a record that a delta has changed since', async () => {
  const old = [{ id: 'A-1' }];
  await bring(old);
  await bring([{ id: 'A-1', summary: 'newer', modified: '2026-05-05T00:00:00Z' }], { isFull: false });
  await expect(bring(old)).rejects.toThrow('are older than the records in use');
  expect(await storedNow()).toEqual([`A-1-${count} newer`]);
  expect((await bring(old, { isForced: true })).stored).toEqual([`A-1-${count} as it was`]);
});

it('a small source that loses most records is refused unless forced, and so is one without records', async () => {
  const all = [{ id: 'A-1' }, { id: 'A-2' }, { id: 'A-3' }];
  const before = (await bring(all)).stored;
  await expect(bring([{ id: 'A-1' }])).rejects.toThrow(
    `The source ${source} has only 1 of its 3 records left. The missing ones were kept.`,
  );
  await expect(bring([{ id: 'A-9' }])).rejects.toThrow('has only 1 of its 4 records left');
  await expect(bring([])).rejects.toThrow('contains no readable advisories');
  expect(await storedNow()).toEqual([...before, `A-9-${count} as it was`]);
  expect((await bring([{ id: 'A-1' }], { isForced: true })).counts.removed).toBe(3);
  // A file that cannot be read is not an empty source.
  await expect(importFiles([{ name: 'something else' }])).rejects.toThrow('contains no readable advisories');
  expect(await storedNow()).toEqual([`A-1-${count} as it was`]);
  expect((await bring([], { isForced: true })).stored).toEqual([]);
});

it('a catalogue of exploited vulnerabilities that loses most entries is refused unless forced', async () => {
  const catalogue = (...ids: string[]) => ({
    title: 'CISA Catalog of Known Exploited Vulnerabilities',
    catalogVersion: '2026.01.01',
    vulnerabilities: ids.map((cveID) => ({ cveID, dateAdded: '2026-01-01' })),
  });
  const ids = ['CVE-2026-1001', 'CVE-2026-1002', 'CVE-2026-1003'];
  await importFiles([catalogue(...ids)], true);
  await expect(importFiles([catalogue('CVE-2026-1001')])).rejects.toThrow(
    'has only 1 of its 3 exploited vulnerabilities left',
  );
  expect(await exploitedNow()).toEqual(ids.map((id) => id.toLowerCase()));
  await importFiles([catalogue('CVE-2026-1001')], true);
  expect(await exploitedNow()).toEqual(['cve-2026-1001']);
});

it('a vulnerability that takes another name is listed once, and not at all after the last record', async () => {
  const listed = async () => {
    const { rows } = await h.database.pool.query(
      `select name from vulnerabilities where is_recorded and (name like 'A-1-' || $1 or name = 'CVE-2026-5' || $1) order by 1`,
      [String(count)],
    );
    return rows.map(({ name }) => name);
  };
  await bring([{ id: 'A-1' }]);
  expect(await listed()).toEqual([`A-1-${count}`]);
  const more = { aliases: [`CVE-2026-5${count}`] };
  await bring([{ id: 'A-1', modified: '2026-02-02T00:00:00Z', more }]);
  expect(await listed()).toEqual([`CVE-2026-5${count}`]);
  await bring([{ id: 'A-1', modified: '2026-03-03T00:00:00Z' }]);
  expect(await listed()).toEqual([`A-1-${count}`]);
  await bring([], { isForced: true });
  expect(await listed()).toEqual([]);
});

it('a first import that fails leaves no source behind', async () => {
  await expect(importFiles([{ name: 'something else' }])).rejects.toThrow('contains no readable advisories');
  const { rows } = await h.database.pool.query('select name from advisory_sources where name = $1', [source]);
  expect(rows).toEqual([]);
});
