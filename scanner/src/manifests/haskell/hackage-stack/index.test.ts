import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `packages:
- completed:
    hackage: HTTP-4000.3.16@sha256:abababababababababababababababababababababababababababababababab,5947
    pantry-tree:
      size: 1
  original:
    hackage: HTTP-4000.3.16
- completed:
    name: acme
    version: 0.1.0
    git: https://github.com/acme/acme
    commit: 0123abc
snapshots:
- completed:
    size: 590100
`;

const cases: ManifestCase[] = [
  ['stack.yaml.lock', ordinary, ['locks pkg:hackage/HTTP@4000.3.16', 'locks pkg:hackage/acme@0.1.0']],
  [
    'stack.yaml',
    `resolver: lts-18.28
packages:
  - .
extra-deps:
  - ShellCheck-0.8.0@sha256:ab,3
  - ../local
  - git: https://x.org/foo.git
    commit: abc
  - acme
`,
    ['requires pkg:hackage/ShellCheck@0.8.0 direct', 'requires pkg:hackage/foo direct'],
    ['An entry of "extra-deps" should be a name and a version but is "acme"; it was left out.'],
  ],
  [
    'a broken lockfile',
    `packages:
`,
    [],
    ['A stack.yaml should be a mapping with "extra-deps", its lockfile one with "packa'],
  ],
  [
    'broken YAML',
    `a: [
`,
    [],
    ['The stack.yaml could not be read: line 2: Flow sequence in block collection must'],
  ],
  ['nothing', '', [], ['A stack.yaml should be a mapping with "extra-deps", its lockfile one with "packa']],
];

describe('hackage-stack', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hackage-stack', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hackage-stack', ordinary, [
      '3 pkg:hackage/HTTP@4000.3.16 sha256:abababababababababababababababababababababababababababababababab',
      '11 pkg:hackage/acme@0.1.0 https://github.com/acme/acme#0123abc',
    ]));

  it('reads a lockfile of 25,000 packages and over four megabytes', () =>
    checkLarge(
      'hackage-stack',
      `packages:\n${Array.from({ length: 25_000 }, (_, i) => `- completed:\n    hackage: p${i}-1.0.${i}@sha256:${'ab'.repeat(32)},1\n  original:\n    hackage: p${i}-1.0.${i}@sha256:${'ab'.repeat(32)},1\n`).join('')}snapshots: []\n`,
      25_000,
    ));
});
