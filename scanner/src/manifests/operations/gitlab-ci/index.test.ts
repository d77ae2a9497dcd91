import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'images, services, projects and components',
    `image: node:20
variables:
  PG: "16"
include:
  - project: my-group/ci
    ref: v1.2
    file: /x.yml
  - component: gitlab.com/comp/sast/scan@1.0.3
  - component: git.x.org/comp/sast/scan@~latest
  - local: a.yml
test:
  image:
    name: ruby:3
  services:
    - postgres:$PG
    - name: $CI_IMAGE
  script: [image]
`,
    [
      'requires pkg:gitlab/my-group/ci@v1.2 build direct',
      'requires pkg:gitlab/comp/sast@1.0.3#scan build direct',
      'requires pkg:gitlab/comp/sast?repository_url=git.x.org#scan build direct',
      'requires pkg:docker/node@20 build direct',
      'requires pkg:docker/ruby@3 build direct',
      'requires pkg:docker/postgres@16 build direct',
    ],
  ],
  [
    'the cache of Docker Hub',
    `image: \${CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX}/group/tool:31.6-slim
test:
  services: [$CI_DEPENDENCY_PROXY_DIRECT_GROUP_IMAGE_PREFIX/mariadb:10.4]
`,
    ['requires pkg:docker/group/tool@31.6-slim build direct', 'requires pkg:docker/mariadb@10.4 build direct'],
  ],
  [
    'variables of jobs, and variables with a description',
    `variables:
  NODE:
    value: "22"
    description: which
  GO: "1.22"
a:
  image: node:$NODE
b:
  variables:
    GO: "1.23"
  image: golang:$GO
c:
  image: golang:$GO
`,
    [
      'requires pkg:docker/node@22 build direct',
      'requires pkg:docker/golang@1.23 build direct',
      'requires pkg:docker/golang@1.22 build direct',
    ],
  ],
  [
    'a job that is merged into another with variables',
    `.tool: &tool
  image: tool:$V
job:
  <<: *tool
  variables:
    V: "3"
`,
    ['requires pkg:docker/tool build direct', 'requires pkg:docker/tool@3 build direct'],
  ],
  ['nothing', '', []],
  [
    'broken',
    `a: [
`,
    [],
    ['not well-formed'],
  ],
];

describe('gitlab-ci', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('gitlab-ci', text, lines, problems));
  it('2,000 jobs', () =>
    checkLarge('gitlab-ci', Array.from({ length: 2000 }, (_, i) => `j${i}:\n  image: a${i}:1`).join('\n'), 2000));
});
