import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `local name = "acme"
local v = "2.0.1"
package = name
version = v.."-".."1"
source = { url = "git+https://github.com/acme/"..name..".git", tag = (v ~= "dev") and v or nil }
description = {
  summary = "For all",
  detailed = [[ package = "no" ]],
  license = "MIT/X11",
  homepage = "https://acme.org",
}
-- dependencies = { "none" }
dependencies = {
  "lua >= 5.1",
  "penlight == 1.13.1",
  "lualogging >= 1.4.0, < 2.0.0",
}
test_dependencies = { "busted" }
build = { type = "builtin", modules = { ["a.b"] = "a.lua" } }
`;

const cases: ManifestCase[] = [
  [
    'a rock',
    ordinary,
    [
      'declares pkg:luarocks/acme@2.0.1-1 "MIT/X11"',
      '  -> pkg:luarocks/penlight@1.13.1 == 1.13.1',
      '  -> pkg:luarocks/lualogging >= 1.4.0, < 2.0.0',
      '  -> pkg:luarocks/busted test',
      'requires pkg:luarocks/penlight@1.13.1 direct',
    ],
  ],
  [
    'broken',
    `package = {"kon

3.7.0-0"
rockspec_fo}
}
`,
    [],
    ['"package" of the rockspec should be a text; nothing was read from it.'],
  ],
  ['nothing', '', [], ['"package" of the rockspec should be a text; nothing was read from it.']],
];

describe('luarocks-rockspec', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('luarocks-rockspec', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('luarocks-rockspec', ordinary, [
      '- pkg:luarocks/acme@2.0.1-1 https://acme.org https://github.com/acme/acme.git',
      '15 pkg:luarocks/penlight@1.13.1 == 1.13.1',
    ]));
});
