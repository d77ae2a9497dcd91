import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const document = (components: string) =>
  `<?xml version="1.0"?>\n<verification-metadata xmlns="https://schema.gradle.org/dependency-verification"><components>${components}</components></verification-metadata>`;

const cases: ManifestCase[] = [
  [
    'components with code; components with only metadata are left out',
    document(
      '<component group="g" name="a" version="1"><artifact name="a-1.jar"><sha256 value="ab"/></artifact><artifact name="a-1.pom"/></component><component group="g" name="bom" version="2"><artifact name="bom-2.pom"/></component>',
    ),
    ['locks pkg:maven/g/a@1'],
  ],
  ['nothing', '', [], ['could not be read']],
  ['no components', document(''), []],
  [
    'a component without a group',
    document('\n<component name="a" version="1"/>'),
    [],
    ['The component in line 3 should have "group"'],
  ],
  [
    'XML that breaks after a component',
    document(
      '\n<component group="g" name="a" version="1"><artifact name="a.jar"/></component>\n<component group="g" name="b"<',
    ),
    ['locks pkg:maven/g/a@1'],
    ['breaks after the component in line 3: '],
  ],
  [
    'another root element',
    '<a><components><component group="g" name="a" version="1"/></components></a>',
    [],
    ['root element'],
  ],
  ['broken XML', '<verification-metadata><a>', [], ['could not be read']],
];

describe('maven-gradle-verification', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('maven-gradle-verification', text, lines, problems));

  it('keeps the strongest checksum and the line', () => {
    const text = document(
      '\n<component group="g" name="a" version="1"><artifact name="a-1.jar"><md5 value="00"/><sha512 value="CD"/></artifact></component>',
    );
    expect(readText('maven-gradle-verification', text).findings).toMatchObject([{ integrity: 'sha512:cd', line: 3 }]);
  });

  it('20,000 components', () => {
    const one = (i: number) => `<component group="g" name="a${i}" version="1"><artifact name="a.jar"/></component>`;
    checkLarge(
      'maven-gradle-verification',
      document(Array.from({ length: 20_000 }, (_, i) => one(i)).join('')),
      20_000,
    );
  });
});
