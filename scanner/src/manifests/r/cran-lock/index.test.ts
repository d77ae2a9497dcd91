import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "R": { "Version": "4.3.1" },
  "Packages": {
    "R6": {
      "Package": "R6",
      "Version": "2.5.1",
      "Source": "Repository",
      "Repository": "CRAN",
      "Requirements": ["R"],
      "Hash": "470851b6d5d0ac559e9d01bb352b4021"
    },
    "acme": { "Package": "acme", "Version": "1.0", "RemoteHost": "api.github.com", "RemoteUsername": "o", "RemoteRepo": "acme", "Imports": ["R6 (>= 2.0)", "utils"] }
  }
}
`;

const cases: ManifestCase[] = [
  ['renv.lock', ordinary, ['locks pkg:cran/R6@2.5.1', 'locks pkg:cran/acme@1.0', '  -> pkg:cran/R6@2.5.1 >= 2.0']],
  [
    'packrat.lock',
    `PackratFormat: 1.4
RVersion: 3.6

Package: ggplot2
Source: CRAN
Version: 3.2.1
Hash: ab
Requires: digest, grid

Package: digest
Version: 0.6
`,
    ['locks pkg:cran/ggplot2@3.2.1', '  -> pkg:cran/digest@0.6', 'locks pkg:cran/digest@0.6'],
  ],
  ['something else', '{}', [], ['A renv.lock should be an object with "Packages"; nothing was read from it.']],
  [
    'not JSON',
    'this is not json!',
    [],
    ['The lockfile of R could not be read: Unexpected token \'h\', "this is not json!" i'],
  ],
  ['nothing', '', [], ['The lockfile of R could not be read: Unexpected end of JSON input.']],
];

describe('cran-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cran-lock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('cran-lock', ordinary, [
      '4 pkg:cran/R6@2.5.1 md5:470851b6d5d0ac559e9d01bb352b4021',
      '12 pkg:cran/acme@1.0 https://github.com/o/acme',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'cran-lock',
      JSON.stringify({
        Packages: Object.fromEntries(
          Array.from({ length: 5000 }, (_, i) => [
            `p${i}`,
            { Package: `p${i}`, Version: `1.0.${i}`, Requirements: [`p${(i + 1) % 5000}`] },
          ]),
        ),
      }),
      5000,
    ));
});
