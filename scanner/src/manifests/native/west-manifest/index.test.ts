import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'projects',
    `manifest:
  remotes:
    - name: up
      url-base: https://github.com/zephyrproject-rtos
  defaults:
    remote: up
    revision: v3
  projects:
    - name: hal
      revision: abc
      repo-path: hal_nordic
    - name: b
    - name: c
      url: https://gitlab.com/x/c
`,
    [
      'requires pkg:github/zephyrproject-rtos/hal_nordic@abc direct',
      'requires pkg:github/zephyrproject-rtos/b@v3 direct',
      'requires pkg:gitlab/x/c@v3 direct',
    ],
  ],
  [
    'no remote',
    `manifest:
  projects:
    - name: a
`,
    [],
    ['Line 3: the project "a" should have an address'],
  ],
  ['nothing', '', []],
];

describe('west-manifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('west-manifest', text, lines, problems));
  it('2,000 projects', () =>
    checkLarge(
      'west-manifest',
      `manifest:\n  projects:\n${Array.from({ length: 2000 }, (_, i) => `    - name: n${i}\n      url: https://github.com/a/b${i}`).join('\n')}`,
      2000,
    ));
});
