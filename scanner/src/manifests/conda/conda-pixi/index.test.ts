import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const WORKSPACE = `[workspace]
name = "app"
[dependencies]
python = "3.12.*"
numpy = "==2.1.0"
tool = { version = ">=1", channel = "bioconda" }
own = { path = "../own" }
[pypi-dependencies]
black = { version = "==24.1", extras = ["d"] }
any = "*"
[target.linux-64.dependencies]
gcc = "*"
[feature.test.dependencies]
pytest = ">=8"
[feature.gpu.target.win-64.dependencies]
cuda = "12.*"
`;

const cases: ManifestCase[] = [
  [
    'a workspace',
    WORKSPACE,
    [
      'requires pkg:conda/python direct',
      'requires pkg:conda/numpy@2.1.0 direct',
      'requires pkg:conda/tool direct',
      'requires pkg:pypi/black@24.1 direct',
      'requires pkg:pypi/any direct',
      'requires pkg:conda/gcc direct',
      'requires pkg:conda/pytest development direct',
      'requires pkg:conda/cuda direct',
    ],
  ],
  ['nothing', '', [], [/should have a table "workspace"/]],
  ['broken TOML', '[workspace', [], [/could not be read/]],
  [
    'values of wrong types',
    '[workspace]\n[dependencies]\na = [1]\n',
    ['requires pkg:conda/a direct'],
    [/"a.version" should be a text/, /"a.version" should be a text/],
  ],
];

describe('conda-pixi', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('conda-pixi', text, lines, problems));

  it('gives lines and ranges', () =>
    checkEvidence('conda-pixi', '[workspace]\n[dependencies]\na = ">=1"\n', ['3 pkg:conda/a >=1']));

  it('5,000 packages', () => {
    const text = `[workspace]\n[dependencies]\n${Array.from({ length: 5000 }, (_, i) => `p${i} = ">=1"`).join('\n')}`;
    checkLarge('conda-pixi', text, 5000);
  });
});
