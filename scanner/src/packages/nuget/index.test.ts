import { describe, expect, it } from 'vitest';
import { lines } from '../../../test/packages/tree-check.ts';

const project = (references: string) => `<Project><ItemGroup>${references}</ItemGroup></Project>`;
const central =
  '<Project><ItemGroup><PackageVersion Include="a" Version="1.0.0" /><PackageVersion Include="Unused" Version="2.0.0" /></ItemGroup></Project>';

describe('central versions and properties of MSBuild', () => {
  const cases: [string, Record<string, string>, string[]][] = [
    [
      'a version from a folder above, regardless of the case of the name; unused versions give no packages',
      { 'Directory.Packages.props': central, 'src/A/A.csproj': project('<PackageReference Include="A" />') },
      ['pkg:nuget/A@1.0.0 direct < src/A/A.csproj'],
    ],
    [
      'the nearest file counts',
      {
        'Directory.Packages.props': central,
        'src/Directory.Packages.props': central.replace('1.0.0', '1.5.0'),
        'src/A/A.csproj': project('<PackageReference Include="a" />'),
      },
      ['pkg:nuget/a@1.5.0 direct < src/A/A.csproj'],
    ],
    [
      'a property from a folder above',
      {
        'Directory.Build.props': '<Project><PropertyGroup><JsonVersion>13.0.1</JsonVersion></PropertyGroup></Project>',
        'A.csproj': project('<PackageReference Include="a" Version="$(JsonVersion)" />'),
      },
      ['pkg:nuget/a@13.0.1 direct < A.csproj'],
    ],
    [
      'a property from a file in another folder, if only one value is known',
      {
        'eng/My.Versions.props':
          '<Project><PropertyGroup><JsonVersion>13.0.1</JsonVersion><Twice>1.0</Twice></PropertyGroup></Project>',
        'other/Version.props': '<Project><PropertyGroup><Twice>2.0</Twice></PropertyGroup></Project>',
        'src/A.csproj': project(
          '<PackageReference Include="a" Version="$(JsonVersion)" /><PackageReference Include="b" Version="$(Twice)" />',
        ),
      },
      ['pkg:nuget/a@13.0.1 direct < src/A.csproj', 'pkg:nuget/b direct < src/A.csproj asked for as "$(Twice)"'],
    ],
    [
      'a project with a name also lists it among its dependencies',
      {
        'Directory.Packages.props': central,
        'A.csproj': `<Project><PropertyGroup><PackageId>P</PackageId></PropertyGroup><ItemGroup><PackageReference Include="a" /></ItemGroup></Project>`,
      },
      ['pkg:nuget/P own in "" < A.csproj > pkg:nuget/a@1.0.0', 'pkg:nuget/a@1.0.0 direct < A.csproj'],
    ],
    [
      'no version from unrelated folders',
      { 'other/Directory.Packages.props': central, 'A.csproj': project('<PackageReference Include="a" />') },
      ['pkg:nuget/a direct < A.csproj'],
    ],
    [
      'a list of versions without any project',
      { 'Directory.Packages.props': central },
      [
        'pkg:nuget/Unused@2.0.0 direct < Directory.Packages.props',
        'pkg:nuget/a@1.0.0 direct < Directory.Packages.props',
      ],
    ],
  ];
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));
});
