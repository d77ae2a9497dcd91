// Lets rules decide about the vulnerabilities of items, and sources of VEX about the products that projects are. Call it in the transaction that changes the items, their matches or the rules, so that nothing is
// reported that a rule has already decided.
import { machineNow } from '../clock.ts';
import {
  closeAlertsByRules,
  deleteRuleDecisions,
  listRuleDecisions,
  noteOpened,
  type RuleDecision,
  type RulePair,
  refreshExposuresOfItems,
  reopenAlertsOfRules,
  rulePairKey,
  writeRuleDecisions,
} from '../db/analysis-rules/decisions.ts';
import { listItemsOfVersions, listRuledItems, loadGraphs, type RuledItem } from '../db/analysis-rules/facts.ts';
import { findRuleName, listRulesInForce, purgeRules, stampOfRules } from '../db/analysis-rules/rules.ts';
import {
  forgetUnsettled,
  hasRulesOrDecisions,
  hasUnsettled,
  takeUnsettled,
  takeUnsettledOf,
} from '../db/analysis-rules/unsettled.ts';
import { ADVISORIES_LOCK, lockSharedUntilEnd, RULES_LOCK, trySharedUntilEnd } from '../db/postgres/advisory-locks.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { partsOf } from '../db/postgres/parts.ts';
import { hasProducts, listVersionsInProducts } from '../db/vulnerabilities/project-products.ts';
import { type NewDecision, recordDecisions } from '../decisions/index.ts';
import { type MatchedRule, ruleWords } from '../domain/analysis-rules/rule.ts';
import { indexRules, type RuleIndex } from '../domain/analysis-rules/rule-index.ts';
import { giveWay } from '../turns.ts';
import { settleVexOfProject } from './settle-vex.ts';

const ITEMS_AT_ONCE = 5000;

export interface RulesSettled {
  /** Vulnerabilities of items with another decision of a rule than before, or with the first one. */
  decided: number;
  /** Those without one now. */
  ended: number;
}

const NOTHING: RulesSettled = { decided: 0, ended: 0 };

/** Changes of rules wait until the transaction ends. Take it before the transaction changes items. */
export async function lockRules(tx: Db): Promise<void> {
  await lockSharedUntilEnd(tx as Tx, RULES_LOCK);
}

/** All items of these versions. */
export async function settleVersions(tx: Db, versionIds: readonly number[]): Promise<RulesSettled> {
  await lockRules(tx);
  if (!(await hasRulesOrDecisions(tx))) return NOTHING;
  return settleItems(tx, await listItemsOfVersions(tx, versionIds));
}

/** The items of a project that have changed in this transaction, or before. */
export async function settleProject(tx: Db, projectId: number): Promise<RulesSettled> {
  await lockRules(tx);
  const items = await takeUnsettledOf(tx, projectId);
  if (items.length === 0) return NOTHING;
  const byVex = await settleProducts(tx, items);
  return (await hasRulesOrDecisions(tx)) ? sumOf(byVex, await settleItems(tx, items)) : byVex;
}

/** What sources of VEX say of the products that the projects of these items are. */
async function settleProducts(tx: Db, itemIds: readonly number[]): Promise<RulesSettled> {
  if (!(await hasProducts(tx))) return NOTHING;
  let total = NOTHING;
  for (const part of partsOf(itemIds, ITEMS_AT_ONCE))
    for (const { projectId, versionIds } of await listVersionsInProducts(tx, part))
      total = sumOf(total, await settleVexOfProject(tx as Tx, projectId, versionIds));
  return total;
}

const sumOf = (a: RulesSettled, b: RulesSettled): RulesSettled => ({
  decided: a.decided + b.decided,
  ended: a.ended + b.ended,
});

/** What waits, up to a number of items. Undefined if nothing waits. */
async function settleWaiting(tx: Db, most: number, indexOf: IndexReader): Promise<RulesSettled | undefined> {
  const isForVex = await hasProducts(tx);
  // In the order in which matching takes the two locks.
  if (isForVex) await lockSharedUntilEnd(tx as Tx, ADVISORIES_LOCK);
  await lockRules(tx);
  const isForRules = await hasRulesOrDecisions(tx);
  if (!isForRules && !isForVex) {
    await forgetUnsettled(tx);
    return undefined;
  }
  const items = await takeUnsettled(tx, most);
  if (items.length === 0) return undefined;
  const byVex = await settleProducts(tx, items);
  return isForRules ? sumOf(byVex, await settleItems(tx, items, await indexOf(tx))) : byVex;
}

