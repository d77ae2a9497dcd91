// The items of one import, batch by batch: found again or made, with everything that hangs on them. The rules stand at the top of import.ts.

import { randomUUID } from 'node:crypto';
import { expressionKey } from '@assay/scanner/expressions';
import { firstOf, itemAt, valueFor } from '@assay/scanner/items';
import { sql } from 'kysely';
import { listFieldDefinitions, listItemFields, setItemFields } from '../db/custom-fields.ts';
import { insertRevisions, type NewRevision } from '../db/inventories/history.ts';
import {
  type DetailedItem,
  findItems,
  insertItems,
  listItemPaths,
  lockItems,
  type NewItem,
  updateItem,
} from '../db/inventories/items.ts';
import { insertLinks } from '../db/inventories/links.ts';
import { listWorkflows, replaceWorkflow, type WorkflowPair, workflowText } from '../db/inventories/workflows.ts';
import { listCustomLicenses } from '../db/licenses.ts';
import type { Tx } from '../db/postgres/connection.ts';
import type { Project } from '../db/projects/projects.ts';
import { addItemFiles } from '../db/scans/inventory.ts';
import { insertTask, listTasksOfItems } from '../db/tasks.ts';
import { findUserByLogin } from '../db/users.ts';
import {
  findingSubject,
  type ItemDecision,
  type NewDecision,
  recordDecisions,
  recordItemDecisions,
} from '../decisions/index.ts';
import { checkFieldValues } from '../domain/custom-fields.ts';
import { customLicensePriorities } from '../domain/custom-license.ts';
import type { FileIndex } from '../domain/file-matching.ts';
import { historyValues } from '../domain/inventory-fields.ts';
import { historyOf } from '../domain/inventory-history.ts';
import type { LicensePriorityLookUp } from '../domain/license-priority.ts';
import { priorityOf } from '../domain/priority.ts';
import { isRefusal } from '../domain/refusal.ts';
import { applyReviews } from '../reviews/review.ts';
import type { DocumentFacts, IssueList } from './document.ts';
import { type ImportInput, type TargetFile, unmatchedText } from './import-rules.ts';
import { type ImportSource, importedItemDecisions, importedTies } from './imported-decisions.ts';
import type { IncomingItem, IncomingTask } from './incoming.ts';
import { type LibraryIds, libraryOf } from './library.ts';
import { mergedNotes, usageColumns } from './merged-texts.ts';

interface RunState {
  facts: DocumentFacts;
  from: ImportSource;
  lines: IssueList;
  /** MD5 by path in the data. */
  contents: Map<string, string>;
  index: FileIndex<TargetFile>;
}

interface FoundItem {
  item: IncomingItem;
  library: LibraryIds;
  /** Files of the project that are the item's by the rule. */
  files: TargetFile[];
  standing: number | undefined;
}

type StandingItem = FoundItem & { standing: number };

/** Of the items of a batch, before anything of it is taken. */
interface StandingFacts {
  items: Map<number, DetailedItem>;
  paths: Map<number, string[]>;
  fields: Awaited<ReturnType<typeof listItemFields>>;
  tasks: Awaited<ReturnType<typeof listTasksOfItems>>;
  workflows: Map<number, WorkflowPair[]>;
}

export class ImportRun {
  readonly #tx: Tx;
  readonly #input: ImportInput;
  readonly #state: RunState;
  readonly #priorityOfLicense: LicensePriorityLookUp;
  readonly #standing: Map<string, number>;
  readonly #identities: Set<string>;
  readonly #owners = new Map<string, number>();
  /** Items here by the ids that they have in the data. */
  readonly #taken = new Map<string, number>();
  /** Those of them that the import made. */
  readonly made = new Map<string, number>();
  /** What is written down once a batch. */
  readonly #ties: { itemId: number; path: string }[] = [];
  readonly #revisions: NewRevision[] = [];
  readonly #decided: ItemDecision[] = [];
  readonly #tieDecisions: NewDecision[] = [];
  readonly #made = new Map<number, { tied: string[]; excluded: string[] }>();
  /** A wrong document shall not fill everybody's library. */
  readonly #budget = { licenses: 1000 };
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

