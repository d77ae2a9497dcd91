// The Audit report: the published inventory for an auditor. One table of findings, then each item with all its facts, the decisions with their
// reasons, the texts, and a place to sign.
import type { Block, ReportDocument, Section, Table } from '../../documents/document.ts';
import { countOf } from '../../domain/count-text.ts';
import { noticesFor } from '../../domain/inventories/notices.ts';
import { advisoryFacts } from '../advisory-data.ts';
import type { ReportItem, ReportRevision } from '../data.ts';
import {
  changeText,
  dateCell,
  filterNote,
  isDecision,
  itemAnchor,
  mapped,
  projectFacts,
  revisionColumns,
  revisionRow,
  statusCell,
  subtitle,
  urlCell,
} from '../item-blocks.ts';
import { obligationTable, usesOfLicenses } from '../obligation-table.ts';
import type { ReportSource, ReportWriter } from '../report.ts';
import { vulnerabilityBlocks } from '../vulnerability-table.ts';
import { itemDetails } from './details.ts';
import { differenceBlocks } from './difference.ts';
import { licenseTexts } from './license-texts.ts';
import { matchTable, rowsInOrder } from './matches.ts';

const LOG_ON_PAGE = 300;
/** Decisions of people are what the report is for. */
const DECISIONS_ON_PAGE = 5000;

const SHORT_FORM =
  'This is the short form. The whole report (HTML, Excel, JSON) also has each item in detail with the texts that were found, all decisions, the license texts, and the extract of the audit log.';

export const audit: ReportWriter = {
  data: [
    'differences',
    'decisionChanges',
    'inventoryItems',
    'licenses',
    'itemTexts',
    'licenseMatches',
    'history',
    'vulnerabilities',
    'auditLog',
  ],
  document: (source) => frame(source, 'Published inventory only.', sections(source)),
  short: (source) => frame(source, 'Published inventory only. Short form.', shortSections(source)),
};

function frame(source: ReportSource, words: string, parts: Section[]): ReportDocument {
  return {
    title: `Audit report: ${source.head.project.name}`,
    subtitle: subtitle(source, words),
    brand: source.brand,
    at: source.at,
    facts: [...projectFacts(source), ...advisoryFacts(source)],
    sections: parts,
  };
}

function shortSections(source: ReportSource): Section[] {
  return [
    { id: 'difference', title: DIFFERENCE, blocks: () => difference(source, false) },
    { id: 'findings', title: 'Findings', blocks: () => findings(source, 'short') },
    { id: 'decisions', title: 'Decisions', blocks: () => decisionsOfPeople(source) },
    { id: 'vulnerabilities', title: 'Vulnerabilities', blocks: () => vulnerabilities(source) },
    { id: 'obligations', title: 'What the licenses ask for', blocks: () => obligations(source) },
    { id: 'sign-off', title: 'Sign-off', blocks: () => signOff(source) },
  ];
}

function sections(source: ReportSource): Section[] {
  return [
    { id: 'difference', title: DIFFERENCE, blocks: () => difference(source, true) },
    { id: 'findings', title: 'Findings', blocks: () => findings(source, 'whole') },
    { id: 'decisions', title: 'Decisions', blocks: () => decisions(source) },
    { id: 'vulnerabilities', title: 'Vulnerabilities', blocks: () => vulnerabilities(source) },
    { id: 'details', title: 'Items in detail', blocks: () => details(source) },
    { id: 'license-texts', title: 'License texts', blocks: () => texts(source) },
    { id: 'audit-log', title: 'Extract of the audit log', blocks: () => auditLog(source) },
    { id: 'sign-off', title: 'Sign-off', blocks: () => signOff(source) },
  ];
}

const DIFFERENCE = 'Difference to the former release';

async function* difference(source: ReportSource, hasDetails: boolean): AsyncGenerator<Block> {
  const ids = await publishedIds(source);
  yield* differenceBlocks(source, { isPublished: (itemId) => ids.has(itemId), hasDetails });
}

function published(source: ReportSource): AsyncGenerator<ReportItem> {
  return mapped(source.list('inventoryItems'), (item) => (item.isPublished ? item : undefined));
}

