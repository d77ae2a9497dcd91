import { readdirSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renameInZip, sha256, type TarEntry, tar, tarGz, zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_MAX_UPLOAD_BYTES: String(4 * 1024 * 1024) });
});
afterAll(() => h.close());

const project = async () =>
  (await h.call('POST', '/projects', { body: { name: `project ${++count}` } })).body.id as number;
const upload = (projectId: number, raw: Buffer, query = '', headers: Record<string, string> = {}) =>
  h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}${query}`, {
    raw,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });

async function paths(projectId: number): Promise<string[]> {
  const { rows } = await h.database.pool.query('select path from files where project_id = $1 order by path', [
    projectId,
  ]);
  return rows.map((row) => row.path);
}

async function expectNothingLeft(projectId: number): Promise<void> {
  expect(await paths(projectId)).toEqual([]);
  expect((await h.database.pool.query('select count(*)::int as n from upload_files')).rows[0].n).toBe(0);
  expect(
    (await h.database.pool.query('select count(*)::int as n from codebase_folders where project_id = $1', [projectId]))
      .rows[0].n,
  ).toBe(0);
  expect(readdirSync(h.app.folder.temporary)).toEqual([]);
}

const FILES: TarEntry[] = [
  { name: 'src/index.js', content: 'console.log(1);\n' },
  { name: 'src/deep/a.txt', content: 'a' },
  { name: 'empty.txt', content: '' },
];

describe('200: a code base is stored', () => {
  it.each([
    ['tar', async () => tar(FILES)],
    ['tar.gz', async () => tarGz(FILES)],
    ['zip', async () => zip({ 'src/index.js': 'console.log(1);\n', 'src/deep/a.txt': 'a', 'empty.txt': '' })],
  ])('%s', async (_format, make) => {
    const id = await project();
    const { status, body } = await upload(id, await make());
    expect(status).toBe(200);
    expect(body['Content: ']).toContain('File upload successful');
    expect(await paths(id)).toEqual(['empty.txt', 'src/deep/a.txt', 'src/index.js']);
    const details = (await h.call('GET', `/projects/${id}`)).body.data;
    expect(details).toMatchObject({ totalFiles: 3, codebaseBytes: 17, scanPaths: [{ alias: 'assay', path: '/' }] });
    const root = (await h.call('GET', `/projects/${id}/codebase`)).body.data;
    expect(root.entries.map((one: { kind: string; name: string }) => `${one.kind} ${one.name}`)).toEqual([
      'folder src',
      'file empty.txt',
    ]);
  });

  it('and its bytes can be read back', async () => {
    const id = await project();
    await upload(id, tar([{ name: 'a.txt', content: 'hello\nworld\n' }]));
    const file = (await h.call('GET', `/projects/${id}/codebase`)).body.data.entries[0];
    expect((await h.call('GET', `/files/${file.id}/bytes`)).text).toBe('hello\nworld\n');
    expect((await h.call('GET', `/files/${file.id}/content?startLine=2`)).body.data).toMatchObject({
      text: 'world',
      lineCount: 2,
    });
    expect((await h.call('GET', `/files/${file.id}`)).body.data.fileSHA256).toBe(sha256('hello\nworld\n'));
  });

  it('and lines that end in carriage returns are lines', async () => {
    const id = await project();
    await upload(id, tar([{ name: 'a.txt', content: 'hello\rworld\r' }]));
    const file = (await h.call('GET', `/projects/${id}/codebase`)).body.data.entries[0];
    expect((await h.call('GET', `/files/${file.id}/content?startLine=2`)).body.data).toMatchObject({
      text: 'world',
      lineCount: 2,
    });
  });

  it('a second upload adds and replaces; deleteExistingFileOnServer clears first', async () => {
    const id = await project();
    await upload(
      id,
      tar([
        { name: 'a.txt', content: '1' },
        { name: 'b.txt', content: '1' },
      ]),
    );
    await upload(
      id,
      tar([
        { name: 'b.txt', content: '2' },
        { name: 'c/d.txt', content: '1' },
      ]),
    );
    expect(await paths(id)).toEqual(['a.txt', 'b.txt', 'c/d.txt']);
    await upload(id, tar([{ name: 'b.txt', content: '2' }]), '&deleteExistingFileOnServer=True');
    expect(await paths(id)).toEqual(['b.txt']);
    const root = (await h.call('GET', `/projects/${id}/codebase`)).body.data;
    expect(root.entries.map((one: { name: string }) => one.name)).toEqual(['b.txt']);
  });

  it('folders are created, stay and are deleted with their files', async () => {
    const id = await project();
    const folders = async () =>
      (
        await h.database.pool.query(
          `select c.path, c.name, p.path as parent from codebase_folders c left join codebase_folders p on p.id = c.parent_id
           where c.project_id = $1 order by c.id`,
          [id],
        )
      ).rows.map(({ path, name, parent }) => `${parent ?? '-'} > ${name} = ${path}`);
    const archiveOf = (...names: string[]) => tar(names.map((name) => ({ name, content: name })));
    await upload(id, archiveOf('a/b/c/1', 'a/x', 'd/1', 'e/f/g/1'));
    const first = await folders();
    expect(first).toEqual([
      '- >  = ',
      ' > a = a',
      'a > b = a/b',
      'a/b > c = a/b/c',
      ' > d = d',
      ' > e = e',
      'e > f = e/f',
      'e/f > g = e/f/g',
    ]);
    // A folder replaces a file of its name; a file does not replace a folder with files.
    expect((await upload(id, archiveOf('a/x/y', 'a/b/h/1', 'e'))).status).toBe(200);
    expect(await folders()).toEqual([...first, 'a > x = a/x', 'a/b > h = a/b/h']);
    expect(await paths(id)).toEqual(['a/b/c/1', 'a/b/h/1', 'a/x/y', 'd/1', 'e', 'e/f/g/1']);
    expect((await upload(id, archiveOf('a/b', 'e/f/1'), '&deleteExistingFileOnServer=true')).status).toBe(200);
    expect(await folders()).toEqual(['- >  = ', ' > a = a', ' > e = e', 'e > f = e/f']);
    expect(await paths(id)).toEqual(['a/b', 'e/f/1']);
  });

  it('many files next to many others, replaced and added', async () => {
    const id = await project();
    const archiveOf = (from: number, to: number, content: string) =>
      tar(Array.from({ length: to - from }, (_, i) => ({ name: `${(from + i) % 40}/${from + i}`, content })));
    await upload(id, archiveOf(0, 500, 'old'));
    expect((await upload(id, archiveOf(300, 900, 'new'))).status).toBe(200);
    expect((await h.call('GET', `/projects/${id}`)).body.data).toMatchObject({ totalFiles: 900, codebaseBytes: 2700 });
    const { rows } = await h.database.pool.query(
      `select count(*)::int as files, count(*) filter (where f.path = c.path || '/' || f.name)::int as placed,
         count(*) filter (where f.sha256 = $2)::int as fresh
       from files f join codebase_folders c on c.id = f.folder_id where f.project_id = $1`,
      [id, Buffer.from(sha256('new'), 'hex')],
    );
    expect(rows).toEqual([{ files: 900, placed: 900, fresh: 600 }]);
    await upload(id, archiveOf(880, 1000, 'new'), '&deleteExistingFileOnServer=true');
    expect(await paths(id)).toHaveLength(120);
  });

  it('the query planner knows of many new files at once, whatever its statistics were', async () => {
    await upload(await project(), tar(FILES));
    await h.database.pool.query('analyze');
    const id = await project();
    await upload(id, tar(Array.from({ length: 3000 }, (_, i) => ({ name: `${i % 300}/${i}`, content: `${i}` }))));
    for (const [table, rows] of Object.entries({ files: 3000, codebase_folders: 301 })) {
      const { rows: plan } = await h.database.pool.query(
        `explain (format json) select * from ${table} where project_id = ${id}`,
      );
      expect(plan[0]['QUERY PLAN'][0].Plan['Plan Rows'], table).toBeGreaterThan(rows / 2);
    }
  });

  it('expands inner archives as requested', async () => {
    const inner = await zip({ 'x.txt': 'x', 'more.tar': tar([{ name: 'y.txt', content: 'y' }]) });
    const outer = tar([{ name: 'lib/inner.zip', content: inner }]);
    const levels: [string, string[]][] = [
      ['&expansionLevel=1', ['lib/inner.zip']],
      ['&expansionLevel=2&archiveDirSuffix=_x', ['lib/inner.zip', 'lib/inner.zip_x/more.tar', 'lib/inner.zip_x/x.txt']],
      ['&expansionLevel=3&deleteArchiveAfterExpand=true', ['lib/inner.zip/more.tar/y.txt', 'lib/inner.zip/x.txt']],
    ];
    for (const [query, expected] of levels) {
      const id = await project();
      expect((await upload(id, outer, query)).status).toBe(200);
      expect(await paths(id)).toEqual(expected);
    }
  });

  it('stores equal bytes of two projects once', async () => {
    const content = `shared ${Math.random()}`;
    const [a, b] = [await project(), await project()];
    await upload(a, tar([{ name: 'a.txt', content }]));
    await upload(
      b,
      tar([
        { name: 'b.txt', content },
        { name: 'c.txt', content },
      ]),
    );
    const { rows } = await h.database.pool.query('select count(*)::int as n from blobs where sha256 = $1', [
      Buffer.from(sha256(content), 'hex'),
    ]);
    expect(rows[0].n).toBe(1);
  });
});

describe('200: rarer archives, and unusual forms of them', () => {
  it('a self-extracting zip, with bytes after it', async () => {
    const id = await project();
    const archive = await zip({ 'a/b.txt': 'x' });
    const { status, body } = await upload(
      id,
      Buffer.concat([Buffer.from('MZ a program'), archive, Buffer.from('more')]),
    );
    expect(status).toBe(200);
    expect(await paths(id)).toEqual(['a/b.txt']);
    expect(body['Issues: ']).toEqual([
      {
        code: 'trailing-bytes',
        path: '',
        message: 'The uploaded archive is followed by 4 bytes that are no part of it; they were left aside.',
      },
    ]);
  });

  it('a tar.zst; one volume of several is reported as such', async () => {
    const id = await project();
    const archive = zstdCompressSync(tar(FILES));
    expect((await upload(id, archive)).status).toBe(200);
    expect(await paths(id)).toEqual(['empty.txt', 'src/deep/a.txt', 'src/index.js']);
    const part = await upload(await project(), archive, '', { 'x-file-name': 'code.tar.zst.001' });
    expect(part.status).toBe(400);
    expect(part.body['Error: ']).toContain('code.tar.zst.001 is one part of an archive that was split');
  });
});

describe('200 with issues: hostile entries are left out and reported', () => {
  const hostile: [string, TarEntry, string][] = [
    ['a path that leads outside', { name: '../../etc/passwd', content: 'x' }, 'unsafe-path'],
    ['an absolute path', { name: '/etc/passwd', content: 'x' }, 'unsafe-path'],
    ['a symbolic link', { name: 'link', type: '2', linkName: '/etc/passwd' }, 'skipped-entry'],
    ['a device', { name: 'null', type: '3' }, 'skipped-entry'],
  ];
  it.each(hostile)('%s', async (_what, entry, code) => {
    const id = await project();
    const { status, body } = await upload(id, tar([entry, { name: 'good.txt', content: 'good' }]));
    expect(status).toBe(200);
    expect(await paths(id)).toEqual(['good.txt']);
    expect(body['Issues: '].map((issue: { code: string }) => issue.code)).toEqual([code]);
  });

  it('a zip entry that leads outside (zip slip)', async () => {
    const id = await project();
    const archive = renameInZip(
      await zip({ 'aaaaaaaa.txt': 'x', 'good.txt': 'good' }),
      'aaaaaaaa.txt',
      '../../oh.txt\0'.slice(0, 12),
    );
    const { status, body } = await upload(id, archive);
    expect(status).toBe(200);
    expect(await paths(id)).toEqual(['good.txt']);
    expect(body['Issues: '][0].code).toBe('unsafe-path');
  });

  it('duplicate names: the last one counts', async () => {
    const id = await project();
    const { body } = await upload(
      id,
      tar([
        { name: 'a.txt', content: 'first' },
        { name: 'a.txt', content: 'last' },
      ]),
    );
    expect(await paths(id)).toEqual(['a.txt']);
    expect(body['Issues: '][0].code).toBe('duplicate-path');
    const file = (await h.call('GET', `/projects/${id}/codebase`)).body.data.entries[0];
    expect((await h.call('GET', `/files/${file.id}/bytes`)).text).toBe('last');
  });
});

describe('400: an unreadable upload leaves nothing behind', () => {
  const whole = tarGz([
    { name: 'a.txt', content: 'a'.repeat(100_000) },
    { name: 'b.txt', content: sha256('b').repeat(5000) },
  ]);
  it.each([
    ['an empty body', Buffer.alloc(0), {}, 'empty'],
    ['no archive at all', Buffer.from('just some text, no archive'), {}, 'zip, tar, tar.gz, 7z'],
    ['a tar.gz cut in the middle', whole.subarray(0, whole.length / 2), {}, 'nothing of it was kept'],
    ['a tar cut in the middle', tar(FILES).subarray(0, 700), {}, 'nothing of it was kept'],
    ['an archive without files', tarGz([{ name: 'only-a-folder/', type: '5' }]), {}, 'no files'],
    ['a wrong extension', tar(FILES), { 'x-file-name': 'code.zip' }, 'code.zip'],
    [
      'files in too deep folders',
      tar([{ name: '././@LongLink', type: 'L', content: `${'d/'.repeat(1000)}b.txt` }, { name: 'b.txt' }]),
      {},
      'lies 1000 folders deep, more than 200 (limit: depth of folders)',
    ],
    ['a gzip that contains no tar', gzipSync('plain text'), {}, 'tar'],
  ])('%s', async (_what, raw, headers, text) => {
    const id = await project();
    const { status, body } = await upload(id, raw, '', headers as Record<string, string>);
    expect(status).toBe(400);
    expect(body['Error: ']).toContain(text);
    await expectNothingLeft(id);
  });

  it('a zip with flipped bytes', async () => {
    const id = await project();
    const archive = await zip({ 'a.txt': 'some text '.repeat(1000) });
    archive.fill(0xff, 60, 90);
    expect((await upload(id, archive)).status).toBe(400);
    await expectNothingLeft(id);
  });

  it('413 above ASSAY_MAX_UPLOAD_BYTES', async () => {
    const id = await project();
    const { status, body } = await upload(id, tar([{ name: 'big.bin', content: Buffer.alloc(5 * 1024 * 1024) }]));
    expect(status).toBe(413);
    expect(body['Error: ']).toContain('ASSAY_MAX_UPLOAD_BYTES');
    await expectNothingLeft(id);
  });

  it('a zip bomb ends at the limit', async () => {
    const id = await project();
    const bomb = gzipSync(tar([{ name: 'zeros', content: Buffer.alloc(300 * 1024 * 1024) }]));
    const { status, body } = await upload(id, bomb);
    expect(status).toBe(400);
    expect(body['Error: ']).toMatch(/limit|ratio|1000/i);
    await expectNothingLeft(id);
  });
});

describe('rights and parameters', () => {
  it.each([
    ['no project', '/project/uploadProjectCodebase', 400],
    ['an unknown project', '/project/uploadProjectCodebase?projectId=999999', 400],
    ['a level that does not exist', '/project/uploadProjectCodebase?projectId=1&expansionLevel=4', 400],
    ['a forbidden suffix', '/project/uploadProjectCodebase?projectId=1&archiveDirSuffix=a%2Fb', 400],
    ['a long suffix', `/project/uploadProjectCodebase?projectId=1&archiveDirSuffix=${'x'.repeat(21)}`, 400],
  ])('%s', async (_what, path, status) => {
    await project();
    expect(
      (await h.call('POST', path, { raw: tar(FILES), headers: { 'content-type': 'application/octet-stream' } })).status,
    ).toBe(status);
  });

  it('403 without a role in a public project, 400 (not found) in a private one', async () => {
    const stranger = await h.person('stranger');
    const open = await project();
    const hidden = (await h.call('POST', '/projects', { body: { name: 'hidden', privateProject: true } })).body.id;
    const as = (id: number) =>
      h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
        as: stranger,
        raw: tar(FILES),
        headers: { 'content-type': 'application/octet-stream' },
      });
    expect((await as(open)).status).toBe(403);
    const answer = await as(hidden);
    expect(answer.status).toBe(400);
    expect(answer.body['Error: ']).toBe(`The project id ${hidden} was not found`);
  });
});
