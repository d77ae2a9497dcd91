import { expect, it } from 'vitest';
import { groupIds, MOST_NAMES, type NamedRecord } from './groups.ts';

type Case = [title: string, records: NamedRecord[], heads: Record<string, string[]>];
const cases: Case[] = [
  ['nothing', [], {}],
  ['a single record', [{ id: 'GO-1', aliases: [] }], { 'GO-1': ['GO-1'] }],
  [
    'records with a common alias that has no record',
    [
      { id: 'GO-1', aliases: ['CVE-1'] },
      { id: 'GHSA-1', aliases: ['cve-1'] },
    ],
    { 'CVE-1': ['CVE-1', 'GHSA-1', 'GO-1'] },
  ],
  [
    'a withdrawn alias separates them',
    [
      { id: 'GO-1', aliases: [] },
      { id: 'CVE-1', aliases: [] },
    ],
    { 'GO-1': ['GO-1'], 'CVE-1': ['CVE-1'] },
  ],
];

it.each(cases)('%s', (_title, records, heads) => {
  const { groups, refused } = groupIds(records);
  const found = groups.map(({ head, names }) => [head.toUpperCase(), names.map((name) => name.toUpperCase()).sort()]);
  expect(Object.fromEntries(found)).toEqual(heads);
  expect(refused).toEqual([]);
});

it('a chain of aliases joins at most the limit; the record that would exceed it is reported', () => {
  const chain = Array.from({ length: 10_000 }, (_, i) => ({ id: `X-${i + 100_000}`, aliases: [`X-${i + 100_001}`] }));
  const { groups, refused } = groupIds(chain);
  expect(Math.max(...groups.map(({ names }) => names.length))).toBeLessThanOrEqual(MOST_NAMES);
  expect(refused.length).toBeGreaterThan(100);
});

it('a record with ten thousand aliases stands alone', () => {
  const aliases = Array.from({ length: 10_000 }, (_, i) => `CVE-${i}`);
  expect(groupIds([{ id: 'EVIL-1', aliases }])).toEqual({
    groups: [{ head: 'EVIL-1', names: ['EVIL-1'] }],
    refused: ['EVIL-1'],
  });
});
