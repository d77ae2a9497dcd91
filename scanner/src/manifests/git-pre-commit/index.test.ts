import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

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
  it('2,000 repositories', () =>
    checkLarge(
      'git-pre-commit',
      `repos:\n${Array.from({ length: 2000 }, (_, i) => `- repo: https://github.com/a/b${i}`).join('\n')}`,
      2000,
    ));
});
