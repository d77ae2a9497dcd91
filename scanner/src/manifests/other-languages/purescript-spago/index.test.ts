import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `package:
  name: app
  publish:
    version: 1.0.0
    license: MIT
  dependencies:
    - effect
    - prelude: ">=6.0.0 <7.0.0"
  test:
    dependencies:
      - spec
workspace:
  packageSet:
    registry: 41.0.0
`;

const cases: ManifestCase[] = [
  [
    'spago.yaml',
    ordinary,
    [
      'declares pkg:purescript/app@1.0.0 "MIT"',
      '  -> pkg:purescript/effect',
      '  -> pkg:purescript/prelude >=6.0.0 <7.0.0',
      '  -> pkg:purescript/spec test',
    ],
  ],
  [
    'spago.dhall',
    `{ name = "app"
, dependencies = [ "effect", "prelude" ]
, packages = ./packages.dhall
}
`,
    ['requires pkg:purescript/effect direct', 'requires pkg:purescript/prelude direct'],
  ],
  [
    'spago.lock',
    `workspace:
  packages: {}
packages:
  effect:
    type: registry
    version: 4.0.0
    integrity: sha256-abc=
    dependencies:
      - prelude
  prelude:
    type: registry
    version: 6.0.1
`,
    ['locks pkg:purescript/effect@4.0.0', '  -> pkg:purescript/prelude@6.0.1', 'locks pkg:purescript/prelude@6.0.1'],
  ],
  [
    'spago.lock as JSON',
    '{\n  "workspace": {"packages": {}},\n\t"packages": {\n    "effect": {"type": "registry", "version": "4.0.0", "dependencies": []}\n  }\n}\n',
    ['locks pkg:purescript/effect@4.0.0'],
  ],
  ['nothing', '', [], ['A spago.yaml should be a mapping with "package" or "workspace"; nothing was read from it.']],
];

describe('purescript-spago', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('purescript-spago', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('purescript-spago', ordinary, ['2 pkg:purescript/app@1.0.0']));

  it('reads a lockfile of 30,000 packages and over four megabytes', () =>
    checkLarge(
      'purescript-spago',
      `packages:\n${Array.from({ length: 30_000 }, (_, i) => `  p${i}:\n    type: registry\n    version: 1.0.${i}\n    integrity: sha256-${'x'.repeat(43)}=\n    dependencies:\n      - p${i + 1}\n      - prelude\n`).join('')}`,
      30_000,
    ));
});
