// Decides about vulnerabilities for more than the items that are there: for a project, also with its copies and branches, for a folder, or everywhere. Such
// a decision is kept as a rule about the vulnerability of a component, so that it holds for items that come later, and can be withdrawn as one.
import { addRule, lockForRules, settleChange } from '../../analysis-rules/changes.ts';
import { requireRightsFor } from '../../analysis-rules/rights.ts';
import { exactVersions } from '../../analysis-rules/versions.ts';
import type { App } from '../../app.ts';
import { listRuleNames } from '../../db/analysis-rules/rules.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { getProject } from '../../db/projects/projects.ts';
import { type DecidablePair, listDecidablePairs } from '../../db/vulnerabilities/analyses.ts';
import { packageOf } from '../../domain/analysis-rules/patterns.ts';
import { type RuleCondition, type RuleContent, type RuleReach, readRule } from '../../domain/analysis-rules/rule.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { changeOf, decidingOf } from '../../reviews/vulnerability-decisions.ts';
import { analyze, answerOf, chosenBy } from './analyses.ts';
import type { AnalysisInput } from './schemas.ts';

/** A decision for more than the chosen items makes a rule for each vulnerability of a component. */
const MOST_RULES = 200;

/** The chosen items, or further. */
export function analyzeWithReach(app: App, caller: Caller, projectId: number, input: AnalysisInput) {
  const { reach = 'ITEMS' } = input;
  if (reach !== 'ITEMS') return decideFor(app, caller, projectId, input, reach);
  if (input.folderId !== undefined || input.allVersions !== undefined)
    throw badRequest('The fields "folderId" and "allVersions" are only allowed with a "reach" beyond ITEMS.');
  return analyze(app, caller, projectId, input);
}

async function decideFor(app: App, caller: Caller, projectId: number, input: AnalysisInput, reach: RuleReach) {
  if ((input.detail ?? '').trim() === '')
    throw badRequest('The field "detail" must say why, if the decision reaches beyond the chosen items.');
  const by = decidingOf(input, { author: caller.login, at: app.now() });
  const place = await placeOf(app, projectId, input, reach);
  await requireRightsFor(app.db, caller, { projectIds: [], ...place });
  return app.db.transaction().execute(async (tx) => {
    await lockForRules(tx);
    const pairs = await listDecidablePairs(tx, projectId, chosenBy(input));
    const kept = ({ analysis, isSuppressedEverywhere }: DecidablePair) => analysis !== null && !isSuppressedEverywhere;
    const open = pairs.filter((pair) => !kept(pair) && !pair.isSuppressedEverywhere);
    const ruleIds = input.previewOnly === true ? [] : await addRules(tx, open, { ...input, place, reach, app, caller });
    const { waiting } = input.previewOnly === true ? { waiting: 0 } : await settleChange(tx);
    const answer = answerOf(pairs, (pair) => (kept(pair) ? 'KEPT' : changeOf(pair, by)));
    return { ...answer, ruleIds, waiting };
  });
}

async function placeOf(
  app: App,
  projectId: number,
  { folderId }: AnalysisInput,
  reach: RuleReach,
): Promise<Partial<RuleCondition>> {
  if (folderId !== undefined && reach !== 'FOLDER')
    throw badRequest('The field "folderId" is only allowed if "reach" is FOLDER.');
  if (reach === 'SITE') return {};
  if (reach === 'FOLDER') return { folderIds: [folderId ?? (await getProject(app.db, projectId)).folder_id] };
  return { projectIds: [projectId], includeCopies: reach === 'RELEASES' };
}

interface Wanted extends AnalysisInput {
  place: Partial<RuleCondition>;
  reach: RuleReach;
  app: App;
  caller: Caller;
}

async function addRules(tx: Tx, pairs: readonly DecidablePair[], wanted: Wanted): Promise<number[]> {
  const groups = [...Map.groupBy(pairs, (pair) => `${pair.vulnerability} ${packageText(pair)}`).values()];
  if (groups.length > MOST_RULES)
    throw badRequest(
      `The request selects ${groups.length} vulnerabilities of components, but a decision with the reach ${wanted.reach} may be about ${MOST_RULES} at most. Name fewer in "inventoryIds" or "vulnerabilityNames".`,
    );
  const ids: number[] = [];
  for (const own of groups) {
    const rule = await ruleOf(tx, own, wanted);
    ids.push(
      await addRule(
        tx,
        { ...rule, kind: 'DECISION', isEnabled: true },
        { login: wanted.caller.login, at: wanted.app.now() },
      ),
    );
  }
  return ids;
}

async function ruleOf(tx: Tx, pairs: readonly DecidablePair[], wanted: Wanted): Promise<RuleContent> {
  const [first] = pairs;
  if (first === undefined) throw new Error('A decision without a vulnerability was asked for.');
  const text = packageText(first);
  const { state, justification, response, detail = '', suppress = false, allVersions = false } = wanted;
  const read = readRule(
    {
      name: await freeName(tx, `${first.vulnerability} of ${packageOf(text)?.name ?? text}`),
      condition: {
        ...wanted.place,
        vulnerabilities: [first.vulnerability],
        packages: [
          {
            package: text,
            versions: allVersions
              ? ''
              : exactVersions(
                  text,
                  pairs.map(({ versionName }) => versionName),
                ),
          },
        ],
      },
      analysis: { state, ...(justification && { justification }), ...(response && { response }) },
      words: detail,
      suppresses: suppress,
      expiresOn: wanted.expiresOn?.trim() || 'never',
    },
    wanted.app.now(),
  );
  if (isRefusal(read)) throw badRequest(read.refusal.message);
  return read;
}

/** Without version and qualifiers. What has no package URL is compared under this one. */
function packageText({ purl, componentPurl, componentName }: DecidablePair): string {
  const base = componentPurl ?? (purl || `pkg:generic/${encodeURIComponent(componentName)}`);
  return base.replace(/[?#].*$/, '').replace(/(?<=[^/])@[^/]*$/, '');
}

async function freeName(tx: Tx, wished: string): Promise<string> {
  const name = wished.slice(0, 180);
  const taken = await listRuleNames(tx, name);
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name} (${number})`.toLowerCase())) return `${name} (${number})`;
}
