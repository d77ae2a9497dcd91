import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `<?xml version="1.0"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>Acme.Lib</id>
    <version>1.2.0</version>
    <license type="expression">MIT OR Apache-2.0</license>
    <licenseUrl>https://licenses.nuget.org/MIT</licenseUrl>
    <projectUrl>https://acme.org</projectUrl>
    <description>For all.</description>
    <repository type="git" url="https://github.com/acme/lib.git" />
    <dependencies>
      <group targetFramework="net6.0">
        <dependency id="Serilog" version="3.1.1" exclude="Build,Analyzers" />
      </group>
      <group targetFramework="net8.0">
        <dependency id="Serilog" version="3.1.1" />
        <dependency id="Exact" version="[2.0.0]" />
      </group>
    </dependencies>
  </metadata>
</package>
`;

const cases: ManifestCase[] = [
  [
    'a package',
    ordinary,
    [
      'declares pkg:nuget/Acme.Lib@1.2.0 "MIT OR Apache-2.0"',
      '  -> pkg:nuget/Serilog 3.1.1',
      '  -> pkg:nuget/Exact@2.0.0 [2.0.0]',
      'requires pkg:nuget/Exact@2.0.0 direct',
    ],
  ],
  [
    'a license as an address',
    '<package><metadata><id>A</id><version>1.0</version><licenseUrl>http://www.apache.org/licenses/LICENSE-2.0</licenseUrl></metadata></package>',
    ['declares pkg:nuget/A@1.0 "http://www.apache.org/licenses/LICENSE-2.0"'],
  ],
  [
    'a license as a file',
    '<package><metadata><id>A</id><license type="file">LICENSE.txt</license><licenseUrl>https://aka.ms/deprecateLicenseUrl</licenseUrl></metadata></package>',
    ['declares pkg:nuget/A "SEE LICENSE IN LICENSE.txt"'],
  ],
  [
    'a template',
    '<package><metadata><id>$id$</id><version>$version$</version><dependencies><dependency id="B" version="1.0"/></dependencies></metadata></package>',
    ['requires pkg:nuget/B direct'],
    ['"metadata.id" should be the name of the package; its requests are listed without it.'],
  ],
  [
    'not XML',
    `not
xml`,
    [],
    ['The nuspec could not be read: 2:3: text data outside of root node.'],
  ],
  ['another root', '<a/>', [], ['A nuspec should have "package" as its root element and "metadata" in it; nothing']],
  ['nothing', '', [], ['The nuspec could not be read: 1:0: document must contain a root element.']],
];

describe('nuget-nuspec', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-nuspec', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nuget-nuspec', ordinary, [
      '4 pkg:nuget/Acme.Lib@1.2.0 https://acme.org https://github.com/acme/lib.git',
      '17 pkg:nuget/Exact@2.0.0 [2.0.0]',
    ]));
});
