// Imports items batch by batch, in two passes: first makes the items that the project does not have, which no other transaction sees yet; then, under the
// project's lock, updates those that it has. The rules are at the top of import.ts.

import { itemAt, valueFor } from '@assay/scanner/items';
import { queueProject } from '../db/analysis-rules/unsettled.ts';
import { type DetailedItem, findItems, insertItems, listItemKeys } from '../db/inventories/items.ts';
import { insertLinks, type NewLink } from '../db/inventories/links.ts';
import { listCustomLicenses } from '../db/licenses.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { partsOf } from '../db/postgres/parts.ts';
import { countOf } from '../domain/count-text.ts';
import type { MatchedFile } from '../domain/files/file-matching.ts';
import { customLicensePriorities } from '../domain/licenses/custom-license.ts';
import type { LicensePriorityLookUp } from '../domain/licenses/license-priority.ts';
import type { Notice } from '../domain/messages/mail-notices.ts';
import { isOfSbom } from '../domain/vulnerabilities/sbom.ts';
import { writeNotices } from '../mail/outbox.ts';
import { giveWay } from '../turns.ts';
import { IssueList } from './document.ts';
import { type FoundItem, ImportBatch, type RunState, stateOf } from './import-batch.ts';
import { rowOfNew } from './import-row.ts';
import { type ImportInput, type TargetFile, unmatchedText } from './import-rules.ts';
import { keyOfIncoming, StandingItems } from './import-standing.ts';
import type { Later, LaterItem, RunStep } from './import-steps.ts';
import { type MatchedItem, updateItems } from './import-update.ts';
import type { IncomingItem } from './incoming.ts';
import { type LibraryIds, libraryOf } from './library.ts';
import { UNDECIDED } from './merged-texts.ts';

/** One statement writes them, and they are found in one turn of the event loop: a document may have millions. */
const RELATIONS_AT_ONCE = 5_000;

export class ImportRun {
  readonly #batch: ImportBatch;
  readonly #priorityOfLicense: LicensePriorityLookUp;
  readonly #standing: StandingItems;
  /** Mails that are written at the end. */
  readonly #notices: Notice[] = [];
  /** What of them, and of the lines for the log, the former steps have noted. */
  #noted = { notices: 0, lines: 0, lineCount: 0 };
  /** A wrong document must not fill the library of all projects. */
  readonly #budget = { licenses: 1000 };
  /** By its place among the items of the data: those that the second pass updates. */
  readonly #later = new Map<number, Later>();
  #read = 0;

  private constructor(batch: ImportBatch, priorities: LicensePriorityLookUp, standing: StandingItems) {
    this.#batch = batch;
    this.#priorityOfLicense = priorities;
    this.#standing = standing;
  }

  static async begin(place: { readonly tx: Tx }, input: ImportInput, state: RunState): Promise<ImportRun> {
    const priorities = customLicensePriorities(await listCustomLicenses(place.tx));
    const standing = await StandingItems.of(place.tx, input.project.id);
    return new ImportRun(await ImportBatch.begin(place, input, state), priorities, standing);
  }

