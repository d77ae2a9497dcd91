// Lists of a report's data, stored in temporary files while the archive is made. Each list is read from the database once, on first use. Writers can
// then read it any number of times, one row at a time.

import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { firstOf, present } from '@assay/scanner/items';
import { giveWay } from '../turns.ts';

const LINE_FEED = 10;

export class ReportLists {
  readonly #folder: string;
  readonly #written = new Map<string, Promise<string>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of a list, written if it was not read before. */
  async fileOf(name: string, read: () => AsyncIterable<unknown>): Promise<string> {
    for await (const _ of this.rows(name, read)) break;
    return present(await this.#written.get(name), `list ${name}`);
  }

  /** @param read called only the first time */
  async *rows<Row>(name: string, read: () => AsyncIterable<Row>): AsyncGenerator<Row> {
    let file = this.#written.get(name);
    if (!file) {
      file = this.#write(name, read());
      this.#written.set(name, file);
    }
    for await (const line of linesOf(createReadStream(await file, { highWaterMark: 4 * PIECE }))) {
      yield JSON.parse(line) as Row;
      await giveWay();
    }
  }

  async #write(name: string, rows: AsyncIterable<unknown>): Promise<string> {
    const file = join(this.#folder, `${name}.jsonl`);
    await pipeline(Readable.from(lines(rows), { objectMode: false }), createWriteStream(file, { mode: 0o600 }));
    return file;
  }
}

/** Rows are collected, because writing each piece to a stream is slow. */
const PIECE = 64 * 1024;

async function* lines(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let gathered = '';
  for await (const row of rows) {
    gathered += `${JSON.stringify(row)}\n`;
    await giveWay();
    if (gathered.length < PIECE) continue;
    yield gathered;
    gathered = '';
  }
  if (gathered !== '') yield gathered;
}

/** Not with readline, which also takes other characters for line ends. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, from)) {
      rest.push(piece.subarray(from, at));
      yield rest.length === 1 ? firstOf(rest).toString() : Buffer.concat(rest).toString();
      rest = [];
      from = at + 1;
    }
    if (from < piece.length) rest.push(Buffer.from(piece.subarray(from)));
  }
}
