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
import { findProjectPolicy } from '../../db/projects/projects.ts';
import { countOf } from '../../domain/count-text.ts';
import { NO_POLICY_RULES, type PolicyRules, policyRulesOf, refusePolicyRules } from '../../domain/reviews/policy.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { checkLicenseNames } from '../../library/known-licenses.ts';
import { submitProjectJob } from '../../queue/submit.ts';
import { settleChoicesByPolicy } from '../../reviews/settlement.ts';
import type { PolicyInput } from './schemas.ts';

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
  await checkRuleLicenses(app.db, values.rules.licenses);
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
  await checkRuleLicenses(app.db, values.rules.licenses);
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

function valuesOf(input: PolicyInput) {
  const name = input.name.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  const rules: PolicyRules = policyRulesOf({
    ...input.rules,
    vulnerabilities: { ...NO_POLICY_RULES.vulnerabilities, ...input.rules?.vulnerabilities },
  });
  const refusal = refusePolicyRules(rules);
  if (refusal) throw badRequest(`The field "rules.components.versions" is wrong: ${refusal.refusal.message}`);
  return { name, description: input.description ?? '', rules };
}

async function checkRuleLicenses(db: Db, rules: readonly { license: string }[]): Promise<void> {
  const names = rules.map(({ license }) => license);
  await checkLicenseNames(db, 'rules.licenses.license', names, 'a rule names one, so make a rule of each');
}
