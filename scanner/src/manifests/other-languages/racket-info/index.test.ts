import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `#lang info
(define collection "acme")
(define deps '("base" "gui-lib" ("typed-racket-lib" #:version "1.3"))) ; all
(define build-deps (list "scribble-lib"))
(define pkg-desc "For all")
(define version "1.0")
(define license '(Apache-2.0 OR MIT))
`;

const cases: ManifestCase[] = [
  [
    'a package',
    ordinary,
    [
      'declares pkg:racket/acme@1.0 "Apache-2.0 OR MIT"',
      '  -> pkg:racket/gui-lib',
      '  -> pkg:racket/typed-racket-lib >= 1.3',
      '  -> pkg:racket/scribble-lib build',
    ],
  ],
  ['nothing', '', []],
];

describe('racket-info', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('racket-info', text, lines, problems));

  it('gives lines, addresses and checksums', () => checkEvidence('racket-info', ordinary, ['- pkg:racket/acme@1.0']));
});
