// The license texts of packages of several ecosystems, as scans find them in folders and in archives: each text with its own package.
import { licenseLibrary } from '@assay/scanner/licenses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar, tarGz, zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

type Files = Record<string, string | Buffer>;

const entriesOf = (files: Files) => Object.entries(files).map(([name, content]) => ({ name, content }));
const textOfLibrary = (id: string) => licenseLibrary().find((one) => one.id === id)!.text;
const mit = (holder: string) => textOfLibrary('MIT').replace('<year> <copyright holders>', `2015 ${holder}`);

let projects = 0;
/** Scans the files and returns the texts of each item whose name begins with one of the words: `role path (licenses) problem`. */
async function textsOf(files: Files, ...words: string[]): Promise<string[][]> {
  const id = (await h.call('POST', '/projects', { body: { name: `packages ${projects++}` } })).body.id as number;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tarGz(entriesOf(files)),
    headers: { 'content-type': 'application/octet-stream' },
  });
  await h.jobOver((await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: ']);
  const items = (await h.call('GET', `/project/inventory/${id}?size=1000`)).body.inventoryItems;
  return Promise.all(
    words.map(async (word) => {
      const item = items.find((one: { name: string }) => one.name.startsWith(word));
      if (item === undefined) throw new Error(`no item ${word} in ${items.map((one: { name: string }) => one.name)}`);
      const { data } = (await h.call('GET', `/inventories/${item.id}/licenseTexts`)).body;
      return data.map((one: { role: string; path: string; problem: string; expressions: string[] }) =>
        `${one.role} ${one.path} (${one.expressions.join(', ')}) ${one.problem}`.trim(),
      );
    }),
  );
}

const STATUS = `Package: oak
Status: install ok installed
Version: 1.0-1
Architecture: amd64

Package: elm
Status: install ok installed
Version: 2.0-1
Architecture: amd64

`;
const COPYRIGHT_OF_OAK = `This package was debianized by Ada Lovelace.

Copyright (C) 2001 Grace Hopper

This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License
as published by the Free Software Foundation; either version 3 of the License, or (at your option) any later version.

On Debian systems, the complete text of the GNU General Public License can be found in "/usr/share/common-licenses/GPL-3".
`;
const system: Files = {
  'var/lib/dpkg/status': STATUS,
  'usr/share/doc/oak/copyright': COPYRIGHT_OF_OAK,
  'usr/share/doc/elm/copyright': `${mit('Elm Ltd')}\nParts: see /usr/share/common-licenses/GPL.\n`,
  'usr/share/common-licenses/GPL-2': textOfLibrary('GPL-2.0-only'),
  'usr/share/common-licenses/GPL-3': textOfLibrary('GPL-3.0-only'),
};

it.each<[string, Files, string]>([
  ['unpacked', system, ''],
  ['in a layer of an image', { 'l0/layer.tar': tar(entriesOf(system)) }, 'l0/layer.tar!/'],
])(
  'Debian packages %s have their own copyright file, and the shared text to which it refers',
  async (_, files, root) => {
    const [oak, elm] = await textsOf(files, 'oak', 'elm');
    expect(oak).toEqual([
      expect.stringContaining(`main ${root}usr/share/common-licenses/GPL-3 (GPL-3.0`),
      expect.stringContaining(`main ${root}usr/share/doc/oak/copyright (GPL-3.0-or-later`),
    ]);
    expect(elm).toEqual([
      expect.stringContaining(`main ${root}usr/share/common-licenses/GPL-3 (GPL-3.0`),
      expect.stringContaining(`main ${root}usr/share/doc/elm/copyright (`),
    ]);
  },
);

it('a shared text that is not there is named, not dropped', async () => {
  const { 'usr/share/common-licenses/GPL-3': _, ...rest } = system;
  const [oak] = await textsOf(rest, 'oak');
  expect(oak).toContain(
    'main /usr/share/common-licenses/GPL-3 () usr/share/doc/oak/copyright refers to it, but it is not in the code base.',
  );
});

it('a jar has the LICENSE and the NOTICE below META-INF', async () => {
  const jar = await zip({
    'META-INF/maven/org.oak/oak/pom.properties': 'groupId=org.oak\nartifactId=oak\nversion=1.0\n',
    'META-INF/LICENSE': textOfLibrary('Apache-2.0'),
    'META-INF/NOTICE.md': 'Oak\nCopyright 2020 The Oak Foundation\n',
    'META-INF/THIRD-PARTY-NOTICES.txt': mit('Elm Ltd'),
    'org/oak/Notice.class': Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0]),
  });
  const [oak] = await textsOf({ 'lib/oak.jar': jar }, 'oak');
  expect(oak).toEqual([
    expect.stringContaining('main lib/oak.jar!/META-INF/LICENSE (Apache-2.0'),
    expect.stringContaining('notice lib/oak.jar!/META-INF/NOTICE.md'),
    expect.stringContaining('bundled lib/oak.jar!/META-INF/THIRD-PARTY-NOTICES.txt (MIT'),
  ]);
});

