import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "version": 1,
  "dependencies": {
    "net8.0": {
      "Serilog": {
        "type": "Direct",
        "requested": "[3.1.1, )",
        "resolved": "3.1.1",
        "contentHash": "abc==",
        "dependencies": { "System.Memory": "4.5.5" }
      },
      "System.Memory": { "type": "Transitive", "resolved": "4.5.6" },
      "own": { "type": "Project", "dependencies": { "Serilog": "[3.1.1, )" } }
    },
    "net48": { "System.Memory": { "type": "Direct", "resolved": "4.5.6" }, "Only48": { "type": "CentralTransitive", "resolved": "1.0.0" } }
  }
}
`;

const cases: ManifestCase[] = [
  [
    'direct, transitive and own projects',
    ordinary,
    [
      'locks pkg:nuget/Serilog@3.1.1 direct',
      '  -> pkg:nuget/System.Memory@4.5.6 4.5.5',
      'locks pkg:nuget/System.Memory@4.5.6 direct',
      'locks pkg:nuget/Only48@1.0.0 transitive',
    ],
  ],
  [
    'values of wrong types',
    '{"dependencies":{"net8.0":{"A":1,"B":{"type":[],"resolved":{},"dependencies":[1]}},"x":5}}',
    ['locks pkg:nuget/B transitive'],
    [
      '"B.resolved" should be a text but is an object; it was left out.',
      '"dependencies.net8.0.A" should be an object but is a number; it was left out.',
      '"B.type" should be a text but is a list; it was left out.',
      '"B.dependencies" should be an object but is a list; it was left out.',
      '"dependencies.x" should be an object but is a number; it was left out.',
    ],
  ],
  [
    'something else',
    '{}',
    [],
    ['A packages.lock.json should be an object with "dependencies"; nothing was read from it.'],
  ],
  [
    'not JSON',
    `not
json`,
    [],
    ["The packages.lock.json could not be read: Unexpected token 'o', \"not."],
  ],
  ['nothing', '', [], ['The packages.lock.json could not be read: Unexpected end of JSON input.']],
];

describe('nuget-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-lock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nuget-lock', ordinary, [
      '5 pkg:nuget/Serilog@3.1.1 [3.1.1, ) sha512-abc==',
      '12 pkg:nuget/System.Memory@4.5.6',
      '15 pkg:nuget/Only48@1.0.0',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'nuget-lock',
      JSON.stringify({
        dependencies: {
          net: Object.fromEntries(
            Array.from({ length: 5000 }, (_, i) => [
              `P${i}`,
              { type: 'Transitive', resolved: `1.0.${i}`, dependencies: { [`P${(i + 1) % 5000}`]: '1.0.0' } },
            ]),
          ),
        },
      }),
      5000,
    ));
});
