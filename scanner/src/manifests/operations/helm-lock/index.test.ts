import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'charts',
    `dependencies:
- name: postgresql
  repository: https://charts.x.org
  version: 15.2.0
- name: local
  repository: file://a
  version: 1
digest: sha256:0
`,
    ['locks pkg:helm/postgresql@15.2.0?repository_url=https:%2F%2Fcharts.x.org direct'],
  ],
  ['nothing', '', []],
  ['a requirements.lock of Python', '-e file:.\nclick==8.1.7\n    # via flask\nflask==3.0.0\n', []],
  [
    'a broken lockfile',
    `dependencies:
- name: a
version: "1
`,
    ['locks pkg:helm/a direct'],
    ['Line 4 breaks the YAML'],
  ],
  [
    'values of wrong types',
    `dependencies: x
`,
    [],
    ['"dependencies" should be a list but is a string'],
  ],
];

describe('helm-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('helm-lock', text, lines, problems));

  it('gives lines', () =>
    checkEvidence('helm-lock', 'dependencies:\n- version: 1\n  name: a\n- name: "b"\n', [
      '3 pkg:helm/a@1',
      '4 pkg:helm/b',
    ]));

  it('reads a lockfile of 30,000 charts and over two megabytes', () =>
    checkLarge(
      'helm-lock',
      `dependencies:\n${Array.from({ length: 30_000 }, (_, i) => `- name: a${i}\n  repository: https://charts.example.org/stable\n  version: 1.0.0`).join('\n')}`,
      30_000,
    ));
});
