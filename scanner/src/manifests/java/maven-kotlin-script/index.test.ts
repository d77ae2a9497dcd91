import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `#!/usr/bin/env kotlin
@file:Repository("https://jitpack.io")
@file:DependsOn("g:a:1.0")
// @file:DependsOn("no:no:1")
@file:DependsOn(
  "g:b:2.+", "g.c:d:3.0-r1@jar"
)
@file:DependsOn("lib/local.jar")

println("x:y:1")
`;

const cases: ManifestCase[] = [
  [
    'annotations',
    ordinary,
    ['requires pkg:maven/g/a@1.0 direct', 'requires pkg:maven/g/b direct', 'requires pkg:maven/g.c/d@3.0-r1 direct'],
  ],
  ['nothing', '', []],
  ['not closed', '@file:DependsOn("g:a:1', []],
];

describe('maven-kotlin-script', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('maven-kotlin-script', text, lines, problems));
  it('gives lines and requests', () =>
    checkEvidence('maven-kotlin-script', ordinary, [
      '3 pkg:maven/g/a@1.0 1.0',
      '5 pkg:maven/g/b 2.+',
      '5 pkg:maven/g.c/d@3.0-r1 3.0-r1',
    ]));
  it('5,000 dependencies', () =>
    checkLarge(
      'maven-kotlin-script',
      Array.from({ length: 5000 }, (_, i) => `@file:DependsOn("g:a${i}:1.0")`).join('\n'),
      5000,
    ));
});
