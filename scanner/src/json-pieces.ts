// Reads a JSON object of any size piece by piece: the elements of the named lists one by one, and every other member whole. Only one piece is in
// memory at a time, so that even a list of a thousand million elements needs no more memory.
import { itemAt } from './items.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const DEEPEST = 100;

/** A member of the object, or an element of one of its lists. */
export interface Piece {
  member: string;
  isElement: boolean;
  value: unknown;
}

/** A syntax error; the message names the place and is for people. */
export class UnreadableJson extends Error {}

export interface PieceOptions {
  /** Members with lists that are read element by element. */
  lists: readonly string[];
  mostPieceBytes: number;
  /** Lists without elements come as members; without it they do not come at all. */
  givesEmptyLists?: boolean;
}

export async function* readPieces(chunks: AsyncIterable<Uint8Array>, options: PieceOptions): AsyncGenerator<Piece> {
  const reader = new PieceReader(options);
  for await (const chunk of chunks) yield* reader.read(chunk);
  reader.end();
}

/** The same for a document in memory. */
export function* piecesIn(bytes: Uint8Array, options: PieceOptions): Generator<Piece> {
  const reader = new PieceReader(options);
  yield* reader.read(bytes);
  reader.end();
}

type Mode = 'start' | 'key' | 'colon' | 'begin' | 'value' | 'list' | 'end';

class PieceReader {
  readonly #lists: readonly string[];
  readonly #most: number;
  readonly #givesEmptyLists: boolean;
  #isEmptyList = false;
  #mode: Mode = 'start';
  #isKeyOpen = false;
  #member = '';
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #parts: Uint8Array[] = [];
  #size = 0;
  #count = 0;
  #isAfterComma = false;

  constructor({ lists, mostPieceBytes, givesEmptyLists = false }: PieceOptions) {
    this.#lists = lists;
    this.#most = mostPieceBytes;
    this.#givesEmptyLists = givesEmptyLists;
  }

  *read(chunk: Uint8Array): Generator<Piece> {
    // The start of the current piece in this chunk.
    let from = this.#isReading ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = itemAt(chunk, at);
      if (this.#isText) {
        this.#inText(byte);
        if (this.#isText || !this.#isKeyOpen) continue;
        this.#keep(chunk, from, at + 1);
        from = -1;
        this.#endKey();
        continue;
      }
      if (from < 0) {
        const begins = this.#between(byte);
        if (this.#isEmptyList) {
          this.#isEmptyList = false;
          yield { member: this.#member, isElement: false, value: [] };
        }
        if (begins) from = at;
        if (!begins || this.#isText) continue;
      }
      // Inside a value: it ends at a comma or bracket that is not inside it.
      if (byte === QUOTE) this.#isText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#deeper();
      else if (this.#depth > 0 && (byte === CLOSE_OBJECT || byte === CLOSE_LIST)) this.#depth--;
      else if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST)) {
        this.#keep(chunk, from, at);
        from = -1;
        yield this.#piece();
        this.#closeBy(byte);
      }
    }
    if (from >= 0) this.#keep(chunk, from, chunk.length);
  }

  end(): void {
    if (this.#mode !== 'end') throw new UnreadableJson(`The JSON document breaks off${this.#place()}.`);
  }

  get #isReading(): boolean {
    return this.#isKeyOpen || this.#size > 0 || this.#isText;
  }

  #inText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isText = false;
  }

  /** Reads a byte between pieces; true if a key or a value begins with it. */
  #between(byte: number): boolean {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return false;
    switch (this.#mode) {
      case 'start':
        // The byte order mark that some programs write.
        if (byte === 0xef || byte === 0xbb || byte === 0xbf) return false;
        if (byte !== OPEN_OBJECT) throw new UnreadableJson('The document must be a JSON object, and begin with {.');
        this.#mode = 'key';
        return false;
      case 'key':
        return this.#beforeKey(byte);
      case 'colon':
        if (byte !== COLON) throw this.#unexpected(byte, 'a colon');
        this.#mode = 'begin';
        return false;
      case 'begin':
        return this.#beforeValue(byte);
      case 'list':
        return this.#beforeElement(byte);
      default:
        throw this.#unexpected(byte, 'the end of the document');
    }
  }

  #beforeKey(byte: number): boolean {
    if (byte === QUOTE) {
      this.#isKeyOpen = true;
      this.#isText = true;
      return true;
    }
    if (byte === CLOSE_OBJECT) this.#mode = 'end';
    else if (byte !== COMMA) throw this.#unexpected(byte, 'the name of a member');
    return false;
  }

  #beforeValue(byte: number): boolean {
    if (byte === OPEN_LIST && this.#lists.includes(this.#member)) {
      this.#mode = 'list';
      this.#count = 0;
      this.#isAfterComma = false;
      return false;
    }
    if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST) throw this.#unexpected(byte, 'a value');
    this.#mode = 'value';
    return true;
  }

  #beforeElement(byte: number): boolean {
    if (byte === CLOSE_LIST && !this.#isAfterComma) {
      this.#isEmptyList = this.#givesEmptyLists;
      this.#mode = 'key';
      return false;
    }
    if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST) throw this.#unexpected(byte, 'an element');
    return true;
  }

  #deeper(): void {
    if (++this.#depth > DEEPEST)
      throw new UnreadableJson(`The JSON document is nested deeper than ${DEEPEST} levels${this.#place()}.`);
  }

  #keep(chunk: Uint8Array, from: number, to: number): void {
    this.#size += to - from;
    if (this.#size > this.#most)
      throw new UnreadableJson(`A value of the JSON document is larger than ${this.#most} bytes${this.#place()}.`);
    if (to > from) this.#parts.push(chunk.slice(from, to));
  }

  #endKey(): void {
    this.#isKeyOpen = false;
    this.#member = String(this.#parse());
    this.#mode = 'colon';
  }

  #piece(): Piece {
    const isElement = this.#mode === 'list';
    const piece = { member: this.#member, isElement, value: this.#parse() };
    if (isElement) this.#count++;
    return piece;
  }

  #parse(): unknown {
    const text = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#size = 0;
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new UnreadableJson(`The JSON document cannot be read${this.#place()}: ${(error as Error).message}`);
    }
  }

  #closeBy(byte: number): void {
    if (this.#mode === 'list') {
      if (byte === CLOSE_OBJECT) throw this.#unexpected(byte, 'the end of the list');
      this.#isAfterComma = byte === COMMA;
      if (byte === CLOSE_LIST) this.#mode = 'key';
      return;
    }
    if (byte === CLOSE_LIST) throw this.#unexpected(byte, 'the end of the object');
    this.#mode = byte === COMMA ? 'key' : 'end';
  }

  #unexpected(byte: number, wanted: string): UnreadableJson {
    return new UnreadableJson(
      `The JSON document has "${String.fromCharCode(byte)}" where ${wanted} should be${this.#place()}.`,
    );
  }

  #place(): string {
    if (this.#member === '') return '';
    return this.#mode === 'list' ? ` (in "${this.#member}", element ${this.#count})` : ` (at "${this.#member}")`;
  }
}
