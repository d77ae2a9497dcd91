import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `name = "Acme"
uuid = "11111111-1111-1111-1111-111111111111"
version = "1.2.0"

[deps]
JSON = "682c06a0-de6a-54ab-a142-c8b1cf79cde6"

[weakdeps]
Plots = "91a5bcdd-55d7-5caf-9e0b-520d859cae80"

[compat]
JSON = "0.21"
julia = "1.6"

[extras]
Test = "8dfed614-e22c-5e08-85e1-65c5234f0b40"

[targets]
test = ["Test"]
`;

const cases: ManifestCase[] = [
  [
    'a package',
    ordinary,
    [
      'declares pkg:julia/Acme@1.2.0?uuid=11111111-1111-1111-1111-111111111111',
      '  -> pkg:julia/JSON?uuid=682c06a0-de6a-54ab-a142-c8b1cf79cde6 0.21',
      '  -> pkg:julia/Plots?uuid=91a5bcdd-55d7-5caf-9e0b-520d859cae80 optional',
      '  -> pkg:julia/Test?uuid=8dfed614-e22c-5e08-85e1-65c5234f0b40 test',
    ],
  ],
  [
    'an environment',
    `[deps]
JSON = "682c06a0-de6a-54ab-a142-c8b1cf79cde6"
`,
    ['requires pkg:julia/JSON?uuid=682c06a0-de6a-54ab-a142-c8b1cf79cde6 direct'],
  ],
  [
    'broken TOML',
    'This is not TOML.',
    [],
    ['The Project.toml could not be read: Invalid TOML document: illegal character in key.'],
  ],
  ['nothing', '', []],
];

describe('julia-project', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('julia-project', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('julia-project', ordinary, ['1 pkg:julia/Acme@1.2.0?uuid=11111111-1111-1111-1111-111111111111']));
});
