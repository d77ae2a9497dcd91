import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

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
