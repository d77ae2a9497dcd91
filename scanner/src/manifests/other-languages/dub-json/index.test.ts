import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "name": "app",
  "license": "BSL-1.0",
  "dependencies": {
    "vibe-d:http": "~>0.9",
    "exact": "1.0.0",
    "local": { "path": "../local" },
    "app:sub": "*"
  },
  "configurations": [ { "name": "x", "dependencies": { "extra": { "version": ">=1.0.0", "optional": true } } } ]
}
`;

const cases: ManifestCase[] = [
  [
    'dub.json',
    ordinary,
    [
      'declares pkg:dub/app "BSL-1.0"',
      '  -> pkg:dub/vibe-d ~>0.9',
      '  -> pkg:dub/exact@1.0.0 1.0.0',
      '  -> pkg:dub/extra >=1.0.0 optional',
      'requires pkg:dub/exact@1.0.0 direct',
    ],
  ],
  [
    'dub.selections.json',
    '{"fileVersion":1,"versions":{"vibe-d":"0.9.5","branch":"~master","local":{"path":"x"},"git":{"version":"abc","repository":"git+https://github.com/a/g.git"}}}',
    ['locks pkg:dub/vibe-d@0.9.5', 'locks pkg:dub/branch@master', 'locks pkg:dub/git@abc'],
  ],
  [
    'dub.sdl',
    `name "app"
license "MIT"
dependency "vibe-d" version="~>0.9"
dependency "local" path="x"
`,
    ['declares pkg:dub/app "MIT"', '  -> pkg:dub/vibe-d ~>0.9'],
  ],
  ['nothing', '', [], ['"name" of the recipe is missing; its requests are listed without it.']],
];

describe('dub-json', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('dub-json', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('dub-json', ordinary, ['2 pkg:dub/app', '6 pkg:dub/exact@1.0.0 1.0.0']));
});
