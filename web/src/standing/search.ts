// The search parameters of what is to be decided: everything that needs a person, or one of its lists.
import { choiceIn, type RawSearch } from '../address/parameters.ts';

const VIEWS = ['again', 'gone', 'before', 'files', 'all', 'reaches'] as const;

export interface StandingSearch {
  /** Decisions to take again, items that are gone, what was decided before and could count, files to which decisions were carried, all decisions, or reviews that reach further (of all projects). What needs a person by default. */
  show?: (typeof VIEWS)[number];
}

export function readStandingSearch(search: RawSearch): StandingSearch {
  return { show: choiceIn(search.show, VIEWS) };
}
