// Collects the rows of an import besides those of items, and writes each kind in one statement, however many items a batch has.

import { type CustomField, listFieldDefinitions, setFieldsOfItems } from '../db/custom-fields.ts';
import { excludeFiles } from '../db/inventories/files.ts';
import { insertRevisions, type NewRevision } from '../db/inventories/history.ts';
import type { DetailedItem } from '../db/inventories/items.ts';
import { replaceWorkflows, type WorkflowPair } from '../db/inventories/workflows.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { addItemFiles, removeItemFiles } from '../db/scans/inventory.ts';
import { insertTasks, type NewTask } from '../db/tasks.ts';
import {
  findingSubject,
  type ItemDecision,
  type NewDecision,
  recordDecisions,
  recordItemDecisions,
} from '../decisions/index.ts';
import type { FileIndex } from '../domain/files/file-matching.ts';
import { checkFieldValues, type FieldValue } from '../domain/inventories/custom-fields.ts';
import { historyValues } from '../domain/inventories/inventory-fields.ts';
import { historyOf } from '../domain/inventories/inventory-history.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { ReviewLapse } from '../domain/reviews/review-lapse.ts';
import type { DocumentFacts, IssueList } from './document.ts';
import { lapsedReview } from './import-carried.ts';
import type { ImportInput, TargetFile } from './import-rules.ts';
import { ImportTasks } from './import-tasks.ts';
import { type ImportedReview, type ImportSource, importedItemDecisions, importedTies } from './imported-decisions.ts';
import type { IncomingItem } from './incoming.ts';
import type { LibraryIds } from './library.ts';

export interface RunState {
  facts: DocumentFacts;
  from: ImportSource;
  lines: IssueList;
  /** MD5 by path in the data. */
  contents: Map<string, string>;
  index: FileIndex<TargetFile>;
}

/** An item of the data, with its component, version and license in this library. */
export interface FoundItem {
  item: IncomingItem;
  library: LibraryIds;
  /** Files of the project that match the files of the item. */
  files: TargetFile[];
  /** Id of the identical item in the project, if there is one. */
  standing: number | undefined;
  /** That item gets component, version and license of the data, because a person chose them there. */
  isCorrected?: boolean;
}

/** What an item has here before the import changes it. */
export interface StandingBeside {
  isNew: boolean;
  tied: readonly string[];
  /** Whether a person here added the file to the item. */
  isTiedByPerson: (path: string) => boolean;
  mayWriteField: (label: string) => boolean;
  tasks: readonly { type: string; summary: string; is_closed: boolean }[];
}

interface FilesBeside {
  added: string[];
  /** Files that scans may not add again. */
  excluded: string[];
  /** Those of them that the item had here. */
  removed: string[];
}

