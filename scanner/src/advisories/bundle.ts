// One signed file with all advisories of an installation, or with the changes since the previous file. It carries advisories across an air gap. Its
// lines are { "source", "item" }.
import {
  type BundleFormat,
  isSignedBundle,
  type OpenedBundle,
  openSignedBundle,
  type SignedHeader,
  writeSignedBundle,
} from '../bundles/index.ts';
import type { AdvisoryItem } from './advisory.ts';

export const BUNDLE_EXTENSION = '.assay-advisories';

export interface BundleHeader extends SignedHeader {
  /** Grows with each bundle of an installation. */
  sequence: number;
  /** The sequence of the bundle that a delta builds on; 0 for a whole one. */
  basis: number;
  sources: { name: string; dataAsOf: string }[];
}

export type BundleItem = { source: string; item: AdvisoryItem } | { source: string; removed: string };

export type OpenedAdvisoryBundle = OpenedBundle<BundleHeader, BundleItem>;

const FORMAT: BundleFormat<BundleHeader> = {
  name: 'assay-advisories',
  what: 'advisories',
  isSound: ({ sequence, basis, sources }) =>
    Number.isSafeInteger(sequence) && Number.isSafeInteger(basis) && Array.isArray(sources),
};

/** Writes the complete file or none. */
export function writeBundle(
  file: string,
  about: Pick<BundleHeader, 'installation' | 'sequence' | 'basis' | 'createdAt' | 'sources'>,
  items: AsyncIterable<BundleItem>,
  privateKey: string,
): Promise<BundleHeader> {
  return writeSignedBundle(file, FORMAT, about, items, privateKey);
}

export const isBundle = (file: string): Promise<boolean> => isSignedBundle(file, FORMAT);

export const openBundle = (
  file: string,
  trusted?: readonly string[],
): Promise<OpenedAdvisoryBundle | { problem: string }> => openSignedBundle(file, FORMAT, trusted);
