import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const lockOf = (files: Record<string, unknown>) =>
  JSON.stringify({ lockFileVersion: 11, registryFileHashes: files }, null, 2);
const BCR = 'https://bcr.bazel.build/modules';

const cases: ManifestCase[] = [
  [
    'modules whose source was read',
    lockOf({
      'https://bcr.bazel.build/bazel_registry.json': 'aa',
      [`${BCR}/abseil-cpp/20230125.1/MODULE.bazel`]: 'bb',
      [`${BCR}/abseil-cpp/20240116.2/MODULE.bazel`]: 'cc',
      [`${BCR}/abseil-cpp/20240116.2/source.json`]: 'dd',
      [`${BCR}/none/1.0/source.json`]: null,
      'https://our.example/bazel/modules/ours/2.0/source.json': 'ee',
    }),
    [
      'locks pkg:bazel/abseil-cpp@20240116.2',
      'locks pkg:bazel/ours@2.0?repository_url=https:%2F%2Four.example%2Fbazel',
    ],
  ],
  ['an older file', '{"lockFileVersion":3,"moduleDepGraph":{}}', [], [/"registryFileHashes" is missing/]],
  ['nothing', '', [], [/could not be read/]],
  ['no lockfile', '[]', [], [/should be an object/]],
];

describe('bazel-module-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('bazel-module-lock', text, lines, problems));

  it('gives lines and digests', () =>
    checkEvidence('bazel-module-lock', lockOf({ [`${BCR}/a/1/source.json`]: 'ab' }), [
      `4 pkg:bazel/a@1 ${BCR}/a/1/source.json sha256:ab`,
    ]));

  it('5,000 modules', () => {
    const files = Array.from({ length: 5000 }, (_, i) => [`${BCR}/m${i}/1.0/source.json`, 'ab']);
    checkLarge('bazel-module-lock', lockOf(Object.fromEntries(files)), 5000);
  });
});
