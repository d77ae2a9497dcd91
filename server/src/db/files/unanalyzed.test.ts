// The contents that a scan still has to analyse: each once, in the order of the store, from one list.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { countAnalyzed, eachUnanalyzed, type Unanalyzed, type WantedFacts } from './unanalyzed.ts';

const CONTENTS = 25;
const WANTED: WantedFacts = {
  analyzerVersion: 'test',
  exceptDocuments: 'test without documents',
  since: new Date(0),
  searchSetId: null,
};

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  projectId = (await h.call('POST', '/projects', { body: { name: 'unanalysed' } })).body.id;
  const names = ['a', 'b'].flatMap((folder) => Array.from({ length: CONTENTS }, (_, at) => ({ folder, at })));
  const { status, text } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: tar(names.map(({ folder, at }) => ({ name: `${folder}/${at}.txt`, content: `content ${at}\n` }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([status, text]).toEqual([200, text]);
  await h.database.pool.query("update files set scan_plan = 'analyse' where project_id = $1", [projectId]);
});
afterAll(() => h.close());

async function batches(work: (batch: Unanalyzed[]) => Promise<void> = async () => undefined): Promise<Unanalyzed[][]> {
  const all: Unanalyzed[][] = [];
  await eachUnanalyzed(h.app.db, projectId, WANTED, 10, async (batch) => {
    all.push(batch);
    await work(batch);
  });
  return all;
}

const storeFacts = (sha256: Buffer[]) =>
  h.database.pool.query(
    `insert into facts (sha256, hint, analyzer_version, facts, issues, language, kind, line_count, spdx, has_packages, has_evidence, has_references)
    select f.sha256, f.hint, 'test', '{}', '[]', '', 'text', 1, '{}', false, false, false
    from (select distinct sha256, hint from files where sha256 = any($1::bytea[])) f`,
    [sha256],
  );

it('lists each content once, with its copies, in the order of the store', async () => {
  const found = await batches();
  expect(found.map((batch) => batch.length)).toEqual([10, 10, 5]);
  const digests = found.flat().map(({ sha256 }) => sha256.toString('hex'));
  const { rows } = await h.database.pool.query<{ digest: string }>(
    "select encode(sha256, 'hex') as digest from blobs where sha256 in (select sha256 from files) order by segment, block_offset, sha256",
  );
  expect(digests).toEqual(rows.map(({ digest }) => digest));
  expect(found.flat().every(({ copies, path }) => copies === 2 && path.startsWith('a/'))).toBe(true);
});

it('does not read the files of the project again for each batch', async () => {
  await h.database.pool.query("update files set scan_plan = 'exclude' where project_id = $1", [projectId]);
  expect(await batches()).toEqual([]);
  await h.database.pool.query("update files set scan_plan = 'analyse' where project_id = $1", [projectId]);
  const found = await batches(async () => {
    await h.database.pool.query("update files set scan_plan = 'exclude' where project_id = $1", [projectId]);
  });
  await h.database.pool.query("update files set scan_plan = 'analyse' where project_id = $1", [projectId]);
  expect(found.flat()).toHaveLength(CONTENTS);
});

it('forgets its list after a failure, so that the same connection can list again', async () => {
  const failing = batches(async () => {
    throw new Error('the analysis failed');
  });
  await expect(failing).rejects.toThrow('the analysis failed');
  expect((await batches()).flat()).toHaveLength(CONTENTS);
});

it('leaves out contents that were analysed meanwhile', async () => {
  let isFirst = true;
  const found = await batches(async (batch) => {
    if (isFirst) {
      const { rows } = await h.database.pool.query<{ sha256: Buffer }>('select distinct sha256 from files');
      const others = rows.filter(({ sha256 }) => !batch.some((one) => one.sha256.equals(sha256)));
      await storeFacts(others.map(({ sha256 }) => sha256));
    }
    isFirst = false;
  });
  expect(found.map((batch) => batch.length)).toEqual([10]);
  expect(await countAnalyzed(h.app.db, projectId, WANTED)).toBe(2 * (CONTENTS - 10));
});
