import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a graph of Conan 1',
    '{"graph_lock":{"nodes":{"0":{"path":"conanfile.txt","requires":["1"],"build_requires":["3"]},"1":{"ref":"a/1.0#00000000000000000000000000000000","requires":["2"]},"2":{"ref":"b/2.0@u/c","requires":["1"]},"3":{"ref":"cmake/3","context":"build"}}}}',
    [
      'locks pkg:conan/a@1.0 direct',
      '  -> pkg:conan/b@2.0?channel=c&user=u',
      'locks pkg:conan/b@2.0?channel=c&user=u transitive',
      '  -> pkg:conan/a@1.0',
      'locks pkg:conan/cmake@3 build direct',
    ],
  ],
  [
    'lists of Conan 2',
    '{"version":"0.5","requires":["zlib/1.2#r%1"],"build_requires":["cmake/3"],"python_requires":[]}',
    ['locks pkg:conan/zlib@1.2', 'locks pkg:conan/cmake@3 build'],
  ],
  [
    'a package that is being edited has a path',
    '{"graph_lock":{"nodes":{"0":{"ref":"own/1","path":"conanfile.py","requires":["1"]},"1":{"ref":"edited/2@me/dev","path":"../edited/conanfile.py"}}}}',
    ['locks pkg:conan/edited@2?channel=dev&user=me direct'],
  ],
  ['no file', '', [], ['could not be read']],
  ['nothing', '{}', []],
  ['null', 'null', []],
  [
    'values of wrong types',
    '{"requires":"x","graph_lock":{"nodes":{"1":{"ref":"x","requires":{}}}}}',
    [],
    ['"nodes.1.requires"', '"ref" should be name/version'],
  ],
];

describe('conan-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('conan-lock', text, lines, problems));
  it('20,000 packages', () =>
    checkLarge(
      'conan-lock',
      JSON.stringify({ requires: Array.from({ length: 20_000 }, (_, i) => `p${i}/1`) }),
      20_000,
    ));
});
