import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <PackageId>Acme.Lib</PackageId>
    <VersionPrefix>1.2.0</VersionPrefix>
    <JsonVersion>13.0.3</JsonVersion>
    <PackageLicenseExpression>MIT</PackageLicenseExpression>
    <RepositoryUrl>https://github.com/acme/lib</RepositoryUrl>
  </PropertyGroup>
  <ItemGroup Condition="'$(TargetFramework)' == 'net8.0'">
    <PackageReference Include="Newtonsoft.Json" Version="$(JsonVersion)" />
    <PackageReference Include="Serilog"><Version>[3.0.0, 4.0.0)</Version></PackageReference>
    <PackageReference Include="StyleCop.Analyzers" Version="1.2.0-beta.435" PrivateAssets="All" />
    <PackageReference Include="A.B;C.D" Version="2.*" />
    <PackageReference Include="Central" />
    <PackageReference Include="Unknown" Version="$(Elsewhere)" />
    <DotNetCliToolReference Include="dotnet-ef" Version="2.0.0" />
    <ProjectReference Include="..\\Other\\Other.csproj" />
  </ItemGroup>
</Project>
`;

const cases: ManifestCase[] = [
  [
    'a project',
    ordinary,
    [
      'declares pkg:nuget/Acme.Lib@1.2.0 "MIT"',
      '  -> pkg:nuget/Newtonsoft.Json@13.0.3 13.0.3',
      '  -> pkg:nuget/Serilog [3.0.0, 4.0.0)',
      '  -> pkg:nuget/StyleCop.Analyzers@1.2.0-beta.435 1.2.0-beta.435 development',
      '  -> pkg:nuget/A.B 2.*',
      '  -> pkg:nuget/C.D 2.*',
      '  -> pkg:nuget/Central',
      '  -> pkg:nuget/Unknown $(Elsewhere)',
      '  -> pkg:nuget/dotnet-ef@2.0.0 2.0.0 build',
      'requires pkg:nuget/Newtonsoft.Json@13.0.3 direct',
      'requires pkg:nuget/StyleCop.Analyzers@1.2.0-beta.435 development direct',
      'requires pkg:nuget/dotnet-ef@2.0.0 build direct',
    ],
  ],
  [
    'central versions',
    `<Project>
  <ItemGroup>
    <PackageVersion Include="Central" Version="1.0.0" />
    <GlobalPackageReference Include="Nerdbank.GitVersioning" Version="3.6.133" />
  </ItemGroup>
</Project>
`,
    ['requires pkg:nuget/Nerdbank.GitVersioning@3.6.133 development direct'],
  ],
  [
    'an old project',
    '<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><PropertyGroup><AssemblyName>App</AssemblyName></PropertyGroup><ItemGroup><PackageReference Include="X" Version="1" /></ItemGroup></Project>',
    ['requires pkg:nuget/X@1 direct'],
  ],
  [
    'an empty name and an empty version',
    '<Project><ItemGroup><PackageReference Include="" Version="5.0.12"/><PackageReference Include="LiteDB" Version=""/></ItemGroup></Project>',
    ['requires pkg:nuget/LiteDB direct'],
    [
      'Line 1: "Include" of PackageReference should be the name of a package; it was left out.',
      'Line 1: "Version" of PackageReference should be a version or a range; it was left out.',
    ],
  ],
  [
    'properties that double',
    '<Project><PropertyGroup><P0>$(P1)$(P1)</P0><P1>$(P2)$(P2)</P1><P2>$(P3)$(P3)</P2><P3>$(P4)$(P4)</P3><P4>$(P5)$(P5)</P4><P5>$(P6)$(P6)</P5><P6>$(P7)$(P7)</P6><P7>$(P8)$(P8)</P7><P8>$(P9)$(P9)</P8><P9>$(P10)$(P10)</P9><P10>$(P11)$(P11)</P10><P11>$(P12)$(P12)</P11><P12>$(P13)$(P13)</P12><P13>$(P14)$(P14)</P13><P14>$(P15)$(P15)</P14><P15>$(P16)$(P16)</P15><P16>$(P17)$(P17)</P16><P17>$(P18)$(P18)</P17><P18>$(P19)$(P19)</P18><P19>$(P20)$(P20)</P19><P20>$(P21)$(P21)</P20><P21>$(P22)$(P22)</P21><P22>$(P23)$(P23)</P22><P23>$(P24)$(P24)</P23><P24>$(P25)$(P25)</P24><P25>$(P26)$(P26)</P25><P26>$(P27)$(P27)</P26><P27>$(P28)$(P28)</P27><P28>$(P29)$(P29)</P28><P29>$(P30)$(P30)</P29></PropertyGroup><ItemGroup><PackageReference Include="X" Version="$(P0)"/></ItemGroup></Project>',
    ['requires pkg:nuget/X direct'],
  ],
  [
    'not XML',
    `not
xml`,
    [],
    ['The project could not be read: 2:3: text data outside of root node.'],
  ],
  ['another root', '<a/>', [], ['A project should have "Project" as its root element; nothing was read from it.']],
  [
    'ranges that begin with a version, and SDKs',
    `<Project Sdk="Microsoft.NET.Sdk;A.Sdk/1.2.3"><Sdk Name="B.Sdk" Version="2.0"/><Import Project="Sdk.props" Sdk="C.Sdk" Version="3.0"/>
<ItemGroup><PackageReference Include="R1" Version="[1.2.3,)"/><PackageReference Include="R2" Version="[1.2.3, ]"/><PackageReference Include="R3" Version="(1.2.3,)"/><PackageReference Include="R4" Version="[1.0,2.0)"/></ItemGroup></Project>`,
    [
      'requires pkg:nuget/R1@1.2.3 direct',
      'requires pkg:nuget/R2@1.2.3 direct',
      'requires pkg:nuget/R3 direct',
      'requires pkg:nuget/R4 direct',
      'requires pkg:nuget/A.Sdk@1.2.3 build direct',
      'requires pkg:nuget/B.Sdk@2.0 build direct',
      'requires pkg:nuget/C.Sdk@3.0 build direct',
    ],
  ],
  ['nothing', '', [], ['The project could not be read: 1:0: document must contain a root element.']],
];

describe('nuget-project', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-project', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nuget-project', ordinary, [
      '- pkg:nuget/Acme.Lib@1.2.0 https://github.com/acme/lib',
      '10 pkg:nuget/Newtonsoft.Json@13.0.3 13.0.3',
      '12 pkg:nuget/StyleCop.Analyzers@1.2.0-beta.435 1.2.0-beta.435',
      '16 pkg:nuget/dotnet-ef@2.0.0 2.0.0',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'nuget-project',
      `<Project><ItemGroup>${Array.from({ length: 5000 }, (_, i) => `<PackageReference Include="P${i}" Version="1.0.${i}" />`).join('\n')}</ItemGroup></Project>`,
      5000,
    ));
});
