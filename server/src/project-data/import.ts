// Takes imported data into a project, in steps, by the rules that the import was asked with, and writes the receipt: what was made,
// joined, marked and kept, what was not, and why. Rules, where the interface is silent:
//
//   The item in the data                   | what becomes of it
//   ---------------------------------------+-----------------------------------------------------------------------------
//   same type, component, version, license | the item that stands is updated: files, notes, usage, decisions
//   as one that stands                     |
//   none like it, some files match         | made, with everything that the data says of it
//   none like it, no file matches          | left out, unless empty inventory is wanted
//
// A note that the data does not have takes no note away. A status that a person set in the project stays. Decisions come only with the right to
// make them: who may not review imports drafts. Files that are unreviewed in the data stay as they are.

import { lastOf } from '@assay/scanner/items';
import { lockRules, settleProject } from '../analysis-rules/settle.ts';
import { noteDecidedContents } from '../db/decisions/checks.ts';
import { setFilesReviewed } from '../db/files/files.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { shortSteps } from '../db/postgres/short-steps.ts';
import { refreshFileCounts } from '../db/scans/inventory.ts';
import { eachDigestedFile } from '../db/scans/scanned-files.ts';
import { countOf } from '../domain/count-text.ts';
import { FileIndex, type MatchedFile } from '../domain/files/file-matching.ts';
import { reviewRewritten, settleAndApply } from '../reviews/review-anew.ts';
import { takeAnalyses } from './analyses.ts';
import { type DocumentFacts, IssueList } from './document.ts';
import { takeRemovals } from './import-removals.ts';
import { type ImportInput, type ImportRules, type TargetFile, unmatchedText } from './import-rules.ts';
import { ImportRun } from './import-run.ts';
import { takeStatements } from './import-statements.ts';
import type { RunStep } from './import-steps.ts';
import { type ImportSource, recordImportedMarks } from './imported-decisions.ts';
import { takeHistory } from './imported-history.ts';
import type { IncomingItem } from './incoming.ts';
import { settingIssues } from './project-settings.ts';

export interface Receipt {
  source: string;
  created: number;
  updated: number;
  unchanged: number;
  leftOut: number;
  filesTied: number;
  filesUnmatched: number;
  filesReviewed: number;
  reviewMarksUnmatched: number;
  analyses: number;
  statements: number;
  removed: number;
  historyTaken: number;
  tasksMade: number;
  closedTasksMade: number;
  relations: number;
  /** Items by their ids in the data: all of them, and those that were made. */
  taken: ReadonlyMap<string, number>;
  made: ReadonlyMap<string, number>;
  lines: IssueList;
}

/** New items carry their texts; of those that stand, only what changes is written. */
const BATCH = { new: 100, standing: 500 };
/** A step asks the database some forty things, however few items it has. */
const FEWEST_STANDING = 50;

/** Where an import works. Without `hold`, the caller has locked the project, or nobody else changes it. */
export interface ProjectImportPlace {
  readonly tx: Tx;
  readonly done: readonly ImportStep[];
  /** Locks the project until the step ends. */
  hold?(): Promise<void>;
}

/** `marked` and `unmatched` are of the first step. */
export type ImportStep = RunStep & { marked?: number; unmatched?: number };

/** The whole in one transaction, for projects that nobody else changes meanwhile. */
export async function importDocument(tx: Tx, input: ImportInput): Promise<Receipt> {
  await lockRules(tx);
  const steps = importInSteps({ tx, done: [] }, input);
  const ended = await steps.next();
  if (!ended.done) throw new Error('An import without steps has ended one.');
  return ended.value;
}

/** The same in steps, if `place` can lock the project: people wait for one of them, and not for the import. */
export async function* importInSteps(
  place: ProjectImportPlace,
  input: ImportInput,
): AsyncGenerator<ImportStep, Receipt> {
  const begun = await begin(place, input);
  const { run, lines, facts, marks } = begun;
  if (place.done.length === 0) {
    await makeNew(begun, input);
    if (input.isTrial) return { source: facts.source, ...run.counts, ...NOTHING_ELSE, ...ofRun(run), lines };
  }
  const isInSteps = place.hold !== undefined && run.hasLater;
  if (place.done.length === 0) {
    if (isInSteps) await place.hold?.();
    await setFilesReviewed(place.tx, marks.ids, true);
    if (isInSteps) {
      await settleStep(place.tx, run, input);
      yield { ...run.noteStep(0), marked: marks.marked, unmatched: marks.unmatched };
    }
  }
  if (run.hasLater) yield* updateStanding(place, begun, input, isInSteps);
  await run.relateAll();
  await input.beforeEnd?.({ taken: run.taken, made: run.made, lines });
  const historyTaken = await historyOf(place.tx, input, facts, run.made, lines);
  await place.hold?.();
  const rest = await finish(place.tx, begun, input, isInSteps);
  const { marked: filesReviewed, unmatched: reviewMarksUnmatched } = marks;
  return {
    ...{ source: facts.source, ...run.counts, filesReviewed, reviewMarksUnmatched, ...rest, historyTaken },
    ...{ ...ofRun(run), lines },
  };
}

