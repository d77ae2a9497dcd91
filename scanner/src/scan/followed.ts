// Lets the results of a scan pass and gives files that refer to another one for their license what that one says. The file named may come
// later, so from the first such file on everything waits in a spool until the source has ended; scans without any are not held up.
import { createReferenceFollower } from '../licenses/index.ts';
import { declaredToExpression } from '../packages/index.ts';
import { type OrderedItem, openSpool, type Spool, type SpoolPlace } from './spool.ts';

/** The same items in the same order, references followed. */
export async function* withReferencesFollowed(
  items: AsyncIterable<OrderedItem>,
  temporaryFolder?: string,
): AsyncGenerator<OrderedItem, void> {
  const follower = createReferenceFollower();
  const places: SpoolPlace[] = [];
  let spool: Spool | undefined;
  try {
    for await (const item of items) {
      if (item.type === 'file') {
        const { path, facts } = item;
        if (facts.spdx.length > 0) follower.addLicensed(path, facts.spdx);
        for (const { role, type, declaredLicense } of facts.packages)
          if (role === 'declares' && declaredLicense !== '')
            follower.addDeclared(path, declaredToExpression(type, declaredLicense));
        if (facts.licenseReferences.length > 0) {
          const { spdx, licenses, licenseReferences: references } = facts;
          follower.addReferring({ path, spdx, licenses, references });
          spool ??= openSpool(temporaryFolder);
        }
      }
      if (spool) places.push(spool.add(item));
      else yield item;
    }
    if (!spool) return;
    const outcomes = follower.follow();
    for (const place of places) {
      const item = spool.read(place);
      if (item.type === 'file') Object.assign(item.facts, outcomes.get(item.path));
      yield item;
    }
  } finally {
    spool?.close();
  }
}
