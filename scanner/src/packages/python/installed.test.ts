import { expect, it } from 'vitest';
import { describeTree, lines } from '../../../test/packages/tree-check.ts';

const metadata = (name: string) => `Metadata-Version: 2.1\nName: ${name}\nVersion: 1\n`;

it('installed packages own the folders and files that their lists name', () => {
  const files = {
    's/a-1.dist-info/METADATA': metadata('a'),
    's/a-1.dist-info/RECORD': 'a/__init__.py,,\nns/one/x.py,,\nsix.py,,\na-1.dist-info/RECORD,,\n../../bin/a,,\n',
    's/b-1.dist-info/METADATA': metadata('b'),
    's/b-1.dist-info/RECORD': 'ns/two/__init__.py,,\n',
    's/c-1.egg-info/PKG-INFO': metadata('c'),
    's/c-1.egg-info/top_level.txt': 'c\n',
  };
  expect(lines(files)).toEqual([
    'pkg:pypi/a@1 direct in "s/a", "s/a-1.dist-info", "s/ns/one" < s/a-1.dist-info/METADATA',
    'pkg:pypi/b@1 direct in "s/b-1.dist-info", "s/ns/two" < s/b-1.dist-info/METADATA',
    'pkg:pypi/c@1 direct in "s/c", "s/c-1.egg-info" < s/c-1.egg-info/PKG-INFO',
  ]);
  expect(describeTree(files).map(({ ownedFiles }) => ownedFiles)).toEqual([['s/six.py'], undefined, ['s/c.py']]);
});
