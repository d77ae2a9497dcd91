// The search parameters of the first page: what the list of projects is sorted by, its page, and the text that names contain.
import { choiceIn, idIn, type RawSearch, textIn } from '../address/parameters.ts';
import { projectOrderValues } from '../api/described.ts';

export interface HomeSearch {
  /** The worst project first by default. */
  order?: (typeof projectOrderValues)[number];
  find?: string;
  /** Counted from 1. */
  page?: number;
}

export function readHomeSearch({ order, find, page }: RawSearch): HomeSearch {
  return { order: choiceIn(order, projectOrderValues), find: textIn(find), page: idIn(page) };
}
