// The license texts that scans find in the files of items, as callers see them: by the item, in the notices, and in the check.
import { existsSync, readFileSync } from 'node:fs';
import { licenseLibrary } from '@assay/scanner/licenses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { tarGz } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { fillStandardReports } from '../../library/reports.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await fillStandardReports(h.app.db);
  await h.work();
});
afterAll(() => h.close());

const textOfLibrary = (id: string) => licenseLibrary().find((one) => one.id === id)!.text;
const MIT = textOfLibrary('MIT').replace('<year> <copyright holders>', '2015 Ada Lovelace');
const manifest = (name: string, license: string, more: object = {}) =>
  JSON.stringify({ name, version: '1.0.0', license, ...more });

async function scanned(name: string, files: Record<string, string>): Promise<number> {
  const id = (await h.call('POST', '/projects', { body: { name } })).body.id as number;
  await upload(id, files);
  return id;
}

async function upload(id: number, files: Record<string, string>): Promise<void> {
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tarGz(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { body } = await h.call('POST', `/scanResource/projectScan/${id}`);
  await h.jobOver(body['Content: ']);
}

async function itemNamed(projectId: number, name: string) {
  const { body } = await h.call('GET', `/project/inventory/${projectId}?size=1000`);
  const found = (body.inventoryItems as { id: number; name: string }[]).find((one) => one.name.includes(name));
  if (!found) throw new Error(`no item ${name}`);
  return (await h.call('GET', `/inventories/${found.id}`)).body.data;
}

async function notices(projectId: number, options: Record<string, string> = {}): Promise<string> {
  const { id } = (await h.call('GET', '/reports?path=NOTICES')).body.data[0];
  const made = await h.call('POST', `/projects/${projectId}/reports/${id}/generate`, {
    body: { options: { formats: 'text', ...options } },
  });
  const { taskId } = made.body.data;
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
  const { response } = await h.call('GET', `/projects/${projectId}/reports/${id}/download?taskId=${taskId}`);
  const zip = await yauzl.fromBufferPromise(response.rawPayload);
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'notices-report.txt')
      return Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry))).toString();
  throw new Error('no text');
}

const check = async (projectId: number) =>
  (await h.call('GET', `/projects/${projectId}/notices/check`)).body.data as {
    isComplete: boolean;
    failures: number;
    notShipped: { name: string }[];
    gaps: { kind: string; count: number; items: { name: string; reason: string }[] }[];
  };
const gapOf = async (projectId: number, kind: string) =>
  (await check(projectId)).gaps.find((one) => one.kind === kind)!.items;

const REAL = new URL('../../../../../shared/data/real-bugs/17-notices-ship-the-template/', import.meta.url);

