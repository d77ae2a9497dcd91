import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `<?xml version="1.0"?>
<packages>
  <package id="Newtonsoft.Json" version="6.0.4" targetFramework="net45" />
  <package id="xunit.runner" version="2.0.0" developmentDependency="true" />
</packages>
`;

const cases: ManifestCase[] = [
  [
    'packages',
    ordinary,
    ['requires pkg:nuget/Newtonsoft.Json@6.0.4 direct', 'requires pkg:nuget/xunit.runner@2.0.0 development direct'],
  ],
  [
    'no id',
    '<packages><package version="1.0.0"/></packages>',
    [],
    ['"" cannot be the name of a package; it was left out.'],
  ],
  [
    'not XML',
    `not
xml`,
    [],
    ['The packages.config could not be read: 2:3: text data outside of root node.'],
  ],
  ['nothing', '', [], ['The packages.config could not be read: 1:0: document must contain a root element.']],
];

describe('nuget-packages-config', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-packages-config', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nuget-packages-config', ordinary, [
      '3 pkg:nuget/Newtonsoft.Json@6.0.4 6.0.4',
      '4 pkg:nuget/xunit.runner@2.0.0 2.0.0',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'nuget-packages-config',
      `<packages>${Array.from({ length: 5000 }, (_, i) => `<package id="P${i}" version="1.0.${i}" />`).join('\n')}</packages>`,
      5000,
    ));
});
