import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const entry = (change: object = {}) => ({
  Id: 'freetype',
  Name: 'Freetype 2',
  QDocModule: 'qtgui',
  Homepage: 'https://www.freetype.org/',
  Version: '2.10.4',
  License: 'Freetype Project License or GNU General Public License v2.0 only',
  LicenseId: 'FTL OR GPL-2.0-only',
  ...change,
});

const cases: ManifestCase[] = [
  ['one', JSON.stringify(entry()), ['holds pkg:generic/Freetype-2@2.10.4 "FTL OR GPL-2.0-only"']],
  [
    'several of one folder',
    JSON.stringify([
      entry({ Name: 'oak', Path: 'oak' }),
      entry({ Name: 'elm', Version: '', LicenseId: '', License: 'Elm' }),
    ]),
    ['holds pkg:generic/oak@2.10.4 "FTL OR GPL-2.0-only"', 'holds pkg:generic/elm "Elm"'],
  ],
  ['no name', JSON.stringify({ Version: '1' }), [], ['"Name" of entry 1 is missing']],
  ['broken', '{', [], [/qt_attribution\.json/]],
];

describe('qt-attribution', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('qt-attribution', text, lines, problems));
  it('names folders and lines', () => {
    const text = JSON.stringify([entry({ Name: 'oak', Path: 'oak/' }), entry({ Name: 'elm' })], null, 1);
    expect(readText('qt-attribution', text).findings.map(({ folder, line }) => [folder, line])).toEqual([
      ['oak', 4],
      ['', 14],
    ]);
  });
});
