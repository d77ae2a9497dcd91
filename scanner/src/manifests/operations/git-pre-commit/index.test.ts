import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'repositories',
    `repos:
- repo: https://github.com/psf/black
  rev: 22.3.0
  hooks:
  - id: black
- repo: local
- repo: git@gitlab.com:a/b.git
  rev: v1
`,
    ['requires pkg:github/psf/black@22.3.0 development direct', 'requires pkg:gitlab/a/b@v1 development direct'],
  ],
  [
    'further packages of hooks',
    `repos:
- repo: https://github.com/psf/black
  rev: 22.3.0
  hooks:
  - id: black
    language: python
    additional_dependencies: ["Requests==1.1.1", "", "black[d]>=22", ".[dev]", "git+https://github.com/a/b"]
  - id: other
    additional_dependencies: ["unknown==1"]
- repo: local
  hooks:
  - id: own
    language: node
    additional_dependencies:
    - '@scope/plugin@^5.2.2'
    - prettier@3.6.2
    - eslint
    - alias@npm:real@1.0.0
    - ./folder
    - https://x.org/y.tgz
  - id: go
    language: golang
    additional_dependencies: [golang.org/x/tools@v1]
`,
    [
      'requires pkg:github/psf/black@22.3.0 development direct',
      'requires pkg:pypi/requests@1.1.1 development direct',
      'requires pkg:pypi/black development direct',
      'requires pkg:npm/%40scope/plugin development direct',
      'requires pkg:npm/prettier@3.6.2 development direct',
      'requires pkg:npm/eslint development direct',
      'requires pkg:npm/real@1.0.0 development direct',
    ],
  ],
  ['nothing', '', []],
  [
    'no address',
    `repos:
- repo: x
`,
    [],
    ['Line 2: "repo" should be the address'],
  ],
];

describe('git-pre-commit', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('git-pre-commit', text, lines, problems));
  it('keeps the tag behind a commit', () => {
    const text = `repos:\n- repo: https://github.com/a/b\n  rev: ${'0'.repeat(40)}  # frozen: v1.2.3\n`;
    expect(readText('git-pre-commit', text).findings).toMatchObject([{ requirement: 'v1.2.3', line: 2 }]);
  });
  it('2,000 repositories', () =>
    checkLarge(
      'git-pre-commit',
      `repos:\n${Array.from({ length: 2000 }, (_, i) => `- repo: https://github.com/a/b${i}`).join('\n')}`,
      2000,
    ));
});
