import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'metadata and options',
    `# comment
[metadata]
name = my.app
version = 1.0
license = MIT
classifiers =
    License :: OSI Approved :: MIT License

[options]
install-requires =
    requests>=2.0  # why
    numpy==1.2.3
setup_requires = wheel
tests_require =
    pytest

[options.extras_require]
docs = sphinx
[flake8]
max-line-length = 100
`,
    [
      'declares pkg:pypi/my-app@1.0 "MIT"',
      '  -> pkg:pypi/requests >=2.0',
      '  -> pkg:pypi/numpy@1.2.3 ==1.2.3',
      '  -> pkg:pypi/wheel build',
      '  -> pkg:pypi/pytest test',
      '  -> pkg:pypi/sphinx development',
      'requires pkg:pypi/numpy@1.2.3 direct',
    ],
  ],
  [
    'a version in another file',
    '[metadata]\nname = a\nversion = attr: a.__version__\ndescription = file: README\n',
    ['declares pkg:pypi/a'],
  ],
  ['only settings of tools', '[flake8]\nmax-line-length = 100\n', []],
  ['nothing', '', []],
  ['an invalid requirement', '[options]\ninstall_requires =\n    ???\n', [], ['"???" should be a requirement']],
];

describe('pypi-setup-cfg', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-setup-cfg', text, lines, problems));

  it('5,000 dependencies', () => {
    const list = Array.from({ length: 5000 }, (_, i) => `    p${i}==1.${i}`).join('\n');
    checkLarge('pypi-setup-cfg', `[metadata]\nname = a\n[options]\ninstall_requires =\n${list}\n`, 5001);
  });
});
