// Reads a document of exported project data twice: first the facts that are needed before any item, then the items one by one.

import { shorten, storableText } from '@assay/scanner/foreign-text';
import { isFields } from '@assay/scanner/items';
import { readPieces, UnreadableJson } from '@assay/scanner/json-pieces';
import type { DataIssue, Issues, Members } from '@assay/scanner/member-reader';
import { AppError } from '../errors.ts';
import type { ForeignAnalysis } from './foreign/model.ts';
import {
  type IncomingFile,
  type IncomingItem,
  type IncomingRelation,
  type IncomingTask,
  readFile,
  readItem,
  readRelation,
  readTask,
} from './incoming.ts';
import { readAnalysis } from './incoming-analyses.ts';
import { type IncomingRemoval, readRemoval } from './incoming-removals.ts';
import { type IncomingStatement, readStatement } from './incoming-statements.ts';

/** Version of the documents that this server writes. */
export const FORMAT = 'assay-project-data';
/** Raised when a member changes its meaning. Documents of earlier versions lack members. */
export const FORMAT_VERSION = 4;

const MOST_PIECE_BYTES = 64 * 1024 * 1024;
const MOST = {
  inventory: 500_000,
  relations: 2_000_000,
  files: 5_000_000,
  tasks: 1_000_000,
  statements: 500_000,
  removed: 500_000,
  history: 20_000_000,
  decisions: 20_000_000,
  analyses: 500_000,
} as const;
/** Further issues are only counted. */
const MOST_ISSUES = 50_000;

/** Data that cannot be imported at all. A job or request that adds nothing to it ends with its sentence, which is for people. */
export class DataRefused extends AppError {
  constructor(sentence: string) {
    super('badRequest', { message: sentence });
  }
}

export interface DocumentFacts {
  /** Name of the exported project. */
  project: string;
  exportedOn: string;
  itemCount: number;
  /** The settings and custom fields of the exported project. */
  settings: Members;
  tasks: Map<string, IncomingTask[]>;
  relations: IncomingRelation[];
  /** Edits of copyright statements in their order. */
  statements: readonly IncomingStatement[];
  removed: readonly IncomingRemoval[];
  historyCount: number;
  /** Decisions that belong to no item, task or file of the document, by kind. */
  otherDecisions: Map<string, number>;
  /** Decisions on vulnerabilities. */
  analyses: readonly ForeignAnalysis[];
  /** The data in words, as the reason of imported decisions. */
  source: string;
}

export type OpenDocument = () => Promise<AsyncIterable<Uint8Array>> | AsyncIterable<Uint8Array>;

/** The issues of a document; a broken one may have millions. */
export class IssueList implements Issues {
  readonly kept: DataIssue[] = [];
  count = 0;

  push(issue: DataIssue): void {
    this.count++;
    if (this.kept.length < MOST_ISSUES) this.kept.push(issue);
  }

  /** Adds what a list like this one held: `count` issues, of which these were kept. */
  restore(kept: readonly DataIssue[], count: number): void {
    for (const issue of kept) this.push(issue);
    this.count += count - kept.length;
  }

  all(): DataIssue[] {
    const more = this.count - this.kept.length;
    if (more === 0) return this.kept;
    return [
      ...this.kept,
      { code: 'more-issues', path: '', message: `${more} more lines of this kind were left out of the log.` },
    ];
  }
}

type ListName = keyof typeof MOST;
/** What is done with each element of a list. `place` is its place in the document. */
type Takers = { [Name in ListName]?: (value: unknown, place: string) => void | Promise<void> };
type Lists = Pick<DocumentFacts, 'tasks' | 'relations' | 'statements' | 'removed' | 'otherDecisions' | 'analyses'>;

/** Reads everything except the items, which it only counts. Calls `onFile` for each file. */
async function readFacts(
  open: OpenDocument,
  issues: IssueList,
  onFile: (file: IncomingFile) => void | Promise<void>,
): Promise<DocumentFacts> {
  const { lists, takers } = gatherLists(issues, onFile);
  const { head, counts } = await readLists(open, takers);
  requireFormat(head, counts.inventory + counts.files);
  const { otherDecisions } = lists;
  // Since version 3, both lists have them.
  if (lists.analyses.length > 0) for (const kind of ['suppression', 'analysis']) otherDecisions.delete(kind);
  // Since version 4, both lists have them.
  if (lists.statements.length > 0) otherDecisions.delete('copyright-edit');
  if (lists.removed.length > 0) otherDecisions.delete('item-removed');
  return { ...lists, ...factsOfHead(head), itemCount: counts.inventory, historyCount: counts.history };
}

/** The lists that are kept, and what fills them. */
function gatherLists(
  issues: IssueList,
  onFile: (file: IncomingFile) => void | Promise<void>,
): { lists: Lists; takers: Takers } {
  const relations: IncomingRelation[] = [];
  const statements: IncomingStatement[] = [];
  const removed: IncomingRemoval[] = [];
  const analyses: ForeignAnalysis[] = [];
  const tasks = new Map<string, IncomingTask[]>();
  const otherDecisions = new Map<string, number>();
  const into =
    <T>(list: T[], read: (value: unknown, place: string, issues: IssueList) => T | undefined) =>
    (value: unknown, place: string) => {
      const element = read(value, place, issues);
      if (element) list.push(element);
    };
  return {
    lists: { relations, statements, removed, analyses, tasks, otherDecisions },
    takers: {
      relations: into(relations, readRelation),
      statements: into(statements, readStatement),
      removed: into(removed, readRemoval),
      analyses: into(analyses, readAnalysis),
      decisions: (value) => countDecision(otherDecisions, value),
      files: (value, place) => {
        const file = readFile(value, place, issues);
        return file && onFile(file);
      },
      tasks: (value, place) => {
        const read = readTask(value, place, issues);
        if (!read) return;
        const others = tasks.get(read.item);
        if (others) others.push(read.task);
        else tasks.set(read.item, [read.task]);
      },
    },
  };
}

