// Maps packages to products with end-of-life dates, and versions to the cycles of a product. The names are data: products.yaml.
import { readData } from '../../data-files.ts';

const PRODUCTS = new Map(
  Object.entries(readData(new URL('./products.yaml', import.meta.url)) as Record<string, string>),
);

/** Finds the product by the package URL without version; undefined for packages of no known product. */
export function productOfPackage(purl: string): string | undefined {
  return PRODUCTS.get(purl.toLowerCase());
}

/** The cycle of a version: the longest cycle whose numbers begin the version. Cycle `4.2` contains 4.2.1 but not 4.20. */
export function cycleOfVersion<One extends { cycle: string }>(
  version: string,
  cycles: readonly One[],
): One | undefined {
  const plain = version.replace(/^(?:v|go)(?=\d)/, '').toLowerCase();
  const fitting = cycles.filter(({ cycle }) => {
    const begin = cycle.toLowerCase();
    return plain === begin || (plain.startsWith(begin) && !/[0-9a-z]/.test(plain[begin.length] ?? ''));
  });
  return fitting.sort((a, b) => b.cycle.length - a.cycle.length)[0];
}
