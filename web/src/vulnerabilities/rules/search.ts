// The search parameters of the list of rules.
import { choiceIn, type RawSearch, textIn } from '../../address/parameters.ts';

export const RULE_STATES = ['ON', 'OFF', 'ENDED'] as const;

export interface RulesSearch {
  find?: string;
  /** All by default. */
  state?: (typeof RULE_STATES)[number];
}

export function readRulesSearch({ find, state }: RawSearch): RulesSearch {
  return { find: textIn(find), state: choiceIn(state, RULE_STATES) };
}
