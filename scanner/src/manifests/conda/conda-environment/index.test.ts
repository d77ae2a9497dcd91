import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'packages of Conda and of PyPI',
    'name: e\nchannels: [conda-forge]\ndependencies:\n  - python=3.9\n  - conda-forge::numpy==1.2.3\n  - scipy=1.5.0=py39_0\n  - pandas>=1.0\n  - pip\n  - pip:\n    - -r requirements.txt\n    - flask==2.0\n    - a @ https://x.org/a.whl\n',
    [
      'requires pkg:conda/python direct',
      'requires pkg:conda/numpy@1.2.3 direct',
      'requires pkg:conda/scipy@1.5.0 direct',
      'requires pkg:conda/pandas direct',
      'requires pkg:conda/pip direct',
      'requires pkg:pypi/flask@2.0 direct',
      'requires pkg:pypi/a direct',
    ],
  ],
  ['a file of another tool', 'production:\n  url: x\n', []],
  ['nothing', '', []],
  ['broken YAML', 'dependencies: [', [], ['The Conda environment could not be read']],
  [
    'values of wrong types',
    'dependencies:\n  - [a]\n  - pip: 1\n',
    [],
    ['"dependencies[0]" should be a text', '"dependencies[1].pip" should be a list'],
  ],
];

describe('conda-environment', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('conda-environment', text, lines, problems));
  it('gives lines and requests', () => {
    const text = 'name: numpy\ndependencies:\n  - numpy>=1\n';
    expect(readText('conda-environment', text).findings).toMatchObject([{ line: 3, requirement: '>=1' }]);
  });
});
