import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

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

  it('130,000 rocks, of more than 500,000 words and signs', () =>
    checkLarge(
      'luarocks-lock',
      `return { dependencies = {\n${Array.from({ length: 130_000 }, (_, i) => `["p${i}"] = "1.${i}-1",\n`).join('')}} }`,
      130_000,
    ));
});