export class ImportBatch {
  readonly #place: { readonly tx: Tx };
  readonly input: ImportInput;
  readonly state: RunState;
  /** Items here by their ids in the data. */
  readonly taken = new Map<string, number>();
  /** Those that the import created. */
  readonly made = new Map<string, number>();
  /** Standing items that this step has changed, and the paths of files that it has tied to items or removed from them. */
  readonly changed = new Set<number>();
  readonly tiedPaths = new Set<string>();
  readonly counts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    leftOut: 0,
    filesTied: 0,
    filesUnmatched: 0,
    tasksMade: 0,
    closedTasksMade: 0,
    relations: 0,
  };
  readonly #tasks: ImportTasks;
  readonly #definitions: Awaited<ReturnType<typeof listFieldDefinitions>>;
  readonly #fieldsByLabel: Map<string, { id: CustomField['id'] }>;
  readonly #ties: { itemId: number; path: string; isFound: boolean }[] = [];
  readonly #exclusions: { itemId: number; path: string }[] = [];
  readonly #removals: { itemId: number; path: string }[] = [];
  readonly #fieldValues: (FieldValue & { itemId: number })[] = [];
  readonly #newTasks: NewTask[] = [];
  readonly #workflows = new Map<number, readonly WorkflowPair[]>();
  readonly #revisions: NewRevision[] = [];
  readonly #decided: ItemDecision[] = [];
  readonly #otherDecisions: NewDecision[] = [];

  private constructor(
    place: { readonly tx: Tx },
    input: ImportInput,
    state: RunState,
    definitions: Awaited<ReturnType<typeof listFieldDefinitions>>,
  ) {
    this.#place = place;
    this.input = input;
    this.state = state;
    this.#tasks = new ImportTasks(input, state.facts.tasks, state.lines);
    this.#definitions = definitions;
    this.#fieldsByLabel = new Map(definitions.map((field) => [field.label.toLowerCase(), field]));
  }

  static async begin(place: { readonly tx: Tx }, input: ImportInput, state: RunState): Promise<ImportBatch> {
    return new ImportBatch(place, input, state, await listFieldDefinitions(place.tx, 'INVENTORY'));
  }

  /** The transaction of the step. */
  get tx(): Tx {
    return this.#place.tx;
  }

  /** Reads the rows for all items of the batch. */
  async prepare(items: readonly IncomingItem[]): Promise<void> {
    await this.#tasks.lookUpOwners(this.tx, items);
  }

  /** Imports files, fields and tasks of an item. Returns the files that are newly added and newly excluded. */
  addBeside(id: number, { item, files }: FoundItem, before: StandingBeside): FilesBeside {
    if (item.id !== undefined) this.taken.set(item.id, id);
    if (item.id !== undefined && before.isNew) this.made.set(item.id, id);
    // Files of an item that a scan made were found on the other server; people's own ties come with their decisions.
    const added = this.#tie(id, files, { tied: before.tied, isFound: before.isNew && item.identity !== '' });
    const kept = before.isNew ? files.map(({ path }) => path) : [...before.tied, ...added];
    const { excluded, removed } = this.#exclude(id, item, new Set(kept), before.isTiedByPerson);
    this.#addFields(id, item, before.mayWriteField);
    const tasks = this.#tasks.missing(id, item, before.tasks);
    for (const task of tasks) this.#newTasks.push(task);
    const closed = tasks.filter((task) => task.closed !== undefined).length;
    this.counts.closedTasksMade += closed;
    this.counts.tasksMade += tasks.length - closed;
    return { added, excluded, removed };
  }

  bringsRemediation(item: IncomingItem): boolean {
    return this.#tasks.bringRemediation(item);
  }

  /** Call it after the last item. */
  reportRest(): void {
    this.#tasks.reportRest(this.taken);
  }

  setWorkflow(id: number, pairs: readonly WorkflowPair[]): void {
    this.#workflows.set(id, pairs);
  }

  /** Adds the history entry and the decisions of an imported item. */
  record(
    after: DetailedItem,
    history: { before: ItemState | undefined; after: Partial<ItemState> },
    decisions: {
      before: Partial<DetailedItem>;
      isReviewed: ImportedReview;
      keptWhy?: string;
      /** Of a review that lapsed in the data, and from now on here. */
      lapse?: ReviewLapse;
      tied: readonly string[];
      untied: readonly string[];
    },
  ): void {
    const { project, actor, action } = this.input;
    const { from } = this.state;
    const revision = historyOf(history.before, history.after, action);
    if (revision) this.#revisions.push({ projectId: project.id, itemId: after.id, user: actor, ...revision });
    this.#decided.push(...importedItemDecisions(decisions.before, after, from, decisions));
    const { finding } = findingSubject(after);
    if (decisions.lapse !== undefined) this.#otherDecisions.push(lapsedReview(after, finding, decisions.lapse, from));
    const about = { id: after.id, project_id: after.project_id, finding };
    this.#otherDecisions.push(
      ...importedTies(about, decisions.tied, true, from),
      ...importedTies(about, decisions.untied, false, from),
    );
  }

  /** A line of the history that no column of the item shows. */
  noteEvidence(itemId: number, oldValue: string, newValue: string): void {
    const { project, actor, action } = this.input;
    const change = { field: 'Evidence', oldValue, newValue };
    this.#revisions.push({
      projectId: project.id,
      itemId,
      user: actor,
      event: 'Inventory Updated',
      action,
      changes: [change],
    });
  }

  reportWithheld(item: IncomingItem): void {
    const { mayReview, mayPublish } = this.input;
    if (!mayReview && item.status !== 'DRAFT')
      this.state.lines.push({
        code: 'status-withheld',
        path: item.place,
        message: `${item.name} is ${item.status} in the data and a draft here: the importing user may not review.`,
      });
    if (!mayPublish && item.isPublished)
      this.state.lines.push({
        code: 'publication-withheld',
        path: item.place,
        message: `${item.name} is published in the data and not here: the importing user may not publish.`,
      });
  }

  /** Writes the rows that the review of items needs. */
  async writeBeside(): Promise<void> {
    await excludeFiles(this.tx, this.#exclusions.splice(0));
    await removeItemFiles(this.tx, this.input.project.id, this.#removals.splice(0));
    await setFieldsOfItems(this.tx, this.#fieldValues.splice(0));
    await insertTasks(this.tx, this.#newTasks.splice(0));
    await replaceWorkflows(this.tx, this.#workflows);
    this.#workflows.clear();
  }

  /** Writes all other rows. */
  async writeDown(): Promise<void> {
    await this.writeBeside();
    for (const [isFound, ties] of Map.groupBy(this.#ties.splice(0), (one) => one.isFound))
      await addItemFiles(this.tx, this.input.project.id, ties, isFound);
    await insertRevisions(this.tx, this.#revisions.splice(0));
    await recordItemDecisions(this.tx, this.#decided.splice(0), this.state.from);
    await recordDecisions(this.tx, this.#otherDecisions.splice(0));
  }

  #tie(
    id: number,
    files: readonly TargetFile[],
    { tied, isFound }: { tied: readonly string[]; isFound: boolean },
  ): string[] {
    if (!this.input.rules.addFiles) return [];
    const has = new Set(tied);
    const added = files.map(({ path }) => path).filter((path) => !has.has(path));
    for (const path of added) {
      this.#ties.push({ itemId: id, path, isFound });
      this.tiedPaths.add(path);
    }
    this.counts.filesTied += added.length;
    return added;
  }

  /**
   * Excludes files that a person removed from the item on the other server, so that scans here do not add them again, and removes those that a scan
   * added here. Files that a person added here stay, and are named.
   */
  #exclude(
    id: number,
    item: IncomingItem,
    tied: ReadonlySet<string>,
    isTiedByPerson: (path: string) => boolean,
  ): Pick<FilesBeside, 'excluded' | 'removed'> {
    const { index, contents, lines } = this.state;
    const named = new Set(item.files);
    const matching = item.excludedFiles.flatMap((path) => index.matching({ path, md5: contents.get(path) }));
    // By criteria other than the path, a file here may equal a kept and a removed one of the data.
    const paths = [...new Set(matching.map(({ path }) => path))].filter((path) => !named.has(path));
    const kept = paths.filter((path) => tied.has(path) && isTiedByPerson(path));
    for (const path of kept)
      lines.push({
        code: 'file-stays',
        path,
        message: `It stays a file of ${item.name}, because a person added it here; it was removed in the data.`,
      });
    const excluded = paths.filter((path) => !kept.includes(path));
    const removed = excluded.filter((path) => tied.has(path));
    for (const path of excluded) this.#exclusions.push({ itemId: id, path });
    for (const path of removed) {
      this.#removals.push({ itemId: id, path });
      this.tiedPaths.add(path);
    }
    return { excluded, removed };
  }

  #addFields(id: number, item: IncomingItem, mayWrite: (label: string) => boolean): void {
    for (const { label, value } of item.customFields) {
      const field = this.#fieldsByLabel.get(label.toLowerCase());
      const checked = field && checkFieldValues(this.#definitions, 'INVENTORY', [{ id: field.id, value }]);
      if (checked === undefined || isRefusal(checked)) {
        const why = checked === undefined ? 'this server has no such field' : checked.refusal.message;
        this.state.lines.push({
          code: 'field-left-out',
          path: item.place,
          message: `The custom field "${label}" of ${item.name} was left out: ${why}`,
        });
      } else if (mayWrite(label)) this.#fieldValues.push(...checked.map((one) => ({ itemId: id, ...one })));
    }
  }
}

export type ItemState = ReturnType<typeof stateOf>;

/** The values of an item whose changes the history shows. */
export function stateOf(item: DetailedItem, files: readonly string[]) {
  return {
    ...historyValues(item),
    type: item.type as string,
    componentName: item.component_name ?? '',
    versionName: item.version_name ?? '',
    licenseId: String(item.license_id ?? -1),
    status: item.status as string | undefined,
    isPublished: item.is_published as boolean | undefined,
    files,
    workflowPairs: undefined as string | undefined,
  };
}
