import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `(lang dune 3.0)
(name acme) ; the project
(version 1.2.0)
(source (github acme/acme))
(license MIT)
(package
 (name acme)
 (synopsis "For all")
 (depends
  (ocaml (>= 4.08))
  (alcotest :with-test)
  (lwt (and (>= 5.0) (< 6)))
  (acme-core (= :version))
  (exact (= 1.0.0))
  fmt))
(package (name acme-core))
`;

const cases: ManifestCase[] = [
  [
    'packages',
    ordinary,
    [
      'declares pkg:opam/acme@1.2.0 "MIT"',
      '  -> pkg:opam/ocaml >= 4.08',
      '  -> pkg:opam/alcotest test',
      '  -> pkg:opam/lwt >= 5.0 & < 6',
      '  -> pkg:opam/exact@1.0.0 = 1.0.0',
      '  -> pkg:opam/fmt',
      'requires pkg:opam/exact@1.0.0 direct',
      'declares pkg:opam/acme-core@1.2.0 "MIT"',
    ],
  ],
  ['nothing', '', []],
  ['not closed', '(package (name a', ['declares pkg:opam/a']],
];

describe('opam-dune-project', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('opam-dune-project', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('opam-dune-project', ordinary, [
      '7 pkg:opam/acme@1.2.0 https://github.com/acme/acme',
      '14 pkg:opam/exact@1.0.0 = 1.0.0',
      '16 pkg:opam/acme-core@1.2.0 https://github.com/acme/acme',
    ]));
});
