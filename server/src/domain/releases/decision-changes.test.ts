import { expect, it } from 'vitest';
import { groundWords, subjectWords, valueWords } from './decision-changes.ts';

it.each([
  [{ status: 'APPROVED' }, 'Approved'],
  [{ isReviewed: false }, 'reviewed: no'],
  [{ licenseExpression: 'MIT', versions: ['1'] }, 'license expression: MIT; versions: ["1"]'],
  [{ text: 'x'.repeat(200) }, `text: ${'x'.repeat(160)}…`],
])('values are told in words: %o', (value, words) => {
  expect(valueWords({ value })).toBe(words);
});

it('subjects are told by what people know: the advisory and the item, the path, the component', () => {
  expect(subjectWords({ subject: { advisory: 'CVE-1', component: 'pkg:npm/a' } }, 'a 1.0 (MIT)')).toBe(
    'CVE-1, a 1.0 (MIT)',
  );
  expect(subjectWords({ subject: { path: 'src/a.c', sha256: 'f' } }, '')).toBe('src/a.c');
  expect(subjectWords({ subject: { component: 'pkg:npm/a', version: '1' } }, '')).toBe('pkg:npm/a 1');
  expect(subjectWords({ subject: { finding: 'pkg:npm/a@1' } }, '')).toBe('pkg:npm/a@1');
});

it('grounds name who or what decided, and the words', () => {
  expect(groundWords({ ground: { by: 'person', words: 'seen by legal' } }, 'ann')).toBe('By ann: "seen by legal".');
  expect(groundWords({ ground: { by: 'policy', policy: 'House' } }, 'ann')).toBe('By the policy House.');
  expect(groundWords({ ground: { by: 'import', source: 'a.json' } }, 'ann')).toBe('By import of a.json, by ann.');
});
