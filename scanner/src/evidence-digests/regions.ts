// The lines of a file that belong to a statement: its whole comment, section or text, so that a clause that is added beside a known license counts. Pure.

/** Lines from 0, both included. */
export interface Region {
  start: number;
  end: number;
}

export type RegionKind = 'whole' | 'comments' | 'sections' | 'lines';

const PROSE = new Set(['', 'Text', 'Markdown', 'reStructuredText', 'AsciiDoc', 'Rich Text Format']);
const DATA = /^(?:JSON|YAML|TOML|XML|INI|CSV|TSV|SVG|Java Properties|SQL|Git Config)/;

export function regionKindOf(
  language: string,
  { isLicenseFile, manifest }: { isLicenseFile: boolean; manifest: string },
): RegionKind {
  if (isLicenseFile) return 'whole';
  if (manifest !== '' || DATA.test(language)) return 'lines';
  return PROSE.has(language) ? 'sections' : 'comments';
}

/** The regions of statements at these places, joined where they overlap, in order. */
export function regionsOf(kind: RegionKind, lines: readonly string[], places: readonly Region[]): Region[] {
  if (places.length === 0) return [];
  if (kind === 'whole') return [{ start: 0, end: lines.length - 1 }];
  const around = kind === 'comments' ? commentsOf(lines) : kind === 'sections' ? sectionsOf(lines) : [];
  return joined(places.map((place) => widened(place, around)));
}

/** The place with all blocks that it touches. */
function widened(place: Region, blocks: readonly Region[]): Region {
  let { start, end } = place;
  for (const block of blocks) {
    if (block.start > end) break;
    if (block.end < start) continue;
    start = Math.min(start, block.start);
    end = Math.max(end, block.end);
  }
  return { start, end };
}

function joined(regions: Region[]): Region[] {
  const result: Region[] = [];
  for (const region of regions.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && region.start <= last.end + 1) last.end = Math.max(last.end, region.end);
    else result.push({ ...region });
  }
  return result;
}

/** Signs that open and close comments of several lines. */
const BLOCKS: readonly (readonly [open: string, close: string])[] = [
  ['/*', '*/'],
  ['<!--', '-->'],
  ['"""', '"""'],
  ["'''", "'''"],
  ['{-', '-}'],
  ['(*', '*)'],
  ['--[[', ']]'],
  ['#|', '|#'],
  ['=begin', '=end'],
  ['=pod', '=cut'],
];
const COMMENT_LINE = /^(?:\/\/|#|--|;|%|\*|!|'|dnl\b|rem\b|\.\\")/i;

/** Comments, those with only blank lines between them as one: a license and its exception are often two. */
function commentsOf(lines: readonly string[]): Region[] {
  const comments: Region[] = [];
  let close = '';
  let blanks = 0;
  for (const [at, line] of lines.entries()) {
    const text = line.trimStart();
    if (close === '' && text === '') {
      blanks++;
      continue;
    }
    const opened = close === '' ? BLOCKS.find(([open]) => text.startsWith(open)) : undefined;
    if (close === '' && opened === undefined && !COMMENT_LINE.test(text)) {
      blanks = 0;
      continue;
    }
    const last = comments.at(-1);
    if (last && last.end + 1 + blanks === at) last.end = at;
    else comments.push({ start: at, end: at });
    blanks = 0;
    if (close !== '') close = line.includes(close) ? '' : close;
    else if (opened && !text.slice(opened[0].length).includes(opened[1])) close = opened[1];
  }
  return comments;
}

const HEADING = /^(?:#{1,6}\s|={1,5}\s)/;
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,})\s*$/;

/** The parts between headings; a text without headings is one. */
function sectionsOf(lines: readonly string[]): Region[] {
  const starts = lines.flatMap((line, at) => {
    const isUnderlined = at > 0 && UNDERLINE.test(line) && lines[at - 1]?.trim() !== '';
    return HEADING.test(line) ? [at] : isUnderlined ? [at - 1] : [];
  });
  return [0, ...starts.filter((start) => start > 0)].map((start, index, all) => ({
    start,
    end: (all[index + 1] ?? lines.length) - 1,
  }));
}
