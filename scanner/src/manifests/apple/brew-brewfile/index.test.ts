import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'formulae and casks',
    `tap "a/b"
brew "jq"
brew "node@20", link: true
cask 'firefox'
brew "org/tap/tool"
brew "jq"
# brew "no"
`,
    [
      'requires pkg:brew/homebrew/core/jq development direct',
      'requires pkg:brew/homebrew/core/node%4020 development direct',
      'requires pkg:brew/homebrew/cask/firefox development direct',
      'requires pkg:brew/org/tap/tool development direct',
    ],
  ],
  ['nothing', '', []],
];

describe('brew-brewfile', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('brew-brewfile', text, lines, problems));
  it('10,000 formulae', () =>
    checkLarge('brew-brewfile', Array.from({ length: 10_000 }, (_, i) => `brew "p${i}"`).join('\n'), 10_000));
});
