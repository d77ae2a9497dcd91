import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "version": "1.0.0-*",
  "dependencies": {
    "Newtonsoft.Json": "9.0.1",
    "Microsoft.NETCore.App": { "type": "platform", "version": "1.0.0" },
    "Own": { "target": "project" },
    "Gen": { "version": "1.1.0", "type": "build" }
  },
  "frameworks": { "net45": { "dependencies": { "Only45": "2.*" } } },
  "tools": { "dotnet-ef": "1.0.0" }
}
`;

const cases: ManifestCase[] = [
  [
    'a project',
    ordinary,
    [
      'requires pkg:nuget/Newtonsoft.Json@9.0.1 direct',
      'requires pkg:nuget/Microsoft.NETCore.App@1.0.0 direct',
      'requires pkg:nuget/Gen@1.1.0 build direct',
      'requires pkg:nuget/Only45 direct',
      'requires pkg:nuget/dotnet-ef@1.0.0 build direct',
    ],
  ],
  ['a file of another tool', '{"name":"app","targets":{"build":{}}}', []],
  ['nothing', '', [], ['The project.json could not be read: Unexpected end of JSON input.']],
];

describe('nuget-project-json', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-project-json', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nuget-project-json', ordinary, [
      '4 pkg:nuget/Newtonsoft.Json@9.0.1 9.0.1',
      '5 pkg:nuget/Microsoft.NETCore.App@1.0.0 1.0.0',
      '7 pkg:nuget/Gen@1.1.0 1.1.0',
      '9 pkg:nuget/Only45 2.*',
      '10 pkg:nuget/dotnet-ef@1.0.0 1.0.0',
    ]));
});
