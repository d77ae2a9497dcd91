import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `name: app
version: 1.2.0+3
description: >-
  For all
homepage: https://a.org
repository: https://github.com/a/app
environment:
  sdk: ^3.0.0
dependencies:
  flutter:
    sdk: flutter
  http: ^1.0.0
  exact: 1.2.3
  some: any
  hosted_one:
    hosted: https://x.org
    version: ">=1.0.0 <2.0.0"
  from_git:
    git:
      url: https://github.com/a/g.git
      ref: main
  local:
    path: ../local
dev_dependencies:
  test:
`;

const cases: ManifestCase[] = [
  [
    'a package',
    ordinary,
    [
      'declares pkg:pub/app@1.2.0%2B3',
      '  -> pkg:pub/http ^1.0.0',
      '  -> pkg:pub/exact@1.2.3 1.2.3',
      '  -> pkg:pub/some',
      '  -> pkg:pub/hosted_one >=1.0.0 <2.0.0',
      '  -> pkg:pub/from_git https://github.com/a/g.git',
      '  -> pkg:pub/test development',
      'requires pkg:pub/exact@1.2.3 direct',
    ],
  ],
  [
    'aliases that multiply',
    `a: &a [x, x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
name: x
`,
    [],
    ['The pubspec.yaml could not be read: Excessive alias count indicates a resource e'],
  ],
  [
    'values of wrong types',
    `name: [1]
dependencies: 5
dev_dependencies: {a: [1]}
`,
    ['requires pkg:pub/a development direct'],
    [
      '"name" should be a text but is a list; it was left out.',
      '"dependencies" should be an object but is a number; it was left out.',
      '"dev_dependencies.a" should be a text but is a list; it was left out.',
    ],
  ],
  [
    'a list',
    `- a
`,
    [],
    ['A pubspec.yaml should be a mapping with "name"; nothing was read from it.'],
  ],
  [
    'broken YAML',
    `a: [
`,
    [],
    ['The pubspec.yaml could not be read: line 2: Flow sequence in block collection mu'],
  ],
  ['nothing', '', [], ['A pubspec.yaml should be a mapping with "name"; nothing was read from it.']],
];

describe('pub-pubspec', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pub-pubspec', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('pub-pubspec', ordinary, [
      '1 pkg:pub/app@1.2.0%2B3 https://a.org https://github.com/a/app',
      '13 pkg:pub/exact@1.2.3 1.2.3',
    ]));
});
