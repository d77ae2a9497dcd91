import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../manifest-check.ts';

const ordinary = `return {
   dependencies = {
      lua = "5.3-1",
      ["lua-cjson"] = "2.1.0-1",
      penlight = "1.13.1-1"
   },
   test_dependencies = { busted = "2.0-1" }
}
`;

const cases: ManifestCase[] = [
  [
    'rocks',
    ordinary,
    [
      'locks pkg:luarocks/lua-cjson@2.1.0-1',
      'locks pkg:luarocks/penlight@1.13.1-1',
      'locks pkg:luarocks/busted@2.0-1 test',
    ],
  ],
  ['nothing', '', []],
];

describe('luarocks-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('luarocks-lock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('luarocks-lock', ordinary, [
      '4 pkg:luarocks/lua-cjson@2.1.0-1',
      '5 pkg:luarocks/penlight@1.13.1-1',
      '7 pkg:luarocks/busted@2.0-1',
    ]));
});
