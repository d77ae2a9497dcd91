import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'an import map',
    '{\n// c\n"imports": {"chalk": "npm:chalk@^5", "@std/path": "jsr:@std/path@1.0.0", "x/": "npm:/@s/x@1.0.0/", "own": "./a.ts", "oak": "https://deno.land/x/oak@v12.0.0/mod.ts", "r": "https://esm.sh/react@18.2.0",},\n}',
    [
      'requires pkg:npm/chalk direct',
      'requires pkg:jsr/%40std/path@1.0.0 direct',
      'requires pkg:npm/%40s/x@1.0.0 direct',
      'requires pkg:generic/deno.land/oak@12.0.0 direct',
      'requires pkg:npm/react@18.2.0 direct',
    ],
  ],
  [
    'a package of JSR',
    '{"name":"@me/lib","version":"0.1.0","license":"MIT","imports":{"a":"npm:a@1"}}',
    ['declares pkg:jsr/%40me/lib@0.1.0 "MIT"', '  -> pkg:npm/a 1'],
  ],
  ['only settings', '{"tasks":{"dev":"deno run a.ts"}}', []],
  ['broken', '{ This is not', [], ['The deno.json could not be read']],
];

describe('npm-deno-json', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('npm-deno-json', text, lines, problems));
  it('gives lines', () => {
    expect(readText('npm-deno-json', '{"imports":{\n"a":"npm:a@1.0.0"}}').findings).toMatchObject([{ line: 2 }]);
  });
});
