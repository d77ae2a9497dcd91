// Texts that no rule knows are an unknown license, and no silence; source-available licenses are known by their names.
import { describe, expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex, UNKNOWN_LICENSE } from '../index.ts';

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
