// Which revision of a VEX document counts, and which statement decides.
import { describe, expect, it } from 'vitest';
import { changeOfDocument, decidesBefore, mayBeSuppressed, type StatedVex } from './vex.ts';

describe('revisions of a document', () => {
  const stored = { sha256: 'a', datedAt: new Date('2026-02-01'), revision: '2' };
  it.each([
    ['the same bytes', { sha256: 'a', datedAt: null, revision: '' }, 'SAME'],
    ['a later date', { sha256: 'b', datedAt: new Date('2026-03-01'), revision: '1' }, 'REPLACED'],
    ['an earlier date', { sha256: 'b', datedAt: new Date('2026-01-01'), revision: '3' }, 'OLDER'],
    ['the same date, a later revision', { ...stored, sha256: 'b', revision: '10' }, 'REPLACED'],
    ['the same date, an earlier revision', { ...stored, sha256: 'b', revision: '1.9' }, 'OLDER'],
    ['the same date, a revision that does not count', { ...stored, sha256: 'b', revision: 'final' }, 'REPLACED'],
    ['no date', { sha256: 'b', datedAt: null, revision: '1' }, 'REPLACED'],
  ])('%s', (_title, sent, expected) => {
    expect(changeOfDocument(stored, sent)).toBe(expected);
  });
  it('the first one', () => {
    expect(changeOfDocument(undefined, stored)).toBe('ADDED');
  });
});

describe('the statement that decides', () => {
  const of = (statementId: number, state: StatedVex['state'], day: string | null): StatedVex => ({
    statementId,
    state,
    statedAt: day === null ? null : new Date(day),
  });
  it.each([
    ['the younger one', of(1, 'NOT_AFFECTED', '2026-02-02'), of(2, 'EXPLOITABLE', '2026-02-01')],
    ['one with a date', of(1, 'NOT_AFFECTED', '2026-02-02'), of(2, 'EXPLOITABLE', null)],
    ['at the same time the more careful one', of(1, 'EXPLOITABLE', '2026-02-01'), of(2, 'NOT_AFFECTED', '2026-02-01')],
    ['at the same time the open one', of(1, 'IN_TRIAGE', null), of(2, 'RESOLVED', null)],
    ['of equal ones the last', of(2, 'RESOLVED', '2026-02-01'), of(1, 'RESOLVED', '2026-02-01')],
  ])('%s', (_title, winner, loser) => {
    expect(decidesBefore(winner, loser)).toBe(true);
    expect(decidesBefore(loser, winner)).toBe(false);
  });
});

it('what affects, or is open, goes on counting', () => {
  expect((['EXPLOITABLE', 'IN_TRIAGE', 'RESOLVED', 'NOT_AFFECTED'] as const).map(mayBeSuppressed)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
