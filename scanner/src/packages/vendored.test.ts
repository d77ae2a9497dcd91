// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of build files
// Folders of third-party code that only their place and their license show.
import { describe, expect, it } from 'vitest';
import { manifestNameFor, readManifest } from '../manifests/index.ts';
import { describePackages, withoutMissing } from './index.ts';

/** Files with their texts and licenses; `purl in folders (license file, version file) files` of each package. */
function packagesIn(files: Record<string, { text?: string; spdx?: string[] }>): string[] {
  const manifests = Object.entries(files).flatMap(([path, { text = '' }]) => {
    const member = manifestNameFor(path);
    const found = member === undefined ? [] : readManifest(member, Buffer.from(text)).findings;
    return found.length === 0 ? [] : [{ path, packages: found }];
  });
  const folders = Object.keys(files).map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const licensed = Object.entries(files).map(([path, { spdx = [] }]) => ({ path, spdx }));
  return describePackages(withoutMissing(manifests, folders).files, undefined, undefined, licensed).map(
    ({ purl, ownedFolders, vendored, isDirect }) =>
      [
        purl,
        ownedFolders.length === 0 ? '' : `in ${ownedFolders.join(' ')}`,
        isDirect === false ? 'transitive' : '',
        vendored === undefined
          ? ''
          : `by ${[vendored.licensePath, vendored.version && `${vendored.version.path}:${vendored.version.line}`].filter(Boolean).join(' ')}`,
      ]
        .filter((word) => word !== '')
        .join(' '),
  );
}

const MIT = { spdx: ['MIT'] };
const BSD = { spdx: ['BSD-3-Clause'] };
const APACHE = { spdx: ['Apache-2.0'] };

