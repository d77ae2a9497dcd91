import { describe, expect, it } from 'vitest';
import { check, readText } from '../../../../test/manifests/manifest-check.ts';

const installed = (text: string) => readText('pypi-installed', text).findings[0]?.defines?.installs;

describe('pypi-installed', () => {
  it('names no package', () => check('pypi-installed', 'six.py,sha256=a,1\n', []));
  it('nothing', () => check('pypi-installed', '', []));

  it.each([
    [
      'folders and files of a RECORD',
      'a/__init__.py,sha256=x,1\na/b/c.py,,\n"a/with, comma.py",,\nsix.py,,\n__pycache__/six.cpython-311.pyc,,\na-1.dist-info/RECORD,,\n../../bin/a,,\n../scripts/a,,\n',
      ['a/', 'six.py'],
    ],
    [
      'a folder of a namespace',
      'google/protobuf/__init__.py,,\ngoogle/protobuf/any.py,,\ngoogle/api/a.py,,\n',
      ['google/api/', 'google/protobuf/'],
    ],
    ['installed-files.txt', '../a/__init__.py\n../a/b.py\nPKG-INFO\ntop_level.txt\n', ['a/']],
    ['top_level.txt', 'a\n_b\n', ['a/', 'a.py', '_b/', '_b.py']],
    ['paths out of the folder', '/etc/passwd,,\n../../x/y.py,,\nC:\\a,,\n', undefined],
  ])('%s', (_, text, expected) => expect(installed(text)).toEqual(expected));

  it('100,000 files in folders of 300 levels', () => {
    const deep = Array.from({ length: 300 }, (_, level) => `f${level % 7}`).join('/');
    const text = Array.from({ length: 100_000 }, (_, n) => `${n % 50}/${deep}/${n}.py,,`).join('\n');
    expect(installed(text)).toHaveLength(50);
  });
});