async function* findings(source: ReportSource, form: 'whole' | 'short'): AsyncGenerator<Block> {
  yield* filterNote(source);
  if (form === 'short') yield { type: 'paragraph', text: SHORT_FORM };
  const last = await lastDecisions(source);
  yield {
    type: 'table',
    sheet: 'Findings',
    columns: [
      { title: 'Item', width: 40 },
      { title: 'Version', width: 12 },
      { title: 'License', width: 24 },
      { title: 'License priority', width: 12 },
      { title: 'Priority', width: 10 },
      { title: 'Review', width: 12 },
      { title: 'Decided by', width: 16 },
      { title: 'Decided on', type: 'date' },
      { title: 'Why', width: 50 },
      { title: 'Policy says', width: 14 },
      { title: 'Confidence', width: 11 },
      { title: 'Files', type: 'number' },
      { title: 'URL', width: 36 },
    ],
    rows: mapped(published(source), (item) => {
      const decision = last.get(item.id);
      return [
        form === 'short' ? item.name : { text: item.name, to: itemAnchor(item.id) },
        item.versionName,
        item.licenseExpression || item.licenseName,
        item.licensePriority,
        item.priority,
        statusCell(item.status, item.toBeDecidedAgain),
        decision?.by ?? null,
        decision ? dateCell(decision.on) : null,
        item.whyDecided,
        item.policyDecision.toLowerCase(),
        item.confidence,
        item.files.length,
        urlCell(item.url),
      ];
    }),
    none: 'No inventory has been published yet.',
  };
}

/** The newest change of each item's status. */
async function lastDecisions(source: ReportSource): Promise<Map<number, { by: string; on: string }>> {
  const last = new Map<number, { by: string; on: string }>();
  for await (const { itemId, by, on, action, changes } of source.list('history'))
    if (changes.some(({ field }) => field === 'Status'))
      last.set(itemId, { by: action === 'Apply Policy' ? `${by} (policy)` : by, on });
  return last;
}

const isOfPeople = ({ by, action }: ReportRevision) => by !== 'System' && action !== 'Apply Policy';

/** Decisions of people come first. A scan publishes hundreds of items, whose lines would push them off the page. */
async function* decisions(source: ReportSource): AsyncGenerator<Block> {
  yield {
    type: 'paragraph',
    text: 'Decisions of people on status, license and publication: who decided, when, and by which action. The reasons that people wrote are the audit notes of each item.',
  };
  yield await decisionTable(source, isOfPeople, {
    sheet: 'Decisions',
    mostOnPage: DECISIONS_ON_PAGE,
    none: NO_DECISIONS,
  });
  yield { type: 'heading', text: 'Decisions of policies, scans and the system' };
  yield await decisionTable(source, (row) => !isOfPeople(row), {
    sheet: 'Automatic decisions',
    mostOnPage: LOG_ON_PAGE,
    none: 'There are none.',
  });
}

async function* decisionsOfPeople(source: ReportSource): AsyncGenerator<Block> {
  const ids = await publishedIds(source);
  let others = 0;
  for await (const row of source.list('history'))
    if (isDecision(row) && ids.has(row.itemId) && !isOfPeople(row)) others++;
  yield {
    type: 'paragraph',
    text: `Decisions of people on status, license and publication. The whole report also lists the decisions of policies, scans and the system: ${others}.`,
  };
  yield await decisionTable(source, isOfPeople, {
    sheet: 'Decisions',
    mostOnPage: DECISIONS_ON_PAGE,
    none: NO_DECISIONS,
  });
}

const NO_DECISIONS = 'There are no decisions of people: the items are as scans and policies made them.';

async function decisionTable(
  source: ReportSource,
  isWanted: (row: ReportRevision) => boolean,
  table: Pick<Table, 'sheet' | 'mostOnPage' | 'none'>,
): Promise<Table> {
  const ids = await publishedIds(source);
  const rows = mapped(source.list('history'), (row) =>
    isDecision(row) && ids.has(row.itemId) && isWanted(row) ? revisionRow(row) : undefined,
  );
  return { type: 'table', columns: revisionColumns, rows, ...table };
}

