import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a chart',
    `apiVersion: v2
name: app
version: 1.10
dependencies:
  - name: postgresql
    version: 15.2.0
    repository: oci://registry/charts
    condition: a
  - name: redis
    version: ~1.2
    repository: "@bitnami"
  - name: local
    repository: file://../local
annotations:
  artifacthub.io/license: Apache-2.0
`,
    [
      'declares pkg:helm/app@1.10 "Apache-2.0"',
      '  -> pkg:helm/postgresql@15.2.0?repository_url=oci:%2F%2Fregistry%2Fcharts 15.2.0 optional',
      '  -> pkg:helm/redis ~1.2',
      'requires pkg:helm/postgresql@15.2.0?repository_url=oci:%2F%2Fregistry%2Fcharts optional direct',
    ],
  ],
  [
    'requirements of version 2',
    `dependencies:
- name: a
  version: 1.0.0
`,
    ['requires pkg:helm/a@1.0.0 direct'],
  ],
  ['nothing', '', []],
  ['broken', 'a: [', [], ['not well-formed']],
];

describe('helm-chart', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('helm-chart', text, lines, problems));
  it('2,000 charts', () =>
    checkLarge(
      'helm-chart',
      `dependencies:\n${Array.from({ length: 2000 }, (_, i) => `- name: a${i}`).join('\n')}`,
      2000,
    ));
});
