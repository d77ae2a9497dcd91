// Makes, changes and ends rules about vulnerabilities. Each change is a row of `decisions`, and takes effect in the same transaction as far as that is not
// too much for one.
import {
  deleteRule,
  endExpiredRules,
  findRule,
  findRuleNamed,
  hasExpiredRules,
  insertRule,
  type NewRule,
  type StoredRule,
  switchRule,
  updateRule,
} from '../db/analysis-rules/rules.ts';
import { countUnsettled, queueConcerned, queueDecided } from '../db/analysis-rules/unsettled.ts';
import { lockUntilEnd, RULES_LOCK } from '../db/postgres/advisory-locks.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { recordDecisions } from '../decisions/index.ts';
import { type RuleContent, reachOf } from '../domain/analysis-rules/rule.ts';
import { AppError, badRequest, notFound } from '../errors.ts';
import { type RulesSettled, settleAtOnce, settleUnsettled } from './settle.ts';

/** A change lets rules decide about so many items before it answers. */
const MOST_AT_ONCE = 2000;

export interface Changer {
  login: string;
  at: Date;
}

export interface RuleChanged extends RulesSettled {
  id: number;
  /** How much waits for the background. 0: the change has taken effect everywhere. */
  waiting: number;
}

/** For several changes in one transaction: call `settleChange` when they are made. */
export async function lockForRules(tx: Db): Promise<void> {
  await lockUntilEnd(tx as Tx, RULES_LOCK);
}

export async function settleChange(tx: Db): Promise<RulesSettled & { waiting: number }> {
  const settled = await settleAtOnce(tx, MOST_AT_ONCE);
  return { ...settled, waiting: await countUnsettled(tx) };
}

/** Call it under `lockForRules`. Returns its id. */
export async function addRule(tx: Db, rule: NewRule, by: Changer): Promise<number> {
  await refuseTwin(tx, rule.name, undefined);
  const id = await insertRule(tx, rule, by);
  await queueConcerned(tx, rule.condition);
  await record(tx, await requireRule(tx, id), by.login);
  return id;
}

export async function createRule(db: Db, rule: NewRule, by: Changer): Promise<RuleChanged> {
  return changing(db, (tx) => addRule(tx, rule, by));
}

export async function changeRule(
  db: Db,
  id: number,
  content: RuleContent & { isEnabled: boolean },
  by: Changer,
): Promise<RuleChanged> {
  return changing(db, async (tx) => {
    const before = await requireRule(tx, id);
    await refuseTwin(tx, content.name, id);
    await queueDecided(tx, id);
    await queueConcerned(tx, before.condition);
    await updateRule(tx, id, content, by);
    await queueConcerned(tx, content.condition);
    const after = await requireRule(tx, id);
    if (before.name !== after.name) await recordEnd(tx, before, by.login, `The rule is called "${after.name}" now.`);
    await record(tx, after, by.login);
    return id;
  });
}

export async function setRuleState(db: Db, id: number, isEnabled: boolean, by: Changer): Promise<RuleChanged> {
  return changing(db, async (tx) => {
    const before = await requireRule(tx, id);
    if (before.endedAt !== null && isEnabled)
      throw badRequest(`The rule "${before.name}" has ended. Give it a later end in "expiresOn".`);
    await switchRule(tx, id, isEnabled, by);
    await queueDecided(tx, id);
    if (isEnabled) await queueConcerned(tx, before.condition);
    await record(tx, await requireRule(tx, id), by.login);
    return id;
  });
}

export async function removeRule(db: Db, id: number, by: Changer): Promise<RuleChanged> {
  return changing(db, async (tx) => {
    const rule = await requireRule(tx, id);
    await queueDecided(tx, id);
    await deleteRule(tx, id, by.at);
    await recordEnd(tx, rule, by.login, 'The rule was deleted.');
    return id;
  });
}

/** Ends rules whose last day is over, and lets rules decide about what has changed. For the background. */
export async function keepRules(place: { db: Db; now(): Date }, signal?: AbortSignal): Promise<void> {
  if (await hasExpiredRules(place.db, place.now()))
    await place.db.transaction().execute(async (tx) => {
      await lockForRules(tx);
      for (const rule of await endExpiredRules(tx, place.now())) {
        await queueDecided(tx, rule.id);
        await recordEnd(tx, rule, 'System', 'The rule had an end date.');
      }
    });
  await settleUnsettled(place.db, signal);
}

async function changing(db: Db, change: (tx: Db) => Promise<number>): Promise<RuleChanged> {
  return db.transaction().execute(async (tx) => {
    await lockForRules(tx);
    const id = await change(tx);
    return { id, ...(await settleChange(tx)) };
  });
}

export async function requireRule(db: Db, id: number): Promise<StoredRule> {
  const rule = await findRule(db, id);
  if (rule === undefined) throw notFound('Analysis rule', id);
  return rule;
}

async function refuseTwin(tx: Db, name: string, own: number | undefined): Promise<void> {
  const other = await findRuleNamed(tx, name);
  if (other !== undefined && other !== own) throw new AppError('alreadyExists', { what: 'rule', name });
}

/** A rule for one project is a decision of the project, with its copies one of its family; a wider one is one of the site. */
function placeOf({ condition }: RuleContent) {
  const [only, ...others] = condition.projectIds;
  if (only === undefined || others.length > 0) return { scope: 'site', projectId: null } as const;
  return { scope: reachOf(condition) === 'PROJECT' ? 'project' : 'family', projectId: only } as const;
}

async function record(tx: Db, rule: StoredRule, author: string): Promise<void> {
  const { condition, analysis, suppresses, isEnabled, expiresAt, words, name } = rule;
  await recordDecisions(tx as Tx, [
    {
      ...{ kind: 'analysis-rule', subject: { rule: name }, ...placeOf(rule), itemId: null, author, expiresAt },
      value: { condition, ...analysis, isSuppressed: suppresses, isEnabled, reach: reachOf(condition) },
      ground: { by: 'person', words },
    },
  ]);
}

async function recordEnd(tx: Db, rule: StoredRule, author: string, words: string): Promise<void> {
  await recordDecisions(tx as Tx, [
    {
      ...{ kind: 'analysis-rule', subject: { rule: rule.name }, ...placeOf(rule), itemId: null, author },
      value: { isLifted: true },
      ground: { by: author === 'System' ? 'rule' : 'person', words },
    },
  ]);
}
