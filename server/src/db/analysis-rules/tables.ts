// The tables of rules about vulnerabilities, as TypeScript types.
import type { Generated } from 'kysely';
import type { RuleCondition, RuleKind, unsettledKinds } from '../../domain/analysis-rules/rule.ts';
import type { AnalysisWords } from '../../domain/vulnerabilities/suppression.ts';
import type { Json, NullableTimestamp } from '../postgres/columns.ts';

export interface AnalysisRuleTables {
  analysis_rules: AnalysisRulesTable;
  rule_decisions: RuleDecisionsTable;
  unsettled_by_rules: UnsettledByRulesTable;
}

interface AnalysisRulesTable {
  id: Generated<number>;
  name: string;
  kind: RuleKind;
  condition: Json<Partial<RuleCondition>>;
  analysis: Json<Omit<AnalysisWords, 'detail'>>;
  words: string;
  suppresses: boolean;
  is_enabled: Generated<boolean>;
  expires_at: NullableTimestamp;
  ended_at: NullableTimestamp;
  author: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  deleted_at: NullableTimestamp;
}

interface RuleDecisionsTable {
  item_id: number;
  vulnerability_id: number;
  version_id: number;
  project_id: number;
  rule_id: number;
  other_rule_ids: Generated<number[]>;
  analysis: Json<Partial<AnalysisWords>>;
  is_suppressed: boolean;
  decided_at: Date;
}

interface UnsettledByRulesTable {
  kind: (typeof unsettledKinds)[number];
  id: number;
}
