// Compares packages without an ecosystem with the products that CPEs name. Pure.
import type { AffectedPackage } from './advisory.ts';
import { isSystem } from './ecosystems.ts';
import type { PackageSubject } from './names.ts';
import { NAMELESS_TYPES } from './products.ts';

/** `name`: the product has the same name, but nothing confirms the vendor. */
export function byProduct(
  affected: AffectedPackage,
  { type, name, product }: PackageSubject,
): 'cpe' | 'name' | undefined {
  if (!NAMELESS_TYPES.has(type)) return undefined;
  if (product !== undefined)
    return affected.name === product.name && affected.vendor === product.vendor ? 'cpe' : undefined;
  const [own = '', vendor] = name.split('/').reverse();
  if (affected.name !== own) return undefined;
  if (affected.vendor === vendor) return 'cpe';
  // A plugin of WordPress or a package of Node.js has a name in its own world only.
  if (affected.target !== undefined && !isSystem(affected.target)) return undefined;
  if (nameOfVendor(affected.vendor) === own) return 'cpe';
  return vendor === undefined ? 'name' : undefined;
}

/** The vendors `libpng`, `libpng_project`, `the_libpng_project` and `libpng.org` all make libpng. */
export function nameOfVendor(vendor: string): string {
  return vendor.replace(/^the[_-]/, '').replace(/[_-](?:project|team|foundation)$|\.(?:org|com|net|io)$/, '');
}

/** Under which circumstances the product is vulnerable, in words; '' for all. */
export function conditionOf({ target = '', platform = '' }: AffectedPackage): string {
  if (platform !== '') return `together with ${platform}`;
  return target === '' ? '' : `on ${target}`;
}