  private constructor(
    tx: Tx,
    input: ImportInput,
    state: RunState,
    priorities: LicensePriorityLookUp,
    rows: StandingRow[],
  ) {
    this.#tx = tx;
    this.#input = input;
    this.#state = state;
    this.#priorityOfLicense = priorities;
    // Of twins the oldest one.
    this.#standing = new Map(rows.toReversed().map((row) => [triadKey(row), row.id]));
    this.#identities = new Set(rows.map((row) => row.identity));
  }

  static async begin(tx: Tx, input: ImportInput, state: RunState): Promise<ImportRun> {
    const priorities = customLicensePriorities(await listCustomLicenses(tx));
    return new ImportRun(tx, input, state, priorities, await listStandingRows(tx, input.project.id));
  }

  async take(items: readonly IncomingItem[]): Promise<void> {
    if (items.length === 0) return;
    const { lines } = this.#state;
    const library = await libraryOf(this.#tx, items, {
      login: this.#input.actor.login,
      priorityOfLicense: this.#priorityOfLicense,
      issues: lines,
      budget: this.#budget,
    });
    const found = items.map((item, at) => this.#found(item, itemAt(library, at)));
    const twins = await this.#create(found.filter(({ standing }) => standing === undefined));
    await this.#update([...twins, ...found.filter(({ standing }) => standing !== undefined)]);
    await this.#writeDown();
  }

  /** After the last item: relations between items that are both here. */
  async relate(): Promise<void> {
    const { relations } = this.#state.facts;
    const known = relations.flatMap(({ parent, child, type }) => {
      const [parentId, childId] = [this.#taken.get(parent), this.#taken.get(child)];
      return parentId !== undefined && childId !== undefined && parentId !== childId
        ? [{ parent_id: parentId, child_id: childId, type }]
        : [];
    });
    this.counts.relations = await insertLinks(this.#tx, known);
    const lost = relations.length - known.length;
    if (lost > 0)
      this.#state.lines.push({
        code: 'relations-left-out',
        path: 'relations',
        message: `${lost} of ${relations.length} relations between items were left out: one of their items is not here.`,
      });
  }

