// Prepares a window of text for the matchers: its encoding, its language, its lines. Loads no matcher, because the side that only feeds
// threads imports this too.
import type { FileFacts, Found, Issue } from '../findings.ts';
import { settleLanguage } from './ambiguous.ts';
import { bomLength, type Encoding, readableBytes, type Settled, settleEncoding } from './encoding.ts';
import { emptyFacts, NO_DIGESTS } from './facts.ts';
import { readHint } from './hint.ts';
import { HEAD_BYTES, type Sniffed, sniff } from './kind.ts';
import { languageNamed } from './languages.ts';
import { countWindow, type LineState, START_OF_FILE } from './lines.ts';
import { WINDOW_BYTES } from './windows.ts';

const LINE_FEED = 10;
const RETURN = 13;

/** State that the windows of a large text share. Plain data, because they may be analysed in different threads. */
export interface WindowState {
  sniffed: Sniffed;
  /** As Linguist spells it; '' when not source. */
  language: string;
  /** The state of the line counter after the previous window. */
  lines: LineState;
  /** What is to be said about the encoding. */
  doubt?: Settled['doubt'];
}

/** Facts of one window, its lines counted from 1, and the state for the next one. */
export interface WindowFound extends Found<FileFacts> {
  state: WindowState;
}

/** The state of a file's first window, by its bytes (all of the file when it is smaller). */
export function beginWindows(window: Uint8Array, hint: string): WindowState {
  const head = window.subarray(0, HEAD_BYTES);
  const state = inItsEncoding(window, { sniffed: sniff(head), language: '', lines: START_OF_FILE });
  const { sniffed } = state;
  if (!sniffed.isText) return state;
  const start = readableBytes(head.subarray(bomLength(head), HEAD_BYTES), sniffed.encoding);
  return { ...state, language: settleLanguage(readHint(hint).language, start)?.name ?? '' };
}

/** The state with the encoding that this window shows, unless an earlier one did. */
function inItsEncoding(window: Uint8Array, state: WindowState): WindowState {
  const { sniffed } = state;
  if (!sniffed.isText || state.doubt !== undefined) return state;
  const { encoding, doubt } = settleEncoding(window.subarray(0, WINDOW_BYTES), sniffed.encoding);
  if (encoding === sniffed.encoding && doubt === undefined) return state;
  // Documents that are written as text may hold data, which has no encoding.
  const said = doubt !== undefined && sniffed.kind === 'text' ? { doubt } : {};
  return { ...state, ...said, sniffed: { ...sniffed, encoding } };
}

/** The text of a window for the matchers, and the state with its encoding. */
export function readWindow(raw: Uint8Array, before: WindowState): { text: Uint8Array; state: WindowState } {
  const state = inItsEncoding(raw, before);
  return { text: readableText(raw, state.sniffed.encoding), state };
}

/** Counts the lines of a window that comes after the last analysed one. */
export function countWindowLines(raw: Uint8Array, state: WindowState): WindowFound {
  const { text, state: settled } = readWindow(raw, state);
  return readLines(text, raw.length, settled);
}

/** Language and lines of a window whose text was already converted. */
export function readLines(text: Uint8Array, sizeBytes: number, state: WindowState): WindowFound {
  const findings = emptyFacts(sizeBytes, NO_DIGESTS, state.sniffed);
  if (!state.sniffed.isText) return { findings, issues: [], state };
  const counted = countWindow(text, languageNamed(state.language)?.syntax, state.lines);
  findings.language = state.language;
  findings.lines = counted.lines;
  return { findings, issues: encodingIssues(state), state: { ...state, lines: counted.state } };
}

function encodingIssues({ doubt, sniffed: { encoding } }: WindowState): Issue[] {
  if (doubt === undefined) return [];
  const message =
    doubt === 'unknown'
      ? 'The encoding of the text is unknown: it is neither UTF-8 nor a known older encoding, so names in it may be read wrongly.'
      : `The text is not UTF-8. It was read as ${encoding}, but another encoding is nearly as likely, so names in it may be read wrongly.`;
  return [{ code: 'unknown-encoding', path: '', message }];
}

/** A window's bytes as the matchers can read them: without a byte order mark, and its lines ending in line feeds. */
export function readableText(raw: Uint8Array, encoding: Encoding): Uint8Array {
  const bom = bomLength(raw);
  return withLineFeeds(readableBytes(bom > 0 ? raw.subarray(bom) : raw, encoding));
}

/**
 * Converts carriage returns of old Macintosh files to line feeds, byte for byte, so that every matcher counts the same
 * lines.
 */
function withLineFeeds(text: Uint8Array): Uint8Array {
  const first = text.includes(LINE_FEED) ? -1 : text.indexOf(RETURN);
  if (first === -1) return text;
  const converted = Uint8Array.from(text);
  for (let at = first; at !== -1; at = converted.indexOf(RETURN, at + 1)) converted[at] = LINE_FEED;
  return converted;
}
