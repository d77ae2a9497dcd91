import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "name": "tink_core",
  "license": "MIT",
  "version": "1.18.0",
  "url": "https://acme.org",
  "dependencies": {
    "utest": "1.0.0",
    "any": ""
  }
}
`;

const cases: ManifestCase[] = [
  [
    'a library',
    ordinary,
    [
      'declares pkg:haxe/tink_core@1.18.0 "MIT"',
      '  -> pkg:haxe/utest@1.0.0 1.0.0',
      '  -> pkg:haxe/any',
      'requires pkg:haxe/utest@1.0.0 direct',
    ],
  ],
  ['a list', '[]', [], ['A haxelib.json should be an object; nothing was read from it.']],
  ['nothing', '', [], ['The haxelib.json could not be read: Unexpected end of JSON input.']],
];

describe('haxe-haxelib', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('haxe-haxelib', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('haxe-haxelib', ordinary, [
      '2 pkg:haxe/tink_core@1.18.0 https://acme.org',
      '7 pkg:haxe/utest@1.0.0 1.0.0',
    ]));
});
