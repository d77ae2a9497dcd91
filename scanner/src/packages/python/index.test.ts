import { describe, expect, it } from 'vitest';
import { lines } from '../../../test/packages/tree-check.ts';

const cases: [string, Record<string, string>, string[]][] = [
  [
    'constraints give versions but are not requests',
    {
      'requirements.txt': '-c constraints.txt\n-r requirements/base.txt\na\n',
      'requirements/base.txt': 'b>=1\n',
      'constraints.txt': 'a==1.0\nb==2.0\nunused==3.0\n',
    },
    ['pkg:pypi/a@1.0 direct < requirements.txt', 'pkg:pypi/b direct < requirements/base.txt asked for as ">=1"'],
  ],
  [
    'the name of a file shows its purpose',
    {
      'requirements.txt': 'a==1\n',
      'requirements-dev.txt': '-r requirements.txt\nb==1\n',
      'test-requirements.txt': 'a==1\nc==1\n',
      'requirements/docs.txt': 'd\n',
    },
    [
      'pkg:pypi/a@1 direct < requirements.txt test-requirements.txt',
      'pkg:pypi/b@1 development direct < requirements-dev.txt',
      'pkg:pypi/c@1 test direct < test-requirements.txt',
      'pkg:pypi/d development direct < requirements/docs.txt',
    ],
  ],
  [
    'files that include each other',
    {
      'requirements.txt': '-r requirements-b.txt\na\n',
      'requirements-b.txt': '-r requirements.txt\n-c requirements.txt\nb==1\n',
    },
    ['pkg:pypi/a direct < requirements.txt', 'pkg:pypi/b@1 direct < requirements-b.txt'],
  ],
];

describe('requirements files that name each other', () => {
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));
});

it('a package that only an extra without a request names keeps its own scope', () => {
  const files = {
    'pyproject.toml':
      '[tool.poetry]\nname = "app"\n[tool.poetry.dependencies]\na = "*"\n[tool.poetry.group.dev.dependencies]\nc = "*"\n',
    'poetry.lock':
      '[[package]]\nname = "a"\nversion = "1"\n[package.extras]\ncli = ["c (>=2)"]\n[[package]]\nname = "c"\nversion = "2"\n',
  };
  expect(lines(files)).toEqual([
    'pkg:pypi/a@1 direct < poetry.lock > pkg:pypi/c@2',
    'pkg:pypi/app own in "" < pyproject.toml > pkg:pypi/a@1 pkg:pypi/c@2',
    'pkg:pypi/c@2 development direct < poetry.lock',
  ]);
});
