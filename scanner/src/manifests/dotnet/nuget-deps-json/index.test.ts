import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "runtimeTarget": { "name": ".NETCoreApp,Version=v8.0" },
  "targets": {
    ".NETCoreApp,Version=v8.0": {
      "App/1.0.0": { "dependencies": { "Serilog": "3.1.1", "Framework": "8.0.0.0" } },
      "Serilog/3.1.1": { "dependencies": { "System.Memory": "4.5.5" } },
      "System.Memory/4.5.6": {},
      "runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.1": {},
      "Framework/8.0.0.0": {}
    }
  },
  "libraries": {
    "App/1.0.0": { "type": "project" },
    "Serilog/3.1.1": { "type": "package", "sha512": "sha512-abc==" },
    "System.Memory/4.5.6": { "type": "package", "sha512": "sha512-def==" },
    "runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.1": { "type": "runtimepack" },
    "Framework/8.0.0.0": { "type": "referenceassembly" }
  }
}
`;

const cases: ManifestCase[] = [
  [
    'a built application',
    ordinary,
    [
      'locks pkg:nuget/Serilog@3.1.1 direct',
      '  -> pkg:nuget/System.Memory@4.5.6 4.5.5',
      'locks pkg:nuget/System.Memory@4.5.6 transitive',
      'locks pkg:nuget/Microsoft.NETCore.App.Runtime.linux-x64@8.0.1 transitive',
    ],
  ],
  [
    'packages without files in the application only took part in its build',
    JSON.stringify({
      targets: {
        'net8.0': {
          'App/1.0.0': {
            dependencies: { Loaded: '1.0.0', Analyzer: '1.0.0', Meta: '1.0.0' },
            runtime: { 'App.dll': {} },
          },
          'Loaded/1.0.0': { runtime: { 'lib/Loaded.dll': {} } },
          'Native/1.0.0': { runtimeTargets: { 'runtimes/linux-x64/native/libn.so': { rid: 'linux-x64' } } },
          'Translated/1.0.0': { resources: { 'lib/de/T.dll': { locale: 'de' } } },
          'Analyzer/1.0.0': {},
          'Meta/1.0.0': { dependencies: { Loaded: '1.0.0' } },
          'Compiled/1.0.0': { compile: { 'ref/C.dll': {} }, compileOnly: true },
          'Framework/1.0.0': { runtime: { 'lib/net8.0/_._': {} } },
          'PerPlatform/1.0.0': {},
        },
        'net8.0/linux-x64': { 'PerPlatform/1.0.0': { native: { 'libp.so': {} } } },
      },
      libraries: { 'App/1.0.0': { type: 'project' } },
    }),
    [
      'locks pkg:nuget/Loaded@1.0.0 direct',
      'locks pkg:nuget/Native@1.0.0 transitive',
      'locks pkg:nuget/Translated@1.0.0 transitive',
      'locks pkg:nuget/Analyzer@1.0.0 build direct',
      'locks pkg:nuget/Meta@1.0.0 build direct',
      '  -> pkg:nuget/Loaded@1.0.0 1.0.0',
      'locks pkg:nuget/Compiled@1.0.0 build transitive',
      'locks pkg:nuget/Framework@1.0.0 build transitive',
      'locks pkg:nuget/PerPlatform@1.0.0 transitive',
    ],
  ],
  ['something else', '{}', [], ['A deps.json should be an object with "targets"; nothing was read from it.']],
  [
    'not JSON',
    `not
json`,
    [],
    ["The deps.json could not be read: Unexpected token 'o', \"not."],
  ],
  ['nothing', '', [], ['The deps.json could not be read: Unexpected end of JSON input.']],
];

describe('nuget-deps-json', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-deps-json', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nuget-deps-json', ordinary, [
      '14 pkg:nuget/Serilog@3.1.1 sha512-abc==',
      '15 pkg:nuget/System.Memory@4.5.6 sha512-def==',
      '16 pkg:nuget/Microsoft.NETCore.App.Runtime.linux-x64@8.0.1',
    ]));
});
