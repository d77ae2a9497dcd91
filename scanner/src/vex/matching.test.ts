// Which packages a statement is about.
import { present } from '@assay/scanner/items';
import { expect, it } from 'vitest';
import { isAbout, vexPackage } from './matching.ts';
import { type VexTarget, WHOLE_PRODUCT } from './model.ts';

const el8 = { release: '8', isOfPlatform: true };

it.each<[string, Partial<VexTarget> & { product: string }, string, boolean]>([
  ['the same version', { product: 'pkg:npm/a@1' }, 'pkg:npm/a@1', true],
  ['another version', { product: 'pkg:npm/a@1' }, 'pkg:npm/a@2', false],
  ['all versions', { product: 'pkg:npm/a' }, 'pkg:npm/a@2', true],
  ['a version, if none is known', { product: 'pkg:npm/a@1' }, 'pkg:npm/a', false],
  ['another package', { product: 'pkg:npm/a@1' }, 'pkg:npm/b@1', false],
  ['another ecosystem', { product: 'pkg:npm/a@1' }, 'pkg:pypi/a@1', false],
  ['another spelling of a name', { product: 'pkg:pypi/Foo_Bar@1' }, 'pkg:pypi/foo-bar@1', true],
  [
    'a qualifier that the item has',
    { product: 'pkg:deb/debian/a@1?arch=amd64' },
    'pkg:deb/debian/a@1?arch=amd64',
    true,
  ],
  ['a qualifier that the item lacks', { product: 'pkg:deb/debian/a@1?arch=amd64' }, 'pkg:deb/debian/a@1', false],
  ['a qualifier only of the item', { product: 'pkg:deb/debian/a@1' }, 'pkg:deb/debian/a@1?arch=amd64', true],
  ['a listed version', { product: 'pkg:npm/a', versions: ['1', '2'] }, 'pkg:npm/a@2', true],
  ['versions without this one', { product: 'pkg:npm/a', versions: ['1'] }, 'pkg:npm/a@2', false],
  ['a range with it', { product: 'pkg:npm/a', versions: ['vers:npm/>=1.0.0|<2.0.0'] }, 'pkg:npm/a@1.5.0', true],
  ['a range without it', { product: 'pkg:npm/a', versions: ['vers:npm/>=1.0.0|<2.0.0'] }, 'pkg:npm/a@2.0.0', false],
  ['an unreadable range', { product: 'pkg:npm/a', versions: ['vers:what'] }, 'pkg:npm/a@2.0.0', false],
  ['a range, if no version is known', { product: 'pkg:npm/a', versions: ['vers:npm/*'] }, 'pkg:npm/a', false],
  ['its release', { product: 'pkg:rpm/redhat/a', ...el8 }, 'pkg:rpm/redhat/a@1-1.el8?distro=rhel-8', true],
  ['another release', { product: 'pkg:rpm/redhat/a', ...el8 }, 'pkg:rpm/redhat/a@1-1.el9?distro=rhel-9', false],
  ['a release, if none is known', { product: 'pkg:rpm/redhat/a', ...el8 }, 'pkg:rpm/redhat/a@1-1', false],
  [
    'a version in a release, if none is known',
    { product: 'pkg:rpm/redhat/a@1-1', ...el8 },
    'pkg:rpm/redhat/a@1-1',
    true,
  ],
  ['any version in an unknown platform', { product: 'pkg:npm/a', isOfPlatform: true }, 'pkg:npm/a@1', false],
  ['a part of an unknown product', { product: 'pkg:oci/shop@1', part: 'pkg:npm/a@1' }, 'pkg:npm/a@1', false],
  ['a product that is no package', { product: 'pkg:' }, 'pkg:npm/a@1', false],
])('%s', (_what, target, item, expected) => {
  expect(about(target, item)).toBe(expected);
});

it.each<[string, Partial<VexTarget> & { product: string }, boolean]>([
  ['a part of the product', { product: 'pkg:oci/shop@1', part: 'pkg:npm/a' }, true],
  ['another part of it', { product: 'pkg:oci/shop@1', part: 'pkg:npm/b' }, false],
  ['the whole product', { product: 'pkg:oci/shop@1' }, true],
  ['another version of the product', { product: 'pkg:oci/shop@2', part: 'pkg:npm/a' }, false],
])('with the product of the project: %s', (_what, target, expected) => {
  expect(about(target, 'pkg:npm/a@1', 'pkg:oci/shop@1')).toBe(expected);
});

function about(target: Partial<VexTarget> & { product: string }, item: string, whole = ''): boolean {
  const statement = {
    ...{ place: '', names: [], written: '', statedOn: '', analysis: { state: 'RESOLVED' as const } },
    targets: [{ ...WHOLE_PRODUCT, ...target }],
  };
  return isAbout(statement, present(vexPackage(item), item), vexPackage(whole));
}
