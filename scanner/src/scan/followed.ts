// Passes the results of a scan on. A file that refers to another file for its license gets the licenses of that file. The named file may
// come later, so from the first reference on all results wait until the source has ended: some in memory, the rest in a spool on disk.
// Scans without references are not delayed.
import type { FileFacts } from '../findings.ts';
import { createReferenceFollower } from '../licenses/reading/follow.ts';
import { declaredToExpression } from '../packages/index.ts';
import { type OrderedItem, openSpool, type Spool, type SpoolPlace } from './spool.ts';

/** Results that wait in memory, by a rough count of their bytes: comparing unchanged files costs less than writing and reading a spool. */
const MOST_BYTES_HELD = 32 * 1024 * 1024;
const BYTES_PER_ITEM = 1000;
const BYTES_PER_FINDING = 300;

/** The same items in the same order, in groups, with references resolved. */
export async function* withReferencesFollowed(
  items: AsyncIterable<OrderedItem[]>,
  temporaryFolder?: string,
  mostBytesHeld = MOST_BYTES_HELD,
): AsyncGenerator<OrderedItem[], void> {
  const follower = createReferenceFollower();
  const held: OrderedItem[] = [];
  const places: SpoolPlace[] = [];
  let bytesHeld = 0;
  let isReferring = false;
  let spool: Spool | undefined;
  try {
    for await (const some of items) {
      const passing: OrderedItem[] = [];
      for (const item of some) {
        if (item.type === 'file') isReferring = learn(follower, item.path, item.facts) || isReferring;
        if (!isReferring) {
          passing.push(item);
        } else if (bytesHeld < mostBytesHeld) {
          held.push(item);
          bytesHeld += roughBytes(item);
        } else {
          spool ??= openSpool(temporaryFolder);
          places.push(spool.add(item));
        }
      }
      if (passing.length > 0) yield passing;
    }
    const outcomes = follower.follow();
    const followed = (item: OrderedItem): OrderedItem => {
      const outcome = item.type === 'file' ? outcomes.get(item.path) : undefined;
      return item.type === 'file' && outcome ? { ...item, facts: { ...item.facts, ...outcome } } : item;
    };
    yield held.map(followed);
    if (spool) for (const place of places) yield [followed(spool.read(place))];
  } finally {
    spool?.close();
  }
}

/** Passes a file's licenses to the follower; true when the file refers to another one. */
function learn(follower: ReturnType<typeof createReferenceFollower>, path: string, facts: FileFacts): boolean {
  if (facts.spdx.length > 0) follower.addLicensed(path, facts.spdx);
  for (const { role, type, declaredLicense } of facts.packages)
    if (role === 'declares' && declaredLicense !== '')
      follower.addDeclared(path, declaredToExpression(type, declaredLicense));
  if (facts.licenseReferences.length === 0) return false;
  const { spdx, licenses, licenseReferences: references } = facts;
  follower.addReferring({ path, spdx, licenses, references });
  return true;
}

function roughBytes(item: OrderedItem): number {
  if (item.type !== 'file') return BYTES_PER_ITEM;
  const { licenses, copyrights, authors, emails, urls, packages, searchTerms } = item.facts;
  const findings = [licenses, copyrights, authors, emails, urls, packages, searchTerms];
  return BYTES_PER_ITEM + BYTES_PER_FINDING * findings.reduce((sum, { length }) => sum + length, 0);
}
