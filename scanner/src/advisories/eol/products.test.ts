import { expect, it } from 'vitest';
import { cycleOfVersion, productOfPackage } from './products.ts';

const cycles = ['4', '4.2', '4.20', '5.0', 'bullseye'].map((cycle) => ({ cycle }));

it.each<[string, string | undefined]>([
  ['4.2.1', '4.2'],
  ['4.2', '4.2'],
  ['4.20.3', '4.20'],
  ['4.3.1', '4'],
  ['v5.0.1', '5.0'],
  ['go5.0', '5.0'],
  ['5.0-rc.1', '5.0'],
  ['50.1', undefined],
  ['6', undefined],
  ['', undefined],
])('%s belongs to %s', (version, cycle) => {
  expect(cycleOfVersion(version, cycles)?.cycle).toBe(cycle);
});

it('finds a product by its package, and none for other packages', () => {
  expect(productOfPackage('pkg:pypi/Django')).toBe('django');
  expect(productOfPackage('pkg:npm/%40angular/core')).toBe('angular');
  expect(productOfPackage('pkg:npm/django')).toBeUndefined();
  expect(productOfPackage('constructor')).toBeUndefined();
});
