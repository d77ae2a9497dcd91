// Updates existing items of the project: plans each update in memory, then writes a whole batch together.

import { isDeepStrictEqual } from 'node:util';
import { valueFor } from '@assay/scanner/items';
import type { PackageFacts } from '@assay/scanner/package-facts';
import { listItemFields } from '../db/custom-fields.ts';
import { listTiesByPeople } from '../db/decisions/ties.ts';
import { type CarriedStanding, setStandings } from '../db/inventories/gone-items.ts';
import {
  type DetailedItem,
  findItems,
  listItemPaths,
  lockItems,
  updateLicenseFacts,
  updateMergedColumns,
  updatePackageFacts,
} from '../db/inventories/items.ts';
import { type TriadRow, updateTriads } from '../db/inventories/triads.ts';
import { listWorkflows, type WorkflowPair, workflowText } from '../db/inventories/workflows.ts';
import { listTasksOfItems } from '../db/tasks.ts';
import { countOf } from '../domain/count-text.ts';
import type { InventoryStatus } from '../domain/inventories/inventory.ts';
import type { MergedColumns } from '../domain/inventories/inventory-fields.ts';
import { filledFacts, packageFactsOf } from '../domain/inventories/package-facts.ts';
import { type LicenseFacts, licenseFactsOf } from '../domain/licenses/license-facts.ts';
import type { Notice } from '../domain/messages/mail-notices.ts';
import { applyReviews } from '../reviews/review.ts';
import { reviewAnew } from '../reviews/review-anew.ts';
import { type FoundItem, type ImportBatch, stateOf } from './import-batch.ts';
import { carriedStanding } from './import-carried.ts';
import { triadRow } from './import-triads.ts';
import type { IncomingItem } from './incoming.ts';
import { hasStatements } from './incoming-license-facts.ts';
import { mergedColumns } from './merged-texts.ts';

export type MatchedItem = FoundItem & { standing: number };

type StandingFacts = Awaited<ReturnType<typeof readStanding>>;

interface Update {
  id: number;
  item: IncomingItem;
  before: DetailedItem;
  tied: readonly string[];
  added: readonly string[];
  excluded: readonly string[];
  removed: readonly string[];
  workflow: { before: string; after: string } | undefined;
  review: PlannedReview;
  change: MergedColumns;
  /** Component, version and license that a person chose in the source. */
  triad: TriadRow | undefined;
  /** License facts in the data, for an item that has none yet. */
  facts: LicenseFacts | undefined;
  /** What the data add to what is known of the package. */
  packageFacts: PackageFacts | undefined;
  /** That its review lapsed, its evidence is gone, or a person keeps it, as the data say. */
  standing: CarriedStanding | undefined;
  isChanged: boolean;
}

/** Reviews in the data of items on which nobody has decided here. */
interface PlannedReview {
  isPublished: boolean;
  status: InventoryStatus | undefined;
  bringsRemediation: boolean;
}

/** If the data has an item twice, it is updated twice, one after the other. `notices` collects the mails. */
export async function updateItems(batch: ImportBatch, found: readonly MatchedItem[], notices: Notice[]): Promise<void> {
  let left = found;
  while (left.length > 0) {
    const round = new Map<number, MatchedItem>();
    const rest: MatchedItem[] = [];
    for (const one of left) {
      if (round.has(one.standing)) rest.push(one);
      else round.set(one.standing, one);
    }
    // Writes the pending updates first, so that the second of two equal items sees the result of the first.
    await batch.writeDown();
    await updateRound(batch, [...round.values()], notices);
    left = rest;
  }
}

async function updateRound(batch: ImportBatch, found: readonly MatchedItem[], notices: Notice[]): Promise<void> {
  const now = await readStanding(
    batch,
    found.map(({ standing }) => standing),
  );
  const updates = found.filter((one) => !isDeleted(batch, one, now)).map((one) => planned(batch, one, now));
  await batch.writeBeside();
  await correct(batch, updates, notices);
  await review(batch, updates, notices);
  await updateMergedColumns(
    batch.tx,
    updates.filter(({ isChanged }) => isChanged).map(({ id, change }) => ({ id, ...change })),
  );
  await updateLicenseFacts(
    batch.tx,
    updates.flatMap(({ id, facts }) => (facts === undefined ? [] : [{ id, facts }])),
  );
  await updatePackageFacts(
    batch.tx,
    updates.flatMap(({ id, packageFacts: facts }) => (facts === undefined ? [] : [{ id, facts }])),
  );
  await carry(
    batch,
    updates.flatMap(({ standing, before }) => (standing === undefined ? [] : { standing, before })),
  );
  const touched = updates.filter(
    (one) => one.isChanged || isReviewed(one) || hasFacts(one) || one.standing !== undefined,
  );
  const after = await findItems(
    batch.tx,
    touched.map(({ id }) => id),
  );
  for (const one of updates) record(batch, one, after.get(one.id) ?? one.before);
}

