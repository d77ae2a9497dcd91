// Takes from the output of a program as many bytes as are wanted.
import { ScmError } from './member.ts';

const LONGEST_LINE = 1 << 20;

export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #program: string;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>, program: string) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#program = program;
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more());
  }

  /** Without its line feed. */
  async line(): Promise<Buffer> {
    for (let from = 0; ; ) {
      const end = this.#rest.indexOf(10, from);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      from = this.#rest.length;
      if (from > LONGEST_LINE) throw new ScmError('program', `${this.#program} wrote a line of more than 1 MB.`);
      await this.#need();
    }
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = length; missing > 0; ) {
      const piece = await this.piece(missing);
      parts.push(piece);
      missing -= piece.length;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** At least one byte, at most so many. */
  async piece(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) await this.#need();
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async #need(): Promise<void> {
    if (!(await this.#more())) throw new ScmError('program', `${this.#program} stopped before it had given all files.`);
  }

  async #more(): Promise<boolean> {
    for (;;) {
      const next = await this.#chunks.next();
      if (next.done) return false;
      if (next.value.length === 0) continue;
      this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
      return true;
    }
  }
}
