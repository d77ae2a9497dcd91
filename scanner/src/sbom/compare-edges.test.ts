// What needs what, and services, in the difference of two documents.
import { expect, it } from 'vitest';
import { present } from '../items.ts';
import { comparedSboms, compareSboms, differenceRows, isSame, lineOfRow } from './index.ts';
import { readSbomDocument } from './read/index.ts';

const component = (name: string, version = '1') => ({
  ...{ type: 'library', 'bom-ref': `${name}-${version}`, name, version, purl: `pkg:npm/${name}@${version}` },
});
const cyclonedx = (components: object[], needs: Record<string, string[]>, more: object = {}) =>
  present(
    readSbomDocument({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6', components },
      metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop' } },
      dependencies: Object.entries(needs).map(([ref, dependsOn]) => ({ ref, dependsOn })),
      ...more,
    }),
    'document',
  );
type Read = ReturnType<typeof cyclonedx>;
const differenceOf = (before: Read | Read[], after: Read | Read[]) =>
  compareSboms(comparedSboms([before].flat()), comparedSboms([after].flat()));
const lines = (before: Read | Read[], after: Read | Read[]) =>
  differenceRows(differenceOf(before, after)).map(
    (row) => `${lineOfRow(row)}${row.kind.startsWith('DEPENDENCY') && row.why !== '' ? ` [${row.why}]` : ''}`,
  );
const [a, b, c] = [component('a'), component('b'), component('c')];

it('tells what needs something else', () => {
  expect(lines(cyclonedx([a, b, c], { 'a-1': ['b-1'] }), cyclonedx([a, b, c], { 'a-1': ['c-1'] }))).toEqual([
    '+ pkg:npm/a needs pkg:npm/c',
    '- pkg:npm/a needs pkg:npm/b',
  ]);
});

it('tells edges that come and go with a component, and with another version', () => {
  const before = cyclonedx([a, b], { 'a-1': ['b-1'] });
  const after = cyclonedx([component('a', '2'), b, c], { 'a-2': ['b-1', 'c-1'], 'c-1': ['b-1'] });
  expect(lines(before, after).slice(1)).toEqual([
    '~ pkg:npm/a: version 1 -> 2',
    '+ pkg:npm/a needs pkg:npm/c [component]',
    '+ pkg:npm/c needs pkg:npm/b [component]',
  ]);
  const other = cyclonedx([component('a', '2'), b, c], { 'a-2': ['c-1'] });
  expect(lines(cyclonedx([a, b, c], { 'a-1': ['b-1'] }), other).slice(1)).toEqual([
    '+ pkg:npm/a needs pkg:npm/c [version]',
    '- pkg:npm/a needs pkg:npm/b [version]',
  ]);
});

it('tells which of several versions is needed, and not that an only version was raised', () => {
  const both = [a, b, component('b', '2')];
  expect(lines(cyclonedx(both, { 'a-1': ['b-1'] }), cyclonedx(both, { 'a-1': ['b-2'] }))).toEqual([
    '+ pkg:npm/a needs pkg:npm/b@2',
    '- pkg:npm/a needs pkg:npm/b@1',
  ]);
  expect(lines(cyclonedx([a, b], { 'a-1': ['b-1'] }), cyclonedx([a, component('b', '2')], { 'a-1': ['b-2'] }))).toEqual(
    ['~ pkg:npm/b: version 1 -> 2'],
  );
});

it('never takes for gone what a side does not state', () => {
  const [stated, nothing] = [cyclonedx([a, b, c], { 'a-1': ['b-1'], 'b-1': ['c-1'] }), cyclonedx([a, b, c], {})];
  expect(isSame(differenceOf(stated, nothing))).toBe(true);
  expect(lines(stated, cyclonedx([a, b, c], { 'a-1': ['b-1'] }))).toEqual([
    '- pkg:npm/b needs pkg:npm/c (the second names nothing that it needs) [unstated]',
  ]);
  // What the product itself asks for stands in few documents.
  expect(lines(cyclonedx([a, b], { shop: ['a-1'], 'a-1': ['b-1'] }), cyclonedx([a, b], { 'a-1': ['b-1'] }))).toEqual(
    [],
  );
  expect(lines(cyclonedx([a, b], { shop: ['a-1'] }), cyclonedx([a, b], { shop: ['a-1', 'b-1'] }))).toEqual([
    '+ (the product) needs pkg:npm/b',
  ]);
});

it('counts the parts of several documents of one file apart', () => {
  const [one, two] = [cyclonedx([a, b], { 'a-1': ['b-1'] }), cyclonedx([b, c], { 'b-1': ['c-1'] })];
  expect(isSame(differenceOf([one, two], [two, one]))).toBe(true);
  expect(lines([one, two], [one, cyclonedx([b, c], { 'c-1': ['b-1'] })])).toEqual(
    [
      '+ pkg:npm/c needs pkg:npm/b [unstated]',
      '- pkg:npm/b needs pkg:npm/c (the second names nothing that it needs) [unstated]',
    ].map((line) =>
      line.replace('pkg:npm/b [unstated]', 'pkg:npm/b (the first names nothing that it needs) [unstated]'),
    ),
  );
});

it('tells services that came, went and changed, at any depth, and what needs them', () => {
  const service = (name: string, more: object = {}) => ({ 'bom-ref': `s-${name}`, group: 'org', name, ...more });
  const before = cyclonedx(
    [a],
    { 'a-1': ['s-mail'] },
    {
      services: [service('mail', { version: '1', endpoints: ['https://a'] }), service('old')],
    },
  );
  const after = cyclonedx(
    [a],
    { 'a-1': ['s-inner'] },
    {
      services: [
        service('mail', { version: '2', endpoints: ['https://a'], authenticated: true, services: [service('inner')] }),
      ],
    },
  );
  expect(before.issues).toEqual([]);
  expect(lines(before, after)).toEqual([
    '+ pkg:npm/a needs service org/inner [component]',
    '- pkg:npm/a needs service org/mail',
    '+ service org/inner',
    '- service org/old',
    '~ service org/mail: version 1 -> needs authentication, version 2',
  ]);
});

it('compares no services with a document whose format has none', () => {
  const spdx = present(
    readSbomDocument({
      spdxVersion: 'SPDX-2.3',
      packages: [
        {
          ...{ SPDXID: 'SPDXRef-a', name: 'a', versionInfo: '1' },
          externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:npm/a@1' }],
        },
      ],
    }),
    'document',
  );
  expect(lines(cyclonedx([a], {}, { services: [{ name: 'mail' }] }), spdx)).toEqual([]);
});
