// Texts that no rule knows give an unknown license instead of no license; source-available licenses are recognised by their names.
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

  it('is reported beside the licenses that the agreement names', () => {
    expect(idsIn(`${EULA}\nThis product holds parts licensed under the MIT license.\n`)).toEqual([
      UNKNOWN_LICENSE,
      'MIT',
    ]);
  });

  it.each([
    [
      'trade secrets',
      '/* This file contains trade secrets of Oak Inc. and may only be used by\n * customers who signed its agreement. */',
    ],
    [
      'internal use',
      ' * Property of Oak Bank. For internal use only.\n * Distribution outside of the bank is forbidden.',
    ],
    ['a license key to buy', '/* Use of this header requires a valid license key from Oak. */'],
    [
      'no redistribution',
      '# Not for redistribution. Licensed to Oak customers under the terms of their\n# individual contract.',
    ],
    ['evaluation', 'This copy is provided for evaluation only. After thirty days it must be deleted.'],
    ['competition', 'The code may not be used to compete with Oak, nor offered as a service.'],
    ['paid use in a README', '# Oak\n\nCommercial use requires a subscription.'],
    ['a right that is not granted', 'The rights below do not include the right to sell the software.'],
  ])('is a header or sentence of %s', (_, text) => {
    expect(idsIn(text)).toEqual([UNKNOWN_LICENSE]);
  });

  it.each([
    [
      'a function for internal use',
      '/** @internal For internal use only: the cache of paths. */\nexport const cache = new Map();',
    ],
    [
      'a message to a caller',
      "throw new Error('Unauthorized: access is forbidden, the use of this route is prohibited');",
    ],
    ['a page about agreements', 'See the license agreement of your employer. You may not need it.'],
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

  it.each([
    'Oak may be used on devices that carry an Oak chip, and on no others.\n',
    'Die Nutzung dieser Software ist nur mit schriftlicher Genehmigung der Linde GmbH gestattet.\n',
    'Everybody may copy and change this work, unless they make weapons.\n',
  ])('can be a sentence: %s', (sentence) => {
    expect(unknownText(Buffer.from(sentence))).toBeDefined();
  });
});
