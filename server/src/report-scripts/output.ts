// The output of a script as lines of the job's log: the first lines at once, the last ones at the end, and the number of lines in between. A script
// may print without end, so only a little is kept.
import { StringDecoder } from 'node:string_decoder';
import type { JobIssue } from '../db/job-issues.ts';

const FIRST_LINES = 500;
const LAST_LINES = 200;
const LINE_CHARACTERS = 2000;
/** A script that prints more is stopped, because it would keep the server from other work. */
export const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Terminal codes for colours and cursors. */
const ESCAPES = /\u001b\[[0-9;?]{0,20}[ -/]?[@-~]/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

export type Channel = 'output' | 'error';

export class ScriptOutput {
  readonly #secret: string;
  readonly #decoders = { output: new StringDecoder('utf8'), error: new StringDecoder('utf8') };
  readonly #begun = { output: '', error: '' };
  #new: JobIssue[] = [];
  #last: JobIssue[] = [];
  #lineCount = 0;
  #bytes = 0;

  /** `secret` is removed, because many scripts print their arguments. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** True while the script may print more. */
  push(channel: Channel, chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    const lines = (this.#begun[channel] + this.#decoders[channel].write(chunk)).split('\n');
    // The rest of a line that is too long is dropped.
    this.#begun[channel] = (lines.pop() ?? '').slice(0, LINE_CHARACTERS * 2);
    for (const line of lines) this.#add(channel, line);
    return this.#bytes <= MOST_OUTPUT_BYTES;
  }

  end(): void {
    for (const channel of ['output', 'error'] as const) {
      const rest = this.#begun[channel] + this.#decoders[channel].end();
      this.#begun[channel] = '';
      if (rest !== '') this.#add(channel, rest);
    }
  }

  #add(channel: Channel, line: string): void {
    const isCut = line.length > LINE_CHARACTERS;
    const text = this.#clean(isCut ? line.slice(0, LINE_CHARACTERS) : line);
    if (text.trim() === '') return;
    this.#lineCount++;
    const entry = {
      code: channel === 'output' ? 'script-output' : 'script-error',
      path: '',
      message: isCut ? `${text} …` : text,
    };
    if (this.#lineCount <= FIRST_LINES) this.#new.push(entry);
    this.#last.push(entry);
    if (this.#last.length > LAST_LINES * 2) this.#last = this.#last.slice(-LAST_LINES);
  }

  #clean(line: string): string {
    const text = line.replace(ESCAPES, '').replace(CONTROLS, '').toWellFormed();
    return text.replaceAll(this.#secret, '[token]');
  }

  /** New lines for the log. */
  take(): JobIssue[] {
    return this.#new.splice(0);
  }

  /** After the end: the lines that the log still lacks. */
  takeRest(): JobIssue[] {
    const beyond = this.#lineCount - FIRST_LINES;
    if (beyond <= 0) return this.take();
    const shown = Math.min(beyond, LAST_LINES);
    const gap = beyond - shown;
    const left: JobIssue[] =
      gap === 0 ? [] : [{ code: 'script-output-cut', path: '', message: `… ${gap} more lines were not stored …` }];
    return [...this.take(), ...left, ...this.#last.slice(-shown)];
  }

  /** The last lines, for the message about a failed report. */
  lastLines(count: number): string {
    return this.#last
      .slice(-count)
      .map(({ message }) => message)
      .join('\n');
  }
}
