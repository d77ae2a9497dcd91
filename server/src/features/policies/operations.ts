// Policy profiles, and the application of a project's policy to its inventory.
import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../app.ts';
import {
  countProjectsOfPolicyProfile,
  deletePolicyProfile,
  findPolicyProfileById,
  insertPolicyProfile,
  isPolicyProfileName,
  listPolicyProfiles,
  listProjectsOfPolicyProfile,
  lockPolicyProfile,
  type PolicyProfile,
  updatePolicyProfile,
} from '../../db/policies.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import { findProjectPolicy, getProject, listVisibleAmong } from '../../db/projects/projects.ts';
import { countOf } from '../../domain/count-text.ts';
import { inventoryStatusNames } from '../../domain/inventories/inventory.ts';
import { NO_POLICY_RULES, type PolicyRules, policyRulesOf, refusePolicyRules } from '../../domain/reviews/policy.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { checkComponentNames } from '../../library/known-components.ts';
import { checkLicenseNames } from '../../library/known-licenses.ts';
import { submitProjectJob } from '../../queue/submit.ts';
import { loadRules } from '../../reviews/policy.ts';
import { type PolicyTrial, tryPolicy } from '../../reviews/policy-preview.ts';
import { settleChoicesByPolicy } from '../../reviews/settlement.ts';
import type { PolicyInput, PolicyPreviewInput } from './schemas.ts';

export async function pageOfPolicies(app: App, page: PageRequest) {
  const { rows, total } = await listPolicyProfiles(app.db, { limit: page.pageSize, offset: rowsBefore(page) });
  return { policies: rows.map(summaryOf), paging: pagingOf(page, total) };
}

export async function describePolicy(app: App, policyId: number) {
  const profile = await findPolicyProfileById(app.db, policyId);
  if (!profile) throw notFound('Policy profile', policyId);
  return { ...summaryOf(profile), rules: policyRulesOf(profile.rules as Partial<PolicyRules>) };
}

function summaryOf({ id, name, description, is_default }: PolicyProfile) {
  return { id, name, description, default: is_default };
}

export async function createPolicy(app: App, input: PolicyInput): Promise<number> {
  const values = valuesOf(input);
  await checkRuleNames(app.db, values.rules, NO_POLICY_RULES);
  const id = await insertPolicyProfile(app.db, values);
  if (id === undefined) throw new AppError('alreadyExists', { what: 'policy profile', name: values.name });
  return id;
}

/**
 * Items keep the decisions of the old rules until a publication, a scan or Apply Policy decides again. Choices of licenses are settled again at once,
 * and items with a changed license are reviewed. Returns the number of those items.
 */
export async function changePolicy(app: App, caller: Caller, policyId: number, input: PolicyInput): Promise<number> {
  const values = valuesOf(input);
  await checkRuleNames(app.db, values.rules, await storedRules(app.db, policyId));
  return app.db.transaction().execute(async (tx) => {
    const profile = await requirePolicy(tx, policyId);
    if (profile.is_default && values.name !== profile.name)
      throw badRequest(`The policy profile ${profile.name} cannot be renamed: new projects take it by its name.`);
    if (await isPolicyProfileName(tx, values.name, policyId))
      throw new AppError('alreadyExists', { what: 'policy profile', name: values.name });
    await updatePolicyProfile(tx, policyId, values);
    if (isDeepStrictEqual(policyRulesOf(profile.rules as Partial<PolicyRules>).licenses, values.rules.licenses))
      return 0;
    return settleChoicesByPolicy(tx, await listProjectsOfPolicyProfile(tx, policyId), caller.id);
  });
}

export async function removePolicy(app: App, policyId: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const profile = await requirePolicy(tx, policyId);
    if (profile.is_default) throw badRequest(`The policy profile ${profile.name} cannot be deleted.`);
    const count = await countProjectsOfPolicyProfile(tx, policyId);
    if (count > 0)
      throw badRequest(
        `The policy profile ${profile.name} cannot be deleted: ${countOf(count, 'project is', 'projects are')} using it.`,
      );
    await deletePolicyProfile(tx, policyId);
  });
}

