// The Project report: the state of the project as a whole: figures, what has changed, inventory, tasks, and every scanned file with its
// evidence.
import type { Block, ReportDocument, Section } from '../../documents/document.ts';
import { countOf } from '../../domain/count-text.ts';
import { severities } from '../../domain/vulnerabilities/severity.ts';
import { advisoryFacts, advisoryNote, isAnythingCompared } from '../advisory-data.ts';
import type { ReportItem } from '../data.ts';
import {
  Counts,
  dateCell,
  filterNote,
  itemAnchor,
  itemColumns,
  itemRow,
  licenseFactRows,
  mapped,
  noteBlocks,
  projectFacts,
  revisionColumns,
  revisionRow,
  subtitle,
  usageRows,
} from '../item-blocks.ts';
import type { ReportSource, ReportWriter } from '../report.ts';
import { severityWord } from '../vulnerability-analysis.ts';
import { vulnerabilityBlocks } from '../vulnerability-table.ts';
import { dependencies } from './dependencies.ts';

/** The JSON file alone has the details of more items than this. */
const DETAILS_ON_PAGE = 1000;
const FILES_ON_PAGE = 2000;
const HISTORY_ON_PAGE = 500;
const FILES_OF_ITEM = 25;

export const project: ReportWriter = {
  data: ['inventoryItems', 'licenses', 'tasks', 'history', 'links', 'vulnerabilities', 'files'],
  document: (source) => frame(source, 'The whole project, including unpublished items.', sections(source)),
  short: (source) =>
    frame(source, 'The whole project, including unpublished items. Short form.', shortSections(source)),
};

function frame(source: ReportSource, words: string, parts: Section[]): ReportDocument {
  return {
    title: `Project report: ${source.head.project.name}`,
    subtitle: subtitle(source, words),
    brand: source.brand,
    at: source.at,
    facts: [...projectFacts(source), ...advisoryFacts(source)],
    sections: parts,
  };
}

const SHORT: readonly string[] = ['summary', 'changes', 'inventory', 'vulnerabilities', 'dependencies', 'tasks'];

function shortSections(source: ReportSource): Section[] {
  const left: Section = {
    id: 'left-out',
    title: 'What the short form leaves out',
    blocks: () => [
      {
        type: 'paragraph',
        text: 'The whole report (HTML, Excel, JSON) also has the evidence that nobody has reviewed, each item in detail, the history and all scanned files.',
      },
    ],
  };
  return [...sections(source, 'short').filter(({ id }) => SHORT.includes(id)), left];
}

function sections(source: ReportSource, form: 'whole' | 'short' = 'whole'): Section[] {
  return [
    { id: 'summary', title: 'Summary', blocks: () => summary(source) },
    { id: 'changes', title: 'What has changed', blocks: () => changes(source) },
    { id: 'inventory', title: 'Inventory', blocks: () => inventory(source, form) },
    {
      id: 'vulnerabilities',
      title: 'Vulnerabilities',
      blocks: () => vulnerabilityBlocks(source),
    },
    { id: 'dependencies', title: 'Dependencies', blocks: () => dependencies(source) },
    { id: 'tasks', title: 'Tasks', blocks: () => [tasks(source)] },
    { id: 'evidence', title: 'Remaining evidence', blocks: () => evidence(source) },
    { id: 'details', title: 'Items in detail', blocks: () => details(source) },
    { id: 'history', title: 'History', blocks: () => [history(source)] },
    { id: 'files', title: 'Scanned files', blocks: () => [files(source)] },
  ];
}

