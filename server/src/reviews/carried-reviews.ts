// Reviews of other versions of a component, or of other projects, that could count for items which nobody has decided on. Asks the domain; applies what the
// settings let count by itself, and what people accept.
import { itemAt, valueFor } from '@assay/scanner/items';
import { carrySettingsInForce } from '../db/decisions/carry-settings.ts';
import {
  insertCarriedReviews,
  listItemFacts,
  listReviewCandidates,
  listReviewsWithoutGrounds,
  noteReviewGrounds,
  type ReviewCandidate,
} from '../db/decisions/review-grounds.ts';
import { lockItems } from '../db/inventories/items.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import { findLicenseIds } from '../db/licenses.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { shortSteps } from '../db/postgres/short-steps.ts';
import { lockProject, type Project } from '../db/projects/projects.ts';
import type { Viewer } from '../db/projects/standing.ts';
import { reasonOf, type Source, VERBS } from '../domain/decisions/carried-words.ts';
import { modeOf } from '../domain/decisions/carry-settings.ts';
import { type Candidate, carried, type Held } from '../domain/decisions/carrying.ts';
import { compareItem, type ItemFactsThen, licenseToTake } from '../domain/decisions/item-carrying.ts';
import { reaches, reachWords } from '../domain/decisions/reach.ts';
import type { DecidedStatus } from '../domain/inventories/inventory.ts';
import type { Notice } from '../domain/messages/mail-notices.ts';
import { writeNotices } from '../mail/outbox.ts';
import { editItems } from './item-edits.ts';
import { type LapsedItem, listUnsettledReviews } from './lapses.ts';
import { type Actor, applyReviews } from './review.ts';
import { settleAndApply } from './review-anew.ts';

type Found = Candidate<ItemFactsThen | undefined> & { of: ReviewCandidate };

/** A review that could count for an item. */
export interface ProposedReview {
  itemId: number;
  itemName: string;
  license: string;
  status: DecidedStatus;
  way: Held<unknown>['way'];
  version: string;
  /** The license that the item takes with the review; '' if it has it already. */
  takes: string;
  from: ReviewCandidate;
  /** A weaker decision that says otherwise. */
  against?: ReviewCandidate;
  /** One sentence, for the viewer. */
  why: string;
  /** The same for all who may read the project; it names no other one. */
  stored: string;
}

export interface LapsedReview {
  itemId: number;
  from: ReviewCandidate;
  changes: readonly string[];
}

/** @param viewer who sees reviews of other projects; undefined for those of the project, and those that reach it */
export async function reviewsToCarry(
  db: Db,
  projectId: number,
  viewer: Viewer | undefined,
  now: Date,
  only?: readonly number[],
): Promise<{ proposed: ProposedReview[]; lapsed: LapsedReview[] }> {
  const candidates = await listReviewCandidates(db, projectId, viewer, only);
  const byItem = Map.groupBy(candidates, ({ itemId }) => itemId);
  const proposed: ProposedReview[] = [];
  const lapsed: LapsedReview[] = [];
  for (const { itemId, facts } of await listItemFacts(db, [...byItem.keys()])) {
    const all = valueFor(byItem, itemId).map((of): Found => ({ decision: of.decision, former: of.former, of }));
    const answer = carried(all, compareItem(facts), now);
    if (answer.is === 'lapses')
      lapsed.push({ itemId, from: sourceOf(all, answer.from.decision.id), changes: answer.changes });
    if (answer.is !== 'holds' && answer.is !== 'conflicts') continue;
    const from = sourceOf(all, answer.by.decision.id);
    const status = from.decision.value.status as DecidedStatus;
    const takes = licenseToTake(from.former, facts);
    const reason = (source: Source) =>
      [
        reasonOf(VERBS[status] ?? status, source, answer.by.way),
        ...(takes === '' ? [] : [`The license becomes ${takes}, as it was selected there.`]),
      ].join(' ');
    proposed.push({
      ...{
        itemId,
        itemName: from.itemName,
        license: takes || from.licenseExpression,
        status,
        way: answer.by.way,
        from,
      },
      ...{ version: facts.version, takes },
      ...(answer.is === 'conflicts' && { against: sourceOf(all, answer.against.decision.id) }),
      why: reason(viewer ? sourceWords(projectId, from) : ownWords(from)),
      stored: reason(ownWords(from)),
    });
  }
  const licenses = await findLicenseIds(db, [...new Set(proposed.flatMap(({ takes }) => takes || []))]);
  return { proposed: proposed.filter(({ takes }) => takes === '' || licenses.has(takes)), lapsed };
}

const sourceOf = (all: readonly Found[], id: number) =>
  itemAt(
    all.filter(({ decision }) => decision.id === id),
    0,
  ).of;

export function sourceWords(projectId: number, { decision, former, ...from }: ReviewCandidate) {
  const { author, decidedAt } = decision;
  return {
    ...{ author, decidedAt, version: former.version },
    projectName: from.projectId === projectId ? '' : from.projectName,
  };
}

/** As it is stored with the project: another one is not named, because it may become private. */
function ownWords({ decision: { author, decidedAt }, former, reach }: ReviewCandidate) {
  const version = reach === null ? former.version : reachWords(reach, former.version);
  return { author, decidedAt, version, projectName: '' };
}

/** A step asks the database some dozens of things, however few items it has. */
const FEWEST = 50;

interface Carrying {
  projectId: number;
  actor: Actor;
  now: Date;
  isRescan: boolean;
  /** Receives the reviews that have lapsed, in the transaction in which they do. */
  onLapsed: (tx: Tx, lapsed: LapsedItem[]) => Promise<void>;
}