/** Everything that waits, in transactions of its own for each part. */
export async function settleUnsettled(db: Db, signal?: AbortSignal): Promise<RulesSettled> {
  const total = { ...NOTHING };
  const indexOf = indexReader();
  while (!signal?.aborted && (await hasUnsettled(db))) {
    const settled = await db.transaction().execute((tx) => settleWaiting(tx, ITEMS_AT_ONCE, indexOf));
    if (settled === undefined) break;
    total.decided += settled.decided;
    total.ended += settled.ended;
  }
  await purgeRules(db);
  return total;
}

/** What waits, in the transaction of the change, if it is not too much for one. The background does the rest. */
export async function settleAtOnce(tx: Db, most: number): Promise<RulesSettled> {
  // Whoever changes rules must not wait for an import of advisories, which waits for rules.
  if ((await hasProducts(tx)) && !(await trySharedUntilEnd(tx as Tx, ADVISORIES_LOCK))) return NOTHING;
  const items = await takeUnsettled(tx, most);
  await settleProducts(tx, items);
  const settled = await settleItems(tx, items);
  await purgeRules(tx);
  return settled;
}

type IndexReader = (tx: Db) => Promise<Rules>;

interface Rules {
  index: RuleIndex;
  byId: ReadonlyMap<number, MatchedRule>;
}

async function readRules(tx: Db): Promise<Rules> {
  const rules = await listRulesInForce(tx);
  return { index: indexRules(rules), byId: new Map(rules.map((rule) => [rule.id, rule])) };
}

/** Reads the rules again only if they have changed. */
function indexReader(): IndexReader {
  let known: { stamp: string; rules: Rules } | undefined;
  return async (tx) => {
    const stamp = await stampOfRules(tx);
    if (known?.stamp !== stamp) known = { stamp, rules: await readRules(tx) };
    return known.rules;
  };
}

async function settleItems(tx: Db, itemIds: readonly number[], given?: Rules): Promise<RulesSettled> {
  if (itemIds.length === 0) return NOTHING;
  const rules = given ?? (await readRules(tx));
  const total = { ...NOTHING };
  for (const part of partsOf([...new Set(itemIds)], ITEMS_AT_ONCE)) {
    const { decided, ended } = await settlePart(tx, part, rules);
    total.decided += decided;
    total.ended += ended;
  }
  return total;
}

async function settlePart(tx: Db, itemIds: readonly number[], rules: Rules): Promise<RulesSettled> {
  const items = rules.index.size === 0 ? [] : await listRuledItems(tx, itemIds, rules.index);
  await loadGraphs(tx, await itemsThatAskForGraphs(items, rules.index));
  const now = await decisionsOf(items, rules.index);
  const old = await listRuleDecisions(tx, itemIds);
  const before = new Map(old.map((one) => [rulePairKey(one), one]));
  const standing = new Map(now.map((one) => [rulePairKey(one), one]));
  const changed = now.filter((one) => !isSame(one, before.get(rulePairKey(one))));
  const ended = old.filter((one) => !standing.has(rulePairKey(one)));
  const at = machineNow();
  if (changed.length + ended.length > 0) {
    await deleteRuleDecisions(tx, ended);
    await writeRuleDecisions(tx, changed, at);
    await refreshExposuresOfItems(tx, [...new Set([...changed, ...ended].map(({ itemId }) => itemId))]);
    await closeAlertsByRules(
      tx,
      changed.filter(({ isSuppressed }) => isSuppressed),
      at,
    );
    await record(tx, { items, changed, ended, rules });
  }
  // Also alerts that came with a copy of a project to which the rule does not reach.
  await reopenAlertsOfRules(tx, itemIds, at);
  await noteOpened(
    tx,
    old.filter((one) => one.isSuppressed && standing.get(rulePairKey(one))?.isSuppressed !== true),
  );
  return { decided: changed.length, ended: ended.length };
}

async function itemsThatAskForGraphs(items: readonly RuledItem[], index: RuleIndex): Promise<RuledItem[]> {
  const asking: RuledItem[] = [];
  for (const item of items) {
    await giveWay();
    const candidates = index.ofItem(item);
    if (item.vulnerabilities.some((one) => candidates.asksForGraph(one))) asking.push(item);
  }
  return asking;
}

