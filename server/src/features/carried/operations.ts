// Decisions that count, or could count, for what they were not made on: settings, proposals and the reason of an item's status.
import type { App } from '../../app.ts';
import { pageOfCarriedFiles } from '../../db/decisions/carried-files.ts';
import {
  carrySettingsInForce,
  projectCarrySettings,
  siteCarrySettings,
  writeProjectCarrySettings,
} from '../../db/decisions/carry-settings.ts';
import { insertRefusals, type ProposalRefusal } from '../../db/decisions/refused-proposals.ts';
import { findReviewWithSource, type ReviewWithSource } from '../../db/decisions/review-grounds.ts';
import { setFilesReviewed } from '../../db/files/files.ts';
import { getItem } from '../../db/inventories/items.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { lockForChange, type Project } from '../../db/projects/projects.ts';
import { writeSetting } from '../../db/site-settings.ts';
import { recordMarks } from '../../decisions/index.ts';
import { reasonOf, titleOf, VERBS } from '../../domain/decisions/carried-words.ts';
import { carryMembers, carrySettingsOf } from '../../domain/decisions/carry-settings.ts';
import { reachWords } from '../../domain/decisions/reach.ts';
import { inventoryStatusNames } from '../../domain/inventories/inventory.ts';
import { whyDecided } from '../../domain/reviews/why-decided.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Caller, Requester } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { type Proposal, proposalGroupsOf, seenOf } from '../../reviews/carried-groups.ts';
import { decideItems, reviewsToCarry, sourceWords } from '../../reviews/carried-reviews.ts';
import { rulesBehind } from '../../reviews/policy.ts';
import type { CarrySettingsInput, ProjectCarrySettingsInput, ProposalAnswer } from './schemas.ts';

export async function siteSettings(app: App) {
  return carrySettingsOf(await siteCarrySettings(app.db), {});
}

export async function changeSiteSettings(app: App, input: CarrySettingsInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const given = { ...(await siteCarrySettings(tx)), ...input };
    const kept = carryMembers.flatMap((member) => (given[member] === undefined ? [] : [[member, given[member]]]));
    await writeSetting(tx, 'carriedDecisions', Object.fromEntries(kept));
  });
}

export async function projectSettings(app: App, projectId: number) {
  const own = await projectCarrySettings(app.db, projectId);
  const inForce = await carrySettingsInForce(app.db, projectId);
  const ofSite = await siteSettings(app);
  const { unchangedBytes = 'SITE', sameEvidence = 'SITE', newFiles = 'SITE', versionBump = 'SITE' } = own;
  return { unchangedBytes, sameEvidence, newFiles, versionBump, inForce, ofSite } as const;
}

export async function changeProjectSettings(
  app: App,
  projectId: number,
  input: ProjectCarrySettingsInput,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_PROJECT');
    const given = { ...(await projectCarrySettings(tx, projectId)), ...input };
    const own = carryMembers.flatMap((member) => {
      const mode = given[member];
      return mode === undefined || mode === 'SITE' ? [] : [[member, mode] as const];
    });
    await writeProjectCarrySettings(tx, projectId, Object.fromEntries(own));
  });
}

export async function proposalGroups(app: App, caller: Caller, projectId: number, page: PageRequest) {
  const all = [...(await proposalGroupsOf(app.db, projectId, caller, app.now()))];
  const { limit, offset } = rangeOf(page);
  const rows = all.slice(offset, offset + limit).map(([group, one]) => {
    const { projectName: _, ...ground } = one.ground;
    const value = ground.value as 'APPROVED' | 'REJECTED' | 'REVIEWED';
    const { length: count } = one.proposals;
    const { fromProjectId, fromProjectName } = one;
    const title = titleOf(one.ground, count);
    return { group, title, ...ground, value, fromProjectId, fromProjectName, count, seen: seenOf(one) };
  });
  return { rows, paging: pagingOf(page, all.length) };
}

const noGroup = (group: string) => notFound('Group of proposals', group);

export async function proposalsOf(app: App, caller: Caller, projectId: number, group: string, page: PageRequest) {
  const found = (await proposalGroupsOf(app.db, projectId, caller, app.now())).get(group);
  if (found === undefined) throw noGroup(group);
  const { limit, offset } = rangeOf(page);
  const rows = found.proposals.slice(offset, offset + limit).map((one) => proposalForm(projectId, one));
  return { rows, paging: pagingOf(page, found.proposals.length) };
}

function proposalForm(projectId: number, proposal: Proposal) {
  if ('item' in proposal) {
    const { itemId, itemName, way, from, against, why } = proposal.item;
    const other = against && VERBS[String(against.decision.value.status)];
    return {
      ...{ subject: 'ITEM' as const, way, inventoryId: itemId, inventoryName: itemName, fileId: 0, filePath: '' },
      ...sourceForm({ ...from, decisionId: from.decision.id, ...from.decision }),
      ...{ why, against: against ? sentence(other ?? '', sourceWords(projectId, against)) : '' },
    };
  }
  const { fileId, path, way, from, against, why } = proposal.file;
  return {
    ...{ subject: 'FILE' as const, way, inventoryId: 0, inventoryName: '', fileId, filePath: path },
    ...sourceForm({ ...from, decisionId: from.decision.id, ...from.decision, fromItemId: 0 }),
    ...{ why, against: against ? `${against.decision.author} marked it as not reviewed.` : '' },
  };
}

function sentence(verb: string, source: ReturnType<typeof sourceWords>): string {
  const where = source.projectName === '' ? '' : ` in the project ${source.projectName}`;
  return `${verb} by ${source.author} on ${source.decidedAt.toISOString().slice(0, 10)}${where} for ${source.version}.`;
}

