import { describe, expect, it } from 'vitest';
import { check, readText } from '../../../../test/manifests/manifest-check.ts';

describe('golang-go-work', () => {
  it('names no package', () => check('golang-go-work', 'go 1.22\nuse ./a\n', []));
  it('nothing', () => check('golang-go-work', '', []));
  it('a bad replacement', () => check('golang-go-work', 'replace a b\n', [], ['Line 1: "replace" should have "=>"']));
  it('gives modules and replacements', () => {
    const text = 'use (\n\t.\n\t./b // c\n)\nuse ./d\nreplace x.y/z v1.0.0 => ../z\n';
    expect(readText('golang-go-work', text).findings[0]?.defines).toEqual({
      goWork: { uses: ['.', './b', './d'], replaced: [{ from: 'x.y/z@v1.0.0', path: '../z', version: '' }] },
    });
  });
});
