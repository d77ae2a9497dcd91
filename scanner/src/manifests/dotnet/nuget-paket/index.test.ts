import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `RESTRICTION: == net6.0
NUGET
  remote: https://api.nuget.org/v3/index.json
    Argu (6.1.1)
      FSharp.Core (>= 4.3.2)
    FSharp.Core (6.0.5)
GITHUB
  remote: fsharp/FAKE
    src/app/FakeLib/Globbing.fs (abc123)

GROUP Test
NUGET
  remote: https://api.nuget.org/v3/index.json
    xunit (2.4.1) - restriction: >= net45
`;

const cases: ManifestCase[] = [
  [
    'paket.lock',
    ordinary,
    [
      'locks pkg:nuget/Argu@6.1.1',
      '  -> pkg:nuget/FSharp.Core@6.0.5 >= 4.3.2',
      'locks pkg:nuget/FSharp.Core@6.0.5',
      'locks pkg:github/fsharp/fake@abc123',
      'locks pkg:nuget/xunit@2.4.1 test',
    ],
  ],
  [
    'paket.dependencies',
    `source https://api.nuget.org/v3/index.json
framework: net6.0
nuget Argu ~> 6.1
nuget FSharp.Core 6.0.5 redirects: force
nuget Pinned == 1.0.0
github fsharp/FAKE src/app/FakeLib/Globbing.fs // a file
group Test
  nuget xunit
group Build
  clitool dotnet-fake 5.0.0
`,
    [
      'requires pkg:nuget/Argu direct',
      'requires pkg:nuget/FSharp.Core@6.0.5 direct',
      'requires pkg:nuget/Pinned@1.0.0 direct',
      'requires pkg:github/fsharp/fake direct',
      'requires pkg:nuget/xunit test direct',
      'requires pkg:nuget/dotnet-fake@5.0.0 build direct',
    ],
  ],
  ['nothing', '', []],
];

describe('nuget-paket', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-paket', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nuget-paket', ordinary, [
      '4 pkg:nuget/Argu@6.1.1',
      '6 pkg:nuget/FSharp.Core@6.0.5',
      '9 pkg:github/fsharp/fake@abc123',
      '14 pkg:nuget/xunit@2.4.1',
    ]));
});
