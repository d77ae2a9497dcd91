// Analyses a large file from its chunks in flat memory: gathers chunks into windows; the caller decides where a window is analysed (in this
// thread or in the pool). Small files do not pass through here.
import { BINARY_HEAD_BYTES, binaryBytesWanted, readBinary } from '../binaries/index.ts';
import type { FileFacts, Found, Issue, PackageFinding } from '../findings.ts';
import { runningDigests } from './digests.ts';
import { emptyFacts, NO_DIGESTS } from './facts.ts';
import { readHint } from './hint.ts';
import { HEAD_BYTES, sniff } from './kind.ts';
import { addIssues, cutToLimits, tooLargeManifest } from './limits.ts';
import { beginWindows, countWindowLines, type WindowFound, type WindowState } from './text.ts';
import { joinWindow, MAX_WINDOWS, WINDOW_BYTES, windowEnd, windowsIssue } from './windows.ts';

/**
 * Analyses a file that does not fit in memory. The facts have no packages: an issue says that a manifest of this size is too large.
 * @param chunks the file's bytes in order, in pieces of any size; their errors are passed on
 * @param hint of analysisHint(path)
 * @param analyzeWindow analyses one window; called for one window at a time
 */
export async function analyzeStream(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  hint: string,
  analyzeWindow: (bytes: Uint8Array, state: WindowState) => Promise<WindowFound> | WindowFound,
): Promise<Found<FileFacts>> {
  const digests = runningDigests();
  const gathered = new Gathered();
  const kept = new KeptBinary();
  const issues: Issue[] = [];
  let facts: FileFacts | undefined;
  let state: WindowState | undefined;
  let sizeBytes = 0;
  let windows = 0;

  /** Decided by the head. Binary files need only their digests. */
  const isBinary = (): boolean => state !== undefined && !state.sniffed.isText;
  const takeWindow = async (): Promise<void> => {
    state ??= beginWindows(gathered.bytes(), hint);
    facts ??= { ...emptyFacts(0, NO_DIGESTS, state.sniffed), language: state.language };
    const end = state.sniffed.isText ? windowEnd(gathered.bytes(), 0, state.sniffed.encoding) : gathered.length;
    const window = gathered.bytes().subarray(0, end);
    if (state.sniffed.isText) {
      const found = windows < MAX_WINDOWS ? await analyzeWindow(window, state) : countWindowLines(window, state);
      joinWindow(facts, found.findings);
      addIssues(issues, found.issues);
      addIssues(issues, cutToLimits(facts));
      state = found.state;
    }
    windows++;
    gathered.drop(end);
  };

  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    digests.update(chunk);
    if (kept.wanted > 0) kept.add(chunk);
    for (let at = 0; at < chunk.length && !isBinary(); ) {
      at += gathered.add(chunk.subarray(at));
      if (gathered.length > WINDOW_BYTES) await takeWindow();
      else if (!state && gathered.length >= HEAD_BYTES && !sniff(gathered.bytes()).isText) await takeWindow();
    }
    if (state && !kept.isDecided) kept.decide(state.sniffed.kind === 'binary' && readHint(hint).manifest === '');
  }
  while (gathered.length > 0 || !facts) await takeWindow();
  if (state?.sniffed.isText && windows > 1) issues.push(windowsIssue(windows));
  if (readHint(hint).manifest !== '') issues.push(tooLargeManifest());
  const packages = kept.read(sizeBytes);
  facts.packages.push(...packages.findings);
  issues.push(...packages.issues);
  return { findings: { ...facts, ...digests.finish(), sizeBytes }, issues };
}

/** The bytes of a binary file that its readers want. The head decides how many they are. */
class KeptBinary {
  /** How many bytes are kept; 0 when none are wanted. */
  wanted = BINARY_HEAD_BYTES;
  isDecided = false;
  #chunks: Buffer[] = [];
  #length = 0;

  add(chunk: Uint8Array): void {
    const taken = chunk.subarray(0, Math.max(0, this.wanted - this.#length));
    if (taken.length > 0) this.#chunks.push(Buffer.from(taken));
    this.#length += taken.length;
  }

  decide(isBinary: boolean): void {
    this.isDecided = true;
    this.wanted = isBinary ? binaryBytesWanted(Buffer.concat(this.#chunks, Math.min(this.#length, HEAD_BYTES))) : 0;
    if (this.wanted === 0) this.#chunks = [];
  }

  read(sizeBytes: number): Found<PackageFinding[]> {
    if (!this.isDecided || this.wanted === 0) return { findings: [], issues: [] };
    if (this.wanted > BINARY_HEAD_BYTES && sizeBytes > this.wanted) {
      const message = `The program is larger than ${this.wanted / 1024 / 1024} MB and was not read for packages.`;
      return { findings: [], issues: [{ code: 'truncated-analysis', path: '', message }] };
    }
    return readBinary(Buffer.concat(this.#chunks));
  }
}

/** Bytes waiting to become a window: one buffer that is filled and moved down. */
class Gathered {
  #buffer = Buffer.allocUnsafe(64 * 1024);
  length = 0;

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }

  /** Takes as many bytes as fit (a window and a little more); answers how many. */
  add(bytes: Uint8Array): number {
    const room = WINDOW_BYTES + HEAD_BYTES - this.length;
    const taken = Math.min(room, bytes.length);
    if (this.length + taken > this.#buffer.length) this.#grow(this.length + taken);
    this.#buffer.set(bytes.subarray(0, taken), this.length);
    this.length += taken;
    return taken;
  }

  drop(count: number): void {
    this.#buffer.copyWithin(0, count, this.length);
    this.length -= count;
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.min(Math.max(needed, this.#buffer.length * 2), WINDOW_BYTES + HEAD_BYTES));
    grown.set(this.#buffer.subarray(0, this.length));
    this.#buffer = grown;
  }
}
