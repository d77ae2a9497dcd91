import { expect, it } from 'vitest';
import { offersChoice } from '../licenses/license-choice.ts';
import { choiceSettler } from './license-settlement.ts';
import { NO_POLICY_RULES, preparePolicy } from './policy.ts';

const order = ['MIT', 'Apache-2.0', 'Zlib', 'GPL-2.0-only'];
const policy = (approved: string[], rejected: string[] = []) =>
  preparePolicy({
    ...NO_POLICY_RULES,
    licenses: [
      ...approved.map((license) => ({ license, decision: 'APPROVED' as const })),
      ...rejected.map((license) => ({ license, decision: 'REJECTED' as const })),
    ],
  });

it.each<[expression: string, settled: string, source?: string, approved?: string[], rejected?: string[]]>([
  ['MIT', ''],
  ['MIT AND Zlib', ''],
  ['not an or expression', ''],
  ['MIT OR GPL-3.0-or-later', 'MIT', 'site-order'],
  ['GPL-2.0-only OR MIT', 'MIT', 'site-order'],
  ['Apache-2.0 or mit', 'mit', 'site-order'],
  ['ISC OR BSD-3-Clause', ''],
  ['ISC OR (MIT AND Zlib)', 'MIT AND Zlib', 'site-order'],
  ['Apache-2.0 OR (MIT AND Zlib)', 'Apache-2.0', 'site-order'],
  ['ISC OR (MIT AND X11)', ''],
  ['(MIT OR GPL-2.0-only) AND (ISC OR Zlib)', 'MIT AND Zlib', 'site-order'],
  ['(MIT OR GPL-2.0-only) AND (ISC OR X11)', 'MIT AND (ISC OR X11)', 'site-order'],
  ['ISC OR GPL-2.0-only WITH Classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0', 'site-order'],
  ['MIT OR MIT', 'MIT', 'site-order'],
  ['MIT OR GPL-2.0-only', 'GPL-2.0-only', 'policy', ['GPL-2.0-only']],
  ['MIT OR GPL-2.0-only', 'GPL-2.0-only', 'policy', [], ['MIT']],
  ['Apache-2.0 OR MIT OR GPL-2.0-only', 'MIT', 'policy', ['MIT', 'Apache-2.0']],
  ['MIT OR GPL-2.0-only', 'MIT', 'site-order', ['MIT', 'GPL-2.0-only']],
  ['ISC OR X11', '', undefined, [], ['ISC', 'X11']],
  ['ISC OR X11 OR Beerware', 'ISC OR X11', 'policy', [], ['Beerware']],
  [Array.from({ length: 10_000 }, (_, at) => `L${at}`).join(' OR '), ''],
  [`${'('.repeat(50_000)}MIT OR ISC`, ''],
])('%.70s', (expression, settled, source, approved = [], rejected = []) => {
  const settle = choiceSettler({ policy: policy(approved, rejected), order: [...order, 'mit', 'no such license'] });
  const fact = settle(expression);
  expect([fact?.expression ?? '', fact?.source]).toEqual([settled, source]);
});

it('nothing is settled without order and policy', () => {
  expect(choiceSettler({ order: [] })('MIT OR ISC')).toBeUndefined();
});

it.each([
  ['MIT OR ISC', 'isc', true],
  ['MIT OR (ISC OR Zlib)', 'Zlib', true],
  ['MIT AND ISC', 'ISC', false],
  ['MIT', 'MIT', false],
  ['MIT OR ISC', 'Zlib', false],
])('%s offers %s: %s', (expression, license, offered) => expect(offersChoice(expression, license)).toBe(offered));