async function* summary(source: ReportSource): AsyncGenerator<Block> {
  yield* filterNote(source);
  const counts = { priority: new Counts(), status: new Counts(), family: new Counts(), license: new Counts() };
  for await (const item of source.list('inventoryItems')) {
    counts.priority.add(item.priority);
    counts.status.add(item.status);
    counts.family.add(item.licenseFamily || (item.licenseExpression === '' ? 'No license' : 'Other'));
    counts.license.add(item.licensePriority);
  }
  yield { type: 'paragraph', text: riskSentence(counts.license, counts.status) };
  yield {
    type: 'bars',
    title: 'Items by priority',
    bars: counts.priority.bars(['High', 'Medium', 'Low', 'Other'], { High: 'bad', Medium: 'warn' }),
  };
  yield {
    type: 'bars',
    title: 'Items by review status',
    bars: counts.status.bars(['Approved', 'Rejected', 'Draft'], { Approved: 'good', Rejected: 'bad' }),
  };
  yield {
    type: 'bars',
    title: 'Items by license priority (P1 has the strictest obligations)',
    bars: counts.license.bars(['P1', 'P2', 'P3', 'Unknown'], { P1: 'bad', P2: 'warn' }),
  };
  yield { type: 'bars', title: 'Items by license family', bars: counts.family.bars() };
  const severity = new Counts();
  for await (const one of source.list('vulnerabilities')) if (!one.isSuppressed) severity.add(severityWord(one));
  if (severity.total > 0 || isAnythingCompared(source))
    yield {
      type: 'bars',
      title: 'Vulnerabilities by severity',
      bars: severity.bars(severities, { CRITICAL: 'bad', HIGH: 'bad', MEDIUM: 'warn' }),
    };
  yield advisoryNote(source);
}

function riskSentence(license: Counts, status: Counts): string {
  const open = status.of('Draft');
  const grave = license.of('P1');
  const unknown = license.of('Unknown');
  return [
    `${countOf(grave, 'item')} under a license that asks for the source of the whole work (P1).`,
    `${countOf(unknown, 'item')} without a known license.`,
    `${countOf(open, 'item')} not reviewed yet, ${countOf(status.of('Rejected'), 'item')} rejected.`,
  ].join(' ');
}

async function* changes(source: ReportSource): AsyncGenerator<Block> {
  const { lastOn } = source;
  if (lastOn === undefined) {
    yield {
      type: 'paragraph',
      text: 'This is the first report of this kind for the project, so it cannot be compared with an earlier one.',
    };
    return;
  }
  yield { type: 'paragraph', text: `Since the last report of ${lastOn} UTC.` };
  const count = new Counts();
  for await (const revision of source.list('history')) if (revision.on >= lastOn) count.add(revision.event);
  if (count.total > 0) yield { type: 'bars', title: 'Changes', bars: count.bars() };
  yield {
    type: 'table',
    sheet: 'Changes',
    columns: revisionColumns,
    rows: mapped(source.list('history'), (row) => (row.on >= lastOn ? revisionRow(row) : undefined)),
    mostOnPage: HISTORY_ON_PAGE,
    none: 'Nothing has changed.',
  };
}

async function* inventory(source: ReportSource, form: 'whole' | 'short'): AsyncGenerator<Block> {
  let count = 0;
  yield {
    type: 'table',
    sheet: 'Inventory',
    columns: itemColumns,
    rows: mapped(source.list('inventoryItems'), (item) =>
      itemRow(item, form === 'whole' && ++count <= DETAILS_ON_PAGE ? itemAnchor(item.id) : undefined),
    ),
    none: 'The project has no inventory, or the filters leave out all items.',
  };
}

function tasks(source: ReportSource): Block {
  return {
    type: 'table',
    sheet: 'Tasks',
    columns: [
      { title: 'Task', type: 'number', width: 8 },
      { title: 'Kind', width: 20 },
      { title: 'Summary', width: 50 },
      { title: 'Inventory item', width: 40 },
      { title: 'Owner' },
      { title: 'Priority', width: 10 },
      { title: 'State', width: 10 },
      { title: 'Created', type: 'date' },
    ],
    rows: mapped(source.list('tasks'), (task) => [
      task.id,
      task.kind,
      task.summary,
      task.itemName,
      task.owner,
      task.priority,
      task.isClosed ? 'closed' : 'open',
      dateCell(task.createdOn),
    ]),
    none: 'There are no tasks.',
  };
}