async function carry(
  batch: ImportBatch,
  carried: readonly { standing: CarriedStanding; before: DetailedItem }[],
): Promise<void> {
  await setStandings(
    batch.tx,
    carried.map(({ standing }) => standing),
  );
  for (const { standing, before } of carried) {
    const [was, is] = [evidenceWords(before), evidenceWords(standing)];
    if (was !== is) batch.noteEvidence(standing.id, was, is);
  }
}

function evidenceWords({ missing_since_scan, missing_why, is_kept }: Omit<CarriedStanding, 'review_lapse'>): string {
  if (missing_since_scan === null) return '';
  return is_kept
    ? 'Counts without evidence'
    : `Gone since scan ${missing_since_scan} of the imported data. ${missing_why}`;
}

/** A policy decides again about items that get another component, version or license. */
async function correct({ tx, input }: ImportBatch, updates: readonly Update[], notices: Notice[]): Promise<void> {
  const triads = updates.flatMap(({ triad }) => triad ?? []);
  await updateTriads(tx, triads);
  await reviewAnew(
    tx,
    triads.map(({ id }) => id),
    { projectId: input.project.id, startedBy: input.actor.id, action: input.action, notices },
  );
}

/** Whether somebody has deleted the item since the import found it, which is told. */
function isDeleted(
  { state, counts, taken }: ImportBatch,
  { item, standing }: MatchedItem,
  now: StandingFacts,
): boolean {
  if (now.items.has(standing)) return false;
  counts.leftOut++;
  if (item.id !== undefined) taken.delete(item.id);
  const message = `${item.name} was not updated: somebody deleted it while the import ran.`;
  state.lines.push({ code: 'item-left-out', path: item.place, message });
  return true;
}

async function readStanding({ tx }: ImportBatch, ids: number[]) {
  await lockItems(tx, ids);
  return {
    items: await findItems(tx, ids),
    paths: await listItemPaths(tx, ids),
    tiedByPeople: await listTiesByPeople(tx, ids),
    fields: await listItemFields(tx, ids),
    tasks: await listTasksOfItems(tx, ids),
    workflows: await listWorkflows(tx, ids),
  };
}

/** Plans the update of one item and reports it. */
function planned(batch: ImportBatch, found: MatchedItem, now: StandingFacts): Update {
  const { item, standing: id } = found;
  const { rules } = batch.input;
  const { lines } = batch.state;
  const before = valueFor(now.items, id);
  const tied = now.paths.get(id) ?? [];
  const { columns: change, issues } = mergedColumns(before, item, rules);
  for (const issue of issues) lines.push(issue);
  const filled = new Set(now.fields(id).flatMap(({ fieldLabel, value }) => (value ? [fieldLabel.toLowerCase()] : [])));
  const { added, excluded, removed } = batch.addBeside(id, found, {
    isNew: false,
    tied,
    isTiedByPerson: (path) => now.tiedByPeople(id, path),
    mayWriteField: (label) => rules.overwriteNotes || !filled.has(label.toLowerCase()),
    tasks: now.tasks.get(id) ?? [],
  });
  const workflow = plannedWorkflow(batch, id, item, now.workflows.get(id) ?? []);
  const review = plannedReview(batch, before, item);
  const triad = found.isCorrected ? triadRow(before, found) : undefined;
  const isChanged =
    added.length + removed.length > 0 ||
    triad !== undefined ||
    Object.entries(change).some(([column, value]) => before[column as keyof MergedColumns] !== value);
  const facts = triad === undefined ? factsFor(before, item) : undefined;
  const standing = carriedStanding(before, item, {
    mayReview: batch.input.mayReview,
    isScanned: batch.input.project.last_scan_id !== null,
  });
  const update = {
    standing,
    id,
    item,
    before,
    tied,
    added,
    excluded,
    removed,
    workflow,
    review,
    change,
    isChanged,
    triad,
    facts,
    packageFacts: packageFactsFor(before, found),
  };
  recordUpdate(batch, update);
  if (removed.length > 0 || excluded.length > 0) batch.changed.add(id);
  return update;
}

/** Keeps the facts of a scan here, because they are newer than the data. */
function factsFor(before: DetailedItem, { licenseFacts }: IncomingItem): LicenseFacts | undefined {
  const hasNoFacts = !hasStatements(licenseFactsOf(before.license_facts));
  return hasNoFacts && licenseFacts !== undefined && hasStatements(licenseFacts) ? licenseFacts : undefined;
}

const hasFacts = ({ facts, packageFacts }: Update): boolean => facts !== undefined || packageFacts !== undefined;

