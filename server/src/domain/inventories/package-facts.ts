// Who supplies the package of an item, its digests, and its addresses, as they are stored and shown. Scans and imports of SBOMs find them; no person
// edits them.
import { type PackageFacts, textOfParty } from '@assay/scanner/package-facts';

export const NO_PACKAGE_FACTS: Readonly<PackageFacts> = { digests: [], references: [] };

/** The facts in a column; items of older versions have none. */
export function packageFactsOf(stored: unknown): PackageFacts {
  return { ...NO_PACKAGE_FACTS, ...(stored as Partial<PackageFacts>) };
}

export const hasPackageFacts = ({ supplier, digests, references }: PackageFacts): boolean =>
  supplier !== undefined || digests.length > 0 || references.length > 0;

/** What a statement leaves open comes from the one before. */
export function filledFacts(now: PackageFacts, before: PackageFacts): PackageFacts {
  const supplier = now.supplier ?? before.supplier;
  return {
    ...(supplier && { supplier }),
    digests: now.digests.length > 0 ? now.digests : before.digests,
    references: now.references.length > 0 ? now.references : before.references,
  };
}

export function shownPackageFacts({ supplier, digests, references }: PackageFacts) {
  return { supplier: supplier === undefined ? '' : textOfParty(supplier), digests, references };
}
