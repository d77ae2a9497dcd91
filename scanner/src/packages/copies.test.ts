// Copied libraries of a whole tree: one package for each library and folder; the files vote for its version.
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/manifests/manifest-check.ts';
import type { PackageFinding } from '../findings.ts';
import { createLibraryFinder, libraryRules } from '../libraries/index.ts';
import { manifestNameFor, readManifest } from '../manifests/index.ts';
import { describePackages } from './index.ts';

const { find } = createLibraryFinder(libraryRules());

function read(path: string, text: string): PackageFinding[] {
  const manifest = manifestNameFor(path);
  const stated = manifest === undefined ? [] : readManifest(manifest, Buffer.from(text)).findings;
  if (manifest !== undefined && manifest !== 'project-version') return stated;
  return [...find(Buffer.from(text), /\.(js|css)$/.test(path) ? 'JavaScript' : 'C').packages, ...stated];
}

/** `purl confidence [direct] in "folders" or files: agreeing/recognised proof` */
function lines(files: Record<string, string>): string[] {
  const inputs = Object.entries(files).map(([path, text]) => ({ path, packages: read(path, text) }));
  return describePackages(inputs)
    .filter(({ copied }) => copied !== undefined)
    .map(({ purl, confidence, isDirect, scope, ownedFolders, ownedFiles = [], copied }) =>
      [
        purl,
        confidence,
        isDirect ? 'direct' : 'transitive',
        ...(scope === 'runtime' ? [] : [scope]),
        ownedFolders.length > 0 ? `in "${ownedFolders.join('", "')}"` : '',
        ownedFiles.join(' '),
        `${copied!.agreeing}/${copied!.paths.length} ${copied!.path}:${copied!.line}`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    );
}

const ZLIB_H = '#define ZLIB_VERSION "1.3.1"\n';
const INFLATE_C = ' * For conditions of distribution and use, see copyright notice in zlib.h\n';
const INFTREES_C = '   " inflate 1.3.1 Copyright 1995-2024 Mark Adler ";\n';
const IJG = "// This file is part of the Independent JPEG Group's software.\n";

const dep5 = (files: string, comment: string) =>
  `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: ./${files}\nComment: ${comment}\nLicense: MIT\n`;
const listed = (heading: string, version: string) =>
  `${heading}\n\n- Upstream: https://list.example/\n- Version: ${version}\n- License: MIT\n\n`;

describe('copied libraries', () => {
  const cases: [string, Record<string, string>, string[]][] = [
    ['nothing', { 'a.c': 'int a;' }, []],
    [
      'a folder with its name is the library, and the files in it vote for the version',
      { 'lib/zlib/zlib.h': ZLIB_H, 'lib/zlib/inflate.c': INFLATE_C, 'lib/zlib/inftrees.c': INFTREES_C },
      ['pkg:generic/zlib@1.3.1 HIGH direct in "lib/zlib" 2/3 lib/zlib/zlib.h:1'],
    ],
    [
      'the outermost folder with its name, with any version after the name',
      { 'deps/libpng-1.6.43/include/libpng16/png.h': '#define PNG_LIBPNG_VER_STRING "1.6.43"' },
      ['pkg:generic/libpng@1.6.43 HIGH direct in "deps/libpng-1.6.43" 1/1 deps/libpng-1.6.43/include/libpng16/png.h:1'],
    ],
    [
      'in other folders, only the recognised files belong to the library',
      { 'src/json/stb_image.h': '/* stb_image - v2.28 - public domain image loader */' },
      ['pkg:generic/stb_image@2.28 HIGH direct src/json/stb_image.h 1/1 src/json/stb_image.h:1'],
    ],
    ['no version', { 'src/inflate.c': INFLATE_C }, ['pkg:generic/zlib LOW direct src/inflate.c 1/1 src/inflate.c:1']],
    [
      'if only a list names the version, a file of the library is the proof',
      { 'lib/zlib/inflate.c': INFLATE_C, 'lib/zlib/README.chromium': 'Name: zlib\nVersion: 1.3\n' },
      ['pkg:generic/zlib@1.3 MEDIUM direct in "lib/zlib" 0/1 lib/zlib/inflate.c:1'],
    ],
    [
      'two versions in two folders are two packages',
      { 'a/zlib/zlib.h': ZLIB_H, 'b/zlib/zlib.h': ZLIB_H.replace('1.3.1', '1.2.11') },
      [
        'pkg:generic/zlib@1.2.11 HIGH direct in "b/zlib" 1/1 b/zlib/zlib.h:1',
        'pkg:generic/zlib@1.3.1 HIGH direct in "a/zlib" 1/1 a/zlib/zlib.h:1',
      ],
    ],
    [
      'one version in two folders is one package',
      { 'a/zlib/zlib.h': ZLIB_H, 'b/zlib/zlib.h': ZLIB_H },
      ['pkg:generic/zlib@1.3.1 HIGH direct in "a/zlib", "b/zlib" 2/2 a/zlib/zlib.h:1'],
    ],
    [
      'the main header decides against files of earlier versions',
      {
        'zstd/legacy/v02.c': '#define ZSTD_VERSION_MAJOR 0\n#define ZSTD_VERSION_MINOR 2\n',
        'zstd/legacy/v03.c': '#define ZSTD_VERSION_MAJOR 0\n#define ZSTD_VERSION_MINOR 2\n',
        'zstd/zstd.h': '#define ZSTD_VERSION_MAJOR 1\n#define ZSTD_VERSION_MINOR 5\n#define ZSTD_VERSION_RELEASE 5\n',
      },
      ['pkg:generic/zstd@1.5.5 HIGH direct in "zstd" 1/3 zstd/zstd.h:1'],
    ],
    [
      'a library inside another one is not direct',
      {
        'freetype/freetype.h': '#define FREETYPE_MAJOR 2\n#define FREETYPE_MINOR 13\n#define FREETYPE_PATCH 2\n',
        'freetype/src/gzip/zlib.h': ZLIB_H,
      },
      [
        'pkg:generic/freetype@2.13.2 HIGH direct in "freetype" 1/1 freetype/freetype.h:1',
        'pkg:generic/zlib@1.3.1 HIGH transitive freetype/src/gzip/zlib.h 1/1 freetype/src/gzip/zlib.h:1',
      ],
    ],
    [
      'a banner inside a derived library counts for the derived library',
      { 'x/libjpeg-turbo/a.c': IJG, 'x/libjpeg-turbo/b.h': '#define LIBJPEG_TURBO_VERSION 2.1.5\n' },
      ['pkg:generic/libjpeg-turbo@2.1.5 HIGH direct in "x/libjpeg-turbo" 1/1 x/libjpeg-turbo/b.h:1'],
    ],
    [
      'the same banner without the derived library',
      { 'jpeg/a.c': IJG },
      ['pkg:generic/libjpeg LOW direct in "jpeg" 1/1 jpeg/a.c:1'],
    ],
    [
      'a declared package explains its own files, not those of others',
      {
        'node_modules/jquery/package.json': '{"name":"jquery","version":"3.7.1"}',
        'node_modules/jquery/dist/jquery.js': '/*!\n * jQuery JavaScript Library v3.7.1\n',
        'node_modules/b/package.json': '{"name":"b","version":"1.0.0"}',
        'node_modules/b/vendor/jquery.js': '/*!\n * jQuery JavaScript Library v1.12.4\n',
      },
      ['pkg:npm/jquery@1.12.4 HIGH transitive node_modules/b/vendor/jquery.js 1/1 node_modules/b/vendor/jquery.js:2'],
    ],
    [
      'a part that the makers publish by itself is no copy of the whole; a copy in a package of others is',
      {
        'node_modules/lodash.isboolean/package.json': '{"name":"lodash.isboolean","version":"3.0.3"}',
        'node_modules/lodash.isboolean/index.js': '/**\n * lodash 3.0.3 (Custom Build) <https://lodash.com/>\n',
        'node_modules/lodashy/package.json': '{"name":"lodashy","version":"1.0.0"}',
        'node_modules/lodashy/index.js': '/**\n * lodash 3.10.1 (Custom Build) <https://lodash.com/>\n',
      },
      ['pkg:npm/lodash@3.10.1 HIGH transitive node_modules/lodashy/index.js 1/1 node_modules/lodashy/index.js:2'],
    ],
    [
      'a version in the name of the file',
      {
        'js/bootstrap-2.0.1.min.js': '/*!\n* Bootstrap.js by @fat & @mdo\n',
        'js/bootstrap.js': '/*!\n* Bootstrap.js by @fat & @mdo\n',
      },
      [
        'pkg:npm/bootstrap@2.0.1 MEDIUM direct js/bootstrap-2.0.1.min.js js/bootstrap.js 1/2 js/bootstrap-2.0.1.min.js:2',
      ],
    ],
    [
      'a list that agrees with the files',
      {
        'thirdparty/README.md': '## zlib\n\n- Upstream: https://www.zlib.net/\n- Version: 1.2.13\n- License: zlib\n',
        'thirdparty/zlib/zlib.h': ZLIB_H,
      },
      ['pkg:generic/zlib@1.3.1 HIGH direct in "thirdparty/zlib" 1/1 thirdparty/zlib/zlib.h:1'],
    ],
    [
      'only a list',
      { 'thirdparty/README.md': '## foo\n\n- Upstream: https://github.com/a/foo\n- Version: 2.0\n- License: MIT\n' },
      ['pkg:github/a/foo@2.0 MEDIUM direct in "thirdparty/foo" 0/0 thirdparty/README.md:1'],
    ],
    [
      'of two lists with different names, the one with the version',
      {
        'COPYRIGHT.txt':
          'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: ./thirdparty/foo/*\nComment: The Foo Library\nLicense: MIT\n',
        'thirdparty/README.md': '## foo\n\n- Upstream: https://github.com/a/foo\n- Version: 2.0\n- License: MIT\n',
      },
      ['pkg:github/a/foo@2.0 MEDIUM direct in "thirdparty/foo" 0/0 thirdparty/README.md:1'],
    ],
    [
      'two lists with different names, of which one names the folder and the other its file',
      {
        'COPYRIGHT.txt': dep5('thirdparty/certs/ca-certificates.crt', 'CA certificates'),
        'thirdparty/README.md': listed('## certs', '2018.2.26'),
      },
      ['pkg:generic/certs@2018.2.26 MEDIUM direct in "thirdparty/certs" 0/0 thirdparty/README.md:1'],
    ],
    [
      'a file of a folder for which the other list has its own entry is another library',
      {
        'COPYRIGHT.txt': `${dep5('thirdparty/foo/*', 'Foo')}\n${dep5('thirdparty/foo/md5.c', 'MD5 of Ada')}`,
        'thirdparty/README.md': listed('## foo', '2.0'),
      },
      [
        'pkg:generic/MD5-of-Ada LOW transitive in "thirdparty/foo/md5.c" thirdparty/foo/md5.c 0/0 COPYRIGHT.txt:9',
        'pkg:generic/foo@2.0 MEDIUM direct in "thirdparty/foo" 0/0 thirdparty/README.md:1',
      ],
    ],
    [
      'a recognised file in the folder of another library stays a library of its own',
      {
        'COPYRIGHT.txt': dep5('thirdparty/foo/stb_image.h', 'stb image'),
        'thirdparty/README.md': listed('## foo', '2.0'),
        'thirdparty/foo/stb_image.h': '/* stb_image - v2.28 - public domain image loader */',
      },
      [
        'pkg:generic/foo@2.0 MEDIUM direct in "thirdparty/foo" 0/0 thirdparty/README.md:1',
        'pkg:generic/stb_image@2.28 HIGH transitive thirdparty/foo/stb_image.h 1/1 thirdparty/foo/stb_image.h:1',
      ],
    ],
    [
      'several libraries of one folder in two lists, paired by their names',
      {
        'COPYRIGHT.txt': [
          dep5('thirdparty/fonts/DroidSans*.ttf', 'DroidSans font'),
          dep5('thirdparty/fonts/NotoSans*.ttf', 'Noto Sans font'),
          dep5('thirdparty/fonts/Hack_Regular.ttf', 'Hack font'),
        ].join('\n'),
        'thirdparty/README.md': `## fonts\n\n${listed('### Noto Sans', '1.06')}${listed('### Hack Regular', '3.003')}${listed('### DroidSans*.ttf', '?')}`,
      },
      [
        'pkg:generic/DroidSans MEDIUM direct in "thirdparty/fonts" 0/0 thirdparty/README.md:15',
        'pkg:generic/Hack-Regular@3.003 MEDIUM direct in "thirdparty/fonts/Hack_Regular.ttf" thirdparty/fonts/Hack_Regular.ttf 0/0 thirdparty/README.md:9',
        'pkg:generic/Noto-Sans@1.06 MEDIUM direct in "thirdparty/fonts" 0/0 thirdparty/README.md:3',
      ],
    ],
    [
      'several libraries in one list for one folder',
      {
        'third_party/x/README.chromium': `Name: a\nVersion: 1\n${'-'.repeat(20)} DEPENDENCY DIVIDER ${'-'.repeat(20)}\nName: b\nVersion: 2\n`,
      },
      [
        'pkg:generic/a@1 MEDIUM direct in "third_party/x" 0/0 third_party/x/README.chromium:1',
        'pkg:generic/b@2 MEDIUM direct in "third_party/x" 0/0 third_party/x/README.chromium:4',
      ],
    ],
    [
      'copies in tests are not runtime packages',
      { 'src/main.c': '', 'src/zlib/zlib.h': ZLIB_H, 'test/doctest.h': '#define DOCTEST_VERSION_STR "2.4.9"' },
      [
        'pkg:generic/doctest@2.4.9 HIGH direct test test/doctest.h 1/1 test/doctest.h:1',
        'pkg:generic/zlib@1.3.1 HIGH direct in "src/zlib" 1/1 src/zlib/zlib.h:1',
      ],
    ],
  ];
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));

  it('do not depend on the order of the files', () => {
    const files = Object.assign({}, ...cases.map(([, some]) => some)) as Record<string, string>;
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    expect(lines(reversed)).toEqual(lines(files));
  });

  it('20,000 files of one library in as many folders in linear time', { timeout: 60_000 }, () => {
    const copied = find(Buffer.from(INFLATE_C), 'C').packages;
    const inputs = Array.from({ length: 20_000 }, (_, index) => ({
      path: `d${index}/${'e/'.repeat(10)}a.c`,
      packages: copied,
    }));
    inputs.push({ path: 'z/zlib.h', packages: find(Buffer.from(ZLIB_H), 'C').packages });
    const start = cpuMs();
    expect(describePackages(inputs).map(({ purl }) => purl)).toEqual(['pkg:generic/zlib', 'pkg:generic/zlib@1.3.1']);
    expect(cpuMs() - start).toBeLessThan(10_000);
  });
});
