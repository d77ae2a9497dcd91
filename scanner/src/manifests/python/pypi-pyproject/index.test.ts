import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a project table, groups and a build system',
    `[build-system]
requires = ["hatchling>=1.0"]
[project]
name = "My_App"
version = "1.0"
license = {text = "MIT License"}
classifiers = ["License :: OSI Approved :: MIT License", "Programming Language :: Python"]
dependencies = ["requests[security]>=2.0 ; python_version > '3.6'", "Zope.Interface==5.0", "x @ https://e.org/x.whl"]
[project.optional-dependencies]
extra = ["numpy==1.2.3"]
[dependency-groups]
dev = ["pytest (>=7)", {include-group = "other"}]
[tool.uv]
dev-dependencies = ["ruff"]
[tool.pdm.dev-dependencies]
lint = ["mypy"]
`,
    [
      'declares pkg:pypi/my-app@1.0 "MIT License"',
      '  -> pkg:pypi/requests >=2.0',
      '  -> pkg:pypi/zope-interface@5.0 ==5.0',
      '  -> pkg:pypi/x @ https://e.org/x.whl',
      '  -> pkg:pypi/numpy@1.2.3 ==1.2.3 optional',
      '  -> pkg:pypi/pytest >=7 development',
      '  -> pkg:pypi/mypy development',
      '  -> pkg:pypi/ruff development',
      '  -> pkg:pypi/hatchling >=1.0 build',
      'requires pkg:pypi/zope-interface@5.0 direct',
      'requires pkg:pypi/numpy@1.2.3 optional direct',
    ],
  ],
  [
    'groups for tests, tools of Hatch and Rye, plugins of Poetry, wheels by their paths',
    `[dependency-groups]
tests = ["a"]
[tool.pdm.dev-dependencies]
test = ["b"]
[tool.rye]
dev-dependencies = ["c"]
[tool.hatch.envs.default]
dependencies = ["d==4.0"]
[tool.hatch.envs.test]
extra-dependencies = ["e"]
[tool.poetry.requires-plugins]
f = ">=1"
[tool.poetry.group.testing.dependencies]
g = {path = "wheels/g-7.0-py3-none-any.whl"}
`,
    [
      'requires pkg:pypi/g@7.0 test direct',
      'requires pkg:pypi/f development direct',
      'requires pkg:pypi/a test direct',
      'requires pkg:pypi/b test direct',
      'requires pkg:pypi/c development direct',
      'requires pkg:pypi/d@4.0 development direct',
      'requires pkg:pypi/e test direct',
    ],
  ],
  [
    'tables of Poetry',
    `[tool.poetry]
name = "app"
version = "0.1.0"
license = "Apache-2.0"
[tool.poetry.dependencies]
python = "^3.9"
a = "^1.0"
b = {version = "2.0", optional = true}
c = [{version = "3.0", python = "<3.8"}, {version = "4.0"}]
g = {git = "https://x.org/g.git"}
[tool.poetry.group.test.dependencies]
t = "*"
[tool.poetry.group.docs.dependencies]
s = "==1.0"
`,
    [
      'declares pkg:pypi/app@0.1.0 "Apache-2.0"',
      '  -> pkg:pypi/a ^1.0',
      '  -> pkg:pypi/b@2.0 2.0 optional',
      '  -> pkg:pypi/c@3.0 3.0',
      '  -> pkg:pypi/g',
      '  -> pkg:pypi/t * test',
      '  -> pkg:pypi/s@1.0 ==1.0 development',
      'requires pkg:pypi/b@2.0 optional direct',
      'requires pkg:pypi/c@3.0 direct',
      'requires pkg:pypi/s@1.0 development direct',
    ],
  ],
  [
    'a license expression',
    '[project]\nname = "a"\nlicense = "MIT OR Apache-2.0"\n',
    ['declares pkg:pypi/a "MIT OR Apache-2.0"'],
  ],
  [
    'only classifiers',
    '[project]\nname = "a"\nclassifiers = ["License :: OSI Approved :: MIT License", "License :: OSI Approved :: BSD License"]\n',
    ['declares pkg:pypi/a "License :: OSI Approved :: MIT License AND License :: OSI Approved :: BSD License"'],
  ],
  [
    'a vague license beside a classifier',
    '[project]\nname = "a"\nlicense = {text = "BSD"}\nclassifiers = ["License :: OSI Approved :: Apache Software License"]\n',
    ['declares pkg:pypi/a "License :: OSI Approved :: Apache Software License"'],
  ],
  ['only settings of tools', '[tool.black]\nline-length = 88\n', []],
  ['nothing', '', []],
  ['broken TOML', '[project\n', [], ['The pyproject.toml could not be read']],
  [
    'values of wrong types',
    '[project]\nname = "a"\nversion = 1.5\ndependencies = "x"\nlicense = []\n',
    ['declares pkg:pypi/a@1.5'],
    ['"project.license" should be a text but is a list', '"project.dependencies" should be a list but is a string'],
  ],
  [
    'invalid requirements',
    '[project]\nname = "a"\ndependencies = ["!!", "b what", ""]\n',
    ['declares pkg:pypi/a'],
    ['"!!" should be a requirement', '"b what" should have a version range'],
  ],
];

describe('pypi-pyproject', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-pyproject', text, lines, problems));

  it('addresses', () => {
    const text =
      '[project]\nname = "a"\ndescription = "d"\n[project.urls]\nHomepage = "http://h"\n"Source Code" = "http://s"\n';
    expect(readText('pypi-pyproject', text).findings[0]).toMatchObject({
      description: 'd',
      homepageUrl: 'http://h',
      repositoryUrl: 'http://s',
    });
  });

  it('5,000 dependencies', () => {
    const list = Array.from({ length: 5000 }, (_, i) => `"p${i}==1.${i}"`).join(', ');
    checkLarge('pypi-pyproject', `[project]\nname = "a"\ndependencies = [${list}]\n`, 5001);
  });
});
