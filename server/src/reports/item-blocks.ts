// Parts that several reports use for inventory items: columns, counts, cells. Plain values only.
import type { Bar, Block, Cell, Column, Marked, Row, Tone } from '../documents/document.ts';
import { fieldsOfKind, type ReportedItemFields } from '../domain/inventories/inventory-fields.ts';
import type { ReportItem, ReportRevision } from './data.ts';
import { filterSentence } from './options.ts';
import type { ReportSource } from './report.ts';

/** Turns `2026-11-21 05:51:09` of the wire into a date; null for ''. */
export function dateCell(text: string): Date | null {
  return text === '' ? null : new Date(`${text.replace(' ', 'T')}Z`);
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

export function urlCell(url: string): Cell {
  return url === '' ? null : { text: url, url };
}

const STATUS_TONES: Record<string, Tone> = { Approved: 'good', Rejected: 'bad', Draft: 'soft' };

/** A review that no longer holds is told beside the status. */
export function statusCell(status: string, toBeDecidedAgain = ''): Marked {
  const text = toBeDecidedAgain === '' ? status : `${status}, to be decided again`;
  return { text, tone: toBeDecidedAgain === '' ? STATUS_TONES[status] : 'bad' };
}

export const itemAnchor = (id: number): string => `item-${id}`;

export const itemColumns: readonly Column[] = [
  { title: 'Id', type: 'number', width: 8 },
  { title: 'Name', width: 40 },
  { title: 'Type', width: 14 },
  { title: 'Component', width: 24, isSheetOnly: true },
  { title: 'Version', width: 14, isSheetOnly: true },
  { title: 'License', width: 24 },
  { title: 'License priority', width: 14, isSheetOnly: true },
  { title: 'Priority', width: 10 },
  { title: 'Review', width: 12 },
  { title: 'Why', width: 50, isSheetOnly: true },
  { title: 'Policy', width: 14 },
  { title: 'Published', type: 'boolean', width: 10 },
  { title: 'Confidence', width: 12, isSheetOnly: true },
  { title: 'Scope', width: 14, isSheetOnly: true },
  { title: 'Files', type: 'number', width: 8 },
  { title: 'purl', width: 40, isSheetOnly: true },
  { title: 'URL', width: 40 },
  { title: 'Updated', type: 'date', width: 19, isSheetOnly: true },
  { title: 'Compared with advisories', width: 24, isSheetOnly: true },
];

export function itemRow(item: ReportItem, to?: string): Row {
  return [
    item.id,
    to === undefined ? item.name : { text: item.name, to },
    item.type,
    item.componentName,
    item.versionName,
    item.licenseExpression || item.licenseName,
    item.licensePriority,
    item.priority,
    statusCell(item.status, item.toBeDecidedAgain),
    item.whyDecided,
    item.policyDecision.toLowerCase(),
    item.isPublished,
    item.confidence,
    item.dependencyScope,
    item.files.length,
    item.purl,
    urlCell(item.url),
    dateCell(item.updatedOn),
    item.coverage.state === 'compared' ? 'compared' : `not compared: ${item.coverage.inShort}`,
  ];
}

/** The three license facts, each with its source. Unknown facts are left out. */
export function licenseFactRows(item: ReportItem): [string, Cell][] {
  const { declared, concluded, choice, bundled } = item.licenseFacts;
  const told = ({ expression, words }: { expression: string; words: string }) =>
    expression === '' ? null : `${expression}: ${words}`;
  const rows: [string, Cell][] = [
    ['Declared license', told(declared)],
    ['Concluded license', told(concluded)],
    ['Choice', told(choice)],
    ['Bundled licenses', bundled.map(({ expression, words }) => `${expression} (${words})`).join('; ') || null],
    ['Own package', item.isOwn ? 'its manifest is in a folder of the product itself' : null],
  ];
  return rows.filter(([, cell]) => cell !== null);
}

/** How the product uses an item, and the links that people gave it. */
export const usageRows = (item: ReportItem): [string, Cell][] =>
  fieldsOfKind('usage', 'link').map(({ title, kind, reportedName }) => {
    const value = reportedValue(item, reportedName);
    if (typeof value === 'boolean') return [title, yesNo(value)];
    return [title, kind === 'link' ? urlCell(value) : value];
  });

/** The notes of an item that are not blank. */
export function* noteBlocks(item: ReportItem): Generator<Block> {
  for (const { title, reportedName } of fieldsOfKind('note')) {
    const text = String(reportedValue(item, reportedName));
    if (text.trim() !== '') yield { type: 'verbatim', summary: title, text };
  }
}

const reportedValue = (item: ReportItem, name: string) => item[name as keyof ReportedItemFields];

export class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string, by = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** In this order; other names follow, the most frequent first. */
  bars(order: readonly string[] = [], tones: Record<string, Tone> = {}): Bar[] {
    const others = [...this.#counts.keys()].filter((name) => !order.includes(name));
    others.sort((a, b) => this.of(b) - this.of(a) || (a < b ? -1 : 1));
    return [...order, ...others].map((label) => ({ label, value: this.of(label), tone: tones[label] }));
  }
}

/** A sentence that says which items a filter has left out. No block if there is no filter. */
export function* filterNote({ options }: ReportSource): Generator<Block> {
  const sentence = filterSentence(options);
  if (sentence !== '') yield { type: 'paragraph', text: sentence, tone: 'warn' };
}

export function projectFacts({ head }: ReportSource): [string, Cell][] {
  const { project, counts } = head;
  return [
    ['Project', project.name],
    ['Contact', project.contact],
    ['Status', project.status],
    ['Risk', project.risk],
    ['Visibility', project.visibility],
    ['Folder', project.folderPath],
    ['Policy', project.policyProfile],
    ['Own license', project.primaryLicense || null],
    ['Files', project.fileCount],
    ['Lines', project.lineCount],
    ['Inventory items', counts.items],
    ['Published', counts.published],
    ['Description', project.description || null],
    ...Object.entries(project.customFields),
  ];
}

export function subtitle({ head }: ReportSource, words: string): string {
  return `Generated on ${head.generatedOn} UTC by ${head.generatedBy}. ${words}`.trim();
}

export const revisionColumns: readonly Column[] = [
  { title: 'When', type: 'date', width: 19 },
  { title: 'Who', width: 16 },
  { title: 'Item', width: 40 },
  { title: 'Event', width: 20 },
  { title: 'By way of', width: 18 },
  { title: 'Change', width: 60 },
];

/** Only the beginning of long texts is printed. The history has the whole texts. */
const LONGEST_VALUE = 200;

export function changeText(revision: ReportRevision): string {
  const short = (text: string) =>
    text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE).toWellFormed()}… (${text.length} characters)`;
  return revision.changes
    .map(({ field, oldValue, newValue }) => `${field}: ${short(oldValue) || '–'} → ${short(newValue) || '–'}`)
    .join('\n');
}

export function revisionRow(revision: ReportRevision): Row {
  return [
    dateCell(revision.on),
    revision.by,
    revision.itemName || `item ${revision.itemId}`,
    revision.event,
    revision.action,
    changeText(revision),
  ];
}

/** True for decisions of a person, or of the policy in a person's name, on status, license or publication. */
export function isDecision(revision: ReportRevision): boolean {
  return (
    revision.changes.some(({ field }) => ['Status', 'License', 'SPDX Expression', 'Published'].includes(field)) &&
    revision.event !== 'Inventory Created'
  );
}

export async function* mapped<A, B>(rows: AsyncIterable<A>, make: (row: A) => B | undefined): AsyncGenerator<B> {
  for await (const row of rows) {
    const made = make(row);
    if (made !== undefined) yield made;
  }
}