async function* obligations(source: ReportSource): AsyncGenerator<Block> {
  yield {
    type: 'paragraph',
    text: 'Licenses of published items, also of rejected ones, which are in the product until somebody takes them out. If an item offers a choice (OR), all its licenses are listed. The table helps people to decide. It is not legal advice.',
  };
  yield obligationTable(await usesOfLicenses(published(source)));
}

async function publishedIds(source: ReportSource): Promise<Set<number>> {
  const ids = new Set<number>();
  for await (const { id } of published(source)) ids.add(id);
  return ids;
}

async function* vulnerabilities(source: ReportSource): AsyncGenerator<Block> {
  yield* vulnerabilityBlocks(source, await publishedIds(source));
}

async function* details(source: ReportSource): AsyncGenerator<Block> {
  const byItem = new Map<number, ReportRevision[]>();
  for await (const row of source.list('history'))
    if (isDecision(row)) byItem.set(row.itemId, [...(byItem.get(row.itemId) ?? []), row]);
  const library = await licenseTexts(source);
  const matchesOf = rowsInOrder(source.list('licenseMatches'));
  const textsOf = rowsInOrder(source.list('itemTexts'));
  const names = new Map<number, string>();
  for await (const item of published(source)) {
    names.set(item.id, item.name);
    const [matches] = await matchesOf(item.id);
    yield* itemDetails(item, library, { matches, texts: await textsOf(item.id) });
    const decided = (byItem.get(item.id) ?? []).map(
      (row) => `${row.on} ${row.by} (${row.action}): ${changeText(row).replaceAll('\n', '; ')}`,
    );
    if (decided.length > 0) yield { type: 'verbatim', summary: 'Decisions', text: decided.join('\n') };
  }
  yield matchTable(source, names, library);
}

/** Each text once, with its items. */
async function* texts(source: ReportSource): AsyncGenerator<Block> {
  const counts = new Map<string, number>();
  for await (const item of published(source))
    for (const name of item.licenses) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  for await (const license of source.list('licenses')) {
    const count = counts.get(license.shortName.toLowerCase());
    if (count === undefined) continue;
    yield { type: 'heading', text: `${license.name} (${license.shortName})`, id: licenseAnchor(license.shortName) };
    yield { type: 'paragraph', text: `${countOf(count, 'item')}.${license.url === '' ? '' : ` ${license.url}`}` };
    yield {
      type: 'verbatim',
      text: license.text.trim() || 'The library has no text of this license.',
      summary: 'Text',
    };
  }
}

const licenseAnchor = (name: string) => `license-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

async function* auditLog(source: ReportSource): AsyncGenerator<Block> {
  yield {
    type: 'paragraph',
    text: 'Calls that change the project, including refused calls (see the outcome), and its jobs, oldest first. Calls that make or read reports are left out.',
  };
  yield {
    type: 'table',
    sheet: 'Audit log',
    columns: [
      { title: 'When', type: 'date' },
      { title: 'Who', width: 16 },
      { title: 'From', width: 16 },
      { title: 'What', width: 28 },
      { title: 'Address', width: 50 },
      { title: 'Outcome', width: 12 },
    ],
    rows: mapped(source.list('auditLog'), (entry) => [
      dateCell(entry.on),
      entry.by,
      entry.address,
      entry.operation,
      entry.path,
      entry.status,
    ]),
    mostOnPage: LOG_ON_PAGE,
  };
}

async function* signOff(source: ReportSource): AsyncGenerator<Block> {
  let open = 0;
  let total = 0;
  let unread = 0;
  for await (const item of published(source)) {
    total++;
    if (item.status === 'Draft') open++;
    const { source: from } = noticesFor({ ...item, libraryText: '' });
    if (from === 'none' && item.licenses.length === 0) unread++;
  }
  yield {
    type: 'paragraph',
    text: `${countOf(total, 'published item')}; ${countOf(open, 'item')} not reviewed; ${countOf(unread, 'item')} without license and text.`,
    tone: open + unread > 0 ? 'warn' : 'good',
  };
  for (const role of ['Auditor', 'Legal', 'Product owner'])
    yield { type: 'blanks', labels: [`${role}: name`, `${role}: date`, `${role}: signature`] };
}
