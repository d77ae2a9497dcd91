import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'literal arguments',
    `#!/usr/bin/env python
"""A module."""
from setuptools import setup, find_packages
VERSION = '1.0'
REQUIRES = ["requests>=2.0", 'numpy==1.2.3',]

setup(
    name='my' '-app',  # a comment, name='no'
    version=VERSION,
    license="MIT",
    classifiers=[
        'License :: OSI Approved :: MIT License',
    ],
    packages=find_packages(exclude=['tests']),
    install_requires=REQUIRES,
    tests_require='pytest',
    extras_require={'docs': ['sphinx'], "x": ("y",)},
    long_description=open('README').read(),
)
`,
    [
      'declares pkg:pypi/my-app@1.0 "MIT"',
      '  -> pkg:pypi/requests >=2.0',
      '  -> pkg:pypi/numpy@1.2.3 ==1.2.3',
      '  -> pkg:pypi/pytest test',
      '  -> pkg:pypi/sphinx development',
      '  -> pkg:pypi/y optional',
      'requires pkg:pypi/numpy@1.2.3 direct',
    ],
  ],
  [
    'computed values stay unknown',
    "setup(name='a', version=get_version(), description='x' + y, license='%s' % z, url=f'http://{x}', install_requires=[r for r in reqs])",
    ['declares pkg:pypi/a'],
  ],
  [
    'texts in pieces, and sums',
    'A = ["a==1"]\nsetup(name="n" + "m", install_requires=A + ["b==2"] + """\nc==3\nd\n""".split(), extras_require={"x": "e\\nf".splitlines(), "y": A})',
    [
      'declares pkg:pypi/nm',
      '  -> pkg:pypi/a@1 ==1',
      '  -> pkg:pypi/b@2 ==2',
      '  -> pkg:pypi/c@3 ==3',
      '  -> pkg:pypi/d',
      '  -> pkg:pypi/e optional',
      '  -> pkg:pypi/f optional',
      '  -> pkg:pypi/a@1 ==1 optional',
      'requires pkg:pypi/a@1 direct',
      'requires pkg:pypi/b@2 direct',
      'requires pkg:pypi/c@3 direct',
      'requires pkg:pypi/a@1 optional direct',
    ],
  ],
  ['a sum with a computed part', 'setup(name="a", install_requires=["b"] + more() + ["c"])', ['declares pkg:pypi/a']],
  ['a qualified call', "import setuptools\nsetuptools.setup(name='a')", ['declares pkg:pypi/a']],
  ['prefixed texts', "setup(name=u'a', version=r'1.0', license=b'MIT')", ['declares pkg:pypi/a@1.0 "MIT"']],
  ['a definition is no call', "def setup(name='a'):\n    pass\n", []],
  ['a name that is computed', "setup(name=NAME, install_requires=['a==1'])", ['requires pkg:pypi/a@1 direct']],
  ['a call without metadata', 'from setuptools import setup\nsetup()\n', []],
  ['nothing', '', []],
  ['no Python', "setup(name='a", []],
];

describe('pypi-setup-py', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-setup-py', text, lines, problems));

  it('sums that double stay small', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => `a${i + 1} = a${i} + a${i}`).join('\n');
    check('pypi-setup-py', `a0 = ["b"]\n${doubling}\nsetup(name="c", install_requires=a60)`, ['declares pkg:pypi/c']);
  });

  it('5,000 dependencies', () => {
    const list = Array.from({ length: 5000 }, (_, i) => `'p${i}==1.${i}'`).join(',\n');
    checkLarge('pypi-setup-py', `setup(name='a', install_requires=[${list}])`, 5001);
  });
});
