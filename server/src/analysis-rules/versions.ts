// Ranges of versions that name single versions.
import { formatVers } from '@assay/scanner/versions';
import { packageOf } from '../domain/analysis-rules/patterns.ts';
import { knownVersionName } from '../domain/inventories/inventory.ts';

/** Exactly these versions of a package; '' if one of them is not known, which stands for all. */
export function exactVersions(purl: string, names: readonly string[]): string {
  const known = [...new Set(names.map(knownVersionName))];
  if (known.includes('')) return '';
  const scheme = packageOf(purl)?.type ?? 'generic';
  return formatVers({ scheme, isAny: false, constraints: known.map((version) => ({ comparator: '=', version })) });
}
