// Every sentence of an item that names a file is true: the named file, at the named line, has the named words. Checked over all items of six trees.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PackageFinding, scanSource } from '@assay/scanner';
import {
  describePackages,
  folderLicensedBy,
  isManifestFile,
  isRootLicenseFile,
  type LicensedTreeFile,
  primaryLicenses,
  withoutMissing,
} from '@assay/scanner/packages';
import { afterAll, describe, expect, it } from 'vitest';
import { deriveInventory } from './inventory-derivation.ts';
import type { WantedItem } from './inventory-findings.ts';

const root = mkdtempSync(path.join(tmpdir(), 'evidence-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Files by path; an entry of a folder on disk is read from there. */
type Tree = Record<string, string>;

const MIT = `MIT License\n\nCopyright (c) 2020 A. Author\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:\n\nThe above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.\n\nTHE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.\n`;

/** Packages of this installation with their manifests and license files, and a lockfile made of them. */
function npmTree(): Tree {
  const modules = new URL('../../../../node_modules/', import.meta.url);
  const tree: Tree = {};
  const packages: Record<string, unknown> = {};
  for (const name of readdirSync(modules)
    .filter((one) => /^[a-z]/.test(one))
    .slice(0, 120)) {
    const folder = new URL(`${name}/`, modules);
    if (!statSync(folder).isDirectory()) continue;
    const files = readdirSync(folder).filter((one) => /^(?:package\.json|licen[cs]e.*|readme\.md)$/i.test(one));
    if (!files.includes('package.json')) continue;
    for (const file of files) tree[`node_modules/${name}/${file}`] = readFileSync(new URL(file, folder), 'utf8');
    const { version, license } = JSON.parse(tree[`node_modules/${name}/package.json`] ?? '{}');
    packages[`node_modules/${name}`] = { version, ...(typeof license === 'string' ? { license } : {}) };
  }
  const dependencies = Object.fromEntries(
    Object.keys(packages)
      .slice(0, 9)
      .map((key) => [key.slice(13), '*']),
  );
  tree['package.json'] = JSON.stringify(
    { name: 'app', version: '1.0.0', license: 'Apache-2.0', dependencies },
    null,
    2,
  );
  tree['package-lock.json'] = JSON.stringify(
    { name: 'app', version: '1.0.0', lockfileVersion: 3, packages: { '': { dependencies }, ...packages } },
    null,
    2,
  );
  return tree;
}

const metadata = (name: string, version: string, ...fields: string[]) =>
  [`Metadata-Version: 2.1`, `Name: ${name}`, `Version: ${version}`, ...fields, '', 'Text.'].join('\n');

const PYTHON: Tree = {
  'requirements.txt': '# ours\nrequests==2.31.0\nurllib3>=1.21\nidna==3.4\noak==1.0\n',
  'setup.py': "from setuptools import setup\nsetup(name='app', version='0.1', license='BSD')\n",
  'site-packages/requests-2.31.0.dist-info/METADATA': metadata(
    'requests',
    '2.31.0',
    'License: Apache 2.0',
    'Classifier: License :: OSI Approved :: Apache Software License',
    'Requires-Dist: urllib3 (<3,>=1.21.1)',
  ),
  'site-packages/requests-2.31.0.dist-info/LICENSE': MIT,
  'site-packages/requests/api.py': '# Copyright A. Author\n# SPDX-License-Identifier: Apache-2.0\n',
  'site-packages/urllib3-2.0.7.dist-info/METADATA': metadata('urllib3', '2.0.7', 'License-Expression: MIT'),
  'site-packages/idna-3.4.dist-info/METADATA': metadata(
    'idna',
    '3.4',
    'Classifier: License :: OSI Approved :: BSD License',
  ),
  'site-packages/elm-1.dist-info/METADATA': metadata(
    'elm',
    '1',
    'License: Something of our own',
    'Classifier: License :: OSI Approved :: MIT License',
    'Classifier: License :: OSI Approved :: Apache Software License',
  ),
};

const pom = (parts: string) =>
  `<?xml version="1.0"?>\n<project>\n<modelVersion>4.0.0</modelVersion>\n${parts}\n</project>\n`;
const MAVEN: Tree = {
  'pom.xml': pom(
    '<groupId>org.a</groupId>\n<artifactId>parent</artifactId>\n<version>1.0</version>\n<packaging>pom</packaging>\n<licenses><license><name>Apache License, Version 2.0</name></license></licenses>\n<modules><module>web</module></modules>\n<dependencyManagement><dependencies>\n<dependency><groupId>org.b</groupId><artifactId>core</artifactId><version>2.14.1</version></dependency>\n</dependencies></dependencyManagement>',
  ),
  'web/pom.xml': pom(
    '<parent><groupId>org.a</groupId><artifactId>parent</artifactId><version>1.0</version></parent>\n<artifactId>web</artifactId>\n<dependencies>\n<dependency>\n<groupId>org.b</groupId>\n<artifactId>core</artifactId>\n</dependency>\n<dependency><groupId>org.c</groupId><artifactId>oak</artifactId><version>3.1</version></dependency>\n</dependencies>',
  ),
  'lib/oak-3.1/META-INF/MANIFEST.MF':
    'Manifest-Version: 1.0\nBundle-SymbolicName: org.c.oak\nBundle-Version: 3.1\nBundle-License: MIT\n',
  'lib/elm-2.0.jar.extracted/META-INF/maven/org.d/elm/pom.xml': pom(
    '<groupId>org.d</groupId>\n<artifactId>elm</artifactId>\n<version>2.0</version>\n<licenses><license><name>The MIT License</name></license><license><name>GPL v2</name></license></licenses>',
  ),
  'lib/elm-2.0.jar.extracted/META-INF/maven/org.d/elm/pom.properties': 'groupId=org.d\nartifactId=elm\nversion=2.0\n',
};

const dpkg = (...names: [string, string, string?][]) =>
  names
    .map(
      ([name, version, more = '']) =>
        `Package: ${name}\nStatus: install ok installed\nArchitecture: amd64\nVersion: ${version}\n${more}Description: a package\n`,
    )
    .join('\n');
const copyrightOf = (name: string, license: string) =>
  `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: ${name}\n\nFiles: *\nCopyright: 2020 A. Author\nLicense: ${license}\n\nFiles: debian/*\nCopyright: 2021 B. Author\nLicense: GPL-3.0+\n`;
/** As a layer of an image, unpacked. */
const DEBIAN: Tree = {
  'layer/etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
  'layer/var/lib/dpkg/status': dpkg(
    ['libc6', '2.36-9', 'Source: glibc\n'],
    ['oak', '1.0-1', 'Depends: libc6\n'],
    ['elm', '2.0'],
  ),
  'layer/usr/share/doc/libc6/copyright':
    'This is the Debian prepackaged version of the GNU C Library.\nIt is under the LGPL-2.1.\n',
  'layer/usr/share/doc/oak/copyright': copyrightOf('oak', 'Expat'),
  'layer/usr/share/doc/elm/copyright': copyrightOf('elm', 'GPL-2+'),
  'layer/usr/share/doc/elm/README': 'elm\n',
};

const GO: Tree = {
  'go.mod':
    'module example.org/app\n\ngo 1.21\n\nrequire (\n\tgithub.com/a/oak v1.2.3\n\tgithub.com/b/elm v0.4.0 // indirect\n)\n',
  'go.sum':
    'github.com/a/oak v1.2.3 h1:abc=\ngithub.com/a/oak v1.2.3/go.mod h1:abc=\ngithub.com/b/elm v0.4.0 h1:abc=\n',
  'vendor/modules.txt':
    '# github.com/a/oak v1.2.3\n## explicit\ngithub.com/a/oak\n# github.com/b/elm v0.4.0\ngithub.com/b/elm\n',
  'vendor/github.com/a/oak/LICENSE': MIT,
  'vendor/github.com/a/oak/oak.go': '// SPDX-License-Identifier: BSD-3-Clause\npackage oak\n',
  'vendor/github.com/b/elm/elm.go': 'package elm\n',
  LICENSE: MIT,
};

const ZLIB_H =
  '/* zlib.h -- interface of the \'zlib\' general purpose compression library\n  version 1.3.1, January 22nd, 2024\n*/\n#define ZLIB_VERSION "1.3.1"\n#define ZLIB_VERNUM 0x1310\n';
const C: Tree = {
  LICENSE: MIT,
  'src/main.c': '/* SPDX-License-Identifier: MIT */\nint main(void) { return 0; }\n',
  'src/own.c': '/* SPDX-License-Identifier: GPL-2.0-only */\n',
  'contrib/DEPENDENCY_INFO.md':
    '# Info\n\n| Name | Version | License |\n|---|---|---|\n| oak | 1.4 | Zlib |\n| elm | ? | BSD-3-Clause |\n',
  'contrib/oak/oak.c': '/* SPDX-License-Identifier: Zlib */\n',
  'contrib/elm/elm.h': '/* an elm */\n',
  'contrib/ash/COPYING': 'SPDX-License-Identifier: BSD-2-Clause\n',
  'contrib/ash/configure.ac': 'AC_INIT([ash], [3.2.1], [bugs@example.org])\n',
  'third_party/zlib/zlib.h': ZLIB_H,
  'third_party/zlib/inflate.c':
    '/* inflate.c -- zlib decompression\n * For conditions of distribution and use, see copyright notice in zlib.h\n */\n',
  COPYING: `The whole is under the GPL-2.0-or-later.\n\n- Sloe, located at src/sloe, is licensed as follows:\n\n${MIT}`,
  'src/sloe/sloe.c': 'int sloe;\n',
  'src/sloe/sloe.h': '#define SLOE_VERSION_MAJOR 2\n#define SLOE_VERSION_MINOR 7\n',
  'third_party/sorb/LICENSE': 'SPDX-License-Identifier: ISC\n',
  'third_party/sorb/CMakeLists.txt': 'project(sorb\n  LANGUAGES C\n  VERSION "4.1")\n',
  'third_party/yew/yew.c': '/* SPDX-License-Identifier: ISC */\n',
  'third_party/README.md':
    '# Third party\n\n## yew\n\n- Upstream: https://example.org/yew\n- Version: 0.9\n- License: ISC\n',
  'third_party/fig/README.chromium':
    'Name: fig\nURL: https://example.org/fig\nVersion: 7.1\nLicense: Apache 2.0\n\nDescription:\nA fig.\n',
};

async function itemsOf(name: string, tree: Tree): Promise<WantedItem[]> {
  const top = path.join(root, name);
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
    writeFileSync(path.join(top, file), text);
  }
  const found: { path: string; packages: PackageFinding[] }[] = [];
  const licensed: LicensedTreeFile[] = [];
  for await (const item of scanSource(top, { threads: 0 })) {
    if (item.type !== 'file') continue;
    const { packages, spdx, language, licenses } = item.facts;
    if (packages.length > 0) found.push({ path: item.path, packages });
    const matches = isRootLicenseFile(item.path) ? { matches: licenses } : {};
    if (spdx.length > 0) licensed.push({ path: item.path, spdx, isSource: language !== '', ...matches });
  }
  const manifests = new Set(found.filter(({ packages }) => isManifestFile(packages)).map((file) => file.path));
  const speaking = licensed.filter((file) => !manifests.has(file.path));
  const folders = Object.keys(tree).map((file) => path.posix.dirname(file));
  const packages = describePackages(withoutMissing(found, folders).files, undefined, undefined, speaking);
  const primary = primaryLicenses(packages, speaking, '');
  return deriveInventory(
    packages.map((one) => ({ ...one, primaryLicense: primary.packages.get(one.purl) })) as never,
    speaking.map((file) => ({
      path: file.path,
      expressions: file.spdx,
      licensedFolder: folderLicensedBy(file),
    })) as never,
  ).items;
}

/** All sentences of an item about files. */
function sentencesOf({ detectionNotes, licenseFacts: { declared, concluded, bundled } }: WantedItem): string[] {
  return [detectionNotes, declared.words, concluded.words, ...bundled.map(({ words }) => words)];
}

interface Claim {
  file: string;
  line?: number;
  words: string[];
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ');
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What the sentences of an item say about each file that they name. */
function claimsOf(item: WantedItem, tree: Tree): Claim[] {
  const files = Object.keys(tree).sort((a, b) => b.length - a.length);
  const anyFile = `(${files.map(escaped).join('|')})`;
  const bareName = item.componentName.split('/').at(-1) ?? '';
  return sentencesOf(item).flatMap((text): Claim[] => [
    // "Pinned by the lockfile a (line 3), b."
    ...[
      ...text.matchAll(
        /(Declared by the manifest|Recorded as present by|Pinned by the lockfile|Listed as third-party code by|Required by the manifest) ([^“”]*?)\.(?= [A-Z]|$)/g,
      ),
    ].flatMap(([, verb, list = '']) =>
      [...list.matchAll(new RegExp(`(?:^|, )${anyFile}(?: \\(line (\\d+)\\))?(?=,|$| and \\d+ more)`, 'g'))].map(
        ([, file = '', line]) => ({
          file,
          ...(line === undefined ? {} : { line: Number(line) }),
          words: [bareName, ...(verb === 'Pinned by the lockfile' && line === undefined ? [item.versionName] : [])],
        }),
      ),
    ),
    // "a declares MIT, written as “The MIT License”." and "a declares MIT (written “The MIT License”)"
    ...[
      ...text.matchAll(
        new RegExp(
          `${anyFile} (?:declares|records) (?:“([^”]*)”|([^,;(“]+?)(?:,? \\(?written (?:as )?“([^”]*)”|(?=[,;.](?: |$)|$| inexactly)))`,
          'g',
        ),
      ),
    ].map(([, file = '', quoted, expression, written]) => ({
      file,
      words: (quoted ?? written ?? expression ?? '')
        .replace(/…$/, '')
        .split(/ (?:AND|OR) /)
        .map((one) => one.replace(/^\(|\)$/g, '').trim()),
    })),
    // "a (line 4) says “words”."
    ...[...text.matchAll(new RegExp(`${anyFile} \\(line (\\d+)\\) says “(.*?)”\\.`, 'g'))].map(
      ([, file = '', line, words = '']) => ({ file, line: Number(line), words: [words.replace(/…$/, '')] }),
    ),
    ...[
      ...text.matchAll(
        new RegExp(`${anyFile} \\(line (\\d+)\\) names the folder (\\S+) with a license of its own`, 'g'),
      ),
    ].map(([, file = '', line, folder = '']) => ({ file, line: Number(line), words: [folder] })),
    ...[
      ...text.matchAll(new RegExp(`${anyFile} gives the parts of its version (\\S+) from line (\\d+) on\\.`, 'g')),
    ].flatMap(([, file = '', version = '', line]) =>
      version.split('.').map((part, at) => ({ file, line: Number(line) + at, words: [part] })),
    ),
    ...[...text.matchAll(new RegExp(`${anyFile} \\(line (\\d+)\\) names its version (\\S+)\\.(?= |$)`, 'g'))].map(
      ([, file = '', line, version = '']) => ({ file, line: Number(line), words: [version] }),
    ),
  ]);
}

function isTrue({ file, line, words }: Claim, tree: Tree): boolean {
  const text = tree[file] ?? '';
  const named = line === undefined ? text : (text.split('\n')[line - 1] ?? '');
  return words.every(
    (word) =>
      (word !== '' && plain(named).includes(plain(word))) || (line === undefined && plain(file).includes(plain(word))),
  );
}

describe('sentences about files are true', () => {
  it.each<[string, () => Tree, items: number]>([
    ['npm with node_modules', npmTree, 100],
    ['installed Python packages', () => PYTHON, 5],
    ['poms and jars of Maven', () => MAVEN, 4],
    ['a layer of a Debian image', () => DEBIAN, 3],
    ['Go with vendor', () => GO, 3],
    ['C with contrib', () => C, 6],
  ])(
    '%s',
    async (name, treeOf, least) => {
      const tree = treeOf();
      const items = await itemsOf(name.replaceAll(' ', '-'), tree);
      expect(items.filter(({ type }) => type === 'COMPONENT').length).toBeGreaterThanOrEqual(least);
      const claims = items.flatMap((item) => claimsOf(item, tree).map((claim) => ({ item: item.name, ...claim })));
      expect(claims.length).toBeGreaterThanOrEqual(least);
      expect(claims.filter((claim) => !isTrue(claim, tree))).toEqual([]);
    },
    120_000,
  );

  it('a claim that is false is found', () => {
    expect(isTrue({ file: 'go.mod', line: 6, words: ['oak'] }, GO)).toBe(true);
    expect(isTrue({ file: 'go.mod', line: 7, words: ['oak'] }, GO)).toBe(false);
    expect(isTrue({ file: 'LICENSE', words: ['Apache-2.0'] }, GO)).toBe(false);
  });
});
