// The Notices report: everything that must be shipped with the product: components, copyright statements, each license text once, NOTICE files,
// offers of source, and a check for missing parts. Rejected items are marked: they are in the product until somebody takes them out.

import type { Block, FileOut, ReportDocument, Section } from '../../documents/document.ts';
import { text as textFormat } from '../../documents/text/index.ts';
import { countOf } from '../../domain/count-text.ts';
import { folded } from '../../domain/inventories/notice-texts.ts';
import { scopeWords, shippedScopesOf } from '../../domain/inventories/shipped-scopes.ts';
import { NO_LICENSE_NAME } from '../../domain/licenses/license-choice.ts';
import { requiresSource } from '../../domain/licenses/license-obligations.ts';
import { filterNote, subtitle, urlCell } from '../item-blocks.ts';
import { once } from '../once.ts';
import { isYes } from '../options.ts';
import type { ReportSource, ReportWriter } from '../report.ts';
import { completeness, WHOLE_PRODUCT } from './check.ts';
import { type CollectedNotices, collectNotices, type NoticeGroup } from './collect.ts';
import type { EntryText, NoticeEntry } from './entry.ts';
import { sourceBundle } from './source-bundle.ts';

export const notices: ReportWriter = {
  data: ['inventoryItems', 'licenses', 'statementEdits', 'noticeFiles', 'itemTexts', 'foundTexts'],
  document: (source) =>
    noticesDocument(
      source,
      once(() => collectNotices(source)),
    ),
  files: (source) => filesBeside(source),
};

/** The offer of source alone, as a document of its own. */
export function sourceOffer(source: ReportSource): ReportDocument {
  const collected = once(() => collectNotices(source));
  const sections = [{ id: 'source', title: 'Source code', blocks: () => offers(source, collected) }];
  return frame(source, 'Offer of source code', '', sections);
}

type Collected = () => Promise<CollectedNotices>;

function frame(source: ReportSource, title: string, words: string, sections: Section[]): ReportDocument {
  const { brand, at, head } = source;
  return { title: `${title}: ${head.project.name}`, subtitle: subtitle(source, words), brand, at, facts: [], sections };
}

function noticesDocument(source: ReportSource, collected: Collected): ReportDocument {
  const isPerItem = source.options.style === 'per-item';
  const shipped = scopeWords(shippedScopesOf(source.options.scopes, source.head.project.shippedScopes));
  const sections: Section[] = [
    { id: 'components', title: 'Components', blocks: () => components(source, collected) },
    isPerItem
      ? { id: 'notices', title: 'Notices', blocks: () => perItem(collected) }
      : { id: 'license-texts', title: 'License texts', blocks: () => grouped(source, collected) },
    { id: 'notice-files', title: 'NOTICE files', blocks: () => noticeFiles(collected) },
    { id: 'source', title: 'Source code', blocks: () => offers(source, collected) },
  ];
  if (source.options.check !== 'apart')
    sections.push({ id: 'check', title: 'Completeness check', blocks: () => completeness(source, collected) });
  return { ...frame(source, 'Third-party notices', '', sections), facts: [['Shipped scopes', shipped]] };
}

async function* components(source: ReportSource, collected: Collected): AsyncGenerator<Block> {
  yield* filterNote(source);
  const { entries, general } = await collected();
  const isSummary = source.options.style === 'summary';
  yield {
    type: 'paragraph',
    text: `This product contains ${countOf(entries.length, 'component')} of third parties. Their copyright statements and licenses follow.`,
  };
  yield {
    type: 'table',
    sheet: 'Components',
    columns: [
      { title: 'Component', width: 40 },
      { title: 'License', width: 30 },
      { title: 'Text', width: 10 },
      { title: 'URL', width: 40 },
      ...(isSummary ? [{ title: 'Copyright', width: 60 }] : []),
    ],
    rows: entries.map((entry) => [
      entry.name,
      entry.expression || knownLicense(entry),
      source.options.style === 'per-item' ? { text: 'below', to: entryAnchor(entry) } : textLink(entry),
      urlCell(entry.url),
      ...(isSummary ? [entry.statements.shown.map(({ text }) => text)] : []),
    ]),
    none: 'No inventory has been published yet.',
  };
  if (general.shown.length > 0) {
    yield { type: 'heading', level: 4, text: WHOLE_PRODUCT };
    yield { type: 'list', items: general.shown.map(({ text }) => text) };
  }
  // Lists of statements are in no other sheet.
  if (!isSummary) yield statementTable(entries, general);
}

