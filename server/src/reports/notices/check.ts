// The completeness check at the end of the notices: what is missing, what is left out, and who removed which statement.
import type { Block } from '../../documents/document.ts';
import { countOf } from '../../domain/count-text.ts';
import { mayRequireSource, requiresSource } from '../../domain/license-obligations.ts';
import { dateCell } from '../item-blocks.ts';
import { filterSentence, isYes } from '../options.ts';
import type { ReportSource } from '../report.ts';
import type { CollectedNotices, NoticeEntry } from './collect.ts';

/** The place of statements that belong to no component. */
export const WHOLE_PRODUCT = 'The whole product';

export async function* completeness(
  source: ReportSource,
  collected: () => Promise<CollectedNotices>,
): AsyncGenerator<Block> {
  const notices = await collected();
  const gaps = gapsOf(source, notices);
  const missing = gaps.filter(({ items }) => items.length > 0);
  const rows = missing.flatMap(({ what, items }) => items.map((item) => [what, item]));
  yield {
    type: 'paragraph',
    text:
      missing.length === 0
        ? 'Nothing is missing.'
        : `Check ${countOf(rows.length, 'point')} of ${countOf(missing.length, 'kind')} before you ship.`,
    tone: missing.length === 0 ? 'good' : 'warn',
  };
  // There may be hundreds of points. They are grouped by kind, because people check them kind by kind.
  for (const { what, items } of missing) {
    yield { type: 'heading', level: 4, text: `${what} (${items.length})` };
    yield { type: 'list', items };
  }
  yield {
    type: 'table',
    sheet: 'Missing',
    columns: [
      { title: 'What', width: 60 },
      { title: 'Component', width: 50 },
    ],
    rows,
    mostOnPage: 0,
  };
  yield* removed(notices);
  yield { type: 'heading', text: 'What is left out' };
  const placeholders = notices.entries.reduce((sum, { statements }) => sum + statements.placeholders.length, 0);
  yield {
    type: 'list',
    items: [
      ...[filterSentence(source.options)].filter(Boolean),
      `Rejected, so not shipped: ${notices.rejected.length === 0 ? 'none' : notices.rejected.join(', ')}.`,
      `Not published: ${countOf(notices.unpublished, 'item')}.`,
      `Placeholders of license templates, which are not copyright statements: ${placeholders}.`,
    ],
  };
}

interface Gap {
  what: string;
  items: string[];
}

function gapsOf(
  source: ReportSource,
  { entries, own, itemsWithNoticeFile, itemsWithStatingNotice, longFiles }: CollectedNotices,
): Gap[] {
  const those = (is: (entry: NoticeEntry) => boolean) => entries.filter(is).map(({ name }) => name);
  const bundles = isYes(source.options.includeSource);
  const owed = entries.filter(({ expression }) => requiresSource(expression));
  const hasContact = (source.options.offerContact ?? '').trim() !== '';
  return [
    {
      what: 'These notices are empty: no inventory is published, or all of it is rejected or filtered out',
      items: entries.length === 0 ? [source.head.project.name] : [],
    },
    {
      what: 'No license is selected',
      items: those(({ expression, source: from }) => expression === '' && from === 'none'),
    },
    {
      what: 'No license text is known',
      items: those(({ expression, texts }) => expression !== '' && texts.length === 0),
    },
    {
      what: 'The library lacks the text of a part of the license',
      items: entries.flatMap(({ name, missing, texts }) =>
        missing.length > 0 && texts.length > 0 ? [`${name}: ${missing.join(', ')}`] : [],
      ),
    },
    {
      what: 'No copyright statement is known',
      items: those(({ id, statements }) => statements.shown.length === 0 && !itemsWithStatingNotice.has(id)),
    },
    { what: 'Not reviewed yet', items: those(({ isDraft }) => isDraft) },
    {
      what: 'Looks like a part of the product itself: recall or reject it if it is not from a third party',
      items: own,
    },
    {
      what: 'Under Apache-2.0, but no NOTICE file was found: check whether it has one',
      items: those(({ id, expression }) => /\bApache-2\.0\b/.test(expression) && !itemsWithNoticeFile.has(id)),
    },
    { what: 'A NOTICE file is empty or too long to be printed: ship the file itself', items: longFiles },
    {
      what: bundles
        ? 'The license asks for source, but no source file is stored'
        : 'The license asks for source: give an address for the written offer, and store files that can be sent',
      items: owed.filter(({ isStored }) => !isStored || (!bundles && !hasContact)).map(({ name }) => name),
    },
    {
      what: 'The license is a choice, and one alternative asks for source: select one alternative; until then no source is offered for it',
      items: those(({ expression }) => mayRequireSource(expression) && !requiresSource(expression)),
    },
    {
      // A code base often contains builds: minified scripts, or a library.
      what: 'The license asks for the complete source: check whether the stored files are complete, including the files to build it',
      items: owed.filter(({ isStored }) => isStored).map(({ name }) => name),
    },
  ];
}

function* removed({ entries, general }: CollectedNotices): Generator<Block> {
  yield { type: 'heading', text: 'Statements that people removed or changed' };
  const products = { name: WHOLE_PRODUCT, statements: general };
  const rows = [products, ...entries].flatMap(({ name, statements }) => [
    ...statements.removed.map((one) => [name, one.statement, 'removed', one.by, dateCell(one.at), one.reason]),
    ...statements.shown.flatMap(({ text, from }) =>
      from.map((one) => [
        name,
        one.statement,
        one.statement === '' ? `added: ${text}` : `printed as: ${text}`,
        one.by,
        dateCell(one.at),
        one.reason,
      ]),
    ),
  ]);
  yield {
    type: 'table',
    sheet: 'Removed statements',
    columns: [
      { title: 'Component', width: 40 },
      { title: 'Statement as found', width: 60 },
      { title: 'What became of it', width: 60 },
      { title: 'By', width: 16 },
      { title: 'On', type: 'date' },
      { title: 'Why', width: 40 },
    ],
    rows,
    none: 'None: every statement that was found is printed.',
  };
}
