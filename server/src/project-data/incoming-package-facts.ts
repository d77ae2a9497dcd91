// Reads what is known of the package of an item in project data: its supplier, digests and addresses.

import { type Issues, MemberReader, type Members } from '@assay/scanner/member-reader';
import { digestOf, isReferenceType, MOST_REFERENCES, type PackageFacts } from '@assay/scanner/package-facts';
import { hasPackageFacts } from '../domain/inventories/package-facts.ts';

const LONGEST_NAME = 500;
const LONGEST_ADDRESS = 2400;

/** Nothing if the data have none. */
export function packageFactsIn(said: Members, place: string, issues: Issues): { packageFacts?: PackageFacts } {
  const read = new MemberReader(said, place, issues);
  const leftOut = (path: string, why: string) =>
    issues.push({ code: 'no-fact', path, message: `${path} ${why}; it was left out.` });
  const supplier = new MemberReader(read.object('supplier'), `${place}.supplier`, issues);
  const name = supplier.text('name', LONGEST_NAME);
  const [email, url] = [supplier.text('email', LONGEST_NAME), supplier.text('url', LONGEST_ADDRESS)];
  const digests = read.objects('digests').flatMap((one, at) => {
    const here = `${place}.digests[${at}]`;
    const part = new MemberReader(one, here, issues);
    const digest = digestOf(part.text('algorithm', LONGEST_NAME), part.text('value', LONGEST_NAME));
    if (digest === undefined) leftOut(here, 'is no digest of a known algorithm');
    return digest ?? [];
  });
  const references = read.objects('references').flatMap((one, at) => {
    const here = `${place}.references[${at}]`;
    const part = new MemberReader(one, here, issues);
    const [type, address] = [part.text('type', LONGEST_NAME), part.text('url', LONGEST_ADDRESS)];
    if (isReferenceType(type) && address !== '') return { type, url: address };
    leftOut(here, 'has no known type or no address');
    return [];
  });
  if (references.length > MOST_REFERENCES)
    leftOut(`${place}.references`, `has more than ${MOST_REFERENCES} addresses; those after them are too many`);
  const packageFacts: PackageFacts = {
    ...(name !== '' && { supplier: { name, ...(email !== '' && { email }), ...(url !== '' && { url }) } }),
    digests,
    references: references.slice(0, MOST_REFERENCES),
  };
  return hasPackageFacts(packageFacts) ? { packageFacts } : {};
}
