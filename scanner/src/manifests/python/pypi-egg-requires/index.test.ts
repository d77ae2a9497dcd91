import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const TEXT =
  'a>=1\nB_c==2.0\n\n[:python_version < "3"]\nold\n\n[tests]\npytest\n\n[gui:sys_platform == "win32"]\nd[x]<3\n';

const cases: ManifestCase[] = [
  [
    'requests, markers and extras',
    TEXT,
    [
      'requires pkg:pypi/a direct',
      'requires pkg:pypi/b-c@2.0 direct',
      'requires pkg:pypi/old direct',
      'requires pkg:pypi/pytest test direct',
      'requires pkg:pypi/d optional direct',
    ],
  ],
  ['nothing', '', []],
  ['a broken section', '[a\nb>=1\n', ['requires pkg:pypi/b direct'], [/Line 1 should be a section/]],
  ['no requirement', '!!\n', [], [/should be a requirement/]],
];

describe('pypi-egg-requires', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-egg-requires', text, lines, problems));

  it('gives lines and ranges', () => checkEvidence('pypi-egg-requires', '\na>=1\n', ['2 pkg:pypi/a >=1']));

  it('5,000 requests', () =>
    checkLarge('pypi-egg-requires', Array.from({ length: 5000 }, (_, i) => `p${i}>=1`).join('\n'), 5000));
});