  #found(item: IncomingItem, library: LibraryIds): FoundItem {
    const files = new Map<number, TargetFile>();
    const { inventoryRule } = this.#input.rules;
    for (const path of item.files) {
      const file = { path, md5: this.#state.contents.get(path) };
      const matching = this.#state.index.matching(file);
      for (const one of matching) files.set(one.id, one);
      if (matching.length > 0) continue;
      this.counts.filesUnmatched++;
      this.#state.lines.push({
        code: 'file-not-matched',
        path,
        message: `${unmatchedText(file, inventoryRule)} It is a file of ${item.name}.`,
      });
    }
    const key = triadKey({ type: item.type, name: item.name, ...library });
    return { item, library, files: [...files.values()], standing: this.#standing.get(key) };
  }

  /** Makes them together; answers those that are the same here as one made before them, to be taken after it. */
  async #create(found: readonly FoundItem[]): Promise<FoundItem[]> {
    const fresh: (FoundItem & { key: string; identity: string })[] = [];
    const twins: (FoundItem & { key: string })[] = [];
    const keys = new Set<string>();
    for (const one of found) {
      const key = triadKey({ type: one.item.type, name: one.item.name, ...one.library });
      if (keys.has(key)) twins.push({ ...one, key });
      else if (this.#isLeftOut(one)) continue;
      else {
        keys.add(key);
        const identity = this.#identityOf(one.item);
        this.#identities.add(identity);
        fresh.push({ ...one, key, identity });
      }
    }
    const ids = await insertItems(
      this.#tx,
      fresh.map(({ item, library, identity }) => this.#rowOf(item, library, identity)),
    );
    for (const { key, identity } of fresh) this.#standing.set(key, valueFor(ids, identity));
    for (const one of fresh) await this.#hangOn(valueFor(ids, one.identity), one);
    const after = await findItems(this.#tx, [...ids.values()]);
    for (const one of fresh) this.#tellMade(valueFor(after, valueFor(ids, one.identity)), one);
    return twins.map((one) => ({ ...one, standing: this.#standing.get(one.key) }));
  }

  #isLeftOut({ item, files }: FoundItem): boolean {
    if (files.length > 0 || this.#input.rules.createEmpty) return false;
    this.counts.leftOut++;
    const why = item.files.length === 0 ? 'it has no files in the data' : 'none of its files is in the project';
    this.#state.lines.push({
      code: 'item-left-out',
      path: item.place,
      message: `${item.name} was not made: ${why}, and empty inventory is not wanted.`,
    });
    return true;
  }

  #rowOf(item: IncomingItem, library: LibraryIds, identity: string): NewItem {
    const { project, actor, rules, mayReview, mayPublish } = this.#input;
    return {
      project_id: project.id,
      identity,
      type: item.type,
      name: item.name,
      description: item.description,
      url: item.url,
      purl: item.purl || item.component?.purl || '',
      component_id: library.componentId,
      version_id: library.versionId,
      license_id: library.licenseId,
      license_expression: library.licenseExpression,
      expression_priority: library.expressionPriority,
      possible_licenses: item.possibleLicenses,
      priority: item.priority ?? this.#priorityOf(item, library),
      confidence: item.confidence,
      dependency_scope: item.dependencyScope,
      dependency_level: item.dependencyLevel,
      ...usageColumns(rules.resetUsage ? {} : item.usage),
      audit_notes: item.notes.auditorReviewNotes,
      usage_guidance: item.notes.usageGuidance,
      remediation_notes: item.notes.remediationNotes,
      notices_text: item.notes.noticeText,
      detection_notes: item.notes.detectionNotes,
      as_found_license_text: item.notes.asFoundLicenseText,
      workflow_url: item.workflowUrl,
      created_by: item.createdBy || actor.login,
      // A scan that finds the same goes on rewriting what nobody had touched.
      is_edited: item.identity === '' || item.isEdited || identity !== item.identity,
      // All rows are inserted together, so that each names every column.
      status: mayReview ? item.status : 'DRAFT',
      is_status_set_by_person: mayReview && item.isStatusSetByPerson,
      is_published: mayPublish && item.isPublished,
      published_at: mayPublish && item.isPublished ? this.#input.now : null,
    };
  }

  /** What an item has beside its row. */
  async #hangOn(id: number, { item, files }: FoundItem): Promise<void> {
    if (item.id !== undefined) {
      this.#taken.set(item.id, id);
      this.made.set(item.id, id);
    }
    this.counts.created++;
    this.#sayWithheld(item);
    const excluded = await this.#exclude(id, item, new Set(files.map(({ path }) => path)));
    this.#made.set(id, { tied: this.#tie(id, files, []), excluded });
    if (item.workflow.length > 0) await replaceWorkflow(this.#tx, id, item.workflow);
    await this.#setFields(id, item, () => true);
    await this.#makeTasks(id, item, []);
  }

  #tellMade(after: DetailedItem, { item, files }: FoundItem): void {
    const { tied, excluded } = valueFor(this.#made, after.id);
    this.#made.delete(after.id);
    this.#remember(after.id, undefined, stateOf(after, tied));
    const isReviewed = this.#input.mayReview && item.isStatusSetByPerson;
    this.#decided.push(...importedItemDecisions(FRESH, after, this.#state.from, { isReviewed }));
    this.#recordTies(after, item.identity === '' ? tied : [], excluded);
    this.#state.lines.push({
      code: 'item-made',
      path: item.place,
      message: `${item.name} was made with ${this.#input.rules.addFiles ? files.length : 0} files.`,
    });
  }

  #sayWithheld(item: IncomingItem): void {
    const { mayReview, mayPublish } = this.#input;
    if (!mayReview && item.status !== 'DRAFT')
      this.#state.lines.push({
        code: 'status-withheld',
        path: item.place,
        message: `${item.name} is ${item.status} in the data and a draft here: whoever imports may not review.`,
      });
    if (!mayPublish && item.isPublished)
      this.#state.lines.push({
        code: 'publication-withheld',
        path: item.place,
        message: `${item.name} is published in the data and not here: whoever imports may not publish.`,
      });
  }

  /** As a scan called it, so that the next scan knows it again; another one where the name is taken. */
  #identityOf(item: IncomingItem): string {
    const isFree = item.identity !== '' && !this.#identities.has(item.identity);
    return isFree ? item.identity : `user:${randomUUID()}`;
  }

  #priorityOf(item: IncomingItem, { licenseExpression }: LibraryIds) {
    const subject = { type: item.type, licenseExpression, foundLicenses: item.possibleLicenses, severities: [] };
    return priorityOf(subject, 'V3', this.#priorityOfLicense);
  }

  #tie(id: number, files: readonly TargetFile[], tied: readonly string[]): string[] {
    if (!this.#input.rules.addFiles) return [];
    const has = new Set(tied);
    const added = files.map(({ path }) => path).filter((path) => !has.has(path));
    for (const path of added) this.#ties.push({ itemId: id, path });
    this.counts.filesTied += added.length;
    return added;
  }

  /** What a batch gathered: a statement for each kind, not for each item. */
  async #writeDown(): Promise<void> {
    await addItemFiles(this.#tx, this.#input.project.id, this.#ties.splice(0));
    await insertRevisions(this.#tx, this.#revisions.splice(0));
    await recordItemDecisions(this.#tx, this.#decided.splice(0), this.#state.from);
    await recordDecisions(this.#tx, this.#tieDecisions.splice(0));
  }

  /** What a person took out of the item there is not put into it by a scan here. */
  async #exclude(id: number, item: IncomingItem, tied: ReadonlySet<string>): Promise<string[]> {
    const paths = item.excludedFiles
      .flatMap((path) => this.#state.index.matching({ path, md5: this.#state.contents.get(path) }))
      .map(({ path }) => path)
      .filter((path) => !tied.has(path));
    if (paths.length === 0) return [];
    await sql`insert into inventory_file_exclusions (item_id, path) select ${id}, unnest(${paths}::text[]) on conflict do nothing`.execute(
      this.#tx,
    );
    return paths;
  }

  async #setFields(id: number, item: IncomingItem, mayWrite: (label: string) => boolean): Promise<void> {
    if (item.customFields.length === 0) return;
    const definitions = await listFieldDefinitions(this.#tx, 'INVENTORY');
    const byLabel = new Map(definitions.map((field) => [field.label.toLowerCase(), field]));
    for (const { label, value } of item.customFields) {
      const field = byLabel.get(label.toLowerCase());
      const checked = field && checkFieldValues(definitions, 'INVENTORY', [{ id: field.id, value }]);
      if (checked === undefined || isRefusal(checked)) {
        const why = checked === undefined ? 'this server has no such field' : checked.refusal.message;
        this.#state.lines.push({
          code: 'field-left-out',
          path: item.place,
          message: `The custom field "${label}" of ${item.name} was left out: ${why}`,
        });
      } else if (mayWrite(label)) await setItemFields(this.#tx, id, checked);
    }
  }

  async #makeTasks(
    id: number,
    item: IncomingItem,
    standing: readonly { type: string; summary: string; is_closed: boolean }[],
  ): Promise<void> {
    const tasks = item.id === undefined ? [] : (this.#state.facts.tasks.get(item.id) ?? []);
    for (const task of tasks) {
      const isOne = (one: { type: string; summary: string }) => one.type === task.type && one.summary === task.summary;
      if (standing.some((one) => one.is_closed === task.isClosed && isOne(one))) continue;
      if (task.isClosed && standing.some(isOne)) {
        this.#state.lines.push({
          code: 'task-kept-open',
          path: item.place,
          message: `The task "${task.summary}" of ${item.name} is closed in the data and stays open here.`,
        });
        continue;
      }
      const { type, summary, details, priority } = task;
      const { project, actor } = this.#input;
      const ownerId = await this.#ownerOf(task, item);
      await insertTask(this.#tx, {
        projectId: project.id,
        itemId: id,
        type,
        summary,
        details,
        priority,
        ownerId,
        createdBy: actor.id,
        closed: task.isClosed ? closedFacts(task, this.#input.now) : undefined,
      });
      if (task.isClosed) this.counts.closedTasksMade++;
      else this.counts.tasksMade++;
    }
  }

  /** Somebody of this login who can see the project, else its contact. */
  async #ownerOf({ owner }: IncomingTask, item: IncomingItem): Promise<number> {
    const { project } = this.#input;
    const known = this.#owners.get(owner);
    if (known !== undefined) return known;
    const user = owner === '' ? undefined : await findUserByLogin(this.#tx, owner);
    const isMember = user !== undefined && (!project.is_private || (await isMemberOf(this.#tx, project, user.id)));
    const id = isMember && user.is_active ? user.id : project.contact_id;
    if (id !== user?.id)
      this.#state.lines.push({
        code: 'task-owner',
        path: item.place,
        message: `Tasks of "${owner}" go to the project's contact: nobody of this login can do them here.`,
      });
    this.#owners.set(owner, id);
    return id;
  }

  /** An item that the data has twice is taken twice, one after the other. */
  async #update(found: readonly FoundItem[]): Promise<void> {
    let left = found.filter(({ standing }) => standing !== undefined) as StandingItem[];
    while (left.length > 0) {
      const round = new Map<number, StandingItem>();
      const rest: StandingItem[] = [];
      for (const one of left) {
        if (round.has(one.standing)) rest.push(one);
        else round.set(one.standing, one);
      }
      // A twin finds what the first one brought.
      await this.#writeDown();
      await this.#updateRound([...round.values()]);
      left = rest;
    }
  }

  async #updateRound(found: readonly StandingItem[]): Promise<void> {
    const ids = found.map(({ standing }) => standing);
    await lockItems(this.#tx, ids);
    const now = {
      items: await findItems(this.#tx, ids),
      paths: await listItemPaths(this.#tx, ids),
      fields: await listItemFields(this.#tx, ids),
      tasks: await listTasksOfItems(this.#tx, ids),
      workflows: await listWorkflows(this.#tx, ids),
    };
    for (const one of found) await this.#updateOne(one, now);
  }

  async #updateOne({ item, files, standing: id }: StandingItem, now: StandingFacts): Promise<void> {
    if (item.id !== undefined) this.#taken.set(item.id, id);
    const { rules } = this.#input;
    const before = valueFor(now.items, id);
    const tied = now.paths.get(id) ?? [];
    const fields = now.fields(id);
    const merged = mergedNotes(before, item, rules.overwriteNotes);
    for (const issue of merged.issues) this.#state.lines.push(issue);
    const usage = rules.resetUsage ? usageColumns({}) : usageColumns(item.usage, before);
    const added = this.#tie(id, files, tied);
    const excluded = await this.#exclude(id, item, new Set([...tied, ...added]));
    const isEmpty = (label: string) =>
      !fields.some((field) => field.fieldLabel.toLowerCase() === label.toLowerCase() && field.value);
    await this.#setFields(id, item, (label) => rules.overwriteNotes || isEmpty(label));
    await this.#makeTasks(id, item, now.tasks.get(id) ?? []);
    const workflow = await this.#workflow(id, item, now.workflows.get(id) ?? []);
    const reviewed = await this.#review(id, before, item);
    const change = { ...merged.columns, ...usage };
    const isChanged =
      added.length > 0 ||
      Object.entries(change).some(([column, value]) => before[column as keyof DetailedItem] !== value);
    if (isChanged) await updateItem(this.#tx, id, { ...change, is_edited: true });
    const after = isChanged || reviewed ? valueFor(await findItems(this.#tx, [id]), id) : before;
    this.#remember(
      id,
      { ...stateOf(before, tied), workflowPairs: workflow?.before },
      {
        ...stateOf(after, [...tied, ...added]),
        workflowPairs: workflow?.after,
        status: undefined,
        isPublished: undefined,
      },
    );
    const isReviewed = reviewed && after.status !== before.status;
    this.#decided.push(...importedItemDecisions(before, after, this.#state.from, { isReviewed }));
    this.#recordTies(after, item.identity === '' ? added : [], excluded);
    const isUpdated = isChanged || reviewed || workflow !== undefined;
    if (isUpdated) this.counts.updated++;
    else this.counts.unchanged++;
    const what = isUpdated ? `was updated, with ${added.length} more files` : 'stands as it is in the data';
    this.#state.lines.push({
      code: isUpdated ? 'item-updated' : 'item-unchanged',
      path: item.place,
      message: `${item.name} ${what}.`,
    });
  }

  /** Taken over where there are none here, or notes are to be overwritten; as the history shows them. Undefined when nothing changed. */
  async #workflow(
    id: number,
    item: IncomingItem,
    standing: readonly WorkflowPair[],
  ): Promise<{ before: string; after: string } | undefined> {
    if (item.workflow.length === 0) return undefined;
    const [before, after] = [workflowText(standing), workflowText(item.workflow)];
    if (before === after) return undefined;
    if (standing.length > 0 && !this.#input.rules.overwriteNotes) {
      this.#state.lines.push({
        code: 'workflow-kept',
        path: item.place,
        message: `The workflow pairs of ${item.name} stay as they are here; the data has others.`,
      });
      return undefined;
    }
    await replaceWorkflow(this.#tx, id, item.workflow);
    return { before, after };
  }

  /** Decisions of people in the data; true when one was taken over. */
  async #review(id: number, before: DetailedItem, item: IncomingItem): Promise<boolean> {
    const { project, actor, mayReview, mayPublish, action } = this.#input;
    this.#sayWithheld(item);
    let isTaken = false;
    if (mayPublish && item.isPublished && !before.is_published) {
      const standing = firstOf(await lockItems(this.#tx, [id]));
      const event = { type: 'publish', decision: 'UNDECIDED', isInScan: false } as const;
      await applyReviews(this.#tx, project, [{ item: standing, event }], actor, { action });
      isTaken = true;
    }
    if (!mayReview || !item.isStatusSetByPerson || item.status === before.status) return isTaken;
    if (before.is_status_set_by_person) {
      this.#state.lines.push({
        code: 'status-kept',
        path: item.place,
        message: `${item.name} stays ${before.status}, as a person decided here; it is ${item.status} in the data.`,
      });
      return isTaken;
    }
    const now = firstOf(await lockItems(this.#tx, [id]));
    await applyReviews(
      this.#tx,
      project,
      [{ item: now, event: { type: 'reviewer-sets', status: item.status } }],
      actor,
      { action },
    );
    return true;
  }

  #recordTies(item: DetailedItem, tied: readonly string[], untied: readonly string[]): void {
    if (tied.length + untied.length === 0) return;
    const about = { id: item.id, project_id: item.project_id, finding: findingSubject(item).finding };
    this.#tieDecisions.push(
      ...importedTies(about, tied, true, this.#state.from),
      ...importedTies(about, untied, false, this.#state.from),
    );
  }

  #remember(
    id: number,
    before: ReturnType<typeof stateOf> | undefined,
    after: Partial<ReturnType<typeof stateOf>>,
  ): void {
    const revision = historyOf(before, after, this.#input.action);
    if (!revision) return;
    const { project, actor } = this.#input;
    this.#revisions.push({ projectId: project.id, itemId: id, user: actor, ...revision });
  }
}

/** Data of earlier versions does not say when. */
function closedFacts({ resolution, createdAt, closedAt }: IncomingTask, now: Date) {
  const at = closedAt ?? now;
  return { resolution, createdAt: createdAt && createdAt < at ? createdAt : at, closedAt: at };
}

/** Of an item that nobody has decided anything about. */
const FRESH: Partial<DetailedItem> = {
  ...usageColumns({}),
  audit_notes: '',
  usage_guidance: '',
  remediation_notes: '',
  notices_text: '',
};

function stateOf(item: DetailedItem, files: readonly string[]) {
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

interface StandingRow extends Triad {
  id: number;
  identity: string;
}

interface Triad {
  type: string;
  name: string;
  componentId: number | null;
  versionId: number | null;
  licenseId: number | null;
  licenseExpression: string;
}

/** Items of one key are identical: component, version and license; work in progress has nothing but its name. */
function triadKey({ type, name, componentId, versionId, licenseId, licenseExpression }: Triad): string {
  if (type === 'WORK_IN_PROGRESS') return `${type}\n${name.toLowerCase()}`;
  const license = licenseId ?? (licenseExpression === '' ? '' : expressionKey(licenseExpression));
  return [type, componentId, versionId, license].join('\n');
}

async function listStandingRows(tx: Tx, projectId: number): Promise<StandingRow[]> {
  return tx
    .selectFrom('inventory_items')
    .select([
      'id',
      'identity',
      'type',
      'name',
      'component_id as componentId',
      'version_id as versionId',
      'license_id as licenseId',
      'license_expression as licenseExpression',
    ])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
}

async function isMemberOf(tx: Tx, project: Project, userId: number): Promise<boolean> {
  const contacts = [
    project.contact_id,
    project.legal_contact_id,
    project.security_contact_id,
    project.developer_contact_id,
  ];
  if (contacts.includes(userId)) return true;
  const row = await tx
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
