import { describe, expect, it } from 'vitest';
import { createFolderClaims, folderOf, isThirdParty } from './folders.ts';

it.each([
  ['package.json', ''],
  ['a/b/package.json', 'a/b'],
])('folderOf(%s)', (path, folder) => expect(folderOf(path)).toBe(folder));

describe('isThirdParty', () => {
  it.each([
    ['package.json', false],
    ['packages/a/package.json', false],
    ['node_modules/a/package.json', true],
    ['x/node_modules/@s/a/package.json', true],
    ['vendor/github.com/a/b/go.mod', true],
    ['vendors/a/package.json', false],
    ['third-party/a/package.json', true],
    ['lib/ThirdParty/a/package.json', true],
    ['3rdparty/a/package.json', true],
    ['jspm_packages/npm/a@1/package.json', true],
    ['pkg/pods/go.mod', false],
    ['node_modules/a/', true],
    ['elm-stuff/a/', true],
    ['thirdpartyx/a/', false],
    ['lib/python3/site-packages/a-1.dist-info/METADATA', true],
    ['lib/a-1.0.jar_/META-INF/maven/g/a/pom.xml', true],
    ['META-INF/maven/g/a/pom.xml', false],
    ['build/META-INF/maven/g/a/pom.xml', true],
    ['a.whl_/a-1.dist-info/METADATA', true],
    ['a-1.dist-info/METADATA', true],
    ['repo/g/a/1/a-1.pom', true],
    ['a-1.0-py3.egg_/EGG-INFO/PKG-INFO', true],
    ['a-1.0-py3.10.egg-info', true],
    ['a.egg-info/PKG-INFO', false],
    ['vendor/bundle/ruby/3.3.0/gems/rake-13.0.6/rake.gemspec', true],
    ['usr/lib/ruby/gems/3.3.0/specifications/rake-13.0.6.gemspec', true],
    ['usr/lib/ruby/gems/3.3.0/gems/rake-13.0.6/rake.gemspec', true],
    ['gems/own/own.gemspec', false],
    ['rake-13.0.6.gem_/metadata.gz', true],
    ['Pods/AFNetworking/AFNetworking.podspec', true],
    ['Carthage/Checkouts/Alamofire/Package.swift', true],
    ['.build/checkouts/swift-nio/Package.swift', true],
    ['packages/Newtonsoft.Json.13.0.3/Newtonsoft.Json.nuspec', true],
    ['packages/own/own.csproj', false],
    ['deps/plug/mix.exs', true],
    ['deps/cowboy/src/cowboy.app.src', true],
    ['deps/zlib/CMakeLists.txt', false],
    ['renv/library/R-4.3/x/DESCRIPTION', true],
    ['lua_modules/share/lua/5.4/a-1.0-1.rockspec', true],
  ])('%s: %s', (path, expected) => expect(isThirdParty(path)).toBe(expected));
});

describe('folderFor', () => {
  const cases: [string, [path: string, purl: string][], string[]][] = [
    ['a manifest owns its folder', [['a/package.json', 'pkg:npm/a@1']], ['a']],
    [
      'one artifact owns its jar',
      [
        ['a.jar_/META-INF/maven/g/a/pom.xml', 'pkg:maven/g/a@1'],
        ['a.jar_/META-INF/maven/g/a/pom.properties', 'pkg:maven/g/a@1'],
      ],
      ['a.jar_', 'a.jar_'],
    ],
    [
      'of several artifacts the one with the name of the jar owns it',
      [
        ['lib/app-1.0.jar_/META-INF/maven/g/app/pom.xml', 'pkg:maven/g/app@1'],
        ['lib/app-1.0.jar_/META-INF/maven/h/shaded/pom.xml', 'pkg:maven/h/shaded@2'],
      ],
      ['lib/app-1.0.jar_', 'lib/app-1.0.jar_/META-INF/maven/h/shaded'],
    ],
    ['one dist-info owns the wheel', [['a.whl_/a-1.dist-info/METADATA', 'pkg:pypi/a@1']], ['a.whl_']],
    [
      'several dist-infos own only themselves',
      [
        ['s/a-1.dist-info/METADATA', 'pkg:pypi/a@1'],
        ['s/b-1.dist-info/METADATA', 'pkg:pypi/b@1'],
      ],
      ['s/a-1.dist-info', 's/b-1.dist-info'],
    ],
    [
      'an egg-info that is a file owns nothing of a folder with others',
      [
        ['s/a-1.dist-info/METADATA', 'pkg:pypi/a@1'],
        ['s/b-1.egg-info', 'pkg:pypi/b@1'],
      ],
      ['s/a-1.dist-info', 's/b-1.egg-info'],
    ],
    ['egg-info stands for its source', [['src.egg-info/PKG-INFO', 'pkg:pypi/a@1']], ['']],
    ['PKG-INFO of a source archive', [['a-1.0/PKG-INFO', 'pkg:pypi/a@1']], ['a-1.0']],
    [
      'a name that is a pattern',
      [
        ['x-1.jar_/META-INF/maven/g/(/pom.xml', 'pkg:maven/g/%28@1'],
        ['x-1.jar_/META-INF/maven/g/b/pom.xml', 'pkg:maven/g/b@1'],
      ],
      ['x-1.jar_/META-INF/maven/g/(', 'x-1.jar_/META-INF/maven/g/b'],
    ],
  ];
  it.each(cases)('%s', (_, declared, folders) => {
    const claims = createFolderClaims();
    for (const [path, purl] of declared) claims.add(path, purl);
    expect(
      declared.map(([path, purl]) => claims.folderFor(path, decodeURIComponent(/([^/]+)@[^@]*$/.exec(purl)![1]!))),
    ).toEqual(folders);
  });
});
