import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const FORMAT = 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n';
const cases: ManifestCase[] = [
  [
    'the license of all files',
    `${FORMAT}\nFiles: debian/*\nLicense: MIT\n\nFiles: *\nCopyright: me\nLicense: GPL-2+ or Artistic\n The text\n\nLicense: MIT\n text\n`,
    ['locks pkg:deb/debian/copyright "GPL-2+ or Artistic"'],
  ],
  [
    'licenses of parts only',
    `${FORMAT}\nFiles: a\nLicense: MIT\n\nFiles: b\nLicense: X or Y\n\nFiles: c\nLicense: MIT\n`,
    ['locks pkg:deb/debian/copyright "MIT AND (X or Y)"'],
  ],
  ['free text', 'This package was debianized by me.\nLicense: GPL\n', []],
  ['nothing', '', []],
  ['no license', `${FORMAT}\nFiles: *\n`, []],
];

describe('deb-copyright', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('deb-copyright', text, lines, problems));
  it('20,000 stanzas', () =>
    checkLarge(
      'deb-copyright',
      `${FORMAT}\n${Array.from({ length: 20_000 }, (_, i) => `Files: f${i}\nLicense: L${i}\n`).join('\n')}`,
      1,
    ));
});
