// Rules that decide about vulnerabilities: who may change which, and how they are shown.
import { changeRule, createRule, removeRule, requireRule, setRuleState } from '../../analysis-rules/changes.ts';
import { type PreviewedPair, previewRule } from '../../analysis-rules/preview.ts';
import { mayChangeRule, requireRightsFor } from '../../analysis-rules/rights.ts';
import type { App } from '../../app.ts';
import { pageOfDecidedByRule } from '../../db/analysis-rules/decisions.ts';
import {
  findListedRule,
  type ListedRule,
  mayViewerSee,
  pageOfRules,
  type RuleFilter,
} from '../../db/analysis-rules/rules.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { listVisibleAmong } from '../../db/projects/projects.ts';
import { type RuleDraft, reachOf, readRule, stateOf } from '../../domain/analysis-rules/rule.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { isSystemAdmin } from '../../domain/users/permissions.ts';
import type { VexEffect } from '../../domain/vulnerabilities/vex.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import type { AnalysisRuleInput, AnalysisRulePreviewInput } from './schemas.ts';

export async function pageOfAnalysisRules(app: App, caller: Caller, filter: RuleFilter, page: PageRequest) {
  const { rows, total } = await pageOfRules(app.db, filter, caller, rangeOf(page));
  const rules = [];
  for (const row of rows) rules.push(await ruleModel(app.db, caller, row));
  return { rules, paging: pagingOf(page, total) };
}

export async function describeRule(app: App, caller: Caller, id: number) {
  await requireVisible(app.db, caller, id);
  const rule = await findListedRule(app.db, id);
  if (rule === undefined) throw notFound('Analysis rule', id);
  return ruleModel(app.db, caller, rule);
}

export async function createAnalysisRule(app: App, caller: Caller, input: AnalysisRuleInput) {
  const content = contentOf(app, input);
  await requireRightsFor(app.db, caller, content.condition);
  return createRule(app.db, { ...content, kind: 'RULE', isEnabled: input.isEnabled }, changer(app, caller));
}

export async function updateAnalysisRule(app: App, caller: Caller, id: number, input: AnalysisRuleInput) {
  await requireChangeable(app.db, caller, id);
  const content = contentOf(app, input);
  await requireRightsFor(app.db, caller, content.condition);
  return changeRule(app.db, id, { ...content, isEnabled: input.isEnabled }, changer(app, caller));
}

export async function switchAnalysisRule(app: App, caller: Caller, id: number, isEnabled: boolean) {
  await requireChangeable(app.db, caller, id);
  return setRuleState(app.db, id, isEnabled, changer(app, caller));
}

export async function deleteAnalysisRule(app: App, caller: Caller, id: number) {
  await requireChangeable(app.db, caller, id);
  return removeRule(app.db, id, changer(app, caller));
}

export async function previewAnalysisRule(app: App, caller: Caller, input: AnalysisRulePreviewInput) {
  const { ruleId } = input;
  if (ruleId !== undefined) await requireChangeable(app.db, caller, ruleId);
  const content = contentOf(app, input);
  await requireRightsFor(app.db, caller, content.condition);
  const rule = { ...content, id: ruleId ?? 0, changedBy: caller.login, changedAt: app.now() };
  const preview = await previewRule(app.db, rule, (ids) => listVisibleAmong(app.db, ids, caller));
  return {
    ...preview,
    skipped: [...preview.skipped].map(([why, count]) => ({ why, count })).sort((a, b) => b.count - a.count),
    examples: preview.examples.map(exampleModel),
    skippedExamples: preview.skippedExamples.map(exampleModel),
  };
}

export async function pageOfDecided(
  app: App,
  caller: Caller,
  ruleId: number,
  effect: VexEffect | undefined,
  page: PageRequest,
) {
  await requireVisible(app.db, caller, ruleId);
  const { rows, total } = await pageOfDecidedByRule(app.db, { ruleId, effect }, caller, rangeOf(page));
  const decided = rows.map((one) => ({
    projectId: one.projectId,
    projectName: one.projectName,
    inventoryId: one.itemId,
    inventoryName: one.itemName,
    purl: one.purl,
    vulnerabilityName: one.vulnerability,
    state: one.analysis.state ?? '',
    suppressed: one.isSuppressed && !one.isOverruled,
    decidedOn: wireTime(one.decidedAt),
    otherRules: one.otherRules,
    vexSources: one.vexSources,
    effect: one.isOverruled ? ('OVERRULED' as const) : ('DECIDES' as const),
    ownState: one.ownState,
    ownAuthor: one.ownAuthor,
  }));
  return { decided, paging: pagingOf(page, total) };
}

const changer = (app: App, caller: Caller) => ({ login: caller.login, at: app.now() });

function contentOf(app: App, input: Omit<AnalysisRuleInput, 'isEnabled'>) {
  const { state, justification, response, ground, suppress, name, expiresOn } = input;
  const read = readRule(
    {
      ...{ name, expiresOn, words: ground, condition: input.condition as RuleDraft['condition'] },
      analysis: { state, ...(justification && { justification }), ...(response && { response }) },
      ...(suppress !== undefined && { suppresses: suppress }),
    },
    app.now(),
  );
  if (isRefusal(read)) throw badRequest(read.refusal.message);
  return read;
}

async function requireVisible(db: Db, caller: Caller, id: number): Promise<void> {
  if (!(await mayViewerSee(db, id, caller))) throw notFound('Analysis rule', id);
}

async function requireChangeable(db: Db, caller: Caller, id: number): Promise<void> {
  await requireVisible(db, caller, id);
  const { condition } = await requireRule(db, id);
  // Its projects may have been deleted since.
  if (!isSystemAdmin(caller)) await requireRightsFor(db, caller, condition);
}

async function ruleModel(db: Db, caller: Caller, rule: ListedRule) {
  const { id, name, condition, analysis, words, suppresses, kind, isEnabled, expiresAt, decided, author, changedBy } =
    rule;
  return {
    ...{ id, name, condition, state: analysis.state, ground: words, suppress: suppresses, kind, isEnabled, decided },
    justification: analysis.justification ?? '',
    response: analysis.response ?? '',
    expiresOn: expiresAt === null ? 'never' : wireTime(expiresAt),
    ruleState: stateOf(rule),
    reach: reachOf(condition),
    author,
    createdOn: wireTime(rule.createdAt),
    changedBy,
    changedOn: wireTime(rule.changedAt),
    mayChange: await mayChangeRule(db, caller, condition),
  };
}

function exampleModel({ item, vulnerability, why }: PreviewedPair) {
  return {
    projectId: item.project.projectId,
    projectName: item.project.projectName,
    inventoryId: item.itemId,
    inventoryName: item.name,
    purl: item.purl,
    vulnerabilityName: vulnerability.name,
    why: why ?? '',
  };
}
