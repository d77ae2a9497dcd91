// Peg revisions, and externals that are single files, against a real svnserve on the loopback.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { MISSING_PROGRAMS, SvnRepository, type SvnServer, serveSvn } from '../../../test/svn-servers.ts';

let h: Harness;
let root: string;
let server: SvnServer;
let count = 0;
beforeAll(async () => {
  if (MISSING_PROGRAMS.length > 0) return;
  root = mkdtempSync(join(tmpdir(), 'assay-svn-peg-'));
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  server = await serveSvn(root);
});
afterAll(async () => {
  if (MISSING_PROGRAMS.length > 0) return;
  await server.close();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

const instance = async (body: Record<string, unknown>) => {
  const { id } = (await h.call('POST', '/projects', { body: { name: `pegged ${++count}` } })).body;
  expect((await h.call('POST', `/scmInstances/Subversion?projectId=${id}`, { body })).status).toBe(201);
  return id as number;
};
const sync = async (projectId: number) => {
  const { id } = (await h.call('POST', `/scmInstances/sync?projectId=${projectId}`)).body;
  const job = await h.jobOver(id);
  return { ...job, log: (await h.call('GET', `/jobs/${id}/log`)).body.data as { code: string; message: string }[] };
};
const test = async (projectId: number) =>
  (await h.call('POST', `/scmInstances?projectId=${projectId}&scmType=SUBVERSION&instanceId=0`)).body;
const texts = async (projectId: number) => {
  const { rows } = await h.database.pool.query(
    'select path, size_bytes::int as size from files where project_id = $1 order by path collate "C"',
    [projectId],
  );
  return rows.map(({ path, size }) => [path, size]);
};
/** `old` until revision 2, which is `new` since revision 3. */
function moved(name: string) {
  const a = new SvnRepository(root, name);
  a.commit({ 'old/a': '1', 'lib/x@2': 'at' });
  a.commit({ 'old/a': '22' });
  a.svn('update', '--quiet');
  a.svn('move', '--quiet', 'old', 'new');
  a.commit({ 'new/a': '333' });
  return a;
}

describe.skipIf(MISSING_PROGRAMS.length > 0)('the address of an instance', () => {
  it('is meant under its peg revision, and read there or at the revision that is asked for', async () => {
    moved('numbers');
    const url = `${server.address}/numbers`;
    const cases: [Record<string, string>, unknown[]][] = [
      [{ url: `${url}/old@2` }, [['svn.0/a', 2]]],
      [{ url: `${url}/new@HEAD`, revisionNumber: '1' }, [['svn.0/a', 1]]],
      [{ url: `${url}/new@3`, revisionNumber: '2' }, [['svn.0/a', 2]]],
      [{ url: `${url}/lib` }, [['svn.0/x@2', 2]]],
    ];
    for (const [body, files] of cases) {
      const id = await instance(body);
      expect((await test(id)).message).toContain('Ok. ');
      expect([body, (await sync(id)).error, await texts(id)]).toEqual([body, '', files]);
      expect((await sync(id)).details).toContain('nothing has changed');
    }
  });

  it('with an @ of its own has another one at its end', async () => {
    const a = new SvnRepository(root, 'at');
    a.commit({ 'release@2/a': '1' });
    const id = await instance({ url: `${server.address}/at/release@2@` });
    expect([(await sync(id)).error, await texts(id)]).toEqual(['', [['svn.0/a', 1]]]);
  });

  it('tells a peg revision that is not there, and a file', async () => {
    moved('wrong');
    const url = `${server.address}/wrong`;
    expect((await test(await instance({ url: `${url}/old@99` }))).errors[0].message).toContain('has no revision 99');
    expect((await test(await instance({ url: `${url}/new/a@3` }))).errors[0].message).toContain('is a file');
    expect((await test(await instance({ url, revisionNumber: 'x' }))).errors[0].message).toContain('"revisionNumber"');
  });
});

describe.skipIf(MISSING_PROGRAMS.length > 0)('externals', () => {
  it('that are single files are fetched as they are stored, and again when they alone changed', async () => {
    const a = new SvnRepository(root, 'files');
    const first = a.commit({ 'trunk/m': 'm', 'lib/one.h': '$Rev$', 'lib/two.h': 'two' });
    a.link('lib/link.h', '/etc/passwd');
    a.svn('add', '--quiet', 'lib/link.h');
    a.svn('propset', '--quiet', 'svn:keywords', 'Rev', 'lib/one.h');
    a.svn('propset', '--quiet', 'svn:externals', `^/lib/one.h inc/one.h\n-r${first} ^/lib/two.h old.h\n^/lib/link.h l.h`, 'trunk'); // biome-ignore format: one call
    a.commit({});
    const id = await instance({ url: `${server.address}/files/trunk` });
    const job = await sync(id);
    expect([job.error, await texts(id)]).toEqual(['', [['svn.0/inc/one.h', 5], ['svn.0/m', 1], ['svn.0/old.h', 3]]]); // biome-ignore format: one claim
    expect(job.log).toMatchObject([{ code: 'skipped-entry', path: 'svn.0/l.h' }]);
    expect((await sync(id)).details).toContain('nothing has changed');
    a.commit({ 'lib/one.h': '$Rev$ new' });
    expect((await sync(id)).details).toContain('svn.0/inc/one.h at 3');
    expect(await texts(id)).toContainEqual(['svn.0/inc/one.h', 9]);
    expect(readdirSync(h.app.folder.temporary)).toEqual([]);
  });

  it('name a revision and a peg revision', async () => {
    const a = moved('both');
    a.commit({ 'trunk/m': 'm' });
    a.svn('propset', '--quiet', 'svn:externals', '^/old@2 gone\n-r1 ^/new@3 before', 'trunk');
    a.commit({});
    const id = await instance({ url: `${server.address}/both/trunk` });
    expect([(await sync(id)).error, await texts(id)]).toEqual(['', [['svn.0/before/a', 1], ['svn.0/gone/a', 2], ['svn.0/m', 1]]]); // biome-ignore format: one claim
    expect((await sync(id)).details).toContain('nothing has changed');
  });
});
