// License files that also give the licenses of parts.
import { describe, expect, it } from 'vitest';
import { detectLicenses, licenseLibrary, loadLicenseIndex, primaryLicense } from '../index.ts';

const index = loadLicenseIndex();
const textOf = (id: string) => licenseLibrary().find((license) => license.id === id)!.text;
const LESSER = `GNU LGPL information
--------------------
This library is free software; you can redistribute it and/or modify it under the terms of the GNU Lesser General Public License as
published by the Free Software Foundation; either version 2.1 of the License, or (at your option) any later version.

`;

/** The primary license of a tree with this license file, and the licenses of its bundled parts. */
function read(text: string) {
  const path = 'LICENSE.txt';
  const { spdx, matches } = detectLicenses(index, Buffer.from(text));
  const bundled = matches.filter(({ role }) => role === 'bundled').map(({ expression }) => expression);
  return {
    primary: primaryLicense({ licenseFiles: [{ path, spdx, matches }], headers: [], manifests: [] }).expression,
    bundled: [...new Set(bundled)],
  };
}

describe('an overview by folders', () => {
  const overview = (entries: string) =>
    `The licenses for files are:\n\n${entries}\n\n${LESSER}${textOf('BSD-3-Clause')}\n`;

  it.each([
    [
      'entries of one file',
      ' - a.dll:\n   - The "GNU LGPL" as main license for most of the code\n   - The "BSD 3-clause License" for some code\n - All other files: the "GNU LGPL".',
    ],
    ['entries of folders', ' - src/lz/: BSD 3-clause License\n - Everything else: GNU LGPL'],
    [
      'sentences',
      'src/lz/ is licensed under the BSD 3-clause License.\nEverything else is under the LGPL-2.1-or-later.',
    ],
    ['the rest first', ' * The rest of the code is under the: LGPL\n * lz/: BSD 3-clause License'],
  ])('gives the whole the license of the rest (%s)', (_, entries) => {
    expect(read(overview(entries))).toEqual({ primary: 'LGPL-2.1-or-later', bundled: ['BSD-3-Clause'] });
  });
});

describe('a file for a binary distribution', () => {
  const bundles = (heading: string) =>
    `${textOf('MIT')}\n\n----\n\n${heading}\n\nName: libquad\nLicense: LGPL-2.1-or-later\n\nName: foo\nLicense: Zlib\n${textOf('Zlib')}\n`;

  it.each([
    'This binary distribution of Example also bundles the following software:',
    'The Example repository and source distributions bundle several libraries that are compatibly licensed.',
    'This wheel bundles the following libraries:',
  ])('has the license above the heading: %s', (heading) => {
    expect(read(bundles(heading))).toEqual({ primary: 'MIT', bundled: ['LGPL-2.1-or-later', 'Zlib'] });
  });

  it('without such a heading has no bundled parts', () => {
    expect(read(bundles('Other things:')).bundled).toEqual([]);
  });
});

it('what a wheel ships besides is bundled, with its exception', () => {
  const parts = `The wheels ship these libraries as well:\n\nName: GCC runtime library\nLicense: GPL-3.0-with-GCC-exception\n\nName: Oak\nLicense: MIT\n`;
  expect(read(`${textOf('BSD-3-Clause')}\n----\n\n${parts}`)).toEqual({
    primary: 'BSD-3-Clause',
    bundled: ['GPL-3.0-only WITH GCC-exception-3.1', 'MIT'],
  });
});

it('the records of a wheel, with whole texts below some of them, are bundled', () => {
  const record = (name: string, license: string, text: string) =>
    `Name: ${name}\nFiles: example.libs/${name}*.so\nDescription: bundled as a dynamically linked library\nAvailability: https://example.org/${name}/\nLicense: ${license}\n${text.replace(/^/gm, '  ')}\n\n`;
  const gcc =
    'Libgfortran is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 3, or (at your option) any later version.\n\nUnder Section 7 of GPL version 3, you are granted additional\npermissions described in the GCC Runtime Library Exception, version\n3.1, as published by the Free Software Foundation.';
  const parts = [
    record('libblas', 'BSD-3-Clause', textOf('BSD-3-Clause')),
    record('libgfortran', 'GPL-3.0-or-later WITH GCC-exception-3.1', gcc),
    'Full text of license texts referred to above follows (that they are\nlisted below does not necessarily imply the conditions apply to the\npresent binary release):\n\n',
    textOf('GPL-3.0-only'),
    record('libquadmath', 'LGPL-2.1-or-later', ''),
  ];
  const heading = 'This binary distribution of Example also bundles the following software:\n\n\n';
  const { primary, bundled } = read(`${textOf('BSD-3-Clause')}\n----\n\n${heading}${parts.join('')}`);
  expect(primary).toBe('BSD-3-Clause');
  expect(bundled.toSorted()).toEqual([
    'BSD-3-Clause',
    'GPL-3.0-only',
    'GPL-3.0-or-later WITH GCC-exception-3.1',
    'LGPL-2.1-or-later',
  ]);
});
