import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'actions, workflows and images',
    `on: push
jobs:
  shared:
    uses: octo/repo/.github/workflows/w.yml@v1
  local:
    uses: ./.github/workflows/x.yml
  build:
    container: node:20
    services:
      db:
        image: ghcr.io/a/postgres:16@sha256:abababababababababababababababababababababababababababababababab
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/cache/save@v3
      - uses: docker://alpine:3.8
      - uses: actions/cache/save@v3
      - run: |
          uses: actions/no@v1
`,
    [
      'requires pkg:github/octo/repo@v1#.github/workflows/w.yml build direct',
      'requires pkg:github/actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 build direct',
      'requires pkg:github/actions/cache@v3#save build direct',
      'requires pkg:docker/alpine@3.8 build direct',
      'requires pkg:docker/node@20 build direct',
      'requires pkg:docker/a/postgres@16?repository_url=ghcr.io build direct',
    ],
  ],
  [
    'a composite action',
    `runs:
  using: composite
  steps:
    - uses: a/b@v1
      uses: c/d@v2
`,
    ['requires pkg:github/a/b@v1 build direct'],
  ],
  [
    'an action in a container',
    `runs:
  using: docker
  image: docker://debian:12
`,
    ['requires pkg:docker/debian@12 build direct'],
  ],
  [
    'an action in its own container',
    `runs:
  using: docker
  image: Dockerfile
`,
    [],
  ],
  [
    'steps by alias',
    `x: &s
  - uses: a/b@v1
jobs:
  j:
    steps: *s
`,
    ['requires pkg:github/a/b@v1 build direct'],
  ],
  ['nothing', '', []],
  [
    'broken YAML',
    `jobs: [
`,
    [],
    ['not well-formed'],
  ],
  [
    'not an action',
    `jobs:
  a:
    steps:
      - uses: checkout@v1
      - uses: a/b
`,
    ['requires pkg:github/a/b build direct'],
    ['Line 4: "uses" should be owner/repository@version'],
  ],
  [
    'values of wrong types',
    `jobs: [a]
runs: 1
`,
    [],
  ],
];

describe('github-actions', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('github-actions', text, lines, problems));
  it.each([
    ['v1.2.3', ' # v1.2.3'],
    ['v1.2.3', ' #v1.2.3'],
    ['v2.1', ' # @v2.1'],
    ['v2.1', ' # pin @v2.1'],
    ['v2.1', ' # tag=v2.1'],
    ['v2.1', ' # renovate: tag=v2.1'],
    ['v3', ' # ratchet:actions/checkout@v3'],
    ['0'.repeat(40), ' # see 3 notes'],
    ['0'.repeat(40), ''],
  ])('%s is the tag of a commit with a comment "%s"', (requirement, comment) => {
    const text = `jobs:\n  a:\n    steps:\n      - uses: a/b@${'0'.repeat(40)}${comment}\n`;
    expect(readText('github-actions', text).findings).toMatchObject([{ requirement, line: 4 }]);
  });
  it('5,000 steps', () =>
    checkLarge(
      'github-actions',
      `jobs:\n  a:\n    steps:\n${Array.from({ length: 5000 }, (_, i) => `      - uses: a/b${i}@v1`).join('\n')}`,
      5000,
    ));
});
