import { expect, it } from 'vitest';
import { type ComparedItem, compareItems } from './compare.ts';

const item = (purl: string, more: Partial<ComparedItem> = {}): ComparedItem => ({
  ...{ name: purl, type: 'Component', componentName: 'x', versionName: purl.split('@').at(-1) ?? '', purl },
  ...{ license: 'MIT', status: 'Draft', priority: 'Low' },
  ...more,
});

it.each([
  ['nothing', [], [], []],
  ['the same', [item('pkg:npm/a@1')], [item('pkg:npm/a@1')], ['pkg:npm/a the same']],
  ['another version', [item('pkg:npm/a@1')], [item('pkg:npm/a@2')], ['pkg:npm/a another version']],
  ['another license', [item('pkg:npm/a@1')], [item('pkg:npm/a@1', { license: 'ISC' })], ['pkg:npm/a another license']],
  [
    'another review',
    [item('pkg:npm/a@1')],
    [item('pkg:npm/a@1', { status: 'Approved' })],
    ['pkg:npm/a another review'],
  ],
  [
    'several versions: equal ones first',
    [item('pkg:npm/a@1'), item('pkg:npm/a@2')],
    [item('pkg:npm/a@2'), item('pkg:npm/a@3'), item('pkg:npm/a@4')],
    ['pkg:npm/a the same', 'pkg:npm/a another version', 'pkg:npm/a only in the second'],
  ],
  [
    'a scoped name, and items without purl by their names',
    [item('pkg:npm/%40s/a@1'), item('', { name: 'GPL', type: 'License Only' })],
    [item('', { componentName: 'hand made' })],
    ['GPL only in the first', 'hand made only in the second', 'pkg:npm/%40s/a only in the first'],
  ],
])('%s', (_, first, second, expected) => {
  expect(compareItems(first, second).map(({ subject, kind }) => `${subject} ${kind}`)).toEqual(expected);
});
