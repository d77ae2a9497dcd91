// Reads the rule files of a folder or an archive as (path, text) pairs. Only the importer uses it; nothing is written under these names.
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { type ArchiveItem, DEFAULT_ARCHIVE_LIMITS, readArchive } from '../../archives/index.ts';
import type { Issue } from '../../findings.ts';

/** A rule file: its path inside the source, with / as separator, and its text. */
export interface RuleText {
  path: string;
  text: string;
}

/** Receives the contents of a source. */
export interface RuleReader {
  take: (rule: RuleText) => void;
  /** Reports skipped or odd parts of the source. */
  report: (issue: Issue) => void;
}

const RULE_FILE = /\.(RULE|LICENSE)$/;
/** Largest rule file; the longest license texts are below 200 kB. */
const MAX_RULE_BYTES = 2_000_000;
/** Most rule files of one source, and their bytes: ten times the largest known collection. A larger source is no collection of rules. */
const MAX_RULES = 400_000;
const MAX_TOTAL_BYTES = 300_000_000;
const ARCHIVE_LIMITS = { ...DEFAULT_ARCHIVE_LIMITS, entries: 1_000_000, totalBytes: 4e9 };

/**
 * Passes every rule file below `source` to the reader, in no order; unreadable files are skipped. Rejects when `source` cannot be read to
 * its end, is neither folder nor archive, or exceeds the limits.
 */
export async function readRuleTexts(source: string, reader: RuleReader): Promise<void> {
  const limited = withinLimits(source, reader);
  if (statSync(source).isDirectory()) readFolder(source, limited);
  else await readArchived(source, limited);
}

/** Throws at the first rule beyond the limits, before a hostile archive fills the memory. */
function withinLimits(source: string, reader: RuleReader): RuleReader {
  let rules = 0;
  let total = 0;
  const take = (rule: RuleText): void => {
    rules++;
    total += rule.text.length;
    if (rules > MAX_RULES || total > MAX_TOTAL_BYTES)
      throw new Error(`${source} holds more than ${MAX_RULES} rule files or ${MAX_TOTAL_BYTES / 1e6} MB of them`);
    reader.take(rule);
  };
  return { ...reader, take };
}

const tooLarge = (path: string): Issue => ({
  code: 'limit-exceeded',
  path,
  message: `The file is larger than ${MAX_RULE_BYTES / 1e6} MB; it was left out.`,
});

const unreadable = (path: string, why: string): Issue => ({
  code: 'unreadable',
  path,
  message: `The file cannot be read: ${why}. It was left out.`,
});

function readFolder(folder: string, { take, report }: RuleReader): void {
  for (const path of readdirSync(folder, { recursive: true }) as string[]) {
    if (!RULE_FILE.test(path)) continue;
    // Checked before opening: a pipe would never end.
    const file = statSync(join(folder, path), { throwIfNoEntry: false });
    if (!file?.isFile()) report(unreadable(path, 'it is not a file, or is a link without a target file'));
    else if (file.size > MAX_RULE_BYTES) report(tooLarge(path));
    else {
      const bytes = bytesOf(join(folder, path));
      if (bytes) takeBytes(path.split(sep).join('/'), bytes, { take, report });
      else report(unreadable(path, 'permission denied'));
    }
  }
}

/** Undefined when the file must not be read. */
function bytesOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
}

function takeBytes(path: string, bytes: Uint8Array, { take, report }: RuleReader): void {
  if (isUtf8(bytes)) take({ path, text: Buffer.from(bytes).toString('utf8') });
  else report(unreadable(path, 'it is not in UTF-8'));
}

async function readArchived(source: string, reader: RuleReader): Promise<void> {
  const items = readArchive(source, {
    limits: ARCHIVE_LIMITS,
    expansion: 'none',
    archiveDirSuffix: '',
    deleteArchiveAfterExpand: false,
    temporaryFolder: tmpdir(),
  });
  for await (const item of items) {
    if (item.type === 'end') {
      if (!item.isComplete)
        throw new Error(named(source, item.reason ?? 'The uploaded archive could not be read to its end'));
    } else if (item.type === 'issue') {
      // Other files in the archive of a whole project do not matter.
      if (item.issue.path === '' || RULE_FILE.test(item.issue.path)) reader.report(item.issue);
    } else if (RULE_FILE.test(item.path)) readEntry(item, reader);
    else if (item.type === 'stream') item.stream.resume();
  }
}

/** The archive family calls the source an upload; here it may be any file. */
const named = (source: string, sentence: string): string => sentence.replace(/^The uploaded archive/, () => source);

function readEntry(item: Exclude<ArchiveItem, { type: 'issue' | 'end' }>, reader: RuleReader): void {
  if (item.type === 'file' && item.bytes.length <= MAX_RULE_BYTES) {
    takeBytes(item.path, item.bytes, reader);
    return;
  }
  if (item.type === 'stream') item.stream.resume();
  reader.report(tooLarge(item.path));
}