interface Begun {
  run: ImportRun;
  lines: IssueList;
  facts: DocumentFacts;
  from: ImportSource;
  marks: { ids: number[]; marked: number; unmatched: number };
}

const NOTHING_ELSE = {
  ...{ filesReviewed: 0, reviewMarksUnmatched: 0 },
  ...{ analyses: 0, statements: 0, removed: 0, historyTaken: 0 },
};

const ofRun = ({ taken, made }: ImportRun) => ({ taken, made });

/** Reads what is needed before any item. After the steps of a killed run, the lines for the log are those that they noted. */
async function begin(place: ProjectImportPlace, input: ImportInput): Promise<Begun> {
  const { tx, done } = place;
  const lines = new IssueList();
  const told = done.length === 0 ? lines : new IssueList();
  const files = await targetFiles(tx, input);
  const needsContent = input.rules.inventoryRule.criterion.startsWith('MD5');
  const contents = new Map<string, string>();
  const marks = new ReviewMarks(input.rules, files.forReview, told);
  const facts = await input.data.facts(told, (file) => {
    if (needsContent && file.md5) contents.set(file.path, file.md5);
    if (file.isReviewed) marks.take(file);
  });
  const from = { source: facts.source, login: input.actor.login };
  const run = await ImportRun.begin(place, input, { facts, from, lines, contents, index: files.forInventory });
  const [first] = done;
  if (first !== undefined) {
    run.goOnAfter(done);
    return { run, lines, facts, from, marks: { ids: [], marked: first.marked ?? 0, unmatched: first.unmatched ?? 0 } };
  }
  const marked = marks.files();
  await recordImportedMarks(tx, input.project.id, marked, from);
  const ids = marked.map(({ id }) => id);
  return { run, lines, facts, from, marks: { ids, marked: marks.marked, unmatched: marks.unmatched } };
}

/** The first pass, whose items nobody else sees before its transaction ends. */
async function makeNew({ run, lines, facts }: Begun, input: ImportInput): Promise<void> {
  let done = 0;
  for await (const { batch } of batchesOf(input.data.items(lines), input.newAtOnce ?? BATCH.new)) {
    done += batch.length - (await run.make(batch));
    await input.progress(done, facts.itemCount);
  }
  await run.relateMade();
  await input.onMade?.([...run.made.values()]);
}

/** The second pass. In steps, each leaves its items settled, as if a person had changed them one after the other. */
async function* updateStanding(
  place: ProjectImportPlace,
  { run, facts }: Begun,
  input: ImportInput,
  isInSteps: boolean,
): AsyncGenerator<ImportStep, void> {
  const steps = shortSteps({ fewest: FEWEST_STANDING });
  const hold = async () => place.hold?.();
  for await (const { batch, first } of batchesOf(input.data.items(new IssueList()), BATCH.standing)) {
    const later = run.laterOf(batch, first);
    if (!isInSteps) await run.update(later, hold);
    else
      for await (const part of steps(later)) {
        await run.update(part, hold);
        await settleStep(place.tx, run, input);
        yield run.noteStep(lastOf(part).at + 1);
      }
    await input.progress(first + batch.length, facts.itemCount);
  }
}

/** What else belongs to the items that the step has changed. */
async function settleStep(tx: Tx, run: ImportRun, { project, actor, action }: ImportInput): Promise<void> {
  const changed = run.takeChanged();
  if (changed.itemIds.length + changed.paths.length === 0 && run.made.size === 0) return;
  await settleProject(tx, project.id);
  if (changed.paths.length > 0)
    await refreshFileCounts(tx, project.id, { ...changed, itemIds: [...changed.itemIds, ...run.made.values()] });
  await settleAndApply(tx, changed.itemIds, { projectId: project.id, startedBy: actor.id, action });
  await refreshInventoryRollup(tx, project.id);
}