async function decisionsOf(items: readonly RuledItem[], index: RuleIndex): Promise<RuleDecision[]> {
  const decisions: RuleDecision[] = [];
  for (const item of items) {
    await giveWay();
    const candidates = index.ofItem(item);
    for (const vulnerability of item.vulnerabilities) {
      const [rule, ...others] = candidates.about(vulnerability);
      if (rule === undefined) continue;
      decisions.push({
        itemId: item.itemId,
        vulnerabilityId: vulnerability.vulnerabilityId,
        versionId: item.versionId,
        projectId: item.project.projectId,
        ruleId: rule.id,
        otherRuleIds: others.slice(0, MOST_OTHERS).map(({ id }) => id),
        analysis: { ...rule.analysis, detail: ruleWords(rule) },
        isSuppressed: rule.suppresses,
      });
    }
  }
  return decisions;
}

/** So many of the rules that give way are kept with a decision. */
const MOST_OTHERS = 20;

function isSame(a: RuleDecision, b: RuleDecision | undefined): boolean {
  if (b === undefined || a.ruleId !== b.ruleId || a.versionId !== b.versionId || a.isSuppressed !== b.isSuppressed)
    return false;
  if (a.otherRuleIds.join() !== b.otherRuleIds.join()) return false;
  return (['state', 'justification', 'response', 'detail'] as const).every(
    (member) => (a.analysis[member] ?? '') === (b.analysis[member] ?? ''),
  );
}

/** Each is a row of `decisions`. What people have decided about the same stays the current one. */
async function record(
  tx: Db,
  {
    items,
    changed,
    ended,
    rules,
  }: { items: readonly RuledItem[]; changed: RuleDecision[]; ended: RuleDecision[]; rules: Rules },
): Promise<void> {
  const known = new Map(items.map((item) => [item.itemId, item]));
  const gone = await formerItems(tx, ended, known);
  const rows = [
    ...changed.map((one) => decisionRow(one, known.get(one.itemId), rules.byId.get(one.ruleId))),
    ...(await endedRows(tx, ended, gone)),
  ];
  await recordDecisions(
    tx as Tx,
    rows.filter((row) => row !== undefined),
  );
}

/** Items whose decisions have ended may not have been read, because no rule is left. */
async function formerItems(tx: Db, ended: readonly RulePair[], known: ReadonlyMap<number, RuledItem>) {
  const missing = [...new Set(ended.map(({ itemId }) => itemId))].filter((id) => !known.has(id));
  const read = missing.length === 0 ? [] : await listRuledItems(tx, missing, { needsPaths: false });
  return new Map([...known, ...read.map((item) => [item.itemId, item] as const)]);
}

function decisionRow(
  one: RuleDecision,
  item: RuledItem | undefined,
  rule: MatchedRule | undefined,
): NewDecision | undefined {
  const subject = subjectOf(one, item);
  if (subject === undefined || rule === undefined) return undefined;
  const { detail: _, ...analysis } = one.analysis;
  return {
    ...{
      kind: 'analysis',
      subject,
      scope: 'family',
      projectId: one.projectId,
      itemId: one.itemId,
      author: rule.changedBy,
    },
    value: { ...analysis, isSuppressed: one.isSuppressed, version: item?.versionName ?? '' },
    ground: { by: 'rule', rule: rule.name, ruleId: rule.id, words: rule.words },
  };
}

async function endedRows(
  tx: Db,
  ended: readonly RuleDecision[],
  items: ReadonlyMap<number, RuledItem>,
): Promise<(NewDecision | undefined)[]> {
  const names = new Map<number, string>();
  for (const id of new Set(ended.map(({ ruleId }) => ruleId))) names.set(id, await findRuleName(tx, id));
  return ended.map((one) => {
    const subject = subjectOf(one, items.get(one.itemId));
    const rule = names.get(one.ruleId) ?? '';
    return subject === undefined
      ? undefined
      : {
          ...{
            kind: 'analysis',
            subject,
            scope: 'family',
            projectId: one.projectId,
            itemId: one.itemId,
            author: 'System',
          },
          value: { isLifted: true },
          ground: { by: 'rule', rule, ruleId: one.ruleId, words: `The rule "${rule}" no longer decides about it.` },
        };
  });
}

function subjectOf({ vulnerabilityId }: RulePair, item: RuledItem | undefined) {
  const advisory = item?.vulnerabilities.find((one) => one.vulnerabilityId === vulnerabilityId)?.name;
  return item === undefined || advisory === undefined ? undefined : { advisory, component: item.component };
}