it.each<[string, Files, string, string[]]>([
  [
    'an installed wheel',
    {
      'lib/site-packages/oak-1.0.dist-info/METADATA':
        'Metadata-Version: 2.4\nName: oak\nVersion: 1.0\nLicense-Expression: MIT\nLicense-File: LICENSE\n',
      'lib/site-packages/oak-1.0.dist-info/RECORD': 'oak/__init__.py,,\n',
      'lib/site-packages/oak-1.0.dist-info/licenses/LICENSE': mit('A'),
      'lib/site-packages/oak-1.0.dist-info/licenses/oak/vendored/elm/LICENSE.txt': textOfLibrary('Zlib'),
      'lib/site-packages/oak/__init__.py': '',
    },
    'oak',
    [
      'main lib/site-packages/oak-1.0.dist-info/licenses/LICENSE (MIT)',
      'bundled lib/site-packages/oak-1.0.dist-info/licenses/oak/vendored/elm/LICENSE.txt (Zlib)',
    ],
  ],
  [
    'a vendored Go module',
    {
      'vendor/modules.txt': '# github.com/a/oak v1.0.0\n## explicit\ngithub.com/a/oak\n',
      'vendor/github.com/a/oak/LICENSE': mit('A'),
      'vendor/github.com/a/oak/NOTICE': 'Oak, made by Ada Lovelace\n',
      'vendor/github.com/a/oak/oak.go': 'package oak\n',
    },
    'github.com/a/oak',
    ['main vendor/github.com/a/oak/LICENSE (MIT)', 'notice vendor/github.com/a/oak/NOTICE ()'],
  ],
  [
    'a vendored crate under a choice of two files',
    {
      'vendor/oak/Cargo.toml': '[package]\nname = "oak"\nversion = "1.0.0"\nlicense = "MIT OR Apache-2.0"\n',
      'vendor/oak/LICENSE-MIT': mit('A'),
      'vendor/oak/LICENSE-APACHE': textOfLibrary('Apache-2.0'),
      'vendor/oak/src/lib.rs': '',
    },
    'oak',
    ['main vendor/oak/LICENSE-APACHE (Apache-2.0)', 'main vendor/oak/LICENSE-MIT (MIT)'],
  ],
  [
    'files of notices with broader names',
    {
      'node_modules/oak/package.json': JSON.stringify({ name: 'oak', version: '1.0.0', license: 'MIT' }),
      'node_modules/oak/LICENSE': mit('A'),
      'node_modules/oak/NOTICES': 'one',
      'node_modules/oak/NOTICE.rst': 'two',
      'node_modules/oak/NOTICE-binary': 'three',
      'node_modules/oak/third-party-notices.md': 'four',
      'node_modules/oak/dist/index.js.LICENSE.txt': '/*! elm v1 | MIT License */',
      'node_modules/oak/dist/worker.js.LEGAL.txt': 'Bundled license information:\n\nash:\n  (MIT)',
      'node_modules/oak/notice.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
    },
    'oak',
    [
      'main node_modules/oak/LICENSE (MIT)',
      'bundled node_modules/oak/NOTICE-binary ()',
      'notice node_modules/oak/NOTICE.rst ()',
      'notice node_modules/oak/NOTICES ()',
      'bundled node_modules/oak/third-party-notices.md ()',
      'bundled node_modules/oak/dist/index.js.LICENSE.txt (MIT)',
      'bundled node_modules/oak/dist/worker.js.LEGAL.txt ()',
    ],
  ],
])('%s', async (_, files, name, texts) => {
  expect((await textsOf(files, name))[0]).toEqual(texts);
});
