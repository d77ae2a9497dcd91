// The products of a CSAF document, which its statements name by their ids.

import { isDistributed, releaseOfPlatform } from '../names.ts';
import { asText, fieldsOf, isFields, own, type Problems, recordsOf, textField } from '../reading.ts';

type Fields = Record<string, unknown>;

/** The products of the tree, and components as parts of a platform. */
export interface CsafProducts {
  byId: Map<string, { purl: string; cpe: string; name: string }>;
  shipped: Map<string, { component: string; platform: string }>;
}

const MOST_PRODUCTS = 200_000;

/** Visits the branches without recursion, because a hostile tree may have any depth. */
export function csafProducts(tree: Fields, problems: Problems): CsafProducts {
  const byId: CsafProducts['byId'] = new Map();
  const open: Fields[] = [...recordsOf(tree, 'branches', problems), ...recordsOf(tree, 'full_product_names', problems)];
  for (let one = open.pop(); one !== undefined && byId.size < MOST_PRODUCTS; one = open.pop()) {
    for (const branch of recordsOf(one, 'branches', problems)) open.push(branch);
    const product = isFields(own(one, 'product')) ? fieldsOf(one, 'product', problems) : one;
    const id = textField(product, 'product_id', problems);
    if (id === '') continue;
    const identity = fieldsOf(product, 'product_identification_helper', problems);
    const purls = own(identity, 'purls');
    const purl = Array.isArray(purls) ? asText(purls[0], 'purls[0]', problems) : textField(identity, 'purl', problems);
    byId.set(id, { purl, cpe: textField(identity, 'cpe', problems), name: textField(product, 'name', problems) });
  }
  if (open.length > 0) problems.add(`"product_tree" has more than ${MOST_PRODUCTS} products; the rest was left out.`);
  const shipped = new Map<string, { component: string; platform: string }>();
  for (const one of recordsOf(tree, 'relationships', problems))
    shipped.set(textField(fieldsOf(one, 'full_product_name', problems), 'product_id', problems), {
      component: textField(one, 'product_reference', problems),
      platform: textField(one, 'relates_to_product_reference', problems),
    });
  return { byId, shipped };
}

/** The package of a product, and the release of the platform that ships it. Undefined if nothing names its package. */
export function csafProductOf(productId: string, { byId, shipped }: CsafProducts) {
  const shipping = shipped.get(productId) ?? shippingIn(productId, byId);
  const product = byId.get(shipping?.component ?? productId);
  const platform = shipping === undefined ? undefined : releaseOfPlatform(byId.get(shipping.platform)?.cpe ?? '');
  const purl = product?.purl || (platform === undefined ? '' : purlOfRpm(shipping?.component ?? '', platform.vendor));
  if (purl === '') return undefined;
  return { purl, release: platform?.release ?? '', isOfPlatform: shipping !== undefined };
}

/**
 * What a statement is about: a product, or a part of one. Packages of distributions and images are known wherever they are, because their names and
 * versions belong to the publisher; any other component is meant only as a part of the product. Undefined if nothing names it.
 */
export function csafTargetOf(productId: string, products: CsafProducts) {
  const { byId, shipped } = products;
  const shipping = shipped.get(productId) ?? shippingIn(productId, byId);
  const component = byId.get(shipping?.component ?? productId);
  const known = csafProductOf(productId, products);
  if (shipping === undefined) {
    const names = namesOf(component);
    if (known === undefined && names.length === 0) return undefined;
    return {
      product: known?.purl ?? '',
      part: '',
      release: '',
      isOfPlatform: false,
      ...(names.length > 0 && { names }),
    };
  }
  const platform = byId.get(shipping.platform);
  if (known && standsForItself(known.purl))
    return { product: known.purl, part: '', release: known.release, isOfPlatform: true };
  const names = namesOf(platform);
  if (!component?.purl || (!platform?.purl && names.length === 0)) return undefined;
  return {
    ...{ product: platform?.purl ?? '', part: component.purl, release: '', isOfPlatform: false },
    ...(names.length > 0 && { names }),
  };
}

/** Packages of distributions, and images, whose version is a digest. */
function standsForItself(purl: string): boolean {
  const type = /^pkg:([a-z.+-]+)\//i.exec(purl)?.[1]?.toLowerCase() ?? '';
  return isDistributed(type) || (type === 'oci' && purl.includes('@'));
}

const namesOf = (product: { cpe: string; name: string } | undefined) =>
  [product?.cpe ?? '', product?.name ?? ''].filter((name) => name !== '');

/** SUSE's statements name `platform:component` also without a relationship. */
function shippingIn(productId: string, byId: CsafProducts['byId']) {
  const at = productId.lastIndexOf(':');
  const platform = productId.slice(0, Math.max(at, 0));
  return at > 0 && byId.has(platform) ? { component: productId.slice(at + 1), platform } : undefined;
}

/** `libcurl4-8.0.1-150400.5.32.1.x86_64`, or the name alone. '' for vendors who name package URLs. */
function purlOfRpm(component: string, vendor: string): string {
  if (vendor === 'redhat' || !/^[\w.+~^-]+$/.test(component)) return '';
  const plain = component.replace(/\.(?:x86_64|aarch64|noarch|src|nosrc|ppc64le|s390x|i[3-6]86|armv\dhl)$/, '');
  const [, name = plain, version = ''] = /^(.+)-(\d[^-]*-(?:lp)?\d+(?:\.\w+)*)$/.exec(plain) ?? [];
  return `pkg:rpm/${vendor}/${encodeURIComponent(name)}${version === '' ? '' : `@${encodeURIComponent(version)}`}`;
}
