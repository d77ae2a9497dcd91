// Reads contents of a repository, one after the other, from one running `git cat-file --batch`. Small contents come in one piece.
import { once } from 'node:events';
import { ScmError } from '../member.ts';
import type { RunningProgram } from '../processes.ts';
import { startGit } from './command.ts';
import { type Mirror, unreadable } from './mirror.ts';

const READ_MS = 4 * 60 * 60_000;
const LONGEST_HEADER = 200;

export class ObjectReader {
  readonly #mirror: Mirror;
  readonly #program: RunningProgram;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  /** What of the last content nobody has read, with the line feed behind it. */
  #left = 0;

  private constructor(mirror: Mirror, program: RunningProgram) {
    this.#mirror = mirror;
    this.#program = program;
    this.#chunks = program.stdout[Symbol.asyncIterator]();
  }

  /** @param signal ends the program */
  static async open(mirror: Mirror, signal: AbortSignal): Promise<ObjectReader> {
    const { app, folder } = mirror;
    const program = await startGit({ app, folder, args: ['cat-file', '--batch'], signal, timeoutMs: READ_MS });
    return new ObjectReader(mirror, program);
  }

  /** Asks for contents; they come in this order. */
  async ask(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    if (!this.#program.stdin.write(`${ids.join('\n')}\n`)) await Promise.race([once(this.#program.stdin, 'drain'), this.#program.end]); // biome-ignore format: one claim
  }

  /** The next content. What of the one before was not read is passed over. */
  async next(id: string): Promise<{ sizeBytes: number; pieces: AsyncGenerator<Buffer, void> }> {
    while (this.#left > 0) await this.#piece();
    const header = (await this.#line()).split(' ');
    const sizeBytes = Number(header[2]);
    if (header[0] !== id || header[1] !== 'blob' || !Number.isSafeInteger(sizeBytes))
      throw await unreadable(this.#mirror, `git has no content ${id} (${header.join(' ')}).`);
    this.#left = sizeBytes + 1;
    return { sizeBytes, pieces: this.#pieces() };
  }

  async close(): Promise<void> {
    this.#program.stop();
    await this.#program.end;
  }

  async #line(): Promise<string> {
    for (;;) {
      const at = this.#rest.indexOf(10);
      if (at >= 0) {
        const line = this.#rest.subarray(0, at).toString('latin1');
        this.#rest = this.#rest.subarray(at + 1);
        return line;
      }
      if (this.#rest.length > LONGEST_HEADER) throw new ScmError('program', 'git answered something unexpected.');
      this.#rest = Buffer.concat([this.#rest, await this.#chunk()]);
    }
  }

  async *#pieces(): AsyncGenerator<Buffer, void> {
    while (this.#left > 1) yield await this.#piece();
  }

  async #piece(): Promise<Buffer> {
    if (this.#rest.length === 0) this.#rest = await this.#chunk();
    // The line feed is no part of the content.
    const piece = this.#rest.subarray(0, Math.max(this.#left - 1, 1));
    this.#rest = this.#rest.subarray(piece.length);
    this.#left -= piece.length;
    return piece;
  }

  async #chunk(): Promise<Buffer> {
    const next = await this.#chunks.next();
    if (!next.done) return next.value;
    const { complaints } = await this.#program.end;
    throw await unreadable(
      this.#mirror,
      `git stopped before it had given all contents (${complaints.trim() || 'no reason given'}).`,
    );
  }
}
