import { expect, it } from 'vitest';
import { NO_LINKS, NO_NOTES } from './incoming-fields.ts';
import { mergedColumns, UNDECIDED } from './merged-texts.ts';

const item = (given: { workflowURL?: string; auditorReviewNotes?: string; keepsNotes?: true }) => ({
  place: 'inventory[0]',
  name: 'zlib',
  usage: { linking: 'STATIC' as const },
  notes: { ...NO_NOTES, auditorReviewNotes: given.auditorReviewNotes ?? '' },
  links: { ...NO_LINKS, workflowURL: given.workflowURL ?? null },
  ...(given.keepsNotes && { keepsNotes: given.keepsNotes }),
});
const KEEPS = { overwriteNotes: false, resetUsage: false };

it.each<
  [what: string, has: string | null, comes: string, overwriteNotes: boolean, stays: string | null, code?: string]
>([
  ['a link where there is none', null, 'https://b', false, 'https://b'],
  ['the same link', 'https://b', 'https://b', false, 'https://b'],
  ['another link', 'https://a', 'https://b', false, 'https://a', 'link-kept'],
  ['another link that overwrites', 'https://a', 'https://b', true, 'https://b'],
  ['no link', 'https://a', '', true, 'https://a'],
])('%s', (_, has, comes, overwriteNotes, stays, code) => {
  const merged = mergedColumns({ ...UNDECIDED, workflow_url: has }, item({ workflowURL: comes }), {
    ...KEEPS,
    overwriteNotes,
  });
  expect(merged.columns.workflow_url).toBe(stays);
  expect(merged.issues.map((issue) => issue.code)).toEqual(code ? [code] : []);
});

it('notes are appended once, or stay whole if both together are too long', () => {
  const before = { ...UNDECIDED, audit_notes: 'old' };
  const notes = (comes: string) => mergedColumns(before, item({ auditorReviewNotes: comes }), KEEPS);
  expect(notes('new').columns.audit_notes).toBe('old\n\nnew');
  expect(notes('ld').columns.audit_notes).toBe('old');
  const long = notes('x'.repeat(65_535));
  expect([long.columns.audit_notes, long.issues[0]?.path]).toEqual(['old', 'inventory[0].notes.auditorReviewNotes']);
});

it('usage is imported or reset, also for an item that keeps its notes', () => {
  const merged = (resetUsage: boolean) =>
    mergedColumns({ ...UNDECIDED, modified: 'YES', audit_notes: 'own' }, item({ keepsNotes: true }), {
      ...KEEPS,
      resetUsage,
    }).columns;
  expect(merged(false)).toMatchObject({ linking: 'STATIC', modified: 'YES', audit_notes: 'own' });
  expect(merged(true)).toMatchObject({ linking: 'UNKNOWN', modified: 'UNKNOWN', audit_notes: 'own' });
});
