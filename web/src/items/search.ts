// The search parameters of a project's inventory: filters, grouping, columns and order of the list, and the open item.

import { choiceIn, idIn, type RawSearch, textIn, textsIn, wholeTextIn } from '../address/parameters.ts';
import {
  CHOICE_NAMES,
  type ChoiceName,
  type ChoiceValue,
  GROUPINGS,
  type ItemGrouping,
  REVIEWS,
  TEXT_NAMES,
  type TextName,
  valuesOf,
} from './filters.ts';

export const DEFAULT_SORT = 'name';

/** The tabs of an item. Undefined means the details. */
const TABS = ['notes', 'vulnerabilities', 'files', 'dependencies', 'decisions', 'history', 'tasks'] as const;

export type ItemTab = (typeof TABS)[number];

type Choices = { [Name in ChoiceName]?: ChoiceValue<Name> };
/** `exact` is a license expression; the others are parts of texts. */
type Texts = { [Name in TextName]?: string };

export interface InventorySearch extends Choices, Texts {
  find?: string;
  review?: keyof typeof REVIEWS;
  /** Shows only items with a value in this custom field. The value must contain the given text. */
  field?: number;
  value?: string;
  sort?: string;
  /** How the rows are grouped, the keys of the groups that are unfolded, and the key of the selected group. */
  by?: ItemGrouping;
  open?: string[];
  group?: string;
  /** The shown columns; undefined for those that the browser has kept. */
  columns?: string[];
  /** The saved view that was chosen. */
  view?: number;
  /** The open item, its open tab, and the position of its row in the list when it was selected, counted from 1. */
  item?: number;
  tab?: ItemTab;
  row?: number;
}

export function readInventorySearch(search: RawSearch): InventorySearch {
  return {
    find: textIn(search.find),
    review: choiceIn(search.review, Object.keys(REVIEWS) as (keyof typeof REVIEWS)[]),
    ...(Object.fromEntries(CHOICE_NAMES.map((name) => [name, choiceIn(search[name], valuesOf(name))])) as Choices),
    ...(Object.fromEntries(TEXT_NAMES.map((name) => [name, textIn(search[name])])) as Texts),
    field: idIn(search.field),
    value: textIn(search.value),
    sort: textIn(search.sort),
    by: choiceIn(search.by, Object.keys(GROUPINGS) as ItemGrouping[]),
    open: textsIn(search.open),
    group: wholeTextIn(search.group),
    columns: textsIn(search.columns),
    view: idIn(search.view),
    item: idIn(search.item),
    tab: itemTabIn(search.tab),
    row: idIn(search.row),
  };
}

export function itemTabIn(value: unknown): ItemTab | undefined {
  return choiceIn(value, TABS);
}
