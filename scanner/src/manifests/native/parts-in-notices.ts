// Finds the folders that a license file, a list of credits or a README names with the license of somebody else: "zlib, located at deps/zlib, is licensed as follows:". The words are
// data: notice-words.yaml. Such a file is no manifest, so its own licenses count as in every license file. Pure, except for reading the words once.
import { readData } from '../../data-files.ts';
import type { LicenseMatch, PackageFinding } from '../../findings.ts';
import { firstOf, lastOf } from '../../items.ts';
import { heldPackage, numberedLines } from '../shared/held.ts';
import { createProblems } from '../shared/problems.ts';
import { canBeLibrary, isBelowVendorPlace, vendorPlaceKind } from '../shared/vendor-places.ts';
import { type Column, type TableRow, tableRows } from './third-party-readme/tables.ts';

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

/** `list`: written to name the code of others, as license files are too; `readme`: about the project itself. */
export type ListOfParts = 'list' | 'readme';

interface Part {
  name: string;
  /** Undefined if the text gives only the name. */
  folder?: string;
  line: number;
  /** As a table tells it; '' if it does not. */
  license: string;
  version: string;
  url: string;
}

/**
 * The parts that a text names, with their folders or, in tables, also without them; `licenses` are the matches in it. A README is about the project
 * itself, so it names only what lies in a place that has nothing of the project's own.
 */
export function partsInNotices(
  text: string,
  licenses: readonly LicenseMatch[],
  list: ListOfParts = 'list',
): PackageFinding[] {
  const parts = new Map<string, Part>();
  const add = (part: Part) => {
    const key = part.folder ?? `\n${part.name}`;
    const isMeant = part.folder === undefined || list === 'list' || isBelowVendorPlace(part.folder, 'sure');
    if (isMeant && parts.size < MOST_PARTS && !parts.has(key)) parts.set(key, part);
  };
  const inRows = new Set<number>();
  for (const row of tableRows(text)) {
    inRows.add(row.line);
    const part = partInRow(row);
    if (part !== undefined) add(part);
  }
  for (const { text: content, line } of numberedLines(text)) {
    if (!content.includes('/') || inRows.has(line)) continue;
    const part = partIn(content);
    if (part !== undefined) add({ ...part, line, license: '', version: '', url: '' });
  }
  const found = [...parts.values()].sort((a, b) => a.line - b.line);
  return found.flatMap((part, at) => {
    const isRow = inRows.has(part.line);
    const next = isRow ? part.line + 1 : (found[at + 1]?.line ?? Number.POSITIVE_INFINITY);
    const license = licenseBetween(licenses, part.line, next) || part.license;
    const one = license === '' ? undefined : heldPackage({ ...part, license }, createProblems());
    // The list calls it so, wherever it comes from.
    return one === undefined ? [] : [{ ...one, name: part.name, inNotice: true as const }];
  });
}

/** A row with a folder in a place for the code of others, else with a name and its license. */
function partInRow({ line, cells }: TableRow): Part | undefined {
  const text = (column: Column) => cells.get(column) ?? '';
  const [, label = text('name'), target = ''] = /^\[([^\]]+)\]\(([^)\s]*)\)/.exec(text('name')) ?? [];
  const name = label.replace(/[`*]/g, '').trim();
  const license = text('license')
    .replace(/^\[([^\]]+)\]\([^)]*\)/, '$1')
    .replace(/\s*\(.*$/, '')
    .replace(/[`*]/g, '');
  const place = text('folder').replace(/^\[([^\]]+)\]\(([^)]*)\)/, '$2');
  const written = [place, target, name].map((one) => pathOf(one.replace(/[`*]/g, ''))).find((one) => one !== '');
  const url = /https?:\/\/[^\s)>\]]+/.exec(`${text('url')} ${target}`)?.[0] ?? '';
  const version = /[0-9]/.test(text('version')) ? text('version') : '';
  if (name === '' || license === '') return undefined;
  const [, own = name] = /([^/]+)$/.exec(name) ?? [];
  const about = { name: own, line, license, version, url };
  if (written === undefined) return NAME_ALONE.test(name) ? about : undefined;
  const isPart = isBelowVendorPlace(written) && canBeLibrary(lastOf(written.split('/')));
  return isPart ? { ...about, folder: written } : undefined;
}

/** A name that a folder can have. */
const NAME_ALONE = /^[\w.+ -]{2,60}$/;
const WHOLE_PATH = new RegExp(`^${PATH}$`);

/** A path with at least one slash; '' for everything else. */
function pathOf(written: string): string {
  const path = written
    .trim()
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\/+$/, '');
  return path.includes('/') && WHOLE_PATH.test(path) ? path : '';
}

function partIn(content: string): { name: string; folder: string } | undefined {
  const { before = '', path: located } = SENTENCE.exec(content)?.groups ?? {};
  const entry = located === undefined ? ENTRY.exec(content)?.groups?.path : undefined;
  const written = (located ?? entry ?? '').replace(/^\.\//, '').replace(/[./]+$/, '');
  const segments = written.split('/');
  if (segments.length < 2 && !/\/$/.test(located ?? entry ?? '')) return undefined;
  // A path alone could be anything; one through a place for the code of others is a library in it.
  if (located === undefined && !isBelowVendorPlace(written)) return undefined;
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