/** Files with licenses or copyrights that are neither in the inventory nor reviewed. */
async function* evidence(source: ReportSource): AsyncGenerator<Block> {
  yield {
    type: 'paragraph',
    text: 'Files with licenses or copyrights that belong to no item of the inventory and are not marked as reviewed.',
  };
  yield {
    type: 'table',
    sheet: 'Remaining evidence',
    columns: [
      { title: 'Path', width: 70 },
      { title: 'Licenses', width: 40 },
      { title: 'Copyrights', width: 60 },
    ],
    rows: mapped(source.list('files'), (file) =>
      file.isInInventory || file.isReviewed || file.licenses.length + file.copyrights.length === 0
        ? undefined
        : [file.path, file.licenses, file.copyrights],
    ),
    mostOnPage: FILES_ON_PAGE,
    none: 'None: every file with evidence is in the inventory or is reviewed.',
  };
}

async function* details(source: ReportSource): AsyncGenerator<Block> {
  let count = 0;
  for await (const item of source.list('inventoryItems')) {
    if (++count > DETAILS_ON_PAGE) continue;
    yield* itemDetails(item);
  }
  if (count > DETAILS_ON_PAGE)
    yield {
      type: 'paragraph',
      text: `This page shows the first ${DETAILS_ON_PAGE} of ${count} items. The JSON file has all of them.`,
      tone: 'warn',
    };
}

function* itemDetails(item: ReportItem): Generator<Block> {
  yield { type: 'heading', text: item.name, id: itemAnchor(item.id) };
  yield {
    type: 'facts',
    rows: [
      ...usageRows(item),
      ['Possible licenses', item.possibleLicenses.join(', ') || null],
      ...licenseFactRows(item),
      ['Made by', item.createdBy],
      ...Object.entries(item.customFields),
    ],
  };
  yield* noteBlocks(item);
  const copyrights = item.copyrights.join('\n');
  if (copyrights !== '') yield { type: 'verbatim', summary: 'Copyrights', text: copyrights };
  if (item.files.length === 0) return;
  const more = item.files.length - FILES_OF_ITEM;
  const paths = item.files.slice(0, FILES_OF_ITEM).join('\n');
  yield {
    type: 'verbatim',
    summary: countOf(item.files.length, 'file'),
    text: more > 0 ? `${paths}\n… and ${more} more, which the JSON file lists.` : paths,
  };
}

function history(source: ReportSource): Block {
  return {
    type: 'table',
    sheet: 'Item history',
    columns: revisionColumns,
    rows: mapped(source.list('history'), revisionRow),
    mostOnPage: HISTORY_ON_PAGE,
  };
}

function files(source: ReportSource): Block {
  return {
    type: 'table',
    sheet: 'Files',
    columns: [
      { title: 'Path', width: 70 },
      { title: 'Bytes', type: 'number' },
      { title: 'Language', width: 14 },
      { title: 'Licenses', width: 30 },
      { title: 'Copyrights', width: 50 },
      { title: 'E-mails', type: 'number', isSheetOnly: true },
      { title: 'URLs', type: 'number', isSheetOnly: true },
      { title: 'Search terms', width: 20 },
      { title: 'In inventory', type: 'boolean' },
      { title: 'Reviewed', type: 'boolean' },
      { title: 'MD5', width: 34, isSheetOnly: true },
      { title: 'SHA-1', width: 42, isSheetOnly: true },
    ],
    rows: mapped(source.list('files'), (file) => [
      file.path,
      file.sizeBytes,
      file.language,
      file.licenses,
      file.copyrights,
      file.emails,
      file.urls,
      file.searchTerms,
      file.isInInventory,
      file.isReviewed,
      file.md5,
      file.sha1,
    ]),
    mostOnPage: FILES_ON_PAGE,
    none: 'The project has no files.',
  };
}
