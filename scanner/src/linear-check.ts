// Refuses readers whose work grows with the square of their input. A file of a megabyte would keep such a reader busy for minutes or hours, where
// another one needs milliseconds. The processor time for two sizes is compared, so a slow or busy machine does not matter. For tests only.
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';

const SMALL_BYTES = 1 << 16;
const LARGE_BYTES = 1 << 18;
/** A reader that is faster than this needs less than two seconds for the large input, even if its work grows with the square. */
const FAST_MS = 100;
/** Between 4, the growth of linear work, and 16, that of the square. */
const MOST_GROWTH = 10;
/** Less is no danger, and may be a collection of garbage. */
const HARMLESS_MS = 1_000;
/** Breaks off a reader that would go on for hours. Time of the clock, because the engine offers no other; what counts is the processor's. */
const HOPELESS_MS = 300_000;
/** For 64 KB. The slowest reader needs a third of a second. */
const MOST_MS = 3_000;

/** What hostile files repeat: blanks, signs that open, close and escape, and the beginnings of many syntaxes. */
export const REPEATED = [
  ...[' ', '\n', '\t', '"', "'", '\\', '<', '{', '}', '[', '(', '#', '-', '.', ',', ':', '=', '/', '$', '@', 'a'],
  ...['a ', '- ', '\n ', '<!--', '/*', '${', 'a=', 'a: ', '"a" '],
];

/** The text over and over until it has that many bytes. */
export function repeated(text: string, sizeBytes: number): string {
  return text.repeat(Math.ceil(sizeBytes / text.length));
}

/** For each text of the document, at any depth: a function that writes the document with another text there. */
export function withEachText(document: unknown): ((text: string) => string)[] {
  if (typeof document === 'string') return [(text) => text, (text) => document + text];
  const writers: ((text: string) => string)[] = [];
  const visit = (value: unknown, replaced: (value: unknown) => unknown) => {
    if (typeof value === 'string') writers.push((text) => JSON.stringify(replaced(text)));
    else if (Array.isArray(value))
      for (const [at, item] of value.entries()) visit(item, (other) => replaced(value.with(at, other)));
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) visit(item, (other) => replaced({ ...value, [name]: other }));
  };
  visit(document, (value) => value);
  return writers;
}

/** Fails when the work of `read` grows with the square of what `inputOf` makes; `inputOf` is told about how many bytes to make. */
export function expectLinear<Input>(inputOf: (sizeBytes: number) => Input, read: (input: Input) => unknown): void {
  const small = spentMs(inputOf(SMALL_BYTES), read);
  if (small < FAST_MS) return;
  expect(small, 'ms for 64 KB').toBeLessThan(MOST_MS);
  const large = spentMs(inputOf(LARGE_BYTES), read);
  if (large > HARMLESS_MS)
    expect(large / small, `${small} ms, then ${large} ms for four times the input`).toBeLessThan(MOST_GROWTH);
}

/** Processor time of this thread alone, until it ends or is broken off. */
function spentMs<Input>(input: Input, read: (input: Input) => unknown): number {
  const before = process.threadCpuUsage();
  try {
    // A script is the only call that the engine can break off.
    runInNewContext('run()', { run: () => void read(input) }, { timeout: HOPELESS_MS });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
