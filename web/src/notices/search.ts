// The search parameters of the notices workbench.
import { choiceIn, idIn, type RawSearch, textIn } from '../address/parameters.ts';

export const STATEMENT_STATES = ['found', 'edited', 'removed', 'placeholder'] as const;

export interface NoticesSearch {
  find?: string;
  state?: (typeof STATEMENT_STATES)[number];
  /** Shows this item only. Then edits apply to this item alone by default. */
  item?: number;
}

export function readNoticesSearch(search: RawSearch): NoticesSearch {
  return {
    find: textIn(search.find),
    state: choiceIn(search.state, STATEMENT_STATES),
    item: idIn(search.item),
  };
}
