// How lists of items are narrowed and grouped: the values that filters take, and the words of groups. Pure.
//
//   Group by  | One group for each                                            | Without one
//   ----------+---------------------------------------------------------------+------------------------------------
//   LICENSE   | license expression, or license of the library without one     | No license known
//   COMPONENT | component of the library                                      | No component
//   FOLDER    | deepest folder that holds all files of the item               | No file in the code base
//   GROUND    | why the item has its status                                   |
//   PRIORITY  | priority of the item                                          |
//
// Each item is in exactly one group, so that the counts of the groups add up to the list.
import { inventoryPriorityNames } from './inventory.ts';

export const itemGroupings = ['LICENSE', 'COMPONENT', 'FOLDER', 'GROUND', 'PRIORITY'] as const;
export type ItemGrouping = (typeof itemGroupings)[number];

/**
 * Why an item has its status. `CARRIED`: its review follows from another one. `UNRECORDED`: no decision says why, or one that was made of older data.
 */
export const itemGrounds = [
  'UNDECIDED',
  'LAPSED',
  'PERSON',
  'POLICY',
  'CARRIED',
  'IMPORTED',
  'UNRECORDED',
  'GONE',
] as const;
export type ItemGround = (typeof itemGrounds)[number];

/** Whether items have files; GONE is for those that the last scan no longer found. The other two are about items that count. */
export const itemTies = ['WITH_FILES', 'WITHOUT_FILES', 'GONE'] as const;
export type ItemTie = (typeof itemTies)[number];

/** The status that the policy gave; NONE if it did not decide the status that the item has. */
export const policyResults = ['APPROVED', 'REJECTED', 'NONE'] as const;
export type PolicyResult = (typeof policyResults)[number];

const GROUND_WORDS: Record<ItemGround, string> = {
  UNDECIDED: 'Undecided',
  LAPSED: 'To be decided again',
  PERSON: 'Decided by a person',
  POLICY: 'Decided by the policy',
  CARRIED: 'Follows from another review',
  IMPORTED: 'Imported with its review',
  UNRECORDED: 'Decided before decisions were recorded',
  GONE: 'Gone: the last scan no longer found it',
};

const WITHOUT: Record<ItemGrouping, string> = {
  LICENSE: 'No license known',
  COMPONENT: 'No component',
  FOLDER: 'No file in the code base',
  GROUND: '',
  PRIORITY: '',
};

/** The name of a group for people. `name` is what the database calls it: of a component, its key is its id. */
export function groupTitle(by: ItemGrouping, key: string, name: string): string {
  if (key === '') return WITHOUT[by];
  if (by === 'GROUND') return GROUND_WORDS[key as ItemGround] ?? key;
  if (by === 'PRIORITY')
    return `${key} ${inventoryPriorityNames[key as keyof typeof inventoryPriorityNames]?.toLowerCase() ?? ''}`.trim();
  return name;
}

export const itemSorts = [
  'id',
  'name',
  'priority',
  'type',
  'status',
  'files',
  'license',
  'confidence',
  'component',
  'version',
  'purl',
  'scope',
  'level',
  'published',
  'coverage',
  'created',
  'updated',
] as const;
/** A column, or the custom field with this id. */
export type ItemSort = (typeof itemSorts)[number] | { customFieldId: number };

const FIELD_SORT = /^field(\d{1,15})$/;

/** `name`, `-name`, or `field12` for the custom field 12; a minus is for descending order. Undefined for anything else. */
export function readItemSort(text: string): { by: ItemSort; descending: boolean } | undefined {
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const field = FIELD_SORT.exec(name)?.[1];
  if (field !== undefined) return { by: { customFieldId: Number(field) }, descending };
  const by = itemSorts.find((one) => one === name);
  return by && { by, descending };
}
