// The filter of the address as the server takes it, and back.
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  type ItemFilter,
  REVIEWS,
  TEXT_NAMES,
  TEXTS,
  type TextName,
} from './filters.ts';
import type { InventorySearch } from './search.ts';

/** The filter of the address, as the server takes it. */
export function itemFilterOf(search: InventorySearch): ItemFilter {
  const { review, find, field, value } = search;
  const chosen = CHOICE_NAMES.map((name) => [CHOICES[name].member, search[name]]);
  const written = TEXT_NAMES.map((name) => [TEXTS[name].member, search[name]]);
  return {
    search: find ?? '',
    published: 'ALL',
    reviewStatus: review && REVIEWS[review],
    customFieldId: field,
    customFieldValue: value ?? '',
    ...Object.fromEntries([...chosen, ...written].filter(([, one]) => one !== undefined)),
  };
}

type FilterSearch = Pick<InventorySearch, ChoiceName | TextName | 'review' | 'find' | 'field' | 'value'>;

/** The address of a filter of the server; every filter of the address is in it, so that the former ones go. */
export function searchOfFilter(filter: Partial<ItemFilter>): FilterSearch {
  const named = (name: ChoiceName | TextName) =>
    name in CHOICES ? CHOICES[name as ChoiceName] : TEXTS[name as TextName];
  const all = [...CHOICE_NAMES, ...TEXT_NAMES].map((name) => [name, filter[named(name).member] || undefined]);
  const review = Object.entries(REVIEWS).find(([, status]) => status === filter.reviewStatus)?.[0];
  return {
    ...Object.fromEntries(all),
    published: filter.published === 'ALL' ? undefined : filter.published,
    review: review as InventorySearch['review'],
    find: filter.search || undefined,
    field: filter.customFieldId,
    value: filter.customFieldValue || undefined,
  };
}
