import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'projects',
    `<manifest>
  <remote name="aosp" fetch="https://android.googlesource.com/"/>
  <remote name="own" fetch=".."/>
  <remote name="hub" fetch="https://github.com" revision="refs/tags/v1"/>
  <default revision="main" remote="aosp"/>
  <project path="build" name="platform/build"/>
  <project name="a/b" remote="hub"/>
  <project name="x" remote="own" revision="0000000000000000000000000000000000000000"/>
</manifest>`,
    [
      'requires pkg:git/android.googlesource.com/platform/build direct',
      'requires pkg:github/a/b@v1 direct',
      'requires pkg:generic/x@0000000000000000000000000000000000000000 direct',
    ],
  ],
  ['another file', '<resources><project name="x"/></resources>', []],
  ['nothing', '', []],
];

describe('repo-manifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('repo-manifest', text, lines, problems));
  it('20,000 projects', () =>
    checkLarge(
      'repo-manifest',
      `<manifest><remote name="h" fetch="https://github.com"/><default remote="h"/>${Array.from({ length: 20_000 }, (_, i) => `<project name="a/b${i}"/>`).join('')}</manifest>`,
      20_000,
    ));
});
