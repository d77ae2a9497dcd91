// The search parameters of the notices workbench.
import { choiceIn, idIn, type RawSearch, textIn } from '../address/parameters.ts';
import { statementStateValues } from '../api/described.ts';

export interface NoticesSearch {
  find?: string;
  state?: (typeof statementStateValues)[number];
  /** Shows this item only. Then edits apply to this item alone by default. */
  item?: number;
}

export function readNoticesSearch(search: RawSearch): NoticesSearch {
  return {
    find: textIn(search.find),
    state: choiceIn(search.state, statementStateValues),
    item: idIn(search.item),
  };
}
