import { expect, it } from 'vitest';
import { contradiction, decidedExpression, isDoubtful } from './deciding-words.ts';

it.each([
  ['AGPL-3.0-only', 'GNU AGPL v3+', 'AGPL-3.0-or-later'],
  ['AGPL-3.0-only', 'either version 3 of the License, or (at your option) any later version.', 'AGPL-3.0-or-later'],
  ['GPL-2.0-only', 'GPL version 2 and later', 'GPL-2.0-or-later'],
  ['GPL-2.0-only', 'version 2 of the License only, not any later version', 'GPL-2.0-only'],
  [
    'GPL-2.0-only',
    'GPL version 2 as published. Note that I am not granting permission to use it under GPL 3 or any later version.',
    'GPL-2.0-only',
  ],
  ['GPL-2.0-only', 'GNU GPL version 2. Or else see the manual.', 'GPL-2.0-only'],
  ['MPL-2.0', 'Mozilla Public License 2.0 or later', 'MPL-2.0'],
])('%s, "%s": %s', (expression, text, expected) => {
  expect(decidedExpression(expression, text, 'notice')).toBe(expected);
});

it('ignores later versions in a whole license text', () => {
  expect(decidedExpression('GPL-2.0-only', 'version 2 or any later version', 'text')).toBe('GPL-2.0-only');
});

it.each([
  ['AGPL-3.0-only', 'Licence: AGPL', true],
  ['AGPL-3.0-or-later', 'Licence: AGPL', false],
  ['GPL-2.0-or-later', 'Licensed under the GPL version 2.', true],
  ['GPL-2.0-only', 'Licensed under the GPL version 2.', false],
  ['LGPL-2.0-or-later', 'GNU Lesser General Public License', true],
  ['LGPL-2.1-or-later', 'http://www.gnu.org/copyleft/lesser.html', false],
  ['MIT', 'MIT', false],
])('%s, "%s" is doubtful: %s', (expression, text, expected) => {
  expect(isDoubtful(expression, text)).toBe(expected);
});

it.each([
  ['BSD-3-Clause', 'Redistribution and use in binary form, without\nmodification, are permitted', true],
  [
    'BSD-3-Clause',
    'Redistribution and use in source and binary forms, with or without modification, are permitted',
    false,
  ],
  ['LicenseRef-scancode-intel', 'Redistribution and use in binary form, without modification, are permitted', false],
])('%s, "%s" contradict each other: %s', (expression, text, expected) => {
  expect(contradiction(expression, text) !== '').toBe(expected);
});

it.each([
  ['LGPL-2.1-or-later', 'under the terms of the GNU Lesser GPL version 2.1 as published by the FSF.', 'LGPL-2.1-only'],
  ['GPL-3.0-or-later', 'License (version 3) as published by the Foundation', 'GPL-3.0-only'],
  ['GPL-2.0-or-later', 'version 2 as published by the FSF, or at your option a greater one', 'GPL-2.0-or-later'],
  ['GPL-2.0-or-later', 'as published by the FSF; either version 2 of the License', 'GPL-2.0-or-later'],
])('%s of a notice that says "%s" is %s', (expression, text, expected) => {
  expect(decidedExpression(expression, text, 'notice')).toBe(expected);
});