interface From {
  decisionId: number;
  author: string;
  decidedAt: Date;
  projectId: number;
  projectName: string;
  fromItemId: number;
}

function sourceForm({ decisionId, author, decidedAt, projectId, projectName, fromItemId }: From) {
  return {
    ...{ decisionId, decidedBy: author, decidedOn: wireTime(decidedAt) },
    ...{ fromProjectId: projectId, fromProjectName: projectName, fromInventoryId: fromItemId },
  };
}

/** All of a group but the exceptions, in one decision. */
export async function answerProposals(
  app: App,
  { caller, authorize }: Requester,
  projectId: number,
  group: string,
  { decision, seen, except = [], words = '' }: ProposalAnswer,
): Promise<number> {
  const before = (await proposalGroupsOf(app.db, projectId, caller, app.now())).get(group);
  if (before === undefined) throw noGroup(group);
  const right = before.ground.subject === 'ITEM' ? 'REVIEW_INVENTORY' : 'REVIEW_FILES';
  await authorize(right, { projectId, missing: new AppError('projectNotFound', { id: projectId }) });
  return app.db.transaction().execute(async (tx) => {
    const project = await lockForChange(tx, projectId, right);
    const found = (await proposalGroupsOf(tx, projectId, caller, app.now())).get(group);
    if (found === undefined || seenOf(found) !== seen)
      throw new AppError('conflict', { message: 'The proposals of this group have changed. Read them again.' });
    const left = new Set(except);
    const chosen = found.proposals.filter((one) => !left.has('item' in one ? one.item.itemId : one.file.fileId));
    if (decision === 'REFUSE') await insertRefusals(tx, projectId, chosen.map(refusal), { by: caller.login, words });
    else await accept(tx, project, chosen, { caller, words: words.trim() });
    return chosen.length;
  });
}

const refusal = (one: Proposal): ProposalRefusal =>
  'item' in one
    ? { kind: 'ITEM', subjectId: one.item.itemId, decisionId: one.item.from.decision.id }
    : { kind: 'FILE', subjectId: one.file.fileId, decisionId: one.file.from.decision.id };

async function accept(
  tx: Tx,
  project: Project,
  chosen: readonly Proposal[],
  { caller, words }: { caller: Caller; words: string },
): Promise<void> {
  const items = chosen.flatMap((one) => ('item' in one ? [one.item] : []));
  await decideItems(tx, project, items, { actor: caller, isAccepted: true, words });
  const files = chosen.flatMap((one) => ('file' in one ? [one.file] : []));
  if (files.length === 0) return;
  await setFilesReviewed(
    tx,
    files.map(({ fileId }) => fileId),
    true,
  );
  const subjects = files.map(({ path, sha256 }) => ({ path, sha256 }));
  await recordMarks(tx, project.id, subjects, true, caller.login);
}

export async function carriedFiles(app: App, projectId: number, page: PageRequest) {
  const { rows, total } = await pageOfCarriedFiles(app.db, projectId, rangeOf(page));
  return {
    rows: rows.map(({ fileId, path, way, decisionId, author, decidedAt }) => ({
      ...{ fileId: Number(fileId), filePath: path, way, decisionId: Number(decisionId) },
      ...{ decidedBy: author, decidedOn: wireTime(decidedAt) },
      why: reasonOf('Reviewed', { author, decidedAt, projectName: '', version: '' }, way),
    })),
    paging: pagingOf(page, total),
  };
}

export async function whyOf(app: App, caller: Caller, inventoryId: number) {
  const item = await getItem(app.db, inventoryId);
  const review = await findReviewWithSource(app.db, inventoryId, caller);
  const source = review?.source ?? undefined;
  const rules = review?.ground.by === 'policy' ? await rulesBehind(app.db, item) : undefined;
  const missed = item.status === 'DRAFT' ? await missedReview(app, caller, item.project_id, inventoryId) : undefined;
  const facts = {
    ...{ status: item.status, lapse: item.review_lapse },
    ...(review && {
      review: {
        ...{
          by: review.ground.by,
          author: review.author,
          decidedAt: review.decidedAt,
          words: review.ground.words ?? '',
        },
        licenseExpression: review.ground.licenseExpression ?? '',
        ...(rules && { rules }),
        ...(source && { source: { ...source, ...sourceIn(item.project_id, source) } }),
      },
    }),
    ...(missed && {
      missed: {
        verb: VERBS[String(missed.from.decision.value.status)] ?? '',
        ...{ source: sourceWords(item.project_id, missed.from), changes: missed.changes },
      },
    }),
  };
  return {
    ...{ sentence: whyDecided(facts), status: inventoryStatusNames[item.status] },
    decisionId: review?.decisionId ?? 0,
    ...(source && { original: { ...sourceForm({ ...source, fromItemId: source.itemId }), counts: true } }),
    ...(missed && {
      original: {
        ...sourceForm({ ...missed.from, decisionId: missed.from.decision.id, ...missed.from.decision }),
        counts: false,
      },
    }),
  };
}

function sourceIn(own: number, { projectId, projectName, version, reach }: NonNullable<ReviewWithSource['source']>) {
  return {
    projectName: projectId === own ? '' : projectName,
    version: reach === null ? version : reachWords(reach, version),
  };
}

async function missedReview(app: App, caller: Caller, projectId: number, inventoryId: number) {
  const { lapsed } = await reviewsToCarry(app.db, projectId, caller, app.now(), [inventoryId]);
  return lapsed[0];
}
