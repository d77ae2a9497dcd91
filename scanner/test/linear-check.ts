// Finds readers that need quadratic time. A file of a megabyte keeps such a reader busy for minutes or hours; a linear
// reader needs milliseconds. The check compares the processor time for two sizes, so a slow or busy machine does not
// matter. For tests only.
import { createContext, Script } from 'node:vm';
import { expect } from 'vitest';

const SMALL_BYTES = 1 << 15;
/** Slow readers show their growth with less. */
const LEAST_BYTES = 1 << 13;
/** A reader that is faster than this for 32 KiB needs less than half a second for 128 KiB, even if it is quadratic. */
const FAST_MS = 25;
/** Between 4, the growth of linear work, and 16, that of quadratic work. */
const MOST_GROWTH = 10;
/** Less time is harmless, and may be spent on garbage collection. */
const HARMLESS_MS = 500;
/**
 * Stops a reader that would run for hours. This is wall-clock time, because the engine has no other timeout; the check
 * itself counts processor time.
 */
const HOPELESS_MS = 300_000;
/** The limit for the small input. The slowest reader needs half a second. */
const MOST_MS = 1_500;

/** Texts that hostile files repeat: white space, brackets, quotes, escapes, and the beginnings of constructs in many languages. */
export const REPEATED = [
  ...[' ', '\n', '\t', '"', "'", '\\', '<', '{', '}', '[', '(', '#', '-', '.', ',', ':', '=', '/', '$', '@', 'a'],
  ...['a ', '- ', '\n ', '<!--', '/*', '${', 'a=', 'a: ', '"a" '],
];

/** Beginnings of statements in the languages of manifests; a reader is tried with them inside a valid file only. */
export const BEGUN = ['@1', ' # via x', 'f(', 'a=[', 'a {', '[a: ', '"a" % '];

/** The text, repeated until it has at least that many bytes. */
export function repeated(text: string, sizeBytes: number): string {
  return text.repeat(Math.ceil(sizeBytes / text.length));
}

/** For each text in the document, at any depth: a function that writes the document with another text in its place. */
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

/**
 * Fails if `read` needs quadratic time for the inputs of `inputOf`, which makes an input of about the given size.
 * @param smallBytes the first size of a fast reader; the second is four times as large
 */
export function expectLinear<Input>(
  inputOf: (sizeBytes: number) => Input,
  read: (input: Input) => unknown,
  smallBytes = SMALL_BYTES,
): void {
  let size = Math.min(LEAST_BYTES, smallBytes);
  let small = spentMs(inputOf(size), read);
  if (small < fastMs(size)) return;
  if (small < FAST_MS && size < smallBytes) {
    size = smallBytes;
    small = spentMs(inputOf(size), read);
  }
  if (small < FAST_MS) return;
  expect(small, `ms for ${size} bytes`).toBeLessThan(MOST_MS);
  const large = spentMs(inputOf(4 * size), read);
  if (large > HARMLESS_MS)
    expect(large / small, `${small} ms, then ${large} ms for four times the input`).toBeLessThan(MOST_GROWTH);
}

/** What a quadratic reader that is just fast enough for 32 KiB needs for this size: most readers need less, so the smallest input tells all of them. */
const fastMs = (sizeBytes: number) => FAST_MS * (sizeBytes / SMALL_BYTES) ** 2;

/** The engine can only stop scripts, so `read` is called from one. One context serves all calls: to make one takes longer than most readers. */
const CALL = new Script('run()');
const place: { run: () => void } = { run: () => undefined };
createContext(place);

/** Processor time of this thread alone, until `read` returns or is stopped. */
function spentMs<Input>(input: Input, read: (input: Input) => unknown): number {
  const before = process.threadCpuUsage();
  try {
    place.run = () => void read(input);
    CALL.runInContext(place, { timeout: HOPELESS_MS });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
