// The search parameters of the list of rules.

import { choiceIn, type RawSearch, textIn } from '../../address/parameters.ts';
import { analysisRuleStateValues } from '../../api/described.ts';

export interface RulesSearch {
  find?: string;
  /** All by default. */
  state?: (typeof analysisRuleStateValues)[number];
}

export function readRulesSearch({ find, state }: RawSearch): RulesSearch {
  return { find: textIn(find), state: choiceIn(state, analysisRuleStateValues) };
}
