import { expect, it } from 'vitest';
import { labelOf, scoreVector } from './scores.ts';

// The expected scores are those of FIRST's own examples and calculators.
it.each([
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'CVSS_V3', 9.8],
  ['CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 'CVSS_V3', 6.4],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 'CVSS_V3', 0],
  ['(AV:N/AC:L/Au:N/C:C/I:C/A:C)', 'CVSS_V2', 10],
  ['AV:N/AC:L/Au:N/C:N/I:N/A:C', 'CVSS_V2', 7.8],
  ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 'CVSS_V4', 9.3],
])('%s is %s %f', (text, system, score) => {
  expect(scoreVector(text)).toMatchObject({ system, score });
});

it.each([
  ['', 'no metric'],
  ['nonsense', 'no metric'],
  ['CVSS:5.0/AV:N', 'CVSS 5.0 is unknown'],
  ['CVSS:3.1/AV:N/AC:L', 'PR is missing'],
  ['CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'must be one of N, A, L, P'],
  ['CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'given twice'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/constructor:N', 'no metric'],
  ['7.5', 'no metric'],
])('%s has no score: %s', (text, problem) => {
  expect(scoreVector(text)).toEqual({ problem: expect.stringContaining(problem) });
});

it('severity words of sources', () => {
  expect(['Important', 'moderate', 'NEGLIGIBLE', 'not yet assigned', ''].map(labelOf)).toEqual([
    'HIGH',
    'MEDIUM',
    'LOW',
    undefined,
    undefined,
  ]);
});