describe('vendored folders', () => {
  it.each<[string, Record<string, { text?: string; spdx?: string[] }>, string[]]>([
    [
      'most folders of a place are the code of others, so the others are too: under the own license, and without a license file',
      {
        LICENSE: BSD,
        'contrib/oak/LICENSE': MIT,
        'contrib/elm/LICENSE': MIT,
        'contrib/ash/COPYING': APACHE,
        'contrib/fir/LICENSE': BSD,
        'contrib/yew/yew.h': MIT,
      },
      ['ash', 'elm', 'fir', 'oak', 'yew'].map(
        (name) =>
          `pkg:generic/${name} in contrib/${name} by contrib/${name}/${({ ash: 'COPYING', yew: 'yew.h' } as Record<string, string>)[name] ?? 'LICENSE'}`,
      ),
    ],
    [
      'two folders with the code of others among five show nothing of the others',
      {
        LICENSE: BSD,
        'contrib/oak/LICENSE': MIT,
        'contrib/elm/LICENSE': MIT,
        'contrib/ash/a.c': BSD,
        'contrib/fir/LICENSE': BSD,
        'contrib/yew/yew.h': MIT,
      },
      ['elm', 'oak'].map((name) => `pkg:generic/${name} in contrib/${name} by contrib/${name}/LICENSE`),
    ],
    [
      'a list of the place names its libraries, so what it leaves out is the project’s own',
      {
        LICENSE: BSD,
        'contrib/README.md': {
          text: '## oak\n\n- Version: 1.0\n- License: MIT\n\n## elm\n\n- Version: 2.0\n- License: MIT\n\n## ash\n\n- Version: 3.0\n- License: MIT\n',
        },
        'contrib/oak/oak.c': MIT,
        'contrib/elm/elm.c': MIT,
        'contrib/ash/ash.c': MIT,
        'contrib/fir/fir.c': MIT,
      },
      [
        'pkg:generic/ash@3.0 in contrib/ash',
        'pkg:generic/elm@2.0 in contrib/elm',
        'pkg:generic/oak@1.0 in contrib/oak',
      ],
    ],
    [
      'a folder called like a library without its “lib” is not that library',
      { 'third_party/zip/LICENSE': MIT, 'third_party/libzip/LICENSE': BSD },
      [
        'pkg:generic/libzip in third_party/libzip by third_party/libzip/LICENSE',
        'pkg:generic/zip in third_party/zip by third_party/zip/LICENSE',
      ],
    ],
    [
      'a folder with a license file, and its version in the build file',
      {
        'third_party/oak/LICENSE': BSD,
        'third_party/oak/CMakeLists.txt': {
          text: 'cmake_minimum_required(VERSION 3)\nproject(oak VERSION 1.2.3 LANGUAGES C)',
        },
      },
      ['pkg:generic/oak@1.2.3 in third_party/oak by third_party/oak/LICENSE third_party/oak/CMakeLists.txt:2'],
    ],
    [
      'the version in a line of its own in the build file, as the sentence about it says',
      {
        'third_party/oak/LICENSE': BSD,
        'third_party/oak/CMakeLists.txt': { text: 'project(oak\n  LANGUAGES C\n  VERSION "0.1.19")\n' },
      },
      ['pkg:generic/oak@0.1.19 in third_party/oak by third_party/oak/LICENSE third_party/oak/CMakeLists.txt:3'],
    ],
    [
      'license files called after a library and its version, beside its code; not those called after a license',
      {
        'lib/oak-1.7.2.LICENSE.txt': MIT,
        'lib/elm-core-2.0.1.jar-LICENSE': APACHE,
        'lib/apache-2.0.LICENSE': APACHE,
        'src/ash-1.0.LICENSE': MIT,
      },
      [
        'pkg:generic/elm-core@2.0.1 by lib/elm-core-2.0.1.jar-LICENSE',
        'pkg:generic/oak@1.7.2 by lib/oak-1.7.2.LICENSE.txt',
      ],
    ],
    [
      'a header that has the name of the folder states the version',
      { '3rdparty/oak/COPYING': BSD, '3rdparty/oak/include/oak.h': { text: '#define OAK_VERSION "4.5"' } },
      ['pkg:generic/oak@4.5 in 3rdparty/oak by 3rdparty/oak/COPYING 3rdparty/oak/include/oak.h:1'],
    ],
    [
      'the version in the name of the folder',
      { 'externals/oak-1.4.2/LICENSE': BSD },
      ['pkg:generic/oak@1.4.2 in externals/oak-1.4.2 by externals/oak-1.4.2/LICENSE'],
    ],
    [
      'a computed version is unknown',
      { 'deps/oak/LICENSE': BSD, 'deps/oak/CMakeLists.txt': { text: 'project(oak VERSION $' + '{V})' } },
      ['pkg:generic/oak in deps/oak by deps/oak/LICENSE'],
    ],
    [
      'headers with a license in a sure place',
      { 'src/3rdparty/oak/oak.c': MIT },
      ['pkg:generic/oak in src/3rdparty/oak by src/3rdparty/oak/oak.c'],
    ],
    [
      'a library with a recogniser has its name',
      { 'third_party/zlib/LICENSE': { spdx: ['Zlib'] } },
      ['pkg:generic/zlib in third_party/zlib by third_party/zlib/LICENSE'],
    ],
    [
      'in a likely place, a license file with another license than that of the project',
      {
        LICENSE: APACHE,
        'contrib/oak/LICENSE': BSD,
        'contrib/elm/LICENSE': APACHE,
        'contrib/ash/ash.c': BSD,
        'lib/yew/LICENSE': MIT,
      },
      ['pkg:generic/oak in contrib/oak by contrib/oak/LICENSE', 'pkg:generic/yew in lib/yew by lib/yew/LICENSE'],
    ],
    [
      'own folders',
      { LICENSE: MIT, 'src/oak/LICENSE': BSD, 'lib/a/a.c': BSD, 'plugins/b/COPYING': BSD, 'contrib/x.c': BSD },
      [],
    ],
    [
      'folders that are no library',
      { LICENSE: MIT, 'third_party/licenses/LICENSE': BSD, 'external/patches/a.patch': BSD, 'deps/README.md': MIT },
      [],
    ],
    [
      'parts of a vendored library, and its likely places are its own',
      {
        LICENSE: MIT,
        'deps/oak/LICENSE': BSD,
        'deps/oak/third_party/elm/LICENSE': APACHE,
        'deps/oak/contrib/ash/COPYING': MIT,
      },
      [
        'pkg:generic/elm in deps/oak/third_party/elm transitive by deps/oak/third_party/elm/LICENSE',
        'pkg:generic/oak in deps/oak by deps/oak/LICENSE',
      ],
    ],
    [
      'a folder that groups libraries',
      { 'third_party/js/oak/LICENSE': BSD, 'third_party/js/elm/LICENSE': MIT },
      [
        'pkg:generic/elm in third_party/js/elm by third_party/js/elm/LICENSE',
        'pkg:generic/oak in third_party/js/oak by third_party/js/oak/LICENSE',
      ],
    ],
    [
      'a folder with a manifest of its own is the package of the manifest',
      { 'third_party/oak/package.json': { text: '{"name":"oak","version":"1.0.0"}' }, 'third_party/oak/LICENSE': MIT },
      ['pkg:npm/oak@1.0.0 in third_party/oak'],
    ],
    [
      'the inside of an installed package belongs to it',
      {
        'node_modules/oak/package.json': { text: '{"name":"oak","version":"1.0.0"}' },
        'node_modules/oak/vendor/elm/LICENSE': MIT,
      },
      ['pkg:npm/oak@1.0.0 in node_modules/oak'],
    ],
    [
      'modules of Go in folders of hosts',
      {
        'vendor/modules.txt': { text: '# github.com/a/b v1.0.0\n## explicit\ngithub.com/a/b\n' },
        'vendor/github.com/a/b/LICENSE': MIT,
      },
      ['pkg:golang/github.com/a/b@v1.0.0 in vendor/github.com/a/b'],
    ],
    [
      'a list names folders that are called otherwise, and parts of a folder',
      {
        LICENSE: APACHE,
        'contrib/DEPENDENCY_INFO.md': {
          text: '# Info\n\n| Name | Version | License | Patched |\n|------|---------|---------|---|\n| oak | ? | Zlib | NO |\n| ngx-elm-tree | 2.2.0 | MIT | YES |\n| function9 | 1.1 | BSL-1.0 | NO |\n| ash/leaf | 3.0 | MIT | NO |\n| gone | 1 | MIT | NO |\n',
        },
        'contrib/oak/oak.c': {},
        'contrib/elm-tree/elm.c': {},
        'contrib/fu9/include/function9/a.h': {},
        'contrib/fu9/LICENSE': BSD,
        'contrib/ash/leaf.h': {},
      },
      [
        'pkg:generic/ash/leaf@3.0',
        'pkg:generic/function9@1.1 in contrib/fu9',
        'pkg:generic/ngx-elm-tree@2.2.0 in contrib/elm-tree',
        'pkg:generic/oak in contrib/oak',
      ],
    ],
    [
      'a script names its folder from the root of the repository',
      {
        'a/Utilities/Scripts/update-oak.bash': {
          text: 'readonly name="oak"\nreadonly subtree="Utilities/cmoak"\nreadonly repo="https://a.org/oak.git"\nreadonly tag="v1.5.0"\n',
        },
        'a/Utilities/cmoak/oak.c': BSD,
      },
      ['pkg:generic/oak@1.5.0 in a/Utilities/cmoak'],
    ],
    [
      'submodules are in their folders, and keep the version that a folder states',
      {
        '.gitmodules': {
          text: '[submodule "oak"]\n\tpath = third_party/oak\n\turl = https://github.com/a/oak.git\n[submodule "elm"]\n\tpath = third_party/elmtree\n\turl = https://github.com/a/elm\n[submodule "gone"]\n\tpath = third_party/gone\n\turl = https://github.com/a/gone\n[submodule "yew"]\n\tpath = yew\n\turl = ../yew\n',
        },
        'third_party/oak/LICENSE': MIT,
        'third_party/elmtree/CMakeLists.txt': { text: 'project(elm VERSION 2.1)\n' },
        'third_party/elmtree/COPYING': BSD,
        'yew/yew.c': {},
      },
      [
        'pkg:generic/elmtree@2.1 in third_party/elmtree by third_party/elmtree/COPYING third_party/elmtree/CMakeLists.txt:1',
        'pkg:generic/yew in yew',
        'pkg:github/a/gone',
        'pkg:github/a/oak in third_party/oak',
      ],
    ],
    [
      'CMake builds folders with the code of others, and takes what it could fetch from one',
      {
        'CMakeLists.txt': {
          text: 'project(app)\nadd_subdirectory(src)\nadd_subdirectory(third_party/oak EXCLUDE_FROM_ALL)\nadd_subdirectory(third_party/js)\nFetchContent_Declare(elm SOURCE_DIR ${CMAKE_CURRENT_SOURCE_DIR}/vendor/elm-src)\nFetchContent_Declare(ash GIT_REPOSITORY https://github.com/a/ash GIT_TAG v1.0 SOURCE_DIR ${CMAKE_SOURCE_DIR}/deps/ash)\n',
        },
        'src/own.c': {},
        'third_party/oak/oak.c': {},
        'third_party/js/yew/LICENSE': MIT,
        'third_party/js/fir/LICENSE': BSD,
        'vendor/elm-src/elm.c': {},
        'deps/ash/ash.c': {},
      },
      [
        'pkg:generic/elm in vendor/elm-src by CMakeLists.txt',
        'pkg:generic/fir in third_party/js/fir by third_party/js/fir/LICENSE',
        'pkg:generic/oak in third_party/oak by CMakeLists.txt',
        'pkg:generic/yew in third_party/js/yew by third_party/js/yew/LICENSE',
        'pkg:github/a/ash@v1.0 in deps/ash',
      ],
    ],
    [
      'machine-readable copyright files of other names, wherever they lie',
      {
        'doc/licenses.dep5': {
          text: 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: third_party/oak/*\nCopyright: 2010 Ada\nLicense: MIT\n',
        },
        'third_party/oak/oak.c': {},
      },
      ['pkg:generic/oak in third_party/oak'],
    ],
  ])('%s', (_, files, expected) => expect(packagesIn(files)).toEqual(expected));

  it('takes 50,000 folders', () => {
    const files = Array.from({ length: 50_000 }, (_, at) => ({
      path: `third_party/p${at}x/a/b/LICENSE`,
      spdx: ['MIT'],
    }));
    expect(describePackages([], undefined, undefined, files)).toHaveLength(50_000);
  });
});
