import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const entry = (name: string, configurations: string[], hash = 'sha1:ab') =>
  ({ org: 'g', name, version: '1', artifacts: [{ name: `${name}.jar`, hash }], configurations }) as const;

const ordinary = JSON.stringify(
  {
    lockVersion: 1,
    configurations: ['compile', 'runtime', 'test'],
    dependencies: [
      entry('a', ['test', 'compile', 'runtime']),
      entry('b_2.13', ['test']),
      entry('c', ['provided']),
      entry('d', ['scala-tool']),
    ],
  },
  null,
  2,
);

const cases: ManifestCase[] = [
  [
    'scopes by configurations',
    ordinary,
    [
      'locks pkg:maven/g/a@1',
      'locks pkg:maven/g/b_2.13@1 test',
      'locks pkg:maven/g/c@1 peer',
      'locks pkg:maven/g/d@1 build',
    ],
  ],
  ['no file', '', [], ['could not be read']],
  ['nothing', '{}', []],
  [
    'values of wrong types',
    '{"dependencies":[1,{"org":"g","name":"a","version":{},"artifacts":{},"configurations":"x"}]}',
    ['locks pkg:maven/g/a'],
    [
      '"dependencies.0"',
      /cannot be the name of a package/,
      '"dependencies.1.artifacts"',
      '"dependencies.1.version"',
      '"dependencies.1.configurations"',
    ],
  ],
];

describe('maven-sbt-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('maven-sbt-lock', text, lines, problems));
  it('gives lines and checksums', () =>
    checkEvidence('maven-sbt-lock', ordinary, [
      '11 pkg:maven/g/a@1 sha1:ab',
      '27 pkg:maven/g/b_2.13@1 sha1:ab',
      '41 pkg:maven/g/c@1 sha1:ab',
      '55 pkg:maven/g/d@1 sha1:ab',
    ]));
  it('20,000 dependencies', () =>
    checkLarge(
      'maven-sbt-lock',
      JSON.stringify({ dependencies: Array.from({ length: 20_000 }, (_, i) => entry(`p${i}`, ['compile'])) }),
      20_000,
    ));
});
