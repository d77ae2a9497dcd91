import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "version": 3,
  "targets": {
    "net8.0": {
      "Serilog/3.1.1": { "type": "package", "dependencies": { "System.Memory": "4.5.5" }, "compile": {} },
      "System.Memory/4.5.6": { "type": "package" },
      "Analyzer/1.0.0": { "type": "package" },
      "Own/1.0.0": { "type": "project", "dependencies": { "Serilog": "3.1.1" } }
    }
  },
  "libraries": {
    "Serilog/3.1.1": { "sha512": "abc==", "type": "package" },
    "Own/1.0.0": { "type": "project" }
  },
  "projectFileDependencyGroups": { "net8.0": ["Analyzer >= 1.0.0", "Serilog >= 3.1.1"] },
  "project": { "frameworks": { "net8.0": { "dependencies": {
    "Analyzer": { "include": "Runtime, Build, Analyzers", "suppressParent": "All", "version": "[1.0.0, )" },
    "Serilog": { "version": "[3.1.1, )" } } } } }
}
`;

const cases: ManifestCase[] = [
  [
    'a restored project',
    ordinary,
    [
      'locks pkg:nuget/Serilog@3.1.1 direct',
      '  -> pkg:nuget/System.Memory@4.5.6 4.5.5',
      'locks pkg:nuget/System.Memory@4.5.6 transitive',
      'locks pkg:nuget/Analyzer@1.0.0 development direct',
    ],
  ],
  ['something else', '{}', [], ['A project.assets.json should be an object with "targets"; nothing was read from it.']],
  [
    'values of wrong types',
    '{"targets":{"a":1,"b":{"X/1":5,"Y":{}}},"libraries":[]}',
    ['locks pkg:nuget/X@1 transitive', 'locks pkg:nuget/Y transitive'],
    [
      '"libraries" should be an object but is a list; it was left out.',
      '"targets.a" should be an object but is a number; it was left out.',
    ],
  ],
  ['nothing', '', [], ['The project.assets.json could not be read: Unexpected end of JSON input.']],
];

describe('nuget-assets', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-assets', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nuget-assets', ordinary, [
      '12 pkg:nuget/Serilog@3.1.1 sha512-abc==',
      '- pkg:nuget/System.Memory@4.5.6',
      '- pkg:nuget/Analyzer@1.0.0',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'nuget-assets',
      JSON.stringify({
        targets: {
          net: Object.fromEntries(
            Array.from({ length: 5000 }, (_, i) => [
              `P${i}/1.0.${i}`,
              { type: 'package', dependencies: { [`P${(i + 1) % 5000}`]: '1.0.0' } },
            ]),
          ),
        },
      }),
      5000,
    ));
});
