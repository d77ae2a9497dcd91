// Prepares a window of text for the matchers: its encoding, its language, its lines. Loads no matcher, because the side that only feeds
// threads imports this too.
import type { FileFacts, Found } from '../findings.ts';
import { settleLanguage } from './ambiguous.ts';
import { bomLength, type Encoding, readableBytes } from './encoding.ts';
import { emptyFacts, NO_DIGESTS } from './facts.ts';
import { readHint } from './hint.ts';
import { HEAD_BYTES, type Sniffed, sniff } from './kind.ts';
import { languageNamed } from './languages.ts';
import { countWindow, type LineState, START_OF_FILE } from './lines.ts';

const LINE_FEED = 10;
const RETURN = 13;

/** State that the windows of a large text share. Plain data, because they may be analysed in different threads. */
export interface WindowState {
  sniffed: Sniffed;
  /** As Linguist spells it; '' when not source. */
  language: string;
  /** The state of the line counter after the previous window. */
  lines: LineState;
}

/** Facts of one window, its lines counted from 1, and the state for the next one. */
export interface WindowFound extends Found<FileFacts> {
  state: WindowState;
}

/** The state of a file's first window, by the file's first bytes (8 KB, or all when it is smaller). */
export function beginWindows(head: Uint8Array, hint: string): WindowState {
  const sniffed = sniff(head);
  if (!sniffed.isText) return { sniffed, language: '', lines: START_OF_FILE };
  const start = readableBytes(head.subarray(bomLength(head), HEAD_BYTES), sniffed.encoding);
  return { sniffed, language: settleLanguage(readHint(hint).language, start)?.name ?? '', lines: START_OF_FILE };
}

/** Counts the lines of a window that comes after the last analysed one. */
export function countWindowLines(raw: Uint8Array, state: WindowState): WindowFound {
  return readLines(readableText(raw, state.sniffed.encoding), raw.length, state);
}

/** Language and lines of a window whose text was already converted. */
export function readLines(text: Uint8Array, sizeBytes: number, state: WindowState): WindowFound {
  const findings = emptyFacts(sizeBytes, NO_DIGESTS, state.sniffed);
  if (!state.sniffed.isText) return { findings, issues: [], state };
  const counted = countWindow(text, languageNamed(state.language)?.syntax, state.lines);
  findings.language = state.language;
  findings.lines = counted.lines;
  return { findings, issues: [], state: { ...state, lines: counted.state } };
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
