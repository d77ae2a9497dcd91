// Imports items batch by batch: finds those that the project has, creates the others, and imports their data. The rules are at the top of import.ts.

import { itemAt, valueFor } from '@assay/scanner/items';
import { type DetailedItem, findItems, insertItems, type NewItem } from '../db/inventories/items.ts';
import { insertLinks } from '../db/inventories/links.ts';
import { listCustomLicenses } from '../db/licenses.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { countOf } from '../domain/count-text.ts';
import { customLicensePriorities } from '../domain/licenses/custom-license.ts';
import type { LicensePriorityLookUp } from '../domain/licenses/license-priority.ts';
import type { Notice } from '../domain/messages/mail-notices.ts';
import { priorityOf } from '../domain/reviews/priority.ts';
import { isOfSbom } from '../domain/vulnerabilities/sbom.ts';
import { writeNotices } from '../mail/outbox.ts';
import { type FoundItem, ImportBatch, type RunState, stateOf } from './import-batch.ts';
import { type ImportInput, type TargetFile, unmatchedText } from './import-rules.ts';
import { keyOfIncoming, StandingItems } from './import-standing.ts';
import { type StandingItem, updateItems } from './import-update.ts';
import type { IncomingItem } from './incoming.ts';
import { newColumns } from './incoming-fields.ts';
import { type LibraryIds, libraryOf } from './library.ts';
import { UNDECIDED } from './merged-texts.ts';

export class ImportRun {
  readonly #batch: ImportBatch;
  readonly #priorityOfLicense: LicensePriorityLookUp;
  readonly #standing: StandingItems;
  /** Mails that are written at the end. */
  readonly #notices: Notice[] = [];
  /** A wrong document must not fill the library of all projects. */
  readonly #budget = { licenses: 1000 };

  private constructor(batch: ImportBatch, priorities: LicensePriorityLookUp, standing: StandingItems) {
    this.#batch = batch;
    this.#priorityOfLicense = priorities;
    this.#standing = standing;
  }

  static async begin(tx: Tx, input: ImportInput, state: RunState): Promise<ImportRun> {
    const priorities = customLicensePriorities(await listCustomLicenses(tx));
    const standing = await StandingItems.of(tx, input.project.id);
    return new ImportRun(await ImportBatch.begin(tx, input, state), priorities, standing);
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

  async take(items: readonly IncomingItem[]): Promise<void> {
    if (items.length === 0) return;
    const { tx, input, state } = this.#batch;
    const library = await libraryOf(tx, items, {
      login: input.actor.login,
      priorityOfLicense: this.#priorityOfLicense,
      issues: state.lines,
      budget: this.#budget,
    });
    await this.#batch.prepare(items);
    const found = items.map((item, at) => this.#found(item, itemAt(library, at)));
    const twins = await this.#create(found.filter(({ standing }) => standing === undefined));
    await updateItems(this.#batch, [...twins, ...found].filter(isStanding), this.#notices);
    await this.#batch.writeDown();
  }

  /** Call it after the last item. Writes relations between imported items, and mails. */
  async finish(): Promise<void> {
    const { tx, taken, counts, state } = this.#batch;
    const { relations } = state.facts;
    const known = relations.flatMap(({ parent, child, type }) => {
      const [parentId, childId] = [taken.get(parent), taken.get(child)];
      return parentId !== undefined && childId !== undefined && parentId !== childId
        ? [{ parent_id: parentId, child_id: childId, type }]
        : [];
    });
    counts.relations = await insertLinks(tx, known);
    await writeNotices(tx, this.#notices);
    this.#batch.reportRest();
    const lost = relations.length - known.length;
    if (lost > 0)
      state.lines.push({
        code: 'relations-left-out',
        path: 'relations',
        message: `${lost} of ${relations.length} relations between items were left out: one of their items is not here.`,
      });
  }

  #found(item: IncomingItem, library: LibraryIds): FoundItem {
    const files = new Map<number, TargetFile>();
    const { input, state, counts } = this.#batch;
    const { inventoryRule } = input.rules;
    for (const path of item.files) {
      const file = { path, md5: state.contents.get(path) };
      const matching = state.index.matching(file);
      for (const one of matching) files.set(one.id, one);
      if (matching.length > 0) continue;
      counts.filesUnmatched++;
      state.lines.push({
        code: 'file-not-matched',
        path,
        message: `${unmatchedText(file, inventoryRule)} It is a file of ${item.name}.`,
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
      files: [...files.values()],
      standing: same ?? corrected,
      ...(corrected !== undefined && { isCorrected: true }),
    };
  }

  /** Creates new items in one statement. Returns those that equal an earlier one of the batch, which they then update. */
  async #create(found: readonly FoundItem[]): Promise<FoundItem[]> {
    const { tx } = this.#batch;
    const fresh: (FoundItem & { key: string; identity: string })[] = [];
    const twins: (FoundItem & { key: string })[] = [];
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
      fresh.map(({ item, library, identity }) => this.#rowOf(item, library, identity)),
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

  #rowOf(item: IncomingItem, library: LibraryIds, identity: string): NewItem {
    const { project, actor, mayReview, mayPublish } = this.#batch.input;
    return {
      project_id: project.id,
      identity,
      type: item.type,
      ...newColumns(item),
      purl: item.purl || item.component?.purl || '',
      component_id: library.componentId,
      version_id: library.versionId,
      license_id: library.licenseId,
      license_expression: library.licenseExpression,
      expression_priority: library.expressionPriority,
      possible_licenses: item.possibleLicenses,
      license_facts: JSON.stringify(item.licenseFacts ?? {}),
      priority: item.priority ?? this.#priorityOf(item, library),
      created_by: item.createdBy || actor.login,
      // A scan with the same finding continues to rewrite an item that nobody has edited.
      is_edited: item.identity === '' || item.isEdited || identity !== item.identity,
      // One statement inserts all rows, so each row must name every column.
      status: mayReview ? item.status : 'DRAFT',
      is_status_set_by_person: mayReview && item.isStatusSetByPerson,
      is_published: mayPublish && item.isPublished,
      published_at: mayPublish && item.isPublished ? this.#batch.input.now : null,
      review_lapse: mayReview && item.lapse && item.status === 'DRAFT' ? JSON.stringify(item.lapse) : null,
      had_evidence: item.missing !== undefined,
      missing_since_scan: item.missing?.sinceScan ?? null,
      missing_why: item.missing?.why ?? '',
      is_kept: mayReview && item.missing?.isKept === true,
    };
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

  #priorityOf(item: IncomingItem, { licenseExpression }: LibraryIds) {
    const subject = { type: item.type, licenseExpression, foundLicenses: item.possibleLicenses, severities: [] };
    return priorityOf(subject, 'V3', this.#priorityOfLicense);
  }
}

function isStanding(found: FoundItem): found is StandingItem {
  return found.standing !== undefined;
}
