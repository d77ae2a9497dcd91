import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "version": 1,
  "isRoot": true,
  "tools": {
    "dotnet-ef": { "version": "8.0.1", "commands": ["dotnet-ef"] }
  }
}
`;

const cases: ManifestCase[] = [
  ['tools', ordinary, ['requires pkg:nuget/dotnet-ef@8.0.1 development direct']],
  [
    'SDKs',
    '{"sdk":{"version":"8.0.100"},"tools":{"dotnet":"8.0.100"},"msbuild-sdks":{"Microsoft.Build.Traversal":"3.2.0"}}',
    ['requires pkg:nuget/Microsoft.Build.Traversal@3.2.0 build direct'],
  ],
  ['a list', '[]', [], ['A list of tools should be an object; nothing was read from it.']],
  ['nothing', '', [], ['The list of tools could not be read: Unexpected end of JSON input.']],
];

describe('nuget-tools', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nuget-tools', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nuget-tools', ordinary, ['5 pkg:nuget/dotnet-ef@8.0.1 8.0.1']));
});
