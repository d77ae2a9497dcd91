import { describe, expect, it } from 'vitest';
import { check, readText } from '../../../../test/manifests/manifest-check.ts';

describe('maven-gradle-properties', () => {
  it('names no package', () => check('maven-gradle-properties', 'a=1\n', []));
  it.each([
    ['', []],
    [
      '# c\n! d\na = 1\nb:2\nc 3\nlong=x\\\n  y\norg.gradle.jvmargs=-Xmx1g\n',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        ['long', 'xy'],
      ],
    ],
  ])('%j', (text, pairs) => {
    const [found] = readText('maven-gradle-properties', text).findings;
    expect(found?.defines?.properties ?? []).toEqual(pairs);
  });
});
