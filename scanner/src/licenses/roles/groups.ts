// Groups of words for the model of roles: what a class of the grammar and a hint say of a role, in one word. Pure.

/** The more telling first. */
const GROUPS: readonly [string, readonly string[]][] = [
  ['OWN', ['this', 'itself', 'own_release']],
  ['FORBID', ['must_not', 'forbidden_behind', 'fails']],
  ['WRONG', ['wrongly', 'claim', 'denial']],
  ['NEGATION', ['not', 'answer_no', 'why_not', 'none_of_these', 'not_behind']],
  ['THANKS', ['thank', 'thank_behind']],
  ['CONTRIBUTION', ['contribution', 'others_code', 'must_be', 'contributed']],
  [
    'PAST',
    [
      'formerly',
      'was',
      'until',
      'old_versions',
      'once_adverb',
      'past_behind',
      'ended',
      'moved_from',
      'from_behind',
      'until_behind',
      'had',
    ],
  ],
  ['FUTURE', ['someday', 'someday_weak', 'future_behind', 'considered', 'will', 'becomes']],
  ['CHANGE', ['changed', 'arrow', 'change_to', 'change_from']],
  [
    'COMPATIBLE',
    ['compatible', 'compatible_with', 'compatible_behind', 'goes', 'their_work', 'welcome', 'result', 'any_license'],
  ],
  ['POLICY', []],
  ['TOOL', ['tool', 'tool_behind']],
  ['LEARN', []],
  ['EXAMPLE', []],
  ['CHOICE', ['choose']],
  ['NEED', ['need']],
  ['CONTRAST', ['unlike', 'unlike_behind']],
  ['FORK', ['original']],
  ['OTHER', ['other_work', 'elsewhere', 'other_behind', 'not_shipped']],
  ['PART', ['bundle', 'part_of', 'part_of_some', 'assets']],
  ['DOC', ['documentation']],
  ['PARTY', []],
  ['YOURS', []],
  ['OBLIGE', []],
  ['PERMIT', []],
  ['NOW', ['now', 'stays', 'applies_now']],
  ['GRANT', ['grant', 'granted_behind', 'under_which']],
  ['QUESTION', ['wh_question']],
  ['USE', ['combine']],
  ['ONLY', ['only']],
  ['RELATIVE', ['which', 'whose', 'whose_of', 'that']],
  ['BE', ['be', 'stands', 'explains']],
  ['IF', ['if', 'but', 'why']],
  ['AND', ['and', 'or', 'link']],
  ['PROGRAM', ['program', 'material']],
  ['IT', ['it']],
];
const GROUP_OF = new Map(GROUPS.flatMap(([group, names]) => names.map((name) => [name, group] as const)));
const RANK = new Map(GROUPS.map(([group], at) => [group, at]));

const NO_GROUPS: readonly string[] = [];
const known = new WeakMap<ReadonlySet<string>, readonly string[]>();

/** The groups of the classes of a word. */
export function groupsOf(classes: ReadonlySet<string>): readonly string[] {
  if (classes.size === 0) return NO_GROUPS;
  let groups = known.get(classes);
  if (!groups) {
    groups = [...new Set([...classes].flatMap((name) => GROUP_OF.get(name) ?? []))];
    known.set(classes, groups);
  }
  return groups;
}

/** The most telling group: one of a class before one of a hint. */
export function mainGroup(groups: readonly string[], hints: ReadonlySet<string>): string | undefined {
  return mostTelling(groups) ?? mostTelling(hints);
}

function mostTelling(groups: Iterable<string>): string | undefined {
  let best: string | undefined;
  for (const group of groups) if (best === undefined || (RANK.get(group) ?? 0) < (RANK.get(best) ?? 0)) best = group;
  return best;
}