/** The newer document says more of the same version; what it leaves open stays. */
function packageFactsFor(before: DetailedItem, { item, library }: MatchedItem): PackageFacts | undefined {
  const isSameVersion = before.version_id === library.versionId && before.component_id === library.componentId;
  if (item.packageFacts === undefined || !isSameVersion) return undefined;
  const known = packageFactsOf(before.package_facts);
  const after = filledFacts(item.packageFacts, known);
  return isDeepStrictEqual(after, known) ? undefined : after;
}

function recordUpdate({ counts, state, changed }: ImportBatch, update: Update): void {
  const { item, added } = update;
  const isUpdated =
    update.isChanged ||
    isReviewed(update) ||
    update.workflow !== undefined ||
    hasFacts(update) ||
    update.standing !== undefined;
  if (isUpdated) {
    counts.updated++;
    changed.add(update.id);
  } else counts.unchanged++;
  const corrected =
    update.triad === undefined ? '' : ` It was ${update.before.name}: a person chose this in the source.`;
  const what = isUpdated ? `was updated, with ${countOf(added.length, 'more file')}` : 'stands as it is in the data';
  state.lines.push({
    code: isUpdated ? 'item-updated' : 'item-unchanged',
    path: item.place,
    message: `${item.name} ${what}.${corrected}`,
  });
}

/** Imports workflow pairs if the item has none, or if notes may be overwritten. Returns both texts for the history, undefined if nothing changes. */
function plannedWorkflow(
  batch: ImportBatch,
  id: number,
  item: IncomingItem,
  standing: readonly WorkflowPair[],
): Update['workflow'] {
  if (item.workflow.length === 0) return undefined;
  const [before, after] = [workflowText(standing), workflowText(item.workflow)];
  if (before === after) return undefined;
  if (standing.length > 0 && !batch.input.rules.overwriteNotes) {
    batch.state.lines.push({
      code: 'workflow-kept',
      path: item.place,
      message: `The workflow pairs of ${item.name} stay as they are here; the data has others.`,
    });
    return undefined;
  }
  batch.setWorkflow(id, item.workflow);
  return { before, after };
}

function plannedReview(batch: ImportBatch, before: DetailedItem, item: IncomingItem): PlannedReview {
  const { mayReview, mayPublish } = batch.input;
  batch.reportWithheld(item);
  const isPublished = mayPublish && item.isPublished && !before.is_published;
  const bringsRemediation = batch.bringsRemediation(item);
  const undecided = { isPublished, status: undefined, bringsRemediation };
  if (!mayReview || !item.isStatusSetByPerson) return undecided;
  // Also an equal status, which policies may change here as long as no person has set it.
  if (!before.is_status_set_by_person) return { ...undecided, status: item.status };
  if (item.status === before.status) return undecided;
  batch.state.lines.push({
    code: 'status-kept',
    path: item.place,
    message: `${item.name} stays ${before.status}, as a person decided here; it is ${item.status} in the data.`,
  });
  return undecided;
}

function isReviewed({ review: { isPublished, status } }: Update): boolean {
  return isPublished || status !== undefined;
}

/** Publishes before it sets statuses, because publishing may change an item. */
async function review({ tx, input }: ImportBatch, updates: readonly Update[], notices: Notice[]): Promise<void> {
  const { project, actor, action } = input;
  const published = await lockItems(tx, idsOf(updates.filter(({ review }) => review.isPublished)));
  await applyReviews(
    tx,
    project,
    published.map((item) => ({ item, event: { type: 'publish', decision: 'UNDECIDED', isInScan: false } })),
    actor,
    { action, notices },
  );
  const decisions = new Map(
    updates.flatMap(({ id, review: { status, bringsRemediation } }) =>
      status === undefined ? [] : [[id, { status, bringsRemediation }]],
    ),
  );
  const decided = await lockItems(tx, [...decisions.keys()]);
  await applyReviews(
    tx,
    project,
    decided.map((item) => ({ item, event: { type: 'reviewer-sets', ...valueFor(decisions, item.id) } })),
    actor,
    { action, notices },
  );
}

const idsOf = (updates: readonly Update[]) => updates.map(({ id }) => id);

function record(batch: ImportBatch, update: Update, after: DetailedItem): void {
  const { before, tied, added, excluded, removed, workflow, item } = update;
  batch.record(
    after,
    {
      before: { ...stateOf(before, tied), workflowPairs: workflow?.before },
      after: {
        ...stateOf(
          after,
          [...tied, ...added].filter((path) => !removed.includes(path)),
        ),
        workflowPairs: workflow?.after,
        // The review has written their history.
        status: undefined,
        isPublished: undefined,
      },
    },
    {
      before,
      isReviewed: update.review.status !== undefined || after.status !== before.status ? 'person' : false,
      ...(item.missing?.keptWhy && { keptWhy: item.missing.keptWhy }),
      ...(after.review_lapse && before.review_lapse === null && { lapse: after.review_lapse }),
      tied: item.identity === '' ? added : [],
      untied: excluded,
    },
  );
}
