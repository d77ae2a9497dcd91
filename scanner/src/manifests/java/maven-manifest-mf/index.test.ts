import { describe, expect, it } from 'vitest';
import { check, readText } from '../../../../test/manifests/manifest-check.ts';

describe('maven-manifest-mf', () => {
  it('names no package itself', () => check('maven-manifest-mf', 'Bundle-SymbolicName: a.b\n', []));
  it.each([
    ['', []],
    [
      'Manifest-Version: 1.0\r\nBundle-SymbolicName: org.a.\r\n b;x:=1\r\nMain-Class: c\r\n\r\nName: d/\r\nImplementation-Title: no\r\n',
      [['bundle-symbolicname', 'org.a.b;x:=1']],
    ],
  ])('%j', (text, pairs) => {
    expect(readText('maven-manifest-mf', text).findings[0]?.defines?.jar).toEqual(pairs);
  });
});
