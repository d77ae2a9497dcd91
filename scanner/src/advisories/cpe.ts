// Reads product and vendor from CPE names, for products without a package URL. Matches by CPE are marked as such.
import { type AffectedPackage, newAffected } from './advisory.ts';
import { type Problems, quoted } from './reading.ts';

/** `cpe:2.3:a:vendor:product:version:…`. Operating systems and hardware are not packages. */
export function affectedOfCpe(
  cpe: string,
  ranged: Pick<AffectedPackage, 'ranges' | 'versions' | 'unaffected'>,
  problems: Problems,
): AffectedPackage[] {
  const parts = partsOf(cpe);
  if (parts === undefined) {
    problems.add(
      `The CPE ${quoted(cpe)} is wrong: it must begin with cpe:2.3: and have 13 parts, or with cpe:/; it was left out.`,
    );
    return [];
  }
  const [part = '', vendor = '', product = '', version = '*', update = '*', , , , target = '*'] = parts;
  if (part !== 'a' || product === '*' || product === '-') return [];
  const isOpen = ranged.ranges.length === 0 && ranged.versions.length === 0;
  const versions = isOpen && !isAny(version) ? [withUpdate(version, update)] : ranged.versions;
  return [
    {
      ...newAffected('cpe', product.toLowerCase(), cpe),
      ...ranged,
      versions,
      vendor: vendor.toLowerCase(),
      ...(isAny(target) ? {} : { target: target.toLowerCase() }),
    },
  ];
}

/** A package URL for a product that only a CPE names: `pkg:generic/vendor/product@version`. '' for systems, devices and wrong CPEs. */
export function purlOfCpe(cpe: string): string {
  const [part, vendor = '*', product = '*', version = '*', update = '*'] = partsOf(cpe) ?? [];
  if (part !== 'a' || isAny(vendor) || isAny(product)) return '';
  const name = [vendor, product].map((one) => encodeURIComponent(one.toLowerCase())).join('/');
  return `pkg:generic/${name}${isAny(version) ? '' : `@${encodeURIComponent(withUpdate(version, update))}`}`;
}

export function isAny(value: string): boolean {
  return value === '*' || value === '-';
}

/** `1.0` and `rc1` are 1.0-rc1, which is not 1.0; `8.0` and `p1` are 8.0p1. */
function withUpdate(version: string, update: string): string {
  if (isAny(update)) return version;
  return /^(?:p\d+|[a-z])$/i.test(update) ? `${version}${update}` : `${version}-${update}`;
}

/** The parts of a CPE after its prefix. `\:` stands for a colon inside a value. Undefined for other texts. */
export function partsOf(cpe: string): string[] | undefined {
  if (cpe.length > 1000) return undefined;
  // The older form, which Red Hat writes. Parts at the end may be missing.
  if (/^cpe:\/[aoh]:/.test(cpe))
    return cpe
      .slice('cpe:/'.length)
      .split(':')
      .map((part) => part || '*');
  if (!cpe.startsWith('cpe:2.3:')) return undefined;
  const parts = [''];
  for (let at = 'cpe:2.3:'.length; at < cpe.length; at++) {
    const sign = cpe.charAt(at);
    if (sign === '\\') parts[parts.length - 1] += cpe[++at] ?? '';
    else if (sign === ':') parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.length === 11 ? parts : undefined;
}
