import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'conda-lock: one finding for all platforms',
    'version: 1\npackage:\n- name: a\n  version: 1.0.0\n  manager: conda\n  platform: linux-64\n  dependencies:\n    b: ">=1"\n    __glibc: ">=2"\n  url: https://c/linux-64/a-1.0.0-0.conda\n- name: a\n  version: 1.0.0\n  manager: conda\n  platform: osx-64\n  url: https://c/osx-64/a-1.0.0-0.conda\n- name: b\n  version: 2.0.0\n  manager: conda\n  category: dev\n- name: C_d\n  version: "3.0"\n  manager: pip\n  dependencies:\n    a: ""\n',
    [
      'locks pkg:conda/a@1.0.0',
      '  -> pkg:conda/b@2.0.0 >=1',
      'locks pkg:conda/b@2.0.0 development',
      'locks pkg:pypi/c-d@3.0',
      '  -> pkg:conda/a@1.0.0',
    ],
  ],
  [
    'pixi.lock',
    'version: 6\nenvironments:\n  default:\n    packages:\n      linux-64:\n      - conda: https://c/linux-64/zlib-1.3.1-h1_0.conda\npackages:\n- conda: https://c/linux-64/zlib-1.3.1-h1_0.conda\n  sha256: ab\n  depends:\n  - libgcc >=13\n  license: Zlib\n- conda: https://c/linux-64/libgcc-14.2.0-h2_1.conda\n- pypi: https://f/a-1.0-py3-none-any.whl\n  name: a\n  version: "1.0"\n  requires_dist:\n  - b>=1\n  - c ; extra == "x"\n- pypi: ./own\n  name: own\n',
    [
      'locks pkg:conda/zlib@1.3.1 "Zlib"',
      '  -> pkg:conda/libgcc@14.2.0 >=13',
      'locks pkg:conda/libgcc@14.2.0',
      'locks pkg:pypi/a@1.0',
      '  -> pkg:pypi/b >=1',
    ],
  ],
  ['nothing', '', []],
  ['broken YAML', 'package: [', [], ['Line 2 breaks the YAML: unexpected end of the stream within a flow collection']],
  [
    'values of wrong types',
    'package:\n- 1\n- {version: 1}\n',
    [],
    ['"packages[0]" should be an object', '"packages[0].name" is missing', '"packages[1].name" is missing'],
  ],
];

describe('conda-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('conda-lock', text, lines, problems));
  it('keeps checksums and lines', () => {
    const text = 'package:\n- name: a\n  version: 1\n  url: https://c/a\n  hash:\n    md5: "00"\n    sha256: ab\n';
    expect(readText('conda-lock', text).findings).toMatchObject([{ integrity: 'sha256:ab', line: 4 }]);
  });
  it('reads a long file in the same way', () => {
    const one = (i: number) =>
      `- name: p${i}\n  version: 1.0.${i}\n  manager: conda\n  dependencies:\n    p${i + 1}: '>=1'\n  optional: ${i === 0}\n`;
    const text = `package:\n${Array.from({ length: 15_000 }, (_, i) => one(i)).join('')}`;
    expect(text.length).toBeGreaterThan(1 << 20);
    checkLarge('conda-lock', text, 15_000);
    expect(readText('conda-lock', text).lines.slice(0, 3)).toEqual([
      'locks pkg:conda/p0@1.0.0 optional',
      '  -> pkg:conda/p1@1.0.1 >=1',
      'locks pkg:conda/p1@1.0.1',
    ]);
  });
});
