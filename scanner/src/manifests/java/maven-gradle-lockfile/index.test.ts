import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'configurations are scopes',
    '# comment\na:a:1=compileClasspath,runtimeClasspath\nb:b:2=testRuntimeClasspath,testCompileClasspath\nc:c:3=annotationProcessor\nd:d:4=compileClasspath\ne:e:5=developmentOnly\nempty=x\n',
    [
      'locks pkg:maven/a/a@1',
      'locks pkg:maven/b/b@2 test',
      'locks pkg:maven/c/c@3 build',
      'locks pkg:maven/d/d@4 peer',
      'locks pkg:maven/e/e@5 development',
    ],
  ],
  ['a lockfile for a single configuration', 'a:a:1\n', ['locks pkg:maven/a/a@1']],
  ['nothing', '', []],
  [
    'bad lines',
    '>>>\na:b=c\n',
    [],
    ['Line 1: "group:artifact', 'Line 2: '].map(() => /should be "group:artifact:version/),
  ],
];

describe('maven-gradle-lockfile', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('maven-gradle-lockfile', text, lines, problems));

  it('20,000 lines', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `g:a${i}:1.${i}=runtimeClasspath`).join('\n');
    checkLarge('maven-gradle-lockfile', lines, 20_000);
  });
});
