// Finds the folders that a license file names with the license of somebody else: "zlib, located at deps/zlib, is licensed as follows:". The words are
// data: notice-words.yaml. Such a file is no manifest, so its own licenses count as in every license file. Pure, except for reading the words once.
import { readData } from '../data-files.ts';
import type { LicenseMatch, PackageFinding } from '../findings.ts';
import { firstOf, lastOf } from '../items.ts';
import { heldPackage, numberedLines } from './held.ts';
import { createProblems } from './problems.ts';
import { canBeLibrary, vendorPlaceKind } from './vendor-places.ts';

export const NOTICE_WORDS = readData(new URL('./notice-words.yaml', import.meta.url)) as Readonly<
  Record<'located', { sentence: string; words: readonly string[] }>
>;

const LOCATED = NOTICE_WORDS.located.words
  .toSorted((a, b) => b.length - a.length)
  .map((words) => words.replace(/ /g, String.raw`\s+`))
  .join('|');
/** A path of folders with at least one slash, relative to the folder of the file. */
const PATH = String.raw`(?:\./)?[\w+@-][\w.+@-]*(?:/[\w+@-][\w.+@-]*)*/?`;
const QUOTE = '["\'`“”‘’<(]?';
const SENTENCE = new RegExp(
  String.raw`^(?<before>.{0,160}?)(?:,\s*|\s+|^)(?:${LOCATED})\s+(?:the\s+)?(?:directory\s+|folder\s+)?${QUOTE}(?<path>${PATH})`,
  'i',
);
/** An entry that begins with the path: "deps/zlib: zlib License", "- third_party/oak/ (MIT)". */
const ENTRY = new RegExp(
  String.raw`^[\s\-*+•>#=|]*${QUOTE}(?<path>${PATH})${QUOTE}(?=\s*(?:$|[:,;|()*]|\s[-–—]\s|\s+is\s|\s+are\s|\s{2,}))`,
);
/** The name before the words: "- Acorn, located at …", "The oak library is contained in …". */
const NAME =
  /^[\s\-*+•>#\d.)]*(?:the\s+)?([A-Za-z][\w.+-]*(?: [A-Z0-9][\w.+-]*){0,3})(?:\s+(?:library|project|code|parser|sources?))?(?:,|\s+(?:is|are|which)\b|\s*$)/i;
/** "The following license applies to …" */
const NO_NAME = /\b(?:licen[cs]e|following|copyright|files?|code|terms|notice|it|this|these)\b/i;
const MOST_PARTS = 500;
const MOST_LICENSES = 4;

/** The parts that a license file names with their folders; `licenses` are the matches in it. */
export function partsInNotices(text: string, licenses: readonly LicenseMatch[]): PackageFinding[] {
  const parts = new Map<string, { name: string; folder: string; line: number }>();
  for (const { text: content, line } of numberedLines(text)) {
    if (!content.includes('/') || parts.size >= MOST_PARTS) continue;
    const part = partIn(content);
    if (part !== undefined && !parts.has(part.folder)) parts.set(part.folder, { ...part, line });
  }
  const found = [...parts.values()];
  return found.flatMap(({ name, folder, line }, at) => {
    const next = found[at + 1]?.line ?? Number.POSITIVE_INFINITY;
    const license = licenseBetween(licenses, line, next);
    const one = license === '' ? undefined : heldPackage({ name, folder, license, line }, createProblems());
    return one === undefined ? [] : [{ ...one, inNotice: true as const }];
  });
}

function partIn(content: string): { name: string; folder: string } | undefined {
  const { before = '', path: located } = SENTENCE.exec(content)?.groups ?? {};
  const entry = located === undefined ? ENTRY.exec(content)?.groups?.path : undefined;
  const written = (located ?? entry ?? '').replace(/^\.\//, '').replace(/[./]+$/, '');
  const segments = written.split('/');
  if (segments.length < 2 && !/\/$/.test(located ?? entry ?? '')) return undefined;
  // A path alone could be anything; one through a place for the code of others is a library in it.
  if (located === undefined && !segments.slice(0, -1).some((segment) => vendorPlaceKind(segment) !== undefined))
    return undefined;
  const own = lastOf(segments);
  if (!canBeLibrary(own) || (vendorPlaceKind(firstOf(segments)) === undefined && segments.length < 2)) return undefined;
  const called = NAME.exec(before)?.[1] ?? own;
  return { name: NO_NAME.test(called) ? own : called, folder: written };
}

/** The licenses that an entry tells in its own line, else those between it and the next one; '' if there is none, or if there are many. */
function licenseBetween(licenses: readonly LicenseMatch[], line: number, next: number): string {
  const told = licenses.filter(({ kind, startLine }) => kind !== 'mention' && startLine >= line && startLine < next);
  const inLine = told.filter(({ startLine }) => startLine === line);
  const distinct = [...new Set((inLine.length > 0 ? inLine : told).map(({ expression }) => expression))];
  if (distinct.length > MOST_LICENSES) return '';
  return distinct.map((one) => (distinct.length > 1 && / OR /.test(one) ? `(${one})` : one)).join(' AND ');
}