function statementTable(entries: readonly NoticeEntry[], general: CollectedNotices['general']): Block {
  const rows = function* () {
    for (const { text } of general.shown) yield [WHOLE_PRODUCT, text];
    for (const { name, statements } of entries) for (const { text } of statements.shown) yield [name, text];
  };
  return {
    type: 'table',
    sheet: 'Copyrights',
    columns: [
      { title: 'Component', width: 40 },
      { title: 'Copyright statement', width: 90 },
    ],
    rows: { [Symbol.iterator]: rows },
    mostOnPage: 0,
  };
}

/** Notices must not print the words that the page uses for an item without a license. */
const knownLicense = ({ license }: NoticeEntry) => (license === NO_LICENSE_NAME ? 'not known' : license);

const textAnchor = (number: number) => `text-${number}`;
const entryAnchor = ({ id }: NoticeEntry) => `item-${id}`;

function textLink({ texts }: NoticeEntry) {
  const [first] = texts;
  return first === undefined ? 'missing' : { text: texts.join(', '), to: textAnchor(first) };
}

async function* grouped(source: ReportSource, collected: Collected): AsyncGenerator<Block> {
  const { groups, entries } = await collected();
  const isSummary = source.options.style === 'summary';
  for (const group of groups) {
    yield { type: 'heading', text: `${group.number}. ${group.title}`, id: textAnchor(group.number) };
    if (isSummary) yield { type: 'paragraph', text: `${countOf(group.entries.length, 'component')}.` };
    else for (const entry of group.entries) yield* mention(entry, group);
    yield { type: 'verbatim', text: group.text };
  }
  const without = entries.filter(({ texts }) => texts.length === 0);
  if (without.length === 0 || isSummary) return;
  yield { type: 'heading', text: 'Components without a text', id: 'without-text' };
  for (const entry of without) yield* mention(entry);
}

/** The name and the statements. If an item has several texts, the statements come with the first. */
function* mention(entry: NoticeEntry, group?: NoticeGroup): Generator<Block> {
  yield { type: 'heading', level: 4, text: entry.name };
  const parts = group === undefined ? [] : entry.parts.filter((part) => part.group === group.number);
  const isFirst = group === undefined || entry.texts[0] === group.number;
  yield* heads(entry, parts, isFirst);
}

/** What stands before a shared text: where it was found, and the lines that name the holders. */
function* heads(entry: NoticeEntry, parts: readonly EntryText[], listsStatements: boolean): Generator<Block> {
  const printed: string[] = [];
  for (const part of parts) {
    if (part.template !== '') yield { type: 'paragraph', text: TEMPLATES[part.template], tone: 'warn' };
    if (!part.isOwn && part.path !== '') yield { type: 'paragraph', text: `License of a part, in ${part.path}:` };
    // Line by line as it was found, because a list would tear apart what belongs together.
    if (part.head === '') continue;
    yield { type: 'verbatim', text: part.head };
    printed.push(folded(part.head));
  }
  if (!listsStatements) return;
  const others = entry.statements.shown.filter(({ text }) => !printed.some((one) => one.includes(folded(text))));
  if (others.length > 0) yield { type: 'list', items: others.map(({ text }) => text) };
}

