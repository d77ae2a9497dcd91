// The search parameters of the decisions of a project: to take again, or about items that are gone.
import { choiceIn, type RawSearch } from '../address/parameters.ts';

const VIEWS = ['gone', 'before'] as const;

export interface StandingSearch {
  /** Items that are gone, or what was decided before and could count, instead of the decisions to take again. */
  show?: (typeof VIEWS)[number];
}

export function readStandingSearch(search: RawSearch): StandingSearch {
  return { show: choiceIn(search.show, VIEWS) };
}
