import { expect, it } from 'vitest';
import { present } from '../items.ts';
import { checkedDocument, compareSboms, isSame } from './index.ts';

const read = (document: unknown) => present(checkedDocument(document), 'document');
const part = (name: string, version: string, license = 'MIT') => ({
  ...{ type: 'library', 'bom-ref': `${name}-${version}`, name, version, purl: `pkg:npm/${name}@${version}` },
  licenses: [{ expression: license }],
});
const cdx = (components: object[], vulnerabilities: object[] = []) =>
  read({ bomFormat: 'CycloneDX', specVersion: '1.6', components, vulnerabilities });
const vulnerability = (state: string) => ({ id: 'CVE-1', analysis: { state }, affects: [{ ref: 'a-1' }] });

it('finds no difference in documents whose order and ids differ', () => {
  const [a, b] = [part('a', '1'), { ...part('b', '2'), 'bom-ref': 'other' }];
  expect(isSame(compareSboms(cdx([a, part('b', '2')]), cdx([b, a])))).toBe(true);
});

it('compares documents of both standards', () => {
  const spdx = read({
    spdxVersion: 'SPDX-2.3',
    packages: [
      {
        ...{
          SPDXID: 'SPDXRef-a',
          name: 'a',
          versionInfo: '1',
          licenseConcluded: 'MIT',
          licenseDeclared: 'NOASSERTION',
        },
        externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:npm/a@1' }],
      },
    ],
  });
  expect(isSame(compareSboms(cdx([part('a', '1')]), spdx))).toBe(true);
});

it('tells what came, went and changed', () => {
  const before = cdx([part('a', '1'), part('b', '1'), part('gone', '1')], [vulnerability('in_triage')]);
  const after = cdx(
    [part('a', '1', 'GPL-2.0-only'), part('b', '2'), part('new', '1')],
    [vulnerability('not_affected')],
  );
  const difference = compareSboms(before, after);
  expect(isSame(difference)).toBe(false);
  expect(difference).toEqual({
    added: [{ component: 'pkg:npm/new', versions: ['1'] }],
    removed: [{ component: 'pkg:npm/gone', versions: ['1'] }],
    versions: [{ component: 'pkg:npm/b', before: ['1'], after: ['2'] }],
    licenses: [{ component: 'pkg:npm/a@1', before: ['MIT'], after: ['GPL-2.0-only'] }],
    vulnerabilities: {
      added: [],
      removed: [],
      decided: [{ id: 'CVE-1', component: 'pkg:npm/a', before: 'in_triage', after: 'not_affected' }],
    },
  });
});

it('compares what was decided about each version, where a document has several', () => {
  const both = [part('a', '1'), part('a', '2')];
  const decided = (one: string, two: string) =>
    cdx(both, [
      { id: 'CVE-1', analysis: { state: one }, affects: [{ ref: 'a-1' }] },
      { id: 'CVE-1', analysis: { state: two }, affects: [{ ref: 'a-2' }] },
    ]);
  const { vulnerabilities } = compareSboms(
    decided('not_affected', 'exploitable'),
    decided('exploitable', 'exploitable'),
  );
  expect(vulnerabilities).toEqual({
    added: [],
    removed: [],
    decided: [{ id: 'CVE-1', component: 'pkg:npm/a@1', before: 'not_affected', after: 'exploitable' }],
  });
});

it('compares components that stand inside of the product', () => {
  const inside = (components: object[]) =>
    read({ bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: { name: 'shop', components } } });
  expect(compareSboms(inside([part('a', '1')]), inside([])).removed).toEqual([
    { component: 'pkg:npm/a', versions: ['1'] },
  ]);
});
