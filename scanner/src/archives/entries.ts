// Files that come from no archive (a repository, a work space of another system): the same rules for their names, the same limits, and the same
// expansion of archives among them as for the entries of an uploaded archive.
import type { ArchiveItem, RawItem, ReadContext, StoredItem } from './member.ts';
import { expand, withDeadline } from './walk.ts';
import type { Outcome, ReadArchiveOptions } from './walk-state.ts';

export interface Entries {
  /** The source at the beginning of a sentence: "The repository". */
  what: string;
  read(context: ReadContext): AsyncIterable<RawItem>;
}

/** The last item is always `end`. An entry with a digest is delivered as a stored one, without being read. */
export function readEntries(
  { what, read }: Entries,
  options: ReadArchiveOptions,
): AsyncGenerator<ArchiveItem | StoredItem, void> {
  return withDeadline(what, options, async function* (walk) {
    // No archive means no ratio of expansion; all other limits hold.
    const level = walk.budget.openLevel(undefined, Number.POSITIVE_INFINITY);
    const root = { source: undefined, format: 'tar', folder: '', path: '', level, mismatch: undefined } as const;
    const outcome: Outcome = yield* expand({ ...root, isLayer: false }, walk, read);
    yield outcome.isComplete
      ? { type: 'end', isComplete: true }
      : { type: 'end', isComplete: false, reason: outcome.reason };
  });
}
