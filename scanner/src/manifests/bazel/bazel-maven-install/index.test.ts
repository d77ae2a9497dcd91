import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'artifacts with their graph',
    '{"artifacts":{"g:a":{"shasums":{"jar":"ab"},"version":"1.0"},"g:b":{"version":"2.0"},"g:b:jar:sources":{"version":"2.0"}},"dependencies":{"g:a":["g:b","g:z"]},"version":"2"}',
    ['locks pkg:maven/g/a@1.0', '  -> pkg:maven/g/b@2.0', 'locks pkg:maven/g/b@2.0'],
  ],
  ['no file', '', [], ['could not be read']],
  ['nothing', '{}', []],
  [
    'values of wrong types',
    '{"artifacts":[],"dependencies":1}',
    [],
    ['"artifacts" should be an object', '"dependencies" should be an object'],
  ],
];

describe('bazel-maven-install', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('bazel-maven-install', text, lines, problems));
  it('10,000 artifacts', () =>
    checkLarge(
      'bazel-maven-install',
      JSON.stringify({
        artifacts: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`g:a${i}`, { version: '1' }])),
      }),
      10_000,
    ));
});
