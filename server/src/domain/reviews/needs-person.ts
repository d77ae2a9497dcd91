// Why a person is needed in a project, and what those of one cause have in common, in words. Pure.
//
//   Cause        | What                                                              | Ground
//   -------------+-------------------------------------------------------------------+---------------------------
//   NEW          | undecided items that the last scan added                          | license
//   CHANGED      | undecided items that the last scan changed                        | what it changed
//   OPEN         | all other undecided items                                         | license
//   LAPSED       | decisions that no longer hold                                     | what they rested on
//   GONE         | items that the last scan no longer found, or with an open task    | what the scan saw
//   NOT_COMPARED | items that nobody compared with advisories                        | why not
//   PROPOSED     | decisions from elsewhere that could count here                    | their ground (ADR 44)
//
// An item may have several causes: one that is new may not have been compared. Proposals are about items and files that are undecided anyway.
import type { DecisionKind } from '../decisions/decision.ts';

export const needCauses = ['NEW', 'CHANGED', 'OPEN', 'LAPSED', 'GONE', 'NOT_COMPARED', 'PROPOSED'] as const;
export type NeedCause = (typeof needCauses)[number];

export const NO_LICENSE = 'No license known';

const OF_KIND: Partial<Record<DecisionKind, string>> = {
  'license-choice': 'Choice of license: the evidence is another one',
  'concluded-license': 'License set by a person: the evidence is another one',
  'notice-text': 'Notices text: the item is under another license',
  'file-reviewed': 'Reviewed file: other contents',
  'file-tied': 'File added to an item: other contents',
};

/** @param whats the subjects of the lapse of a review */
export function groundOfLapse(kind: DecisionKind, whats: readonly string[]): string {
  if (kind === 'review')
    return whats.length === 0 ? 'Review: its ground changed' : `Review: changed ${[...whats].sort().join(', ')}`;
  return OF_KIND[kind] ?? `Decision (${kind}): its ground changed`;
}
