// SPDX expressions as people write them, and their canonical form.
import { describe, expect, it } from 'vitest';
import { idsOf } from './expression.ts';
import { joinExpressions, parseSpdxExpression } from './spdx.ts';

describe('parseSpdxExpression', () => {
  const cases: [string, string | undefined, string[]?][] = [
    ['MIT', 'MIT'],
    ['mit', 'MIT'],
    ['GPL-2.0', 'GPL-2.0-only'],
    ['GPL-2.0+', 'GPL-2.0-or-later'],
    ['LGPL-2.1-or-later', 'LGPL-2.1-or-later'],
    ['Apache-2.0+', 'Apache-2.0+'],
    ['GPL-2.0-with-classpath-exception', 'GPL-2.0-only WITH Classpath-exception-2.0'],
    ['GPL-2.0+ with classpath-exception-2.0', 'GPL-2.0-or-later WITH Classpath-exception-2.0'],
    ['(MIT or Apache-2.0)', 'MIT OR Apache-2.0'],
    ['MIT OR (Apache-2.0 AND BSD-3-Clause)', 'MIT OR Apache-2.0 AND BSD-3-Clause'],
    ['(MIT OR ISC) AND Zlib', '(MIT OR ISC) AND Zlib'],
    ['MIT OR (MIT OR ISC)', 'MIT OR ISC'],
    ['BSD-2-Clause-FreeBSD', 'BSD-2-Clause-Views'],
    ['LicenseRef-Mine', 'LicenseRef-Mine'],
    ['DocumentRef-x:LicenseRef-Mine', 'DocumentRef-x:LicenseRef-Mine'],
    ['Frobnicate', 'LicenseRef-Frobnicate', ['Frobnicate']],
    ['', undefined],
    ['MIT OR', undefined],
    ['OR MIT', undefined],
    ['(MIT', undefined],
    ['MIT ISC', undefined],
    ['MIT WITH', undefined],
    ['M!T', undefined],
    ['('.repeat(5000), undefined],
  ];
  it.each(cases)('%s', (written, expected, unknown = []) => {
    const parsed = parseSpdxExpression(written);
    expect(parsed?.expression).toBe(expected);
    if (parsed) expect(parsed.unknown).toEqual(unknown);
  });

  it('prints expressions that it can parse again', () => {
    for (const [written] of cases) {
      const once = parseSpdxExpression(written)?.expression;
      if (once) expect(parseSpdxExpression(once)?.expression).toBe(once);
    }
  });
});

it('joins expressions without duplicates', () => {
  expect(joinExpressions('OR', ['MIT', 'ISC OR MIT', 'not one at all'])).toBe('MIT OR ISC');
  expect(joinExpressions('AND', ['MIT OR ISC', 'Zlib'])).toBe('(MIT OR ISC) AND Zlib');
  expect(joinExpressions('OR', [])).toBe('');
});

it('lists ids', () => {
  expect(idsOf('(MIT OR GPL-2.0-only WITH Classpath-exception-2.0) AND Zlib')).toEqual([
    'MIT',
    'GPL-2.0-only',
    'Classpath-exception-2.0',
    'Zlib',
  ]);
});
