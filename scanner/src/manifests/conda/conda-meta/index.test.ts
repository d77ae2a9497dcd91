import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'an installed package',
    '{"name":"zlib","version":"1.2.11","license":"Zlib","depends":["libzlib 1.2.11 h90_1","__osx >=10","b >=1,<2"]}',
    ['declares pkg:conda/zlib@1.2.11 "Zlib"', '  -> pkg:conda/libzlib 1.2.11 h90_1', '  -> pkg:conda/b >=1,<2'],
  ],
  ['nothing', '', [], ['could not be read']],
  ['no name', '{}', [], ['"name" is missing']],
];

describe('conda-meta', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('conda-meta', text, lines, problems));
  it('keeps address and checksum', () => {
    expect(readText('conda-meta', '{"name":"a","url":"https://c/a.conda","md5":"00"}').findings).toMatchObject([
      { downloadUrl: 'https://c/a.conda', integrity: 'md5:00' },
    ]);
  });
});
