import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

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
    'versions behind a comma, and folders of a repository',
    `roles:
  - geerlingguy.java,1.9.6
  - git+https://github.com/a/role.git,v2,own_name
collections:
  - name: https://example.com/x/repo.git,1.2.2
  - name: git+https://github.com/y/repo.git#/sub/folder/
    version: "2.0"
  - https://github.com/z/repo.git#/sub/,v3
`,
    [
      'requires pkg:generic/ansible/geerlingguy/java@1.9.6 direct',
      'requires pkg:github/a/role@v2 direct',
      'requires pkg:git/example.com/x/repo@1.2.2 direct',
      'requires pkg:github/y/repo@2.0 direct',
      'requires pkg:github/z/repo@v3 direct',
    ],
  ],
  [
    'a collection that needs a repository',
    `namespace: ns
name: coll
version: 1.0.0
dependencies:
  git@github.com:organization/repo.git: devel
  a.b: 1.2.3
`,
    [
      'declares pkg:generic/ansible/ns/coll@1.0.0',
      'requires pkg:github/organization/repo@devel direct',
      'requires pkg:generic/ansible/a/b@1.2.3 direct',
    ],
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
