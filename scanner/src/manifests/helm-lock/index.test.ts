import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

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
  [
    'wrong shapes',
    `dependencies: x
`,
    [],
  ],
];

describe('helm-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('helm-lock', text, lines, problems));
  it('2,000 charts', () =>
    checkLarge(
      'helm-lock',
      `dependencies:\n${Array.from({ length: 2000 }, (_, i) => `- name: a${i}\n  version: 1.0.0`).join('\n')}`,
      2000,
    ));
});
