import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a library',
    `name=My Library
version=1.2
sentence=Does it
license=MIT
depends=Wire, Other Lib (>=1.0)
architectures=*
`,
    [
      'declares pkg:generic/arduino/My%20Library@1.2 "MIT"',
      '  -> pkg:generic/arduino/Wire',
      '  -> pkg:generic/arduino/Other%20Lib >=1.0',
    ],
  ],
  [
    'properties of another program',
    `name=x
`,
    [],
  ],
  ['nothing', '', []],
];

describe('arduino-library', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('arduino-library', text, lines, problems));
  it('10,000 needs', () =>
    checkLarge(
      'arduino-library',
      `name=a\narchitectures=*\ndepends=${Array.from({ length: 10_000 }, (_, i) => `p${i}`).join(',')}`,
      1,
    ));
});
