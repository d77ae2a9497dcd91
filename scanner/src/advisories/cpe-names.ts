// The CPE names of components: those of the libraries that the scanner recognises, and those under which advisories list a package. Pure.
import { parsePurl } from '../packages/index.ts';
import { isAny, partsOf } from './cpe.ts';
import { nameOfVendor } from './cpe-products.ts';
import { isSystem, TARGETS } from './ecosystems.ts';
import { knownProducts, namesOf } from './products.ts';

/** Vendor and product of a CPE, in lower case. */
export interface CpeName {
  vendor: string;
  product: string;
}

/** A product of an advisory. `target` is the software for which it is made; '' if it needs none. */
export interface AdvisoryProduct extends CpeName {
  target: string;
}

export interface NamedComponent {
  /** Without a version; '' if it has none. */
  purl: string;
  name: string;
  url: string;
}

/** `cpe:2.3:a:zlib:zlib:*:*:*:*:*:*:*:*`, the name of all versions. */
export function cpeText({ vendor, product }: CpeName): string {
  const parts = [vendor, product].map((part) => part.replace(/[^\w.]/g, '\\$&'));
  return `cpe:2.3:a:${parts.join(':')}${':*'.repeat(8)}`;
}

/** Vendor and product of a written CPE, also of one that ends early (`cpe:2.3:a:f5:nginx`). Undefined for other texts. */
export function readCpeName(text: string): Partial<CpeName> | undefined {
  // The older form may end early.
  const parts = partsOf(text) ?? partsOf(text.replace(/^cpe:2\.3:/, 'cpe:/'));
  if (parts === undefined) return undefined;
  const [, vendor = '*', product = '*'] = parts;
  return {
    ...(isAny(vendor) ? {} : { vendor: vendor.toLowerCase() }),
    ...(isAny(product) ? {} : { product: product.toLowerCase() }),
  };
}

/** Package URLs of the recognised libraries whose CPE contains these texts; none without a text. */
export function purlsOfCpeName({ vendor = '', product = '' }: Partial<CpeName>): string[] {
  if (vendor === '' && product === '') return [];
  return knownProducts()
    .filter((known) => known.vendor.includes(vendor.toLowerCase()) && known.name.includes(product.toLowerCase()))
    .map(({ purl }) => purl);
}

/** The products, by name, under which advisories may list the component. */
export function productNamesOf({ purl, name }: Pick<NamedComponent, 'purl' | 'name'>): string[] {
  const last = (partsOfPurl(purl)?.name ?? name).toLowerCase();
  return [...new Set([last, last.replaceAll('-', '_')])];
}

/**
 * The CPE names of a component, in the order of their texts.
 * @param products of advisories. One with a name of `productNamesOf` counts only if its vendor or the software for which it is made confirms it.
 */
export function cpeNamesOf(component: NamedComponent, products: readonly AdvisoryProduct[]): CpeName[] {
  const parsed = partsOfPurl(component.purl);
  const known = parsed && namesOf(parsed).product;
  if (known !== undefined) return [{ vendor: known.vendor, product: known.name }];
  const names = productNamesOf(component);
  const found = products.filter((one) => names.includes(one.product) && isOf(component, parsed?.type ?? '', one));
  const distinct = new Map(found.map(({ vendor, product }) => [cpeText({ vendor, product }), { vendor, product }]));
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}

function isOf({ purl, url }: NamedComponent, type: string, { vendor, product, target }: AdvisoryProduct): boolean {
  const isMadeForType = TARGETS.get(type)?.includes(target) === true;
  // A plugin of WordPress or a package of Node.js has a name in its own world only.
  if (target !== '' && !isMadeForType && !isSystem(target)) return false;
  const maker = nameOfVendor(vendor);
  if (isMadeForType || maker === product) return true;
  return `${purl} ${url}`
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .includes(maker);
}

function partsOfPurl(purl: string) {
  const parsed = parsePurl(purl);
  return 'problem' in parsed ? undefined : parsed.value;
}
