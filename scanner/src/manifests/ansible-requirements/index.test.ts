import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'roles and collections',
    `roles:
  - geerlingguy.java
  - src: https://github.com/a/role
    version: v1
  - name: b.c
    version: 1.2.0
collections:
  - name: community.general
    version: ">=7"
  - name: https://github.com/d/e.git
`,
    [
      'requires pkg:generic/ansible/geerlingguy/java direct',
      'requires pkg:github/a/role@v1 direct',
      'requires pkg:generic/ansible/b/c@1.2.0 direct',
      'requires pkg:generic/ansible/community/general direct',
      'requires pkg:github/d/e direct',
    ],
  ],
  [
    'a collection',
    `namespace: ns
name: coll
version: 1.0.0
license: [MIT]
dependencies:
  a.b: ">=1"
`,
    ['declares pkg:generic/ansible/ns/coll@1.0.0 "MIT"', 'requires pkg:generic/ansible/a/b direct'],
  ],
  [
    'a list',
    `- a.b
`,
    ['requires pkg:generic/ansible/a/b direct'],
  ],
  ['nothing', '', []],
];

describe('ansible-requirements', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('ansible-requirements', text, lines, problems));
  it('5,000 roles', () =>
    checkLarge('ansible-requirements', Array.from({ length: 5000 }, (_, i) => `- a.p${i}`).join('\n'), 5000));
});
