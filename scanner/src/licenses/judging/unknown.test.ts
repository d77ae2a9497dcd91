// Texts that no rule knows give an unknown license instead of silence; source-available licenses are recognised by their names.
import { describe, expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex, UNKNOWN_LICENSE, unknownParts, unknownText } from '../index.ts';

const index = loadLicenseIndex();
const idsIn = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;

const EULA = `END USER LICENSE AGREEMENT

By installing the software you agree to the terms of this Agreement. Example Corp grants you a limited, non-exclusive, non-transferable license
to use the software for internal purposes only. You may not reverse engineer, decompile or disassemble the software.
`;

describe('an unknown license', () => {
  it('is an agreement that no rule knows, with the lines of its sentences', () => {
    const { spdx, matches } = detectLicenses(index, Buffer.from(`# Example\n\n${EULA}`));
    expect(spdx).toEqual([UNKNOWN_LICENSE]);
    expect(matches).toMatchObject([
      { expression: UNKNOWN_LICENSE, startLine: 3, endLine: 6, kind: 'notice', rule: 'unknown/grant' },
    ]);
  });

  it('stands beside the names of licenses that the agreement holds', () => {
    expect(idsIn(`${EULA}\nThis product holds parts licensed under the MIT license.\n`)).toEqual([
      UNKNOWN_LICENSE,
      'MIT',
    ]);
  });

  it.each([
    ['a page that speaks of agreements', 'See the license agreement of your employer. You may not need it.'],
    [
      'an API that checks permissions',
      'if (!user.hasPermission("license.read")) throw new Error("permission to use this feature is missing");',
    ],
    [
      'a known text',
      'Licensed under the Apache License, Version 2.0. You may not use this file except in compliance with the License.',
    ],
  ])('is not %s', (_, text) => {
    expect(idsIn(text)).not.toContain(UNKNOWN_LICENSE);
  });
});

describe('an unknown license in a license file', () => {
  const mit = detectLicenses(index, Buffer.from('Licensed under the MIT license.\n')).matches;

  it.each([
    ['a grant above the known license', `${EULA}\n`, 6, [[1, 4]]],
    ['a grant below it', `\n\n${EULA}`, 0, [[4, 7]]],
    ['no grant', 'Copyright Ann Oak\n', 1, []],
  ])('%s', (_, around, line, expected) => {
    const lines = around.split('\n');
    lines.splice(line, 0, 'Licensed under the MIT license.');
    const found = mit.map((match) => ({ ...match, startLine: line + 1, endLine: line + 1 }));
    const parts = unknownParts(Buffer.from(lines.join('\n')), found);
    expect(parts.map(({ startLine, endLine }) => [startLine, endLine])).toEqual(expected);
  });

  it('can be a pointer to a text elsewhere, but not a heading', () => {
    expect(unknownText(Buffer.from('This code is licensed under the [oak license](https://oak.org)\n'))).toBeDefined();
    expect(unknownText(Buffer.from('Oak and Pine, by Ann Oak\n'))).toBeUndefined();
  });
});
