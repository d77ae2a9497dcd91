// Lines of the notice around a GNU license name and version.
import { expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();

function check(lines: string[], expected: [expression: string, from: number, to: number][]): void {
  const { matches } = detectLicenses(index, Buffer.from(lines.join('\n')));
  expect(matches.map(({ expression, startLine, endLine }) => [expression, startLine, endLine])).toEqual(expected);
}

const PROGRAM = [
  'This program is free software: you can redistribute it and/or modify',
  'it under the terms of the GNU General Public License as published by',
  'the Free Software Foundation, either version 3 of the License, or',
  '(at your option) any later version.',
  '',
  'This program is distributed in the hope that it will be useful,',
  'but WITHOUT ANY WARRANTY; without even the implied warranty of',
  'MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the',
  'GNU General Public License for more details.',
  '',
  'You should have received a copy of the GNU General Public License',
  'along with this program.  If not, see <https://www.gnu.org/licenses/>.',
];
const LIBRARY = [
  'The GNU C Library is free software; you can redistribute it and/or',
  'modify it under the terms of the GNU Lesser General Public',
  'License as published by the Free Software Foundation; either',
  'version 2.1 of the License, or (at your option) any later version.',
  '',
  'The GNU C Library is distributed in the hope that it will be useful,',
  'but WITHOUT ANY WARRANTY; without even the implied warranty of',
  'MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU',
  'Lesser General Public License for more details.',
  '',
  'You should have received a copy of the GNU Lesser General Public',
  'License along with the GNU C Library; if not, write to the Free',
  'Software Foundation, Inc., 59 Temple Place, Suite 330, Boston, MA',
  '02111-1307 USA.',
];
const AROUND = (notice: string[], mark: string) => [
  `${mark} Makes gizmos. They are all free.`,
  `${mark} Copyright (C) 2022 Ada Gizmo`,
  ...notice.map((line) => `${mark} ${line}`),
  `${mark} Gizmos of version 4 are made elsewhere, see http://x.org.`,
];

it.each(['   ', ' *', '#', '//', 'dnl', ';;', '\t'])('a notice of the GPL after "%s"', (mark) => {
  check(AROUND(PROGRAM, mark), [['GPL-3.0-or-later', 3, 14]]);
});

it('a notice of the LGPL, with the address of the Foundation', () => {
  check(AROUND(LIBRARY, ' *'), [['LGPL-2.1-or-later', 3, 16]]);
});

it('a notice without its first sentence, and one without its last', () => {
  check(AROUND(PROGRAM.slice(1), '#'), [['GPL-3.0-or-later', 3, 13]]);
  check(AROUND(PROGRAM.slice(0, 9), '#'), [['GPL-3.0-or-later', 3, 11]]);
  check(AROUND(PROGRAM.slice(0, 4), '#'), [['GPL-3.0-or-later', 3, 6]]);
});

it('a name among other words does not extend over them', () => {
  check(['We like', 'the GNU General Public License, version 2', 'or any later version.', 'Free software is good.'], [['GPL-2.0-or-later', 2, 3]]); // biome-ignore format: one table
});

it('two notices in one file, each at its place', () => {
  check([...PROGRAM, 'int main;', ...LIBRARY], [['GPL-3.0-or-later', 1, 12], ['LGPL-2.1-or-later', 14, 27]]); // biome-ignore format: one table
});

it('the end of a file, and a window that ends inside the notice', () => {
  check(PROGRAM, [['GPL-3.0-or-later', 1, 12]]);
  const long = PROGRAM.flatMap((line) => [line, ' '.repeat(400)]);
  const { matches } = detectLicenses(index, Buffer.from(long.join('\n')));
  expect(matches[0]!.startLine).toBeLessThanOrEqual(3);
  expect(matches[0]!.endLine).toBeLessThanOrEqual(long.length);
});
