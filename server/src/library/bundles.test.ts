// Bundles of components, from one installation to another.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newBundleKey } from '@assay/scanner/bundles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { trustKey } from '../advisories/bundles.ts';
import { importLibraryBundle, makeLibraryBundle, receiptText } from './bundles.ts';

let from: Harness;
let to: Harness;
const key = newBundleKey();
beforeAll(async () => {
  [from, to] = [await startHarness(), await startHarness()];
  await to.work();
  await mkdir(from.app.folder.temporary, { recursive: true });
  await from.database.pool.query(`
    insert into components (id, name, title, url, description, forge_id, purl) values
      (11, 'left-pad', 'left-pad', 'https://x.example', 'Pads', 2037, 'pkg:npm/left-pad'),
      (12, 'known', 'known', 'https://theirs.example', 'Theirs', 2037, 'pkg:npm/known');
    insert into component_versions (component_id, name, purl, license_expression, released_at, is_withdrawn) values
      (11, '1.3.0', 'pkg:npm/left-pad@1.3.0', 'WTFPL', '2018-04-09T00:00:00Z', true),
      (12, '1.0.0', 'pkg:npm/known@1.0.0', 'MIT', null, false), (12, 'Unknown', null, '', null, false);`);
  await from.call('POST', '/components', { body: { name: 'made-here', title: 'Made here', url: 'NA' } });
  await to.database.pool.query(`
    insert into components (id, name, title, description, purl) values (21, 'known', 'known', 'Ours', 'pkg:npm/known');
    insert into component_versions (component_id, name, purl, license_expression, is_withdrawn) values
      (21, '1.0.0', 'pkg:npm/known@1.0.0', 'ISC', true)`);
});
afterAll(async () => {
  await from.close();
  await to.close();
});

const bundleFile = async (name = 'a.assay-library', lines?: string) => {
  const file = join(from.app.folder.temporary, name);
  await makeLibraryBundle(from.app, file, key.privateKey, lines);
  return file;
};
const imported = (file: string, issues: { path: string; message: string }[] = []) =>
  importLibraryBundle(to.app, file, { fileName: 'a', importedBy: 'ada', onIssues: (found) => void issues.push(...found) }); // biome-ignore format: one claim
const search = async (term: string) =>
  (await to.call('GET', `/components/search?searchTerm=${term}&includeVersions=true`)).body.data;

it('refuses a bundle whose key is not trusted, and one that was changed', async () => {
  const file = await bundleFile();
  await expect(imported(file)).rejects.toThrow(`the key ${key.publicKey}, which is not trusted here`);
  await trustKey(to.app.db, key.publicKey);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, -1));
  await expect(imported(file)).rejects.toThrow('was cut off or changed. Nothing was imported.');
  expect(await search('left')).toEqual([]);
});

it('brings components with versions, licenses and addresses, and leaves what is known', async () => {
  const { receipt, isRepeated } = await imported(await bundleFile());
  expect(isRepeated).toBe(false);
  expect(receipt).toMatchObject({ components: 2, newComponents: 1, versions: 2, newVersions: 1, filledVersions: 0, refused: 0 }); // biome-ignore format: one claim
  const { rows } = await from.database.pool.query(
    "select value ->> 'id' as id from settings where key = 'installation'",
  );
  expect(await search('left')).toMatchObject([
    {
      name: 'left-pad',
      url: 'https://x.example',
      description: 'Pads',
      forge: 'npm',
      versionList: [{ name: '1.3.0' }],
      licenseList: [{ name: 'Do What The F*ck You Want To Public License' }],
      learnedFrom: { kind: 'BUNDLE', name: rows[0].id },
    },
  ]);
  expect(await search('known')).toMatchObject([{ description: 'Ours', url: 'https://theirs.example', licenseList: [{ name: 'ISC License' }] }]); // biome-ignore format: one claim
  const { body } = await to.call('GET', '/components/21');
  expect(body.data.versionList).toMatchObject([{ name: '1.0.0', withdrawn: true }]);
  expect(await search('made-here')).toEqual([]);
});

it('changes nothing when it is imported again, and says so', async () => {
  const state = async () =>
    (
      await to.database.pool.query(
        'select (select array_agg(c order by c.id) from components c) as c, (select array_agg(v order by v.id) from component_versions v) as v, (select count(*) from library_imports) as n',
      )
    ).rows;
  const before = await state();
  const { receipt, isRepeated } = await imported(await bundleFile('again.assay-library'));
  expect(receiptText(receipt, isRepeated)).toContain('already. Nothing was changed.');
  expect(await state()).toEqual(before);
});

it('makes a bundle of lines, names the line that is wrong, and leaves out what another installation must not name', async () => {
  const lines = join(from.app.folder.temporary, 'lines.ndjson');
  const good = {
    purl: 'pkg:cargo/serde',
    description: 'S',
    versions: [{ version: '1.0.0', license: 'MIT/Apache-2.0' }],
  };
  await writeFile(lines, `${JSON.stringify(good)}\n{"purl":"pkg:cargo/x@1.0"}\n`);
  await expect(bundleFile('b.assay-library', lines)).rejects.toThrow('Line 2 of');
  await writeFile(lines, `${JSON.stringify(good)}\n`);
  const { receipt } = await imported(await bundleFile('b.assay-library', lines));
  expect(receipt).toMatchObject({ components: 1, newComponents: 1, newVersions: 1 });
  expect((await search('serde'))[0].licenseList.map(({ name }: { name: string }) => name)).toEqual([
    'MIT License',
    'Apache License 2.0',
  ]);
});

it('202 for a bundle that is sent; its receipt is listed, and 403 for others', async () => {
  const sent = await to.call('POST', '/library/imports', {
    raw: (await from.call('GET', '/library/bundle')).response.rawPayload,
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'theirs.assay-library' },
  });
  expect(sent.status).toBe(202);
  expect(await to.jobOver(sent.body.id)).toMatchObject({ status: 'Failed', error: expect.stringContaining('not trusted here') }); // biome-ignore format: one claim
  const { data } = (await to.call('GET', '/library/imports')).body;
  expect(data).toHaveLength(2);
  expect(data[1]).toMatchObject({ fileName: 'a', importedBy: 'ada', newComponents: 1, publicKey: key.publicKey });
  const as = await to.person('plain');
  for (const [method, path] of [
    ['GET', '/library/imports'],
    ['GET', '/library/bundle'],
    ['POST', '/library/imports'],
  ] as const)
    expect((await to.call(method, path, { as })).status).toBe(403);
});

it('400 for a file that is not named as a bundle', async () => {
  const { status, body } = await to.call('POST', '/library/imports', {
    raw: Buffer.from('x'),
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'x.zip' },
  });
  expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('X-File-Name')]);
});
