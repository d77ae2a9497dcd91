// The dry mode: what a rule would decide, and what it would leave out and why. Changes nothing.
import { listDecidedByPeople, rulePairKey } from '../db/analysis-rules/decisions.ts';
import { listRuledItems, loadGraphs, type RuledItem, type RuledVulnerability } from '../db/analysis-rules/facts.ts';
import { listRulesInForce } from '../db/analysis-rules/rules.ts';
import { listConcerned } from '../db/analysis-rules/unsettled.ts';
import type { Db } from '../db/postgres/connection.ts';
import { answerOf, asksForGraph, type CompiledRule, compileRule } from '../domain/analysis-rules/matching.ts';
import {
  decidesBefore,
  type MatchedRule,
  type RuleCondition,
  type RuleSkipReason,
} from '../domain/analysis-rules/rule.ts';
import { indexRules, type RuleIndex } from '../domain/analysis-rules/rule-index.ts';
import { giveWay } from '../turns.ts';

const ITEMS_AT_ONCE = 2000;
const MOST_EXAMPLES = 10;

export interface PreviewedPair {
  item: RuledItem;
  vulnerability: RuledVulnerability;
  /** Undefined for what the rule would decide. */
  why: RuleSkipReason | undefined;
}

export interface RulePreview {
  decided: number;
  items: number;
  projects: number;
  skipped: Map<RuleSkipReason, number>;
  /** At most ten of what it would decide, and ten of what it would leave out. Only such as `isShown` allows. */
  examples: PreviewedPair[];
  skippedExamples: PreviewedPair[];
}

/** @param rule with the id of the stored rule that it would replace, or 0 */
export async function previewRule(
  db: Db,
  rule: MatchedRule,
  isShown: (projectIds: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<RulePreview> {
  const others = (await listRulesInForce(db)).filter(({ id }) => id !== rule.id);
  const index = indexRules(others);
  const compiled = compileRule(rule);
  const needs = { needsPaths: index.needsPaths || rule.condition.paths.length > 0 };
  const projects = new Set<number>();
  const preview: RulePreview = {
    decided: 0,
    items: 0,
    projects: 0,
    skipped: new Map(),
    examples: [],
    skippedExamples: [],
  };
  for await (const items of concernedItems(db, rule.condition, needs)) {
    await loadGraphs(
      db,
      items.filter((item) => asksFor(compiled, index, item)),
    );
    const pairs: PreviewedPair[] = [];
    for (const item of items) {
      await giveWay();
      const candidates = index.ofItem(item);
      for (const vulnerability of item.vulnerabilities) {
        const answer = answerOf(compiled, item, vulnerability);
        if (answer === false) continue;
        const stronger = candidates.about(vulnerability).some((other) => decidesBefore(other, rule));
        pairs.push({ item, vulnerability, why: answer === true ? (stronger ? 'OTHER_RULE' : undefined) : answer });
      }
    }
    const own = await listDecidedByPeople(
      db,
      pairs.filter(({ why }) => why === undefined || why === 'OTHER_RULE').map(pairOf),
    );
    const judged = pairs.map((pair) =>
      own.has(rulePairKey(pairOf(pair))) ? { ...pair, why: 'PERSON' as const } : pair,
    );
    await count(preview, judged, projects, isShown);
  }
  return { ...preview, projects: projects.size };
}

function asksFor(compiled: CompiledRule, index: RuleIndex, item: RuledItem): boolean {
  const candidates = index.ofItem(item);
  return item.vulnerabilities.some((one) => asksForGraph(compiled, item, one) || candidates.asksForGraph(one));
}

async function* concernedItems(db: Db, condition: RuleCondition, needs: { needsPaths: boolean }) {
  for (let after = 0; ; ) {
    const ids = await listConcerned(db, condition, after, ITEMS_AT_ONCE);
    if (ids.length === 0) return;
    yield await listRuledItems(db, ids, needs);
    after = ids.at(-1) ?? after;
  }
}

async function count(
  preview: RulePreview,
  pairs: readonly PreviewedPair[],
  projects: Set<number>,
  isShown: (projectIds: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<void> {
  const decided = pairs.filter(({ why }) => why === undefined);
  preview.decided += decided.length;
  preview.items += new Set(decided.map(({ item }) => item.itemId)).size;
  for (const { item } of decided) projects.add(item.project.projectId);
  for (const { why } of pairs) if (why !== undefined) preview.skipped.set(why, (preview.skipped.get(why) ?? 0) + 1);
  if (preview.examples.length === MOST_EXAMPLES && preview.skippedExamples.length === MOST_EXAMPLES) return;
  const shown = await isShown([...new Set(pairs.map(({ item }) => item.project.projectId))]);
  for (const pair of pairs) {
    if (!shown.has(pair.item.project.projectId)) continue;
    const examples = pair.why === undefined ? preview.examples : preview.skippedExamples;
    if (examples.length < MOST_EXAMPLES) examples.push(pair);
  }
}

const pairOf = ({ item, vulnerability }: PreviewedPair) => ({
  itemId: item.itemId,
  versionId: item.versionId,
  projectId: item.project.projectId,
  vulnerabilityId: vulnerability.vulnerabilityId,
});