/** Where reviews are carried, in steps; each notes the mails about it, which are written at the end. */
export interface CarryPlace {
  readonly tx: Tx;
  readonly done: readonly Notice[][];
}

/**
 * At the end of a scan, when the license texts of the items are known: lets reviews lapse that rest on other texts, notes what reviews rest on, and lets
 * those of other versions count if the settings say so, and those that people let reach this far. Contradictory ones are only proposed. What lapses is open to
 * the policy. What is to be done is found before the project is locked, and each step looks again at its items; a run that was killed is begun again.
 */
export async function* carryReviews(place: CarryPlace, carrying: Carrying): AsyncGenerator<Notice[], void> {
  const { projectId, now } = carrying;
  const steps = shortSteps({ fewest: FEWEST });
  const notices = place.done.flat();
  const note = (step: Notice[]) => {
    notices.push(...step);
    return step;
  };
  for await (const ids of steps(await listUnsettledReviews(place.tx, projectId)))
    yield note(await letLapse(place.tx, ids, carrying));
  for await (const ids of steps(await listReviewsWithoutGrounds(place.tx, projectId))) {
    await lockProject(place.tx, projectId);
    await noteReviewGrounds(place.tx, projectId, ids);
    yield [];
  }
  const counting = await reviewsThatCount(place.tx, projectId, now);
  for await (const ids of steps(counting.map(({ itemId }) => itemId)))
    yield note(await letCount(place.tx, ids, carrying));
  await writeNotices(place.tx, notices);
}

async function letLapse(
  tx: Tx,
  ids: readonly number[],
  { projectId, actor, isRescan, onLapsed }: Carrying,
): Promise<Notice[]> {
  const notices: Notice[] = [];
  await lockProject(tx, projectId);
  const action = isRescan ? 'Project Rescan' : 'Scan';
  await onLapsed(tx, await settleAndApply(tx, ids, { projectId, startedBy: actor.id, action, notices }));
  // Others may hold again.
  await refreshInventoryRollup(tx, projectId);
  return notices;
}

async function letCount(
  tx: Tx,
  ids: readonly number[],
  { projectId, actor, now, isRescan }: Carrying,
): Promise<Notice[]> {
  const notices: Notice[] = [];
  const project = await lockProject(tx, projectId);
  const applied = await reviewsThatCount(tx, projectId, now, ids);
  await decideItems(tx, project, applied, { actor, isAccepted: false, words: '', isRescan, notices });
  return notices;
}

/** Those that count without a person: by the settings, or because a person let them reach this far. */
async function reviewsThatCount(db: Db, projectId: number, now: Date, only?: readonly number[]) {
  const settings = await carrySettingsInForce(db, projectId);
  const { proposed } = await reviewsToCarry(db, projectId, undefined, now, only);
  return proposed.filter(({ way, against, from, version, takes }) => {
    const mode = modeOf(settings, way);
    // A license is selected by people, or by rules of their own.
    if (against !== undefined || mode === 'NEVER' || takes !== '') return false;
    if (from.reach !== null && reaches(from.reach, from.former.version, version)) return true;
    return from.projectId === projectId && mode === 'APPLY';
  });
}

interface Deciding {
  actor: Actor;
  /** By a person; otherwise the settings let it count by itself. */
  isAccepted: boolean;
  words: string;
  isRescan?: boolean;
  /** Receives the mails. Without it, they are written at once. */
  notices?: Notice[];
}

/** The caller has locked the project. */
export async function decideItems(
  tx: Tx,
  project: Project,
  proposed: readonly ProposedReview[],
  { actor, isAccepted, words, isRescan = true, notices }: Deciding,
): Promise<void> {
  if (proposed.length === 0) return;
  const byItem = new Map(proposed.map((one) => [one.itemId, one]));
  await takeLicenses(tx, project.id, proposed, actor);
  const items = await lockItems(tx, [...byItem.keys()]);
  const reviews = items.map((item) => {
    const { status, stored } = valueFor(byItem, item.id);
    return isAccepted
      ? { item, event: { type: 'reviewer-sets' as const, status, words } }
      : { item, event: { type: 'decision-carries' as const, status, words: stored } };
  });
  const options = isAccepted
    ? {}
    : { action: isRescan ? ('Project Rescan' as const) : ('Scan' as const), isBySystem: true };
  await applyReviews(tx, project, reviews, actor, { ...options, ...(notices && { notices }) });
  const rows = proposed.map(({ itemId, way, from }) => ({ itemId, way, isAccepted, fromDecisionId: from.decision.id }));
  await insertCarriedReviews(tx, rows);
  await refreshInventoryRollup(tx, project.id);
}

/** As the person would select them who accepts the reviews. */
async function takeLicenses(
  tx: Tx,
  projectId: number,
  proposed: readonly ProposedReview[],
  actor: Actor,
): Promise<void> {
  const taking = proposed.filter(({ takes }) => takes !== '');
  const ids = await findLicenseIds(tx, [...new Set(taking.map(({ takes }) => takes))]);
  const notices: Notice[] = [];
  for (const [license, ones] of Map.groupBy(taking, ({ takes }) => takes)) {
    const itemIds = ones.map(({ itemId }) => itemId);
    const change = { licenseId: valueFor(ids, license) };
    await editItems(tx, itemIds, { projectId, change, actor, reason: itemAt(ones, 0).stored, notices });
  }
  await writeNotices(tx, notices);
}
