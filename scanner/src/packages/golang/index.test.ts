import { describe, expect, it } from 'vitest';
import { lines } from '../../../test/packages/tree-check.ts';

const cases: [string, Record<string, string>, string[]][] = [
  [
    'only vendored modules are used',
    {
      'go.mod': 'module m.org/m\nrequire (\n a.org/a v1.0.0\n b.org/b v1.0.0 // indirect\n)\n',
      'vendor/modules.txt': '# a.org/a v1.0.0\n## explicit\na.org/a\n',
    },
    [
      'pkg:golang/a.org/a@v1.0.0 direct in "vendor/a.org/a" < go.mod vendor/modules.txt',
      'pkg:golang/m.org/m own in "" < go.mod > pkg:golang/a.org/a@v1.0.0',
    ],
  ],
  [
    'a module replaced by a folder of the project: the vendored modules settle its versions',
    {
      'go.mod': 'module m.org/m\nrequire (\n a.org/a v1.0.0\n s.org/s v0.0.0\n)\nreplace s.org/s => ./staging/s\n',
      'staging/s/go.mod':
        'module s.org/s\nrequire (\n a.org/a v1.2.0\n b.org/b v1.0.0\n c.org/c v1.0.0 // indirect\n d.org/d v1.0.0\n)\n',
      'vendor/modules.txt':
        '# a.org/a v1.0.0\n## explicit\na.org/a\n# b.org/b v1.1.0\n## explicit\nb.org/b\n# c.org/c v1.0.0\n## explicit; go 1.17\nc.org/c\n# s.org/s v0.0.0 => ./staging/s\n## explicit\ns.org/s\n',
    },
    [
      'pkg:golang/a.org/a@v1.0.0 direct in "vendor/a.org/a" < go.mod staging/s/go.mod vendor/modules.txt',
      'pkg:golang/b.org/b@v1.1.0 direct in "vendor/b.org/b" < staging/s/go.mod vendor/modules.txt',
      'pkg:golang/c.org/c@v1.0.0 transitive in "vendor/c.org/c" < staging/s/go.mod vendor/modules.txt',
      'pkg:golang/m.org/m own in "" < go.mod > pkg:golang/a.org/a@v1.0.0',
      'pkg:golang/s.org/s own in "staging/s" < staging/s/go.mod > pkg:golang/a.org/a@v1.0.0 pkg:golang/b.org/b@v1.1.0 pkg:golang/c.org/c@v1.0.0',
    ],
  ],
  [
    'a workspace: its modules are part of the code base; replacements and vendored modules apply to all of them',
    {
      'go.work': 'go 1.22\nuse (\n .\n ./staging/s\n)\nreplace r.org/r => f.org/f v2.0.0\n',
      'go.mod': 'module m.org/m\nrequire (\n s.org/s v0.0.0\n r.org/r v1.0.0\n)\n',
      'staging/s/go.mod': 'module s.org/s\nrequire (\n b.org/b v1.0.0\n c.org/c v1.0.0\n)\n',
      'hack/go.mod': 'module h.org/h\nrequire t.org/t v1.0.0\n',
      'vendor/modules.txt': '# f.org/f v2.0.0\n## explicit\n# b.org/b v1.0.0\n## explicit\n',
    },
    [
      'pkg:golang/b.org/b@v1.0.0 direct in "vendor/b.org/b" < staging/s/go.mod vendor/modules.txt',
      'pkg:golang/f.org/f@v2.0.0 direct in "vendor/f.org/f" < go.mod vendor/modules.txt',
      'pkg:golang/h.org/h own in "hack" < hack/go.mod > pkg:golang/t.org/t@v1.0.0',
      'pkg:golang/m.org/m own in "" < go.mod > pkg:golang/f.org/f@v2.0.0',
      'pkg:golang/s.org/s own in "staging/s" < staging/s/go.mod > pkg:golang/b.org/b@v1.0.0',
      'pkg:golang/t.org/t@v1.0.0 direct < hack/go.mod',
    ],
  ],
];

describe('go.mod files with a workspace or vendored modules', () => {
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));
});
