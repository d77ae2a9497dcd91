// What the address of the notices workbench may say.
import { choiceIn, idIn, type RawSearch, textIn } from '../address/parameters.ts';

export const STATEMENT_STATES = ['found', 'edited', 'removed', 'placeholder'] as const;

export interface NoticesSearch {
  find?: string;
  state?: (typeof STATEMENT_STATES)[number];
  /** Only what belongs to this item; then edits hold for it alone, unless somebody says otherwise. */
  item?: number;
}

export function readNoticesSearch(search: RawSearch): NoticesSearch {
  return {
    find: textIn(search.find),
    state: choiceIn(search.state, STATEMENT_STATES),
    item: idIn(search.item),
  };
}
