import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `Package: acme
Title: For All
Version: 0.4.2
License: GPL (>= 3)
URL: https://acme.org, https://github.com/acme/acme
Depends: R (>= 3.0.0)
Imports: Rcpp (>= 1.0),
    methods,
    magic
LinkingTo: Rcpp, RcppProgress
Suggests: testthat
`;

const cases: ManifestCase[] = [
  [
    'a package',
    ordinary,
    [
      'declares pkg:cran/acme@0.4.2 "GPL (>= 3)"',
      '  -> pkg:cran/Rcpp >= 1.0',
      '  -> pkg:cran/magic',
      '  -> pkg:cran/RcppProgress build',
      '  -> pkg:cran/testthat optional',
    ],
  ],
  [
    'no package',
    `Description: x
`,
    [],
    ['A DESCRIPTION should have a field "Package"; nothing was read from it.'],
  ],
  [
    'odd lines',
    `MissingColon
Package: a
Version: 1
`,
    ['declares pkg:cran/a@1'],
    ['Line 1 should be "Field: value"; it was left out.'],
  ],
  ['nothing', '', [], ['A DESCRIPTION should have a field "Package"; nothing was read from it.']],
];

describe('cran-description', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cran-description', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('cran-description', ordinary, [
      '1 pkg:cran/acme@0.4.2 https://acme.org https://github.com/acme/acme',
    ]));
});