/** Hands out the elements of all lists in the order of the document; the members that are no lists are returned. */
async function readLists(
  open: OpenDocument,
  takers: Takers,
): Promise<{ head: Map<string, unknown>; counts: Record<ListName, number> }> {
  const head = new Map<string, unknown>();
  const counts = Object.fromEntries(Object.keys(MOST).map((name) => [name, 0])) as Record<ListName, number>;
  for await (const { member, isElement, value } of pieces(await open())) {
    if (!isElement) {
      head.set(member, value);
      continue;
    }
    const list = member as ListName;
    const at = counts[list]++;
    if (at >= MOST[list])
      throw new DataRefused(`The list "${list}" has more than the ${MOST[list]} elements that an import takes.`);
    const taken = takers[list]?.(value, `${list}[${at}]`);
    if (taken !== undefined) await taken;
  }
  return { head, counts };
}

/** What the document says of the exported project. */
function factsOfHead(head: ReadonlyMap<string, unknown>) {
  const written = head.get('project');
  const members = isFields(written) ? written : {};
  const project = typeof members.name === 'string' ? shorten(storableText(members.name), 255) : '';
  const on = head.get('exportedOn');
  const exportedOn = typeof on === 'string' ? shorten(storableText(on), 50) : '';
  const source = `project data${project ? ` of "${project}"` : ''}${exportedOn ? ` of ${exportedOn}` : ''}`;
  return { project, exportedOn, settings: members, source };
}

/** Decisions on items and files are also there, and are imported from there. */
const HELD_ELSEWHERE = new Set([
  'review',
  'note',
  'usage',
  'notice-text',
  'file-reviewed',
  'file-tied',
  'license-choice',
  'concluded-license',
  'item-kept',
]);

function countDecision(counts: Map<string, number>, value: unknown): void {
  const kind = isFields(value) && typeof value.kind === 'string' ? value.kind.slice(0, 50) : 'unknown';
  if (!HELD_ELSEWHERE.has(kind) && counts.size < 100) counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** The items, in their order. Of several with one id, the first keeps it, because tasks and relations mean one item. */
async function* readItems(open: OpenDocument, issues: IssueList): AsyncGenerator<IncomingItem> {
  let count = 0;
  const ids = new Set<string>();
  for await (const { member, isElement, value } of pieces(await open())) {
    if (member !== 'inventory' || !isElement) continue;
    const place = `inventory[${count++}]`;
    const item = readItem(value, place, issues);
    if (!item) continue;
    if (item.id === undefined || !ids.has(item.id)) {
      if (item.id !== undefined) ids.add(item.id);
      yield item;
      continue;
    }
    issues.push({
      code: 'id-taken',
      path: place,
      message: `${item.name} has the id ${item.id} of an earlier item, so tasks, relations and history with this id go to that one.`,
    });
    yield { ...item, id: undefined };
  }
}

async function* readHistory(open: OpenDocument): AsyncGenerator<unknown> {
  for await (const { member, isElement, value } of pieces(await open()))
    if (member === 'history' && isElement) yield value;
}

async function* pieces(chunks: AsyncIterable<Uint8Array>) {
  try {
    yield* readPieces(chunks, { lists: Object.keys(MOST), mostPieceBytes: MOST_PIECE_BYTES });
  } catch (error) {
    throw error instanceof UnreadableJson ? new DataRefused(error.message) : error;
  }
}

/** Hand-written data may lack the version: then it is the current one. */
function requireFormat(head: Map<string, unknown>, elements: number): void {
  const [format, version] = [head.get('format'), head.get('version')];
  if (format !== undefined && format !== FORMAT)
    throw new DataRefused(`The member "format" must be "${FORMAT}"; it is ${JSON.stringify(format)}.`);
  if (format === undefined && elements === 0)
    throw new DataRefused(
      `The document is not project data: it has neither "format": "${FORMAT}" nor the lists "inventory" or "files".`,
    );
  if (version === undefined) return;
  if (!Number.isInteger(version) || (version as number) < 1)
    throw new DataRefused(
      `The member "version" must be a whole number from 1 to ${FORMAT_VERSION}; it is ${JSON.stringify(version)}.`,
    );
  if ((version as number) > FORMAT_VERSION)
    throw new DataRefused(
      `The data has version ${version} of a newer Assay; this server reads versions 1 to ${FORMAT_VERSION}. Update this server, or export the data again from one of this version.`,
    );
}

/** Opens the data of an import. It is read twice: first the facts that are needed before any item. */
export interface IncomingData {
  /** Reads what it can before the project is locked: people who change the project wait until the import is over. */
  ahead?(signal: AbortSignal): Promise<void>;
  facts(issues: IssueList, onFile: (file: IncomingFile) => void): Promise<DocumentFacts>;
  items(issues: IssueList): AsyncIterable<IncomingItem> | Iterable<IncomingItem>;
  /** History entries of items in the order of the data; absent if a format has none. */
  history?(): AsyncIterable<unknown>;
}

export function projectData(open: OpenDocument): IncomingData {
  return {
    facts: (issues, onFile) => readFacts(open, issues, onFile),
    items: (issues) => readItems(open, issues),
    history: () => readHistory(open),
  };
}
