// Quotes the places in files of published items that mention licenses, so that an auditor can compare them with the license's text. Quotes are
// limited in length and say what they leave out.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { firstOf } from '@assay/scanner/items';
import type { App } from '../app.ts';
import { openStored } from '../contents/stored-bytes.ts';
import { decodeText } from '../contents/text-lines.ts';
import { partsOf } from '../db/postgres/parts.ts';
import { type ItemMatchRow, listItemMatches } from '../db/reports/data.ts';
import type { JobContext } from '../queue/job-context.ts';
import type { ReportItem, ReportItemMatches, ReportMatchedText } from '../reports/data.ts';
import { filesInArchive } from './archives.ts';
import { batches } from './batches.ts';

const MATCHES_PER_ITEM = 20;
/** The longest license text has fewer words. */
const MOST_LINES = 1000;
const MOST_CHARACTERS = 60_000;

/** The matches of this many items are in memory at the same time, so that an archive is read only once for them. */
const ITEMS_OF_ARCHIVES = 50;

/** One row for each item with matches, in the order of the items. */
export async function* matchedTexts(
  { app, checkpoint }: Pick<JobContext, 'app' | 'checkpoint'>,
  all: AsyncIterable<ReportItem>,
): AsyncGenerator<ReportItemMatches> {
  let done = 0;
  const inside = new QuotesInArchives(app);
  for await (const batch of batches(all)) {
    const ids = batch.filter(({ isPublished }) => isPublished).map(({ id }) => id);
    const byItem = Map.groupBy(await listItemMatches(app.db, ids, MATCHES_PER_ITEM), ({ itemId }) => Number(itemId));
    for (const part of partsOf([...byItem.keys()], ITEMS_OF_ARCHIVES)) {
      await inside.read(part.flatMap((id) => byItem.get(id) ?? []));
      for (const id of part) {
        const rows = byItem.get(id) ?? [];
        const matches: ReportMatchedText[] = [];
        for (const row of rows) matches.push(matched(row, await quoteOf(app, row, inside)));
        yield { itemId: id, matches, leftOut: (rows[0]?.distinct ?? 0) - rows.length };
      }
    }
    done += batch.length;
    await checkpoint({ phase: 'Reading matched texts', done, total: done });
  }
}

function matched(row: ItemMatchRow, quote: Quote): ReportMatchedText {
  const { path, startLine, endLine, expression, kind, coverage, rule, morePlaces } = row;
  return { path, startLine, endLine, expression, kind, coverage, rule, morePlaces, ...quote };
}

async function quoteOf(app: App, row: ItemMatchRow, inside: QuotesInArchives): Promise<Quote> {
  if (row.via !== null) return inside.of(row);
  return quoteFrom(await openStored(app, row.location, `The file "${row.path}"`), row);
}

const UNREADABLE: Quote = {
  text: '',
  leftOut: 'The text is not quoted, because the archive that contains the file could not be read again.',
};
const TOO_LONG: Quote = {
  text: '',
  leftOut: 'The text is not quoted, because the file is too long to be unpacked.',
};

/** When the kept quotes have more characters than this, they are thrown away. */
const MOST_KEPT = 32 * 1024 * 1024;

/** Keeps quotes from archives. Hundreds of items may share a large archive, so that it is not read for each of them. */
class QuotesInArchives {
  readonly #app: App;
  readonly #quotes = new Map<string, Quote>();
  #characters = 0;

  constructor(app: App) {
    this.#app = app;
  }

  of(row: ItemMatchRow): Quote {
    return this.#quotes.get(placeKey(row)) ?? UNREADABLE;
  }

  async read(rows: readonly ItemMatchRow[]): Promise<void> {
    if (this.#characters > MOST_KEPT) {
      this.#quotes.clear();
      this.#characters = 0;
    }
    const missing = rows.filter((row) => row.via !== null && !this.#quotes.has(placeKey(row)));
    if (missing.length === 0) return;
    const folder = join(this.#app.folder.temporary, `quotes-${randomUUID()}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      for (const [path, inArchive] of Map.groupBy(missing, archiveOf)) await this.#readArchive(path, inArchive, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #readArchive(path: string, rows: readonly ItemMatchRow[], folder: string): Promise<void> {
    const wanted = Map.groupBy(rows, ({ via }) => via ?? '');
    const { location } = firstOf(rows);
    for await (const file of filesInArchive(this.#app, { path, location }, folder, (inner) => wanted.has(inner))) {
      for (const row of wanted.get(file.path) ?? [])
        if (!this.#quotes.has(placeKey(row)))
          this.#keep(row, file.bytes ? await quoteFrom(Readable.from([file.bytes]), row) : TOO_LONG);
      wanted.delete(file.path);
      if (wanted.size === 0) break;
    }
    // Quotes that were not found are kept too, so that the archive is not read again for the next items.
    for (const row of [...wanted.values()].flat()) this.#keep(row, UNREADABLE);
  }

  #keep(row: ItemMatchRow, quote: Quote): void {
    this.#quotes.set(placeKey(row), quote);
    this.#characters += quote.text.length;
  }
}

const placeKey = ({ path, startLine, endLine }: ItemMatchRow) => `${path}\n${startLine}\n${endLine}`;

/** Returns `lib/app.jar` for `lib/app.jar!/META-INF/LICENSE`. */
const archiveOf = ({ path, via }: ItemMatchRow) => path.slice(0, path.length - '!/'.length - (via ?? '').length);

interface Quote {
  text: string;
  /** A sentence that says what is not quoted, and why. */
  leftOut: string;
}

async function quoteFrom(stream: Readable, { startLine, endLine }: ItemMatchRow): Promise<Quote> {
  const lines = endLine - startLine + 1;
  const maxLines = Math.min(lines, MOST_LINES);
  const part = await decodeText(stream, { startLine, maxLines });
  if (part.isBinary) return { text: '', leftOut: 'The text is not quoted, because the file is binary.' };
  const text = part.text.slice(0, MOST_CHARACTERS).toWellFormed();
  const cut = part.text.length - text.length;
  const left = [
    ...(lines > maxLines ? [`${lines - maxLines} further lines`] : []),
    ...(cut > 0 ? [`${cut} further characters`] : []),
  ];
  return { text, leftOut: left.length === 0 ? '' : `Not quoted: ${left.join(' and ')}.` };
}
