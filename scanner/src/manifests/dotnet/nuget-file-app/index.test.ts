import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `#!/usr/bin/env dotnet
// an app of one file
#:sdk Microsoft.NET.Sdk.Web
#:sdk Aspire.AppHost.Sdk@9.4.1
#:package Newtonsoft.Json@13.0.3
#:package Humanizer@2.*
#:package Central
#:property LangVersion=preview
#:project ../Other

Console.WriteLine("#:package no@1");
#:package Late@1.0.0
`;

const cases: ManifestCase[] = [
  [
    'packages and SDKs',
    ordinary,
    [
      'requires pkg:nuget/Aspire.AppHost.Sdk@9.4.1 build direct',
      'requires pkg:nuget/Newtonsoft.Json@13.0.3 direct',
      'requires pkg:nuget/Humanizer direct',
      'requires pkg:nuget/Central direct',
    ],
  ],
  ['an ordinary C# file', 'using System;\nvar x = "#:package no@1";\n', []],
  ['nothing', '', []],
];

describe('nuget-file-app', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-file-app', text, lines, problems));
  it('gives lines and requests', () =>
    checkEvidence('nuget-file-app', ordinary, [
      '4 pkg:nuget/Aspire.AppHost.Sdk@9.4.1 9.4.1',
      '5 pkg:nuget/Newtonsoft.Json@13.0.3 13.0.3',
      '6 pkg:nuget/Humanizer 2.*',
      '7 pkg:nuget/Central',
    ]));
  it('10,000 packages', () =>
    checkLarge('nuget-file-app', Array.from({ length: 10_000 }, (_, i) => `#:package P${i}@1.0.0`).join('\n'), 10_000));
});
