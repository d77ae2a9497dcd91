import { describe, expect, it } from 'vitest';
import { lines } from '../../test/packages/tree-check.ts';

const OPAM = 'opam-version: "2.0"\nlicense: "ISC"\ndepends: ["fmt" {>= "1"} "re" {= "1.2"} "alcotest" {with-test}]\n';

const cases: [string, Record<string, string>, string[]][] = [
  [
    'opam beside the code: license and dependencies belong to the package',
    { 'app.opam': OPAM },
    [
      'pkg:opam/alcotest test direct < app.opam',
      'pkg:opam/app own (ISC) in "" < app.opam > pkg:opam/alcotest pkg:opam/fmt pkg:opam/re@1.2',
      'pkg:opam/fmt direct < app.opam asked for as ">= 1"',
      'pkg:opam/re@1.2 direct < app.opam',
    ],
  ],
  [
    'opam in a repository of packages',
    { 'packages/app/app.1.5.0/opam': 'opam-version: "2.0"\nlicense: "ISC"\n' },
    ['pkg:opam/app@1.5.0 own (ISC) in "packages/app/app.1.5.0" < packages/app/app.1.5.0/opam'],
  ],
  [
    'opam in a folder without information',
    { opam: OPAM.replace(/depends.*/, 'depends: ["fmt"]') },
    ['pkg:opam/fmt direct < opam'],
  ],
  [
    'nimble',
    { 'src/jester.nimble': 'version = "0.6"\nlicense = "MIT"\nrequires "nim >= 1.0", "httpbeast >= 0.4"\n' },
    [
      'pkg:nim/httpbeast direct < src/jester.nimble asked for as ">= 0.4"',
      'pkg:nim/jester@0.6 own (MIT) in "src" < src/jester.nimble > pkg:nim/httpbeast',
    ],
  ],
];

describe('manifests whose name comes from the file', () => {
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));
});