export async function applyPolicy(
  app: App,
  caller: Caller,
  projectId: number,
  keepManualStatuses: boolean,
): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    if (!(await findProjectPolicy(tx, projectId))) throw badRequest('The project has no policy profile to apply.');
    return submitProjectJob(app, tx, {
      type: 'Apply Policy - Project',
      projectId,
      triggeredBy: caller.id,
      payload: { keepManualStatuses },
    });
  });
}

async function requirePolicy(tx: Tx, policyId: number): Promise<PolicyProfile> {
  const profile = await lockPolicyProfile(tx, policyId);
  if (!profile) throw notFound('Policy profile', policyId);
  return profile;
}

/** At most so many published items of a project are tried. */
const TRIAL_LIMITS = { items: 20_000, examples: 10 };

export async function previewPolicy(app: App, caller: Caller, input: PolicyPreviewInput) {
  const rules = rulesOf(input.rules);
  const before = input.policyId === undefined ? NO_POLICY_RULES : await storedRules(app.db, input.policyId);
  await checkRuleNames(app.db, rules, before);
  const ids = [...new Set(input.projectIds)];
  const visible = await listVisibleAmong(app.db, ids, caller);
  const unseen = ids.find((id) => !visible.has(id));
  if (unseen !== undefined) throw notFound('Project', unseen);
  const policy = await loadRules(app.backgroundDb, rules);
  const previews = [];
  for (const id of ids) {
    const { name } = await getProject(app.db, id);
    previews.push(previewOf({ id, name }, await tryPolicy(app.backgroundDb, id, policy, TRIAL_LIMITS)));
  }
  return previews;
}

function previewOf(project: { id: number; name: string }, trial: PolicyTrial) {
  const changed = ({ item, decision, reasons }: PolicyTrial['examples'][number]) => ({
    inventoryId: item.id,
    inventoryName: item.name,
    licenseExpression: item.license_expression,
    reviewStatus: inventoryStatusNames[item.status],
    decision,
    reasons,
  });
  return {
    projectId: project.id,
    projectName: project.name,
    items: trial.items,
    isComplete: trial.isComplete,
    approved: trial.counts.APPROVED,
    rejected: trial.counts.REJECTED,
    undecided: trial.counts.UNDECIDED,
    changed: trial.changed,
    overturned: trial.overturned,
    examples: trial.examples.map(changed),
    overturnedItems: trial.overturnedItems.map((one) => ({
      ...changed(one),
      decidedBy: one.author?.author ?? '',
      decidedOn: one.author ? wireTime(one.author.decidedAt) : '',
    })),
  };
}

/** The rules of a stored profile; none if it does not exist, which is found out later. */
async function storedRules(db: Db, policyId: number): Promise<PolicyRules> {
  const profile = await findPolicyProfileById(db, policyId);
  return policyRulesOf((profile?.rules ?? {}) as Partial<PolicyRules>);
}

function valuesOf(input: PolicyInput) {
  const name = input.name.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  return { name, description: input.description ?? '', rules: rulesOf(input.rules) };
}

function rulesOf(input: PolicyInput['rules']): PolicyRules {
  const rules: PolicyRules = policyRulesOf({
    ...input,
    vulnerabilities: { ...NO_POLICY_RULES.vulnerabilities, ...input?.vulnerabilities },
  });
  const refusal = refusePolicyRules(rules);
  if (refusal) throw badRequest(`The field "rules.components.versions" is wrong: ${refusal.refusal.message}`);
  return rules;
}

/** Components that the stored profile names already are not refused: they may have left the library since. */
async function checkRuleNames(db: Db, rules: PolicyRules, before: PolicyRules): Promise<void> {
  const licenses = rules.licenses.map(({ license }) => license);
  await checkLicenseNames(db, 'rules.licenses.license', licenses, 'a rule names one, so make a rule of each');
  const kept = new Set(before.components.map(({ component }) => component));
  const components = rules.components.map(({ component }) => component).filter((component) => !kept.has(component));
  await checkComponentNames(db, 'rules.components.component', components);
}