describe('a package with a license file of its own', () => {
  it('keeps the names in its text: two packages under BSD-4-Clause each print their acknowledgement', async ({
    skip,
  }) => {
    if (!existsSync(REAL)) skip('the test data of real bugs are not here');
    const { expected } = JSON.parse(readFileSync(new URL('expected.json', REAL), 'utf8'));
    const names = ['ack1/LICENSE', 'ack1/package.json', 'ack2/LICENSE', 'ack2/package.json'];
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(new URL(`input/${name}`, REAL), 'utf8')]));
    const id = await scanned('acknowledgements', files);
    const text = (await notices(id)).replace(/\s+/g, ' ');
    for (const words of expected['notices contain']) expect(text).toContain(words);
    for (const words of expected['notices contain not']) expect(text).not.toContain(words);
    const item = await itemNamed(id, 'ack1-x');
    expect(item.asFoundLicenseText).toBe(files['ack1/LICENSE']!.trim());
    expect(item.noticesText.trim() === '' || item.noticesText === 'N/A').toBe(true);
    const texts = (await h.call('GET', `/inventories/${item.id}/licenseTexts`)).body.data;
    expect(texts).toMatchObject([{ role: 'main', path: 'ack1/LICENSE', startLine: null, problem: '' }]);
  });

  it('prints the whole file, whatever was recognised in it, and the new one after the next upload', async () => {
    const license = `${MIT}\n====\n\nCopyright and related rights for sample code are waived via CC0.\n\nFiles in vendor/ have their own licenses.\n`;
    const files = { 'node_modules/lo/package.json': manifest('lo', 'MIT'), 'node_modules/lo/LICENSE': license };
    const id = await scanned('whole file', files);
    expect((await itemNamed(id, 'lo ')).asFoundLicenseText).toBe(license.trim());
    expect((await notices(id)).replace(/\s+/g, ' ')).toContain('Files in vendor/ have their own licenses.');
    await upload(id, { ...files, 'node_modules/lo/LICENSE': MIT });
    expect((await itemNamed(id, 'lo ')).asFoundLicenseText).toBe(MIT.trim());
  });

  it('prints the text as found also if the notices text was filled from the library', async () => {
    const license = MIT.replace('Ada Lovelace', 'Grace Hopper').replace(
      'without restriction',
      'without any restriction',
    );
    const id = await scanned('filled', {
      'node_modules/g/package.json': manifest('g', 'MIT'),
      'node_modules/g/LICENSE': license,
    });
    const item = await itemNamed(id, 'g ');
    await h.call('PUT', `/inventories/${item.id}/notices?overwrite=true`);
    expect((await itemNamed(id, 'g ')).noticesText).toContain('<copyright holders>');
    expect((await notices(id)).replace(/\s+/g, ' ')).toContain('without any restriction');
  });
});

describe('what has no text of its own', () => {
  it('prints the text of the library, marked as such, and the check fails', async () => {
    const id = await scanned('template', { 'node_modules/t/package.json': manifest('t', 'MIT') });
    expect((await notices(id)).replace(/\s+/g, ' ')).toContain(
      "Standard text of the license from the library; the package's own text was not found.",
    );
    expect((await check(id)).isComplete).toBe(false);
    expect(await gapOf(id, 'template-used')).toMatchObject([{ name: expect.stringContaining('t 1.0.0') }]);
    expect(await gapOf(id, 'holder-unnamed')).toHaveLength(1);
  });

  it('takes the section of a README, and prints the text of the library beside a mere name', async () => {
    const id = await scanned('readme', {
      'node_modules/r/package.json': manifest('r', 'MIT'),
      'node_modules/r/README.md':
        '# r\n\nDoes things.\n\n## License\n\nMIT (c) 2014 Radia Perlman\n\n## Other\n\nMore.\n',
    });
    expect((await itemNamed(id, 'r ')).asFoundLicenseText).toBe('## License\n\nMIT (c) 2014 Radia Perlman');
    const text = (await notices(id)).replace(/\s+/g, ' ');
    expect(text).toContain('the files of the package only name the license');
    expect(text).toContain('Permission is hereby granted');
    expect(await gapOf(id, 'only-reference')).toHaveLength(1);
  });
});