  /** What the next run must know to go on after this step. `upTo`: so many items of the data are dealt with; 0 after the first pass. */
  noteStep(upTo: number): RunStep {
    const { counts, taken, made, state } = this.#batch;
    const step: RunStep = {
      ...{ upTo, counts: { ...counts }, notices: this.#notices.slice(this.#noted.notices) },
      lines: state.lines.kept.slice(this.#noted.lines),
      lineCount: state.lines.count - this.#noted.lineCount,
      ...(upTo === 0 && { first: { taken: [...taken], made: [...made], later: [...this.#later] } }),
    };
    this.#noted = {
      notices: this.#notices.length,
      lines: state.lines.kept.length,
      lineCount: state.lines.count,
    };
    return step;
  }

  /** Goes on after the steps of a run that was killed. Returns how many items of the data are dealt with. */
  goOnAfter(steps: readonly RunStep[]): number {
    const { counts, taken, made, state } = this.#batch;
    for (const { first, notices, lines, lineCount, counts: counted } of steps) {
      for (const [id, item] of first?.taken ?? []) taken.set(id, item);
      for (const [id, item] of first?.made ?? []) made.set(id, item);
      for (const [at, later] of first?.later ?? []) this.#later.set(at, later);
      this.#notices.push(...notices);
      state.lines.restore(lines, lineCount);
      Object.assign(counts, counted);
    }
    const upTo = steps.at(-1)?.upTo ?? 0;
    for (const at of this.#later.keys()) if (at < upTo) this.#later.delete(at);
    this.noteStep(upTo);
    return upTo;
  }

  /** Items that the step has changed, with the paths whose ties it has changed; the next step begins without them. */
  takeChanged(): { itemIds: number[]; paths: string[] } {
    const { changed, tiedPaths } = this.#batch;
    const taken = { itemIds: [...changed], paths: [...tiedPaths] };
    changed.clear();
    tiedPaths.clear();
    return taken;
  }

  get counts(): ImportBatch['counts'] {
    return this.#batch.counts;
  }

  /** Items that the import created, by their ids in the data. */
  get made(): ReadonlyMap<string, number> {
    return this.#batch.made;
  }

  /** All items of the data that are here, by their ids in the data. */
  get taken(): ReadonlyMap<string, number> {
    return this.#batch.taken;
  }

  /** Whether items are left for the second pass. */
  get hasLater(): boolean {
    return this.#later.size > 0;
  }

  /** The first pass: makes the items that the project does not have. Returns how many items are left for the second. */
  async make(items: readonly IncomingItem[]): Promise<number> {
    if (items.length === 0) return 0;
    const first = this.#read;
    this.#read += items.length;
    const library = await this.#libraryOf(items, this.#batch.state.lines);
    await this.#batch.prepare(items);
    const found: FoundItem[] = [];
    for (const [at, item] of items.entries()) found.push(await this.#found(item, itemAt(library, at)));
    const fresh = found.flatMap((one, at) => (one.standing === undefined ? [{ ...one, at }] : []));
    const twins = await this.#create(fresh);
    await this.#batch.writeDown();
    const left = [...found.map((one, at) => ({ ...one, at })), ...twins].filter(isStanding);
    for (const { at, item, standing, isCorrected } of left) {
      this.#later.set(first + at, { name: item.name, standing, ...(isCorrected && { isCorrected }) });
      if (item.id !== undefined) this.#batch.taken.set(item.id, standing);
    }
    return left.length;
  }

  /** Call it after the first pass: writes the relations between items that it has made. */
  async relateMade(): Promise<void> {
    await this.#relate(this.#batch.made, () => true);
  }

  /** Of these items, those that the second pass updates. `first`: the place of the first item among all. */
  laterOf(items: readonly IncomingItem[], first: number): LaterItem[] {
    return items.flatMap((item, at) => {
      const later = this.#later.get(first + at);
      if (later === undefined) return [];
      if (later.name !== item.name) throw new Error(`The imported data have changed: ${later.name} is ${item.name}.`);
      return [{ item, later, at: first + at }];
    });
  }

  /** The second pass: updates items that the project has. `hold` locks the project, after all that does not need it. */
  async update(left: readonly LaterItem[], hold: () => Promise<void>): Promise<void> {
    if (left.length === 0) return;
    const taken = left.map(({ item }) => item);
    // The first pass has named what is wrong with them.
    const library = await this.#libraryOf(taken, new IssueList());
    await this.#batch.prepare(taken);
    await hold();
    const decided = await this.#decidedSince(left);
    const found: MatchedItem[] = [];
    for (const [at, { item, later }] of left.entries()) {
      const { standing } = later;
      const isCorrected = later.isCorrected === true && !decided.has(standing);
      const files = isOfSbom(item.identity) ? [] : (await this.#filesOf(item)).files;
      found.push({ item, library: itemAt(library, at), files, standing, ...(isCorrected && { isCorrected }) });
    }
    await updateItems(this.#batch, found, this.#notices);
    await this.#batch.writeDown();
  }

  /** Call it after the second pass. Writes the other relations between imported items, for which nobody waits. */
  async relateAll(): Promise<void> {
    const { taken, made, state } = this.#batch;
    const { relations } = state.facts;
    const isMade = new Set(made.values());
    const known = await this.#relate(taken, (one) => !(isMade.has(one.parent_id) && isMade.has(one.child_id)));
    this.#batch.reportRest();
    const lost = relations.length - known;
    if (lost > 0)
      state.lines.push({
        code: 'relations-left-out',
        path: 'relations',
        message: `${lost} of ${relations.length} relations between items were left out: one of their items is not here.`,
      });
  }

  /** Call it at the end. */
  async writeMails(): Promise<void> {
    await writeNotices(this.#batch.tx, this.#notices);
  }

  #libraryOf(items: readonly IncomingItem[], issues: IssueList): Promise<LibraryIds[]> {
    const { tx, input } = this.#batch;
    const priorityOfLicense = this.#priorityOfLicense;
    return libraryOf(tx, items, { login: input.actor.login, priorityOfLicense, issues, budget: this.#budget });
  }

  /** Writes the wanted relations between these items. Returns how many there are between them, wanted or not. */
  async #relate(items: ReadonlyMap<string, number>, isWanted: (link: NewLink) => boolean): Promise<number> {
    const { tx, counts, state, input } = this.#batch;
    let known = 0;
    let wanted = 0;
    for (const part of partsOf(state.facts.relations, RELATIONS_AT_ONCE)) {
      await giveWay();
      const links = part.flatMap(({ parent, child, type }): NewLink[] => {
        const [parentId, childId] = [items.get(parent), items.get(child)];
        return parentId !== undefined && childId !== undefined && parentId !== childId
          ? [{ parent_id: parentId, child_id: childId, type }]
          : [];
      });
      const chosen = links.filter(isWanted);
      known += links.length;
      wanted += chosen.length;
      counts.relations += await insertLinks(tx, chosen);
    }
    // Rules may depend on the relations.
    if (wanted > 0) await queueProject(tx, input.project.id);
    return known;
  }

  /** Items that would get the component, version or license of the data, but a person has chosen since the first pass: that choice stays, which is told. */
  async #decidedSince(left: readonly LaterItem[]): Promise<Set<number>> {
    const corrected = left.filter(({ later }) => later.isCorrected);
    if (corrected.length === 0) return new Set();
    const { tx, input, state } = this.#batch;
    const ids = corrected.map(({ later }) => later.standing);
    const keys = await listItemKeys(tx, input.project.id, ids);
    const decided = new Set(
      keys.flatMap((one) => ((isOfSbom(one.identity) ? one.hasPersonsLicense : one.isPersons) ? one.id : [])),
    );
    for (const { item, later } of corrected)
      if (decided.has(later.standing))
        state.lines.push({
          code: 'choice-kept',
          path: item.place,
          message: `${item.name} keeps its component, version and license: a person chose them here while the import ran.`,
        });
    return decided;
  }

  async #filesOf(item: IncomingItem): Promise<{ files: TargetFile[]; unmatched: MatchedFile[] }> {
    const files = new Map<number, TargetFile>();
    const unmatched: MatchedFile[] = [];
    const { state } = this.#batch;
    for (const path of item.files) {
      await giveWay();
      const file = { path, md5: state.contents.get(path) };
      const matching = state.index.matching(file);
      for (const one of matching) files.set(one.id, one);
      if (matching.length === 0) unmatched.push(file);
    }
    return { files: [...files.values()], unmatched };
  }

  async #found(item: IncomingItem, library: LibraryIds): Promise<FoundItem> {
    const { input, state, counts } = this.#batch;
    const { files, unmatched } = await this.#filesOf(item);
    for (const file of unmatched) {
      await giveWay();
      counts.filesUnmatched++;
      state.lines.push({
        code: 'file-not-matched',
        path: file.path,
        message: `${unmatchedText(file, input.rules.inventoryRule)} It is a file of ${item.name}.`,
      });
    }
    const key = keyOfIncoming(item, library);
    const ofSbom = isOfSbom(item.identity) ? this.#standing.findOfSbom(item.identity, library) : undefined;
    if (ofSbom !== undefined)
      return {
        ...{ item, library, files: [], standing: ofSbom.id },
        ...(ofSbom.isCorrected && { isCorrected: true }),
      };
    const same = this.#standing.find(key);
    const corrected = same === undefined ? this.#standing.findCorrected(item) : undefined;
    if (corrected !== undefined) this.#standing.correct(item, key, corrected);
    return {
      item,
      library,
      files,
      standing: same ?? corrected,
      ...(corrected !== undefined && { isCorrected: true }),
    };
  }

  /** Creates new items in one statement. Returns those that equal an earlier one of the batch, which they then update. */
  async #create(found: readonly PlacedItem[]): Promise<PlacedItem[]> {
    const { tx } = this.#batch;
    const fresh: (FoundItem & { key: string; identity: string })[] = [];
    const twins: (PlacedItem & { key: string })[] = [];
    const keys = new Set<string>();
    for (const one of found) {
      const key = keyOfIncoming(one.item, one.library);
      if (keys.has(key)) twins.push({ ...one, key });
      else if (this.#isLeftOut(one)) continue;
      else {
        keys.add(key);
        fresh.push({ ...one, key, identity: this.#standing.takeIdentity(one.item) });
      }
    }
    const ids = await insertItems(
      tx,
      fresh.map((one) => rowOfNew(one, this.#batch.input, this.#priorityOfLicense)),
    );
    const made = fresh.map((one) => {
      const id = valueFor(ids, one.identity);
      this.#standing.add(one.key, id);
      return { id, one, ...this.#addBeside(id, one) };
    });
    await this.#batch.writeBeside();
    const after = await findItems(tx, [...ids.values()]);
    for (const { id, ...rest } of made) this.#record(valueFor(after, id), rest);
    return twins.map((one) => ({ ...one, standing: this.#standing.find(one.key) }));
  }

  #isLeftOut({ item, files }: FoundItem): boolean {
    const { input, state, counts } = this.#batch;
    if (files.length > 0 || input.rules.createEmpty) return false;
    counts.leftOut++;
    const why = item.files.length === 0 ? 'it has no files in the data' : 'none of its files is in the project';
    state.lines.push({
      code: 'item-left-out',
      path: item.place,
      message: `${item.name} was not made: ${why}, and empty inventory is not wanted.`,
    });
    return true;
  }

  #addBeside(id: number, one: FoundItem) {
    this.#batch.counts.created++;
    this.#batch.reportWithheld(one.item);
    if (one.item.workflow.length > 0) this.#batch.setWorkflow(id, one.item.workflow);
    return this.#batch.addBeside(id, one, {
      ...{ isNew: true, tied: [], tasks: [] },
      isTiedByPerson: () => false,
      mayWriteField: () => true,
    });
  }

  #record(
    after: DetailedItem,
    { one: { item, files }, added, excluded }: { one: FoundItem; added: string[]; excluded: string[] },
  ): void {
    const { input, state } = this.#batch;
    this.#batch.record(
      after,
      { before: undefined, after: stateOf(after, added) },
      {
        before: UNDECIDED,
        isReviewed:
          input.mayReview && item.status !== 'DRAFT' ? (item.isStatusSetByPerson ? 'person' : 'policy') : false,
        tied: item.identity === '' ? added : [],
        untied: excluded,
        ...(item.missing?.keptWhy && { keptWhy: item.missing.keptWhy }),
        ...(after.review_lapse && { lapse: after.review_lapse }),
      },
    );
    state.lines.push({
      code: 'item-made',
      path: item.place,
      message: `${item.name} was made with ${countOf(input.rules.addFiles ? files.length : 0, 'file')}.`,
    });
    const beside = this.#standing.ofVersion(after.version_id);
    if (beside.length > 0)
      state.lines.push({
        code: 'other-license-stands',
        path: item.place,
        message: `${item.name} was made beside ${beside.join(', ')}: items of the same version with different licenses are different items.`,
      });
  }
}

/** `at`: its place in the batch. */
type PlacedItem = FoundItem & { at: number };

function isStanding<Found extends FoundItem>(found: Found): found is Found & { standing: number } {
  return found.standing !== undefined;
}
