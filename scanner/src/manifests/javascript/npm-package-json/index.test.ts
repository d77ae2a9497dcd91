import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'packages of JSR have the names that lockfiles give them',
    '{"name":"app","dependencies":{"@s/a":"jsr:^1.0.0","b":"jsr:@s/c@2.0.0"}}',
    [
      'declares pkg:npm/app',
      '  -> pkg:npm/%40jsr/s__a ^1.0.0',
      '  -> pkg:npm/%40jsr/s__c@2.0.0 2.0.0',
      'requires pkg:npm/%40jsr/s__c@2.0.0 direct',
    ],
  ],
  [
    'a Go library that gx publishes',
    '{"name":"semver","version":"3.5.1","language":"go","license":"MIT","gx":{"dvcsimport":"github.com/blang/semver"},"gxVersion":"0.8.0"}',
    [],
  ],
  [
    'a package with all sections',
    JSON.stringify({
      name: '@scope/app',
      version: '1.2.3',
      license: 'MIT',
      dependencies: { a: '^1.0.0', b: '2.0.0', c: 'npm:other@3.0.0', w: 'workspace:*', g: 'github:a/b' },
      devDependencies: { d: '=4.0.0', a: '1.0.0' },
      peerDependencies: { e: '>=5', f: '*' },
      peerDependenciesMeta: { f: { optional: true } },
      optionalDependencies: { b: '2.0.0' },
    }),
    [
      'declares pkg:npm/%40scope/app@1.2.3 "MIT"',
      '  -> pkg:npm/b@2.0.0 2.0.0 optional',
      '  -> pkg:npm/a ^1.0.0',
      '  -> pkg:npm/other@3.0.0 3.0.0',
      '  -> pkg:npm/w workspace:*',
      '  -> pkg:npm/g github:a/b',
      '  -> pkg:npm/e >=5 peer',
      '  -> pkg:npm/f * optional',
      '  -> pkg:npm/d@4.0.0 =4.0.0 development',
      'requires pkg:npm/b@2.0.0 optional direct',
      'requires pkg:npm/other@3.0.0 direct',
      'requires pkg:npm/d@4.0.0 development direct',
    ],
  ],
  ['licenses as objects', '{"name":"a","license":{"type":"BSD","url":"http://x"}}', ['declares pkg:npm/a "BSD"']],
  [
    'licenses as a list, a choice',
    '{"name":"a","licenses":[{"type":"MIT"},{"type":"Apache-2.0"},"A AND B"]}',
    ['declares pkg:npm/a "MIT OR Apache-2.0 OR (A AND B)"'],
  ],
  [
    'a license in a file',
    '{"name":"a","license":"SEE LICENSE IN LICENSE.md"}',
    ['declares pkg:npm/a "SEE LICENSE IN LICENSE.md"'],
  ],
  [
    'no name: everything is a request',
    '{"private":true,"dependencies":{"a":"^1.0.0","b":"2.0.0"}}',
    ['requires pkg:npm/a direct', 'requires pkg:npm/b@2.0.0 direct'],
  ],
  [
    'a request for a scope alone',
    '{"name":"a","dependencies":{"@s":"1.0.0","@s/b":"1"}}',
    ['declares pkg:npm/a', '  -> pkg:npm/%40s/b 1'],
    ['"@s" cannot be the name of a dependency'],
  ],
  ['only a name', '{"name":"a"}', ['declares pkg:npm/a']],
  ['an entry point of a package', '{"name":"a/sub","private":true,"main":"../x.js"}', []],
  ['an entry point of a package with a scope', '{"name":"@s/a/sub"}', []],
  ['only a module type', '{"type":"module"}', []],
  ['an empty object', '{}', []],
  ['no bytes', '', [], ['The package.json could not be read']],
  ['broken JSON', '{"name":', [], ['The package.json could not be read']],
  ['a list', '[]', [], ['should be an object']],
  ['an invalid name', '{"name":"a b"}', [], ['"a b" cannot be the name of a package']],
  [
    'values of wrong types',
    '{"name":"a","version":{},"dependencies":["x"],"devDependencies":{"b":true}}',
    ['declares pkg:npm/a', '  -> pkg:npm/b development'],
    [
      '"version" should be a text but is an object',
      '"dependencies" should be an object but is a list',
      '"devDependencies.b" should be a text but is the value true',
    ],
  ],
  ['an empty list as dependencies, as in old packages', '{"name":"a","dependencies":[]}', ['declares pkg:npm/a']],
];

describe('npm-package-json', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('npm-package-json', text, lines, problems));

  it.each([
    ['"a/b"', 'https://github.com/a/b'],
    ['"gitlab:a/b"', 'https://gitlab.com/a/b'],
    ['"bitbucket:a/b"', 'https://bitbucket.org/a/b'],
    ['{"type":"git","url":"git+https://x.org/a.git"}', 'https://x.org/a.git'],
    ['"gist:11081aaa281"', 'https://gist.github.com/11081aaa281'],
    ['5', ''],
  ])('repository %s', (repository, url) => {
    const { findings } = readText(
      'npm-package-json',
      `{"name":"a","description":" d ","homepage":"http://h","repository":${repository}}`,
    );
    expect(findings[0]).toMatchObject({ description: 'd', homepageUrl: 'http://h', repositoryUrl: url });
  });

  it('20,000 dependencies', () => {
    const dependencies = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, `1.0.${i}`]));
    checkLarge('npm-package-json', JSON.stringify({ name: 'a', dependencies }), 20_001);
  });
});