describe('bundled licenses', () => {
  it('prints each with its path, also of files that name third parties', async () => {
    const zlib = textOfLibrary('Zlib').replace('<year> <copyright holders>', '1995 Jean-loup Gailly');
    const id = await scanned('bundled', {
      'node_modules/b/package.json': manifest('b', 'MIT'),
      'node_modules/b/LICENSE': MIT,
      'node_modules/b/README.md': '# b\n\n## License\n\nMIT\n',
      'node_modules/b/deps/zlib/LICENSE': zlib,
      'node_modules/b/ThirdPartyNotices.txt': 'This comes with frobnicator, made by Hedy Lamarr.\n',
      'node_modules/b/NOTICE': 'b\nCopyright 2020 The b Authors\n',
    });
    const text = (await notices(id)).replace(/\s+/g, ' ');
    expect(text).toContain('License of a part, in node_modules/b/deps/zlib/LICENSE:');
    expect(text).not.toContain('README.md');
    expect(text).toContain('This software is provided');
    expect(text).toContain('License of a part, in node_modules/b/ThirdPartyNotices.txt:');
    expect(text).toContain('made by Hedy Lamarr');
    expect(text).toContain('Copyright 2020 The b Authors');
    expect(await gapOf(id, 'bundled-unprinted')).toEqual([]);
  });

  it('are not what a list of changes, the README beside the license file, or what asks for nothing names', async () => {
    const bsd = textOfLibrary('BSD-2-Clause').replace('<year> <owner>', '2020 Ada Lovelace');
    const id = await scanned('no bundled', {
      'node_modules/b/package.json': manifest('b', 'BSD-2-Clause'),
      'node_modules/b/LICENSE': bsd,
      'node_modules/b/README.md': '# b\n\n## License\n\n© Ada Lovelace, distributed under BSD license\n',
      'node_modules/b/CHANGELOG.md':
        '# 2.0\n\n- Earlier versions were licensed under the GNU Lesser General Public License v2.1 or later.\n',
      'node_modules/b/md5.js': '// This file is in the public domain.\nlet a;\n',
      'node_modules/b/three.js': '/* SPDX-License-Identifier: CC0-1.0 */\nlet b;\n',
      'node_modules/b/NOTICE': `Contains elm.\n\n${MIT}`,
      'node_modules/b/elm.js': '// Taken from elm, under the MIT license\nlet c;\n',
    });
    expect(await gapOf(id, 'bundled-unprinted')).toEqual([]);
  });

  it('names those without a text', async () => {
    const id = await scanned('tagged', {
      'node_modules/b/package.json': manifest('b', 'MIT'),
      'node_modules/b/LICENSE': MIT,
      'node_modules/b/gpl.c': '/* SPDX-License-Identifier: GPL-2.0-only */\nint f(void);\n',
    });
    expect(await gapOf(id, 'bundled-unprinted')).toMatchObject([
      { reason: expect.stringContaining('standard text printed') },
    ]);
  });
});

describe('what is shipped', () => {
  const files = {
    'package.json': manifest('app', 'MIT', { dependencies: { used: '1.0.0' }, devDependencies: { tool: '1.0.0' } }),
    'package-lock.json': JSON.stringify({
      name: 'app',
      lockfileVersion: 3,
      packages: {
        '': { name: 'app', dependencies: { used: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
        'node_modules/used': { version: '1.0.0', license: 'MIT' },
        'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
      },
    }),
  };
  it('is decided by scopes that a project, a report or a person changes', async () => {
    const id = await scanned('scopes', files);
    const names = async (options: Record<string, string> = {}) => {
      const text = await notices(id, { ...options, check: 'apart' });
      return ['used 1.0.0', 'tool 1.0.0'].filter((name) => text.includes(name));
    };
    expect(await names()).toEqual(['used 1.0.0']);
    expect(await names({ scopes: 'all' })).toEqual(['used 1.0.0', 'tool 1.0.0']);
    expect((await check(id)).notShipped).toMatchObject([
      { name: expect.stringContaining('tool'), reason: 'its scope is development' },
    ]);
    await h.call('PUT', `/projects/${id}`, { body: { reviewSettings: { shippedScopes: 'development' } } });
    expect(await names()).toEqual(['tool 1.0.0']);
    await h.call('PUT', `/projects/${id}`, { body: { reviewSettings: { shippedScopes: 'runtime' } } });
    const tool = await itemNamed(id, 'tool');
    await h.call('PUT', `/inventories/${tool.id}`, { body: { partOfProduct: 'YES' } });
    expect(await names()).toEqual(['used 1.0.0', 'tool 1.0.0']);
    expect(
      (await h.call('PUT', `/projects/${id}`, { body: { reviewSettings: { shippedScopes: 'all of it' } } })).status,
    ).toBe(400);
  });
});

it('an offer of source names the software and its folder, not the license', async () => {
  const id = await scanned('offers', {
    'contrib/frob/main.c': `/*\n * Copyright 2018 Four\n *\n * SPDX-License-Identifier: GPL-3.0-only\n */\nint f(void);\n`,
  });
  const text = await notices(id);
  const offers = text.slice(text.indexOf('Written offer'));
  expect(offers).toContain('contrib/frob');
});