/** What belongs to the project and not to single items. */
async function finish(tx: Tx, { run, facts, from, lines }: Begun, input: ImportInput, isInSteps: boolean) {
  await run.writeMails();
  await noteDecidedContents(tx, input.project.id);
  for (const issue of await settingIssues(tx, input.project.id, facts.settings)) lines.push(issue);
  await settleProject(tx, input.project.id);
  const analyses = await takeAnalyses(tx, input, facts.analyses, from, lines);
  const into = { projectId: input.project.id, taken: run.taken, from, now: input.now };
  const statements = await takeStatements(tx, facts.statements, into, lines);
  const removed = await takeRemovals(tx, input, facts.removed, from, lines);
  // The steps have counted what they changed.
  if (removed > 0 || (!isInSteps && run.takeChanged().paths.length > 0)) await refreshFileCounts(tx, input.project.id);
  if (!input.leavesReviews) await settleImported(tx, input);
  for (const [kind, count] of facts.otherDecisions)
    lines.push({
      code: 'decisions-stay',
      path: 'decisions',
      message: `${count} decisions of the kind "${kind}" stay in the data: an import cannot store them.`,
    });
  return { analyses, statements, removed };
}

/** The end of an import: reviews that no longer rest on what the items have lapse, and the inventory is counted. */
export async function settleImported(
  tx: Tx,
  { project, actor, action }: Pick<ImportInput, 'project' | 'actor' | 'action'>,
): Promise<void> {
  await reviewRewritten(tx, [], { projectId: project.id, startedBy: actor.id, action });
  await refreshInventoryRollup(tx, project.id);
}

/** `first`: the place of the batch's first item among all. */
async function* batchesOf(items: AsyncIterable<IncomingItem> | Iterable<IncomingItem>, size: number) {
  let first = 0;
  let batch: IncomingItem[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield { batch, first };
    first += batch.length;
    batch = [];
  }
  if (batch.length > 0) yield { batch, first };
}

async function historyOf(
  tx: Tx,
  { data, project, keepsHistory, now }: ImportInput,
  { historyCount, source }: DocumentFacts,
  made: ReadonlyMap<string, number>,
  lines: IssueList,
): Promise<number> {
  if (historyCount === 0) return 0;
  if (keepsHistory && data.history)
    return takeHistory(tx, data.history(), { projectId: project.id, made, source, now }, lines);
  lines.push({
    code: 'history-stays',
    path: 'history',
    message: `${countOf(historyCount, 'line')} of history stay with the first project: a branch starts without history.`,
  });
  return 0;
}

/** The project's files by both rules. */
async function targetFiles(tx: Tx, { project, rules }: ImportInput) {
  const forInventory = new FileIndex<TargetFile>(rules.inventoryRule);
  const forReview = new FileIndex<TargetFile>(rules.reviewRule);
  for await (const { id, path, md5, sha256, is_reviewed: isReviewed } of eachDigestedFile(tx, project.id)) {
    const file = { id, path, md5: md5.toString('hex'), sha256: sha256.toString('hex'), isReviewed };
    forInventory.add(file);
    if (rules.markReviewed) forReview.add(file);
  }
  return { forInventory, forReview };
}

class ReviewMarks {
  readonly #rules: ImportRules;
  readonly #index: FileIndex<TargetFile>;
  readonly #lines: IssueList;
  readonly #found = new Map<number, TargetFile>();
  marked = 0;
  unmatched = 0;

  constructor(rules: ImportRules, index: FileIndex<TargetFile>, lines: IssueList) {
    this.#rules = rules;
    this.#index = index;
    this.#lines = lines;
  }

  take(file: MatchedFile): void {
    if (!this.#rules.markReviewed) return;
    const found = this.#index.matching(file);
    if (found.length === 0) {
      this.unmatched++;
      this.#lines.push({
        code: 'review-not-matched',
        path: file.path,
        message: `${unmatchedText(file, this.#rules.reviewRule)} It was reviewed in the data.`,
      });
    }
    for (const file of found) if (!file.isReviewed) this.#found.set(file.id, file);
  }

  files(): TargetFile[] {
    this.marked = this.#found.size;
    return [...this.#found.values()].sort((a, b) => a.id - b.id);
  }
}
