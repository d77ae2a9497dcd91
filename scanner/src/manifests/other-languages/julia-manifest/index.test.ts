import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `julia_version = "1.9.0"
manifest_format = "2.0"

[[deps.JSON]]
deps = ["Dates", "Parsers"]
git-tree-sha1 = "31e996f0a15c7b280ba9f76636b3ff9e2ae58c9a"
uuid = "682c06a0-de6a-54ab-a142-c8b1cf79cde6"
version = "0.21.4"

[[deps.Dates]]
uuid = "ade2ca70-3891-5945-98fb-dc099432e06a"

[[deps.Parsers]]
uuid = "69de0a69-1ddd-5017-9359-2bf0b02dc9f0"
version = "2.7.1"

[[deps.Own]]
path = "."
uuid = "11111111-1111-1111-1111-111111111111"
`;

const cases: ManifestCase[] = [
  [
    'version 2',
    ordinary,
    [
      'locks pkg:julia/JSON@0.21.4?uuid=682c06a0-de6a-54ab-a142-c8b1cf79cde6',
      '  -> pkg:julia/Dates?uuid=ade2ca70-3891-5945-98fb-dc099432e06a',
      '  -> pkg:julia/Parsers@2.7.1?uuid=69de0a69-1ddd-5017-9359-2bf0b02dc9f0',
      'locks pkg:julia/Dates?uuid=ade2ca70-3891-5945-98fb-dc099432e06a',
      'locks pkg:julia/Parsers@2.7.1?uuid=69de0a69-1ddd-5017-9359-2bf0b02dc9f0',
    ],
  ],
  [
    'version 1',
    `[[JSON]]
deps = ["Parsers"]
uuid = "682c06a0-de6a-54ab-a142-c8b1cf79cde6"
version = "0.21.4"
`,
    ['locks pkg:julia/JSON@0.21.4?uuid=682c06a0-de6a-54ab-a142-c8b1cf79cde6'],
  ],
  [
    'a broken table, with its inner table',
    ordinary
      .replace('uuid = "69de', '[deps.Parsers.deps]\nX = "1"\n\n[[deps.Other]]\nuuid = "69de')
      .replace('deps = ["Dates", "Parsers"]', 'deps = ["Dates"'),
    [
      'locks pkg:julia/Dates?uuid=ade2ca70-3891-5945-98fb-dc099432e06a',
      'locks pkg:julia/Other@2.7.1?uuid=69de0a69-1ddd-5017-9359-2bf0b02dc9f0',
    ],
    ['the table "[[deps.JSON]]" of line 4 was left out', '"Parsers.uuid" is missing'],
  ],
  [
    'none',
    `manifest_format = "2.0"
`,
    [],
    ['A Manifest.toml should list packages with their UUIDs, but this one names none.'],
  ],
  [
    'broken TOML',
    'this is not TOML!',
    [],
    ['The Manifest.toml could not be read: Invalid TOML document: illegal character in key.'],
  ],
  [
    'the number of the new format above the old layout',
    'manifest_format = "2.0"\n\n[[A]]\nuuid = "u"\nversion = "1.0"\n',
    ['locks pkg:julia/A@1.0?uuid=u'],
  ],
  ['nothing', '', [], ['A Manifest.toml should list packages with their UUIDs, but this one names none.']],
];

describe('julia-manifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('julia-manifest', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('julia-manifest', ordinary, [
      '4 pkg:julia/JSON@0.21.4?uuid=682c06a0-de6a-54ab-a142-c8b1cf79cde6 git-tree-sha1:31e996f0a15c7b280ba9f76636b3ff9e2ae58c9a',
      '10 pkg:julia/Dates?uuid=ade2ca70-3891-5945-98fb-dc099432e06a',
      '13 pkg:julia/Parsers@2.7.1?uuid=69de0a69-1ddd-5017-9359-2bf0b02dc9f0',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'julia-manifest',
      `manifest_format = "2.0"\n${Array.from({ length: 5000 }, (_, i) => `[[deps.P${i}]]\ndeps = ["P${(i + 1) % 5000}"]\nuuid = "${i}"\nversion = "1.0.${i}"\n`).join('')}`,
      5000,
    ));
});
