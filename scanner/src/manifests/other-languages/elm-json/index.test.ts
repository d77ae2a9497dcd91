import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "type": "application",
  "dependencies": {
    "direct": { "elm/core": "1.0.5" },
    "indirect": { "elm/json": "1.1.3" }
  },
  "test-dependencies": { "direct": { "elm-explorations/test": "2.1.0" }, "indirect": {} }
}
`;

const cases: ManifestCase[] = [
  [
    'an application',
    ordinary,
    [
      'locks pkg:elm/elm/core@1.0.5 direct',
      'locks pkg:elm/elm/json@1.1.3 transitive',
      'locks pkg:elm/elm-explorations/test@2.1.0 test direct',
    ],
  ],
  [
    'a package',
    '{"type":"package","name":"a/b","version":"1.0.0","license":"BSD-3-Clause","dependencies":{"elm/core":"1.0.0 <= v < 2.0.0"}}',
    ['declares pkg:elm/a/b@1.0.0 "BSD-3-Clause"', '  -> pkg:elm/elm/core 1.0.0 <= v < 2.0.0'],
  ],
  ['nothing', '', [], ['The elm.json could not be read: Unexpected end of JSON input.']],
];

describe('elm-json', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('elm-json', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('elm-json', ordinary, [
      '4 pkg:elm/elm/core@1.0.5',
      '5 pkg:elm/elm/json@1.1.3',
      '7 pkg:elm/elm-explorations/test@2.1.0',
    ]));
});
