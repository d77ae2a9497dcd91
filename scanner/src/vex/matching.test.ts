// Which packages a statement is about.
import { present } from '@assay/scanner/items';
import { expect, it } from 'vitest';
import { isAbout, productKey, vexPackage, vexProduct } from './matching.ts';
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
  expect(about(target, 'pkg:npm/a@1', ['pkg:oci/shop@1'])).toBe(expected);
});

const shop = ['pkg:oci/shop@1.2', 'cpe:2.3:a:house:shop:1.2:*:*:*:*:*:*:*', 'Shop  1.2'];
it.each<[string, Partial<VexTarget>, boolean]>([
  ['its CPE', { names: ['cpe:2.3:a:House:shop:1.2:*:*:*:*:*:*:*'] }, true],
  ['its CPE in the older form', { names: ['cpe:/a:house:shop:1.2'] }, true],
  ['a CPE of all versions', { names: ['cpe:/a:house:shop'] }, true],
  ['a CPE of another version', { names: ['cpe:/a:house:shop:1.3'] }, false],
  ['a CPE of an edition that the project does not say', { names: ['cpe:/a:house:shop:1.2:u1'] }, false],
  ['a CPE of all products of all vendors', { names: ['cpe:2.3:*:*:*:*:*:*:*:*:*:*:*'] }, false],
  ['its name', { names: ['shop 1.2'] }, true],
  ['its name without the version', { names: ['shop'] }, false],
  ['its name, with a package URL of another version', { product: 'pkg:oci/shop@1.3', names: ['shop 1.2'] }, false],
  ['its name, with a package URL of another package', { product: 'pkg:docker/shop@1.3', names: ['shop 1.2'] }, true],
  ['its name, with versions', { names: ['shop 1.2'], versions: ['1.1'] }, false],
  ['no name', { names: [''] }, false],
  ['nothing', {}, false],
])('a project that says which product it is: %s', (_what, target, expected) => {
  expect(about({ product: '', ...target, part: 'pkg:npm/a' }, 'pkg:npm/a@1', shop)).toBe(expected);
});

it('a part of the product of a document, where a person has taken the document for the project', () => {
  const target = { product: 'pkg:oci/other@9', isOfDocument: true as const, part: 'pkg:npm/a', versions: ['1'] };
  expect(about(target, 'pkg:npm/a@1', [], true)).toBe(true);
  expect(about(target, 'pkg:npm/a@2', [], true)).toBe(false);
  expect(about(target, 'pkg:npm/a@1', [])).toBe(false);
  expect(about({ ...target, isOfDocument: undefined }, 'pkg:npm/a@1', [], true)).toBe(false);
});

it('the keys under which products are looked up', () => {
  expect(productKey('pkg:pypi/Foo_Bar@1')).toEqual({ type: 'pypi', name: 'foo-bar' });
  expect(productKey('cpe:/a:House:Shop:1')).toEqual({ type: 'cpe', name: 'house:shop' });
  expect(productKey(' Shop   1.2 ')).toEqual({ type: 'name', name: 'shop 1.2' });
  for (const nothing of ['', '  ', 'pkg:', 'cpe:2.3:a']) expect(productKey(nothing)).toBe(undefined);
});

function about(
  target: Omit<Partial<VexTarget>, 'isOfDocument'> & { product: string; isOfDocument?: true | undefined },
  item: string,
  whole: readonly string[] = [],
  isOfDocument = false,
): boolean {
  const statement = {
    ...{ place: '', names: [], written: '', statedOn: '', analysis: { state: 'RESOLVED' as const } },
    targets: [{ ...WHOLE_PRODUCT, ...target } as VexTarget],
  };
  return isAbout(statement, present(vexPackage(item), item), { ...vexProduct(whole), isOfDocument });
}
