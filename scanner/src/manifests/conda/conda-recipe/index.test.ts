import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a recipe with a template',
    '{% set name = "Foo" %}\n{% set version = "1.2" %}\npackage:\n  name: {{ name|lower }}\n  version: {{ version }}\nsource:\n  url: https://x.org/{{ name }}-{{ version }}.tar.gz\nbuild:\n  number: {{ n }}\nrequirements:\n  build:\n    - {{ compiler("c") }}\n    - cmake\n  host:\n    - zlib 1.2.8 3  # [linux]\n  run:\n    - python\n    - requests >=1.1.0\nabout:\n  license: MIT\n',
    [
      'declares pkg:conda/foo@1.2 "MIT"',
      '  -> pkg:conda/python',
      '  -> pkg:conda/requests >=1.1.0',
      '  -> pkg:conda/zlib@1.2.8 1.2.8 3 build',
      '  -> pkg:conda/cmake build',
      'requires pkg:conda/zlib@1.2.8 build direct',
    ],
  ],
  ['a file of another tool', 'a: 1\n', []],
  ['nothing', '', []],
  ['broken YAML', 'package: [', [], ['The recipe could not be read']],
];

describe('conda-recipe', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('conda-recipe', text, lines, problems));
  it('keeps the origin and lines', () => {
    const text = `package:\n  name: a\nsource:\n  url: https://x.org/a\n  sha256: ${'ab'.repeat(32)}\nrequirements:\n  run:\n    - b\n`;
    expect(readText('conda-recipe', text).findings).toMatchObject([
      { downloadUrl: 'https://x.org/a', integrity: `sha256:${'ab'.repeat(32)}`, dependencies: [{ line: 8 }] },
    ]);
  });
});
