import { expect, it } from 'vitest';
import type { BulkDetails } from './actions.ts';
import { type BulkPair, changeOfVulnerability, nameOfVulnerability, skipOfVulnerability } from './vulnerabilities.ts';

const open: BulkPair = {
  projectId: 1,
  itemId: 10,
  itemName: 'lodash 4.17.4',
  vulnerability: 'CVE-2026-1',
  severityV3: 'HIGH',
  isSuppressedEverywhere: false,
  isSuppressed: false,
  analysis: null,
};
const suppressed: BulkPair = { ...open, isSuppressed: true, analysis: { state: 'NOT_AFFECTED', detail: 'Not called' } };
const triaged: BulkPair = { ...open, analysis: { state: 'IN_TRIAGE' } };
const notAffected: BulkDetails = { analysis: { state: 'NOT_AFFECTED' } };

it.each([
  ['no item', [], 'SUPPRESS', notAffected, 'NOT_FOUND'],
  ['nobody has decided', [open], 'SUPPRESS', notAffected, undefined],
  ['the same decision, with other words', [suppressed], 'SUPPRESS', notAffected, 'SAME'],
  ['the same state without suppression', [suppressed], 'ANALYZE', notAffected, undefined],
  [
    'another justification',
    [suppressed],
    'SUPPRESS',
    { analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_PRESENT' } },
    undefined,
  ],
  ['an end is a change', [suppressed], 'SUPPRESS', { ...notAffected, expiresAt: '2027-01-01T00:00:00Z' }, undefined],
  ['one of two items', [suppressed, open], 'SUPPRESS', notAffected, undefined],
  ['another may decide', [{ ...open, mayDecide: false }], 'SUPPRESS', notAffected, 'NOT_ALLOWED'],
  [
    'where one may, it is so',
    [
      { ...open, mayDecide: false },
      { ...suppressed, mayDecide: true },
    ],
    'SUPPRESS',
    notAffected,
    'SAME',
  ],
  ['an administrator', [{ ...open, isSuppressedEverywhere: true }], 'SUPPRESS', notAffected, 'SUPPRESSED_EVERYWHERE'],
  ['nothing to withdraw', [open], 'WITHDRAW', {}, 'SAME'],
  ['a decision to withdraw', [open, triaged], 'WITHDRAW', {}, undefined],
] as const)('skips with a reason: %s', (_title, pairs, action, details, reason) => {
  expect(skipOfVulnerability(pairs, action, details)).toBe(reason);
});

it('says what becomes of what', () => {
  expect(changeOfVulnerability([open], 'SUPPRESS', notAffected)).toEqual({
    from: 'Undecided',
    to: 'Suppressed: not affected',
  });
  expect(changeOfVulnerability([open, triaged], 'ANALYZE', { analysis: { state: 'EXPLOITABLE' } })).toEqual({
    from: 'Several decisions',
    to: 'Exploitable',
  });
  expect(changeOfVulnerability([suppressed], 'WITHDRAW', {})).toEqual({
    from: 'Suppressed: not affected',
    to: 'Undecided',
  });
});

it('names a vulnerability by what it is in', () => {
  expect(nameOfVulnerability([open])).toBe('CVE-2026-1 (high) in lodash 4.17.4');
  expect(nameOfVulnerability([open, triaged, suppressed])).toBe('CVE-2026-1 (high) in lodash 4.17.4 and 2 others');
  expect(nameOfVulnerability([{ ...open, severityV3: 'UNKNOWN' }, open])).toBe(
    'CVE-2026-1 (unknown severity) in lodash 4.17.4 and 1 other',
  );
});
