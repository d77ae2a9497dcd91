// What is known of a package beside its license: who supplies it, its digests, and its addresses. The same from manifests and from SBOMs.
import { storableText } from '../foreign-text.ts';
import { type Party, partyOf } from '../parties.ts';
import { agreedDigests, digestOf, digestsOfPackage, type SbomDigest } from './digests.ts';
import type { SbomPart } from './read/model.ts';
import { isReferenceType, type SbomReference, withoutCredentials } from './references.ts';
import { isIri } from './write/addresses.ts';

export { partyOf, textOfParty } from '../parties.ts';
export { agreedDigests, digestAlgorithms, digestOf } from './digests.ts';
export { isReferenceType, referenceTypes } from './references.ts';

export interface PackageFacts {
  /** Absent if nobody is named. */
  supplier?: Party;
  digests: SbomDigest[];
  /** Without the home page, which is a field of its own. */
  references: SbomReference[];
}

/** No package needs more addresses; a document that says so would only fill the memory. */
export const MOST_REFERENCES = 100;
const LONGEST_ADDRESS = 2400;

/** Of what manifests and lockfiles say. */
export function factsOfPackage(said: {
  type: string;
  supplier?: string;
  integrity?: string;
  repositoryUrl?: string;
  downloadUrl?: string;
}): PackageFacts {
  const { type, supplier = '', integrity = '', repositoryUrl = '', downloadUrl = '' } = said;
  return {
    ...suppliedBy(partyOf(supplier)),
    digests: digestsOfPackage({ type, integrity }),
    references: distinct([
      { type: 'vcs', url: repositoryUrl },
      { type: 'distribution', url: downloadUrl },
    ]),
  };
}

/** Of a component of an SBOM. Digests and addresses of sorts that no standard names stay in its receipt. */
export function factsOfPart(part: SbomPart): PackageFacts {
  const { supplier, supplierContact: contact, references, url, downloadUrl } = part;
  const isNamed = (address: string) => references.some((one) => one.url === address);
  return {
    ...suppliedBy(supplier === '' ? undefined : { name: supplier, ...contactOf(contact) }),
    digests: agreedDigests(part.hashes.flatMap(({ algorithm, value }) => digestOf(algorithm, value) ?? [])),
    references: distinct([
      ...references.filter((one) => one.type !== 'website' || one.url !== url),
      ...(isNamed(downloadUrl) ? [] : [{ type: 'distribution', url: downloadUrl }]),
    ]),
  };
}

/** Of several statements about one package: the first supplier, digests that no other contradicts, and all addresses. */
export function joinedFacts(one: PackageFacts, other: PackageFacts): PackageFacts {
  return {
    ...suppliedBy(one.supplier ?? other.supplier),
    digests: [...one.digests, ...other.digests],
    references: distinct([...one.references, ...other.references]),
  };
}

const suppliedBy = (supplier: Party | undefined): Pick<PackageFacts, 'supplier'> =>
  supplier === undefined ? {} : { supplier };

function contactOf(contact: string): Pick<Party, 'email' | 'url'> {
  if (contact === '') return {};
  return /^[^\s@/]+@[^\s@/]+$/.test(contact) ? { email: contact } : isIri(contact) ? { url: contact } : {};
}

function distinct(references: readonly { type: string; url: string }[]): SbomReference[] {
  const found = new Map<string, SbomReference>();
  for (const { type, url } of references) {
    const address = withoutCredentials(storableText(url).trim());
    if (!isReferenceType(type) || address.length > LONGEST_ADDRESS || !isIri(address)) continue;
    if (found.size < MOST_REFERENCES) found.set(`${type} ${address}`, { type, url: address });
  }
  return [...found.values()];
}
