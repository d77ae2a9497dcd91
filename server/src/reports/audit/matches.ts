// Shows the license statements in the files of an item, each beside the text of the license.
import type { Block, Row, Table } from '../../documents/document.ts';
import { countOf } from '../../domain/count-text.ts';
import { readNoticeText } from '../../domain/inventories/notice-texts.ts';
import type { ReportItem, ReportItemMatches, ReportMatchedText } from '../data.ts';
import type { ReportSource } from '../report.ts';
import { type LicenseTextsByName, ownText } from './license-texts.ts';

/**
 * If a match is only a part of a license, the page shows the beginning of the license text beside it, so that people
 * recognise the license. Each item shows it once.
 */
const LINES_BESIDE = 12;
/** Limit for each side. Sheets and JSON have the whole texts. */
const LINES_ON_PAGE = 60;

/** Returns the rows of items that are asked for in the order of the rows, so that only those of one item are in memory. */
export function rowsInOrder<Row extends { itemId: number }>(
  all: AsyncIterable<Row>,
): (itemId: number) => Promise<Row[]> {
  const rows = all[Symbol.asyncIterator]();
  let next: Row | undefined;
  let isOver = false;
  const step = async () => {
    const { value, done } = await rows.next();
    isOver = done === true;
    next = isOver ? undefined : value;
  };
  return async (itemId) => {
    while (!isOver && (next === undefined || next.itemId < itemId)) await step();
    const found: Row[] = [];
    while (next?.itemId === itemId) {
      found.push(next);
      await step();
    }
    return found;
  };
}

export function* matchBlocks(
  item: ReportItem,
  found: ReportItemMatches,
  library: LicenseTextsByName,
): Generator<Block> {
  yield { type: 'paragraph', text: 'License statements in the files of the item, beside the text of the license:' };
  const asFound = item.asFoundLicenseText.trim() === '' ? undefined : readNoticeText(item.asFoundLicenseText, '').key;
  const begun = new Set<string>();
  for (const match of found.matches) {
    const own = ownText(match.expression, library);
    const key = match.text.trim() === '' ? undefined : readNoticeText(match.text, own).key;
    const isOwn = key !== undefined && own !== '' && key === readNoticeText(own, own).key;
    const isShown = key !== undefined && readNoticeText(match.text, '').key === asFound;
    if (key === undefined || isOwn || isShown) {
      const why = isOwn
        ? 'The text is the text of the license. Only copyright lines may differ.'
        : isShown
          ? 'The text is printed above as the found text.'
          : '';
      yield {
        type: 'paragraph',
        text: sentences(placeOf(match), why, match.leftOut),
        tone: isOwn ? 'good' : undefined,
      };
      continue;
    }
    const text = sentences(shortened(match.text, LINES_ON_PAGE), match.leftOut);
    if (match.kind !== 'text' && begun.has(match.expression)) {
      yield { type: 'verbatim', summary: placeOf(match), text };
      continue;
    }
    begun.add(match.expression);
    yield {
      type: 'beside',
      left: { title: placeOf(match), text },
      right: {
        title: `Text of ${match.expression}`,
        text: besideText(match, own, LINES_ON_PAGE) || 'The library has no text of this license.',
      },
    };
  }
  if (found.leftOut > 0)
    yield { type: 'paragraph', text: `${countOf(found.leftOut, 'further match', 'further matches')} of other rules in the files of this item are left out.`, tone: 'warn' }; // biome-ignore format: one sentence
}

const sentences = (...parts: string[]) => parts.filter((part) => part !== '').join('\n');

function placeOf({ path, startLine, endLine, expression, kind, coverage, morePlaces }: ReportMatchedText): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  const more = morePlaces > 0 ? `, and ${countOf(morePlaces, 'further place')} like it` : '';
  return `${path}, ${lines}: ${kind} of ${expression}, coverage ${Math.round(coverage)} %${more}`;
}

/** The license's own text beside a whole text, or its beginning beside words that only name it. */
function besideText({ kind }: ReportMatchedText, own: string, most = Number.POSITIVE_INFINITY): string {
  return shortened(own, kind === 'text' ? most : LINES_BESIDE);
}

function shortened(text: string, most: number): string {
  const lines = text.trim().split(/\r?\n/);
  if (lines.length <= most) return text.trim();
  return `${lines.slice(0, most).join('\n')}\n… ${lines.length - most} more lines`;
}

/** For sheets, which cannot show texts side by side. */
export function matchTable(
  source: ReportSource,
  names: ReadonlyMap<number, string>,
  library: LicenseTextsByName,
): Table {
  return {
    type: 'table',
    sheet: 'Matched texts',
    columns: [
      { title: 'Item', width: 40 },
      { title: 'File', width: 40 },
      { title: 'First line', type: 'number' },
      { title: 'Last line', type: 'number' },
      { title: 'License', width: 20 },
      { title: 'Kind', width: 10 },
      { title: 'Coverage', type: 'number' },
      { title: 'Text in the file', width: 60 },
      { title: 'Text of the license', width: 60 },
      { title: 'Not quoted', width: 30 },
      { title: 'Further places', type: 'number' },
    ],
    rows: rowsOf(source, names, library),
    mostOnPage: 0,
  };
}

async function* rowsOf(
  source: ReportSource,
  names: ReadonlyMap<number, string>,
  library: LicenseTextsByName,
): AsyncGenerator<Row> {
  for await (const { itemId, matches, leftOut } of source.list('licenseMatches')) {
    const name = names.get(itemId) ?? `item ${itemId}`;
    for (const match of matches)
      yield [
        name,
        match.path,
        match.startLine,
        match.endLine,
        match.expression,
        match.kind,
        match.coverage,
        match.text,
        besideText(match, ownText(match.expression, library)),
        match.leftOut,
        match.morePlaces,
      ];
    if (leftOut > 0)
      yield [name, null, null, null, null, null, null, null, null, `${countOf(leftOut, 'further match', 'further matches')} left out`, null]; // biome-ignore format: one row
  }
}
