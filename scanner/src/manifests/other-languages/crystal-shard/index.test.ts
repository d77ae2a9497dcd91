import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `name: app
version: 0.1.0
license: MIT

dependencies:
  kemal:
    github: kemalcr/kemal
    version: ~> 1.1.0
  exact:
    gitlab: a/exact
    version: 1.2.3
  local:
    path: ../local

development_dependencies:
  ameba:
    github: crystal-ameba/ameba
`;

const cases: ManifestCase[] = [
  [
    'shard.yml',
    ordinary,
    [
      'declares pkg:crystal/app@0.1.0 "MIT"',
      '  -> pkg:crystal/kemal ~> 1.1.0',
      '  -> pkg:crystal/exact@1.2.3 1.2.3',
      '  -> pkg:crystal/ameba development',
      'requires pkg:crystal/exact@1.2.3 direct',
    ],
  ],
  [
    'shard.lock',
    `version: 2.0
shards:
  kemal:
    git: https://github.com/kemalcr/kemal.git
    version: 1.1.2
  head:
    github: a/head
    version: 0.1.0+git.commit.0123abc
`,
    ['locks pkg:crystal/kemal@1.1.2', 'locks pkg:crystal/head@0.1.0'],
  ],
  [
    'a list',
    `- a
`,
    [],
    ['A shard.yml should be a mapping with "name", a shard.lock one with "shards"; not'],
  ],
  ['nothing', '', [], ['A shard.yml should be a mapping with "name", a shard.lock one with "shards"; not']],
];

describe('crystal-shard', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('crystal-shard', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('crystal-shard', ordinary, ['1 pkg:crystal/app@0.1.0', '9 pkg:crystal/exact@1.2.3 1.2.3']));

  it('reads a lockfile of 50,000 shards and over four megabytes', () =>
    checkLarge(
      'crystal-shard',
      `version: 2.0\nshards:\n${Array.from({ length: 50_000 }, (_, i) => `  s${i}:\n    git: https://github.com/organization/shard-${i}.git\n    version: 1.10.${i}\n`).join('')}`,
      50_000,
    ));
});