const TEMPLATES: Record<Exclude<EntryText['template'], ''>, string> = {
  'not-found': "Standard text of the license from the library; the package's own text was not found.",
  'only-reference':
    'Standard text of the license from the library; the files of the package only name the license or refer to it.',
  'bundled-not-found':
    'Standard text of the license of a part, from the library; the text of the part itself was not found.',
};

async function* perItem(collected: Collected): AsyncGenerator<Block> {
  const { entries, groups } = await collected();
  const texts = new Map(groups.map(({ number, text }) => [number, text]));
  for (const entry of entries) {
    yield { type: 'heading', text: entry.name, id: entryAnchor(entry) };
    yield {
      type: 'facts',
      rows: [
        ['License', entry.expression || knownLicense(entry)],
        ['URL', urlCell(entry.url)],
      ],
    };
    if (entry.statements.shown.length > 0)
      yield { type: 'list', items: entry.statements.shown.map(({ text }) => text) };
    if (entry.texts.length === 0)
      yield { type: 'paragraph', text: 'No license text is known for this item.', tone: 'bad' };
    for (const { group, head, isOwn, path, template } of entry.parts) {
      if (template !== '') yield { type: 'paragraph', text: TEMPLATES[template], tone: 'warn' };
      if (!isOwn && path !== '') yield { type: 'paragraph', text: `License of a part, in ${path}:` };
      yield { type: 'verbatim', text: [head, texts.get(group) ?? ''].filter(Boolean).join('\n\n') };
    }
  }
}

async function* noticeFiles(collected: Collected): AsyncGenerator<Block> {
  const { files } = await collected();
  if (files.length === 0) yield { type: 'paragraph', text: 'No component has a NOTICE file.' };
  for (const { text, places } of files) {
    yield { type: 'heading', level: 4, text: [...new Set(places.map(({ item }) => item))].join(', ') };
    yield { type: 'verbatim', text, summary: places.map(({ path }) => path).join(', ') };
  }
}

async function* offers(source: ReportSource, collected: Collected): AsyncGenerator<Block> {
  const owed = (await collected()).entries.filter(({ expression }) => requiresSource(expression));
  if (owed.length === 0) {
    yield { type: 'paragraph', text: 'No license of these components asks for source code.' };
    return;
  }
  const given = (source.options.offerContact ?? '').trim();
  const contact = given || '[TO BE FILLED IN: postal or e-mail address]';
  // Delivered source needs no offer, and an offer needs an address.
  const alsoSent = given === '' ? '' : ` It is also sent on request: ${given}.`;
  yield {
    type: 'paragraph',
    text: isYes(source.options.includeSource)
      ? `The source code of the following components is part of this delivery, in the folder "sources".${alsoSent}`
      : `Written offer, valid for at least three years from the last delivery of the product: anybody who has received it gets a complete machine-readable copy of the corresponding source code of the following components, on a customary medium or by download, for no more than the cost of sending it. Ask at: ${contact}.`,
  };
  yield {
    type: 'table',
    sheet: 'Source offers',
    columns: [
      { title: 'Software', width: 40 },
      { title: 'Version', width: 16 },
      { title: 'License', width: 30 },
      { title: 'Where it lies', width: 50 },
      { title: 'Files are stored', type: 'boolean' },
      { title: 'Source', width: 40 },
    ],
    rows: owed.map(({ software, expression, isStored, url }) => [
      software.name,
      software.version,
      expression,
      software.places.length > 0 ? software.places : 'no file of it is in the code base',
      isStored,
      urlCell(url),
    ]),
  };
}

async function* filesBeside(source: ReportSource): AsyncGenerator<FileOut> {
  const collected = once(() => collectNotices(source));
  if (source.options.check === 'apart') {
    const sections = [{ id: 'check', title: 'Completeness check', blocks: () => completeness(source, collected) }];
    yield* textFormat.write(
      frame(source, 'Completeness of the notices', 'Not to be shipped.', sections),
      'notices-check',
    );
  }
  if (isYes(source.options.includeSource)) yield* sourceBundle(source, (await collected()).entries);
}
