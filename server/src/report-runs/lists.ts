// Lists of a report's data, stored in temporary files while the archive is made. Each list is read from the database once, on first use. Writers can
// then read it any number of times, one row at a time.

import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { present } from '@assay/scanner/items';
import { linesOf } from '../text-lines.ts';
import { giveWay } from '../turns.ts';

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
