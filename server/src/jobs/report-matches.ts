// Quotes the places in files of published items that mention licenses, so that an auditor can compare them with the license's text. Quotes are
// limited in length and say what they leave out.
import { openStored } from '../contents/stored-bytes.ts';
import { decodeText } from '../contents/text-lines.ts';
import { type ItemMatchRow, listItemMatches } from '../db/report-data.ts';
import type { ReportItem, ReportItemMatches, ReportMatchedText } from '../reports/data.ts';
import type { JobContext } from './job-context.ts';
import { batches } from './report-batches.ts';

const MATCHES_PER_ITEM = 20;
/** The longest license text has fewer words. */
const MOST_LINES = 1000;
const MOST_CHARACTERS = 60_000;

/** One row for each item with matches, in the order of the items. */
export async function* matchedTexts(
  { app, checkpoint }: Pick<JobContext, 'app' | 'checkpoint'>,
  all: AsyncIterable<ReportItem>,
): AsyncGenerator<ReportItemMatches> {
  let done = 0;
  for await (const batch of batches(all)) {
    const ids = batch.filter(({ isPublished }) => isPublished).map(({ id }) => id);
    const byItem = Map.groupBy(await listItemMatches(app.db, ids, MATCHES_PER_ITEM), ({ itemId }) => Number(itemId));
    for (const id of ids) {
      const rows = byItem.get(id);
      if (!rows) continue;
      const matches: ReportMatchedText[] = [];
      for (const row of rows) matches.push(await quoted(app, row));
      yield { itemId: id, matches, leftOut: (rows[0]?.distinct ?? 0) - rows.length };
    }
    done += batch.length;
    await checkpoint({ phase: 'Reading matched texts', done, total: done });
  }
}

async function quoted(app: JobContext['app'], row: ItemMatchRow): Promise<ReportMatchedText> {
  const { path, startLine, endLine, expression, kind, coverage, rule, morePlaces } = row;
  return { path, startLine, endLine, expression, kind, coverage, rule, morePlaces, ...(await quoteOf(app, row)) };
}

async function quoteOf(app: JobContext['app'], row: ItemMatchRow): Promise<{ text: string; leftOut: string }> {
  const { path, location, startLine, endLine } = row;
  if (location === null) return { text: '', leftOut: 'The text lies inside of an archive and is not quoted.' };
  const lines = endLine - startLine + 1;
  const maxLines = Math.min(lines, MOST_LINES);
  const part = await decodeText(await openStored(app, location, `The file "${path}"`), { startLine, maxLines });
  if (part.isBinary) return { text: '', leftOut: 'The file is no text, so that nothing of it is quoted.' };
  const text = part.text.slice(0, MOST_CHARACTERS).toWellFormed();
  const cut = part.text.length - text.length;
  const left = [
    ...(lines > maxLines ? [`${lines - maxLines} further lines`] : []),
    ...(cut > 0 ? [`${cut} further characters`] : []),
  ];
  return { text, leftOut: left.length === 0 ? '' : `Not quoted: ${left.join(' and ')}.` };
}
