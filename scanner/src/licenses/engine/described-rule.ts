// What a rule of an index is, for people: lists of rules, and the comparison of a match with the words of its rule.
import { itemAt } from '../../items.ts';
import { ruleText } from './compile-index.ts';
import { FLAG_APPROXIMATE, FLAG_IMPORTED, type LicenseIndex, RULE_KINDS, type RuleKind } from './index-format.ts';

export interface DescribedRule {
  rule: string;
  kind: RuleKind;
  expression: string;
  relevance: number;
  isApproximate: boolean;
  isImported: boolean;
  /** ISO 639-1 code; '' for English. */
  language: string;
  minimumCoverage: number;
  referencedFiles: string[];
  /** Its words in lower case; `…` stands where other words may be. */
  text: string;
}

export function describedRule(index: LicenseIndex, rule: number): DescribedRule {
  const flags = itemAt(index.ruleFlags, rule);
  return {
    rule: itemAt(index.ruleNames, rule),
    kind: itemAt(RULE_KINDS, itemAt(index.ruleKinds, rule)),
    expression: itemAt(index.expressions, itemAt(index.ruleExpressions, rule)),
    relevance: itemAt(index.ruleRelevance, rule),
    isApproximate: (flags & FLAG_APPROXIMATE) !== 0,
    isImported: (flags & FLAG_IMPORTED) !== 0,
    language: index.languages[rule] ?? '',
    minimumCoverage: itemAt(index.ruleCoverage, rule),
    referencedFiles: index.referencedFiles[rule] ?? [],
    text: ruleText(index, rule),
  };
}

/** Undefined if the index has none of this name: some matches come from no rule, but from what the engine reads by itself. */
export function ruleNamed(index: LicenseIndex, name: string): DescribedRule | undefined {
  const rule = index.ruleNames.indexOf(name);
  return rule < 0 ? undefined : describedRule(index, rule);
}
