// The lines of a file that belong to a statement: its whole comment, section or text, so that a clause that is added beside a known license counts. Pure.

/** Lines from 0, both included. */
export interface LineRegion {
  start: number;
  end: number;
}

export type RegionKind = 'whole' | 'comments' | 'sections' | 'lines';

const PROSE = new Set(['', 'Text', 'Markdown', 'reStructuredText', 'AsciiDoc', 'Rich Text Format']);
const DATA = /^(?:JSON|YAML|TOML|XML|INI|CSV|TSV|SVG|Java Properties|SQL|Git Config)/;

export function regionKindOf(
  language: string,
  { isLicenseFile, listOfParts, manifest }: { isLicenseFile: boolean; listOfParts: string; manifest: string },
): RegionKind {
  // Of a NOTICE, too, each word has to reach people, also where no rule knows it.
  if (isLicenseFile || listOfParts === 'list') return 'whole';
  if (DATA.test(language)) return 'lines';
  if (!PROSE.has(language)) return 'comments';
  // Source files may be manifests too, such as scripts of Python.
  return manifest === '' ? 'sections' : 'lines';
}

/** Files that say to which other files a license belongs: Debian's copyright files and those of REUSE. */
const ASSIGNING = /^Format: .{0,120}copyright-format|^\[\[annotations\]\]\s*$/;
const HEAD = 40;

/** Paths beside a license change what is said of it, so that such a file counts whole. */
export const kindOfText = (kind: RegionKind, lines: readonly string[]): RegionKind =>
  kind !== 'comments' && lines.slice(0, HEAD).some((line) => ASSIGNING.test(line)) ? 'whole' : kind;

/** The regions of statements at these places, joined where they overlap, in order. */
export function regionsOf(kind: RegionKind, lines: readonly string[], places: readonly LineRegion[]): LineRegion[] {
  if (places.length === 0) return [];
  if (kind === 'whole') return [{ start: 0, end: lines.length - 1 }];
  const around = kind === 'comments' ? commentsOf(lines) : kind === 'sections' ? sectionsOf(lines) : [];
  const isAlone = ({ start, end }: LineRegion) => kind === 'sections' && start === end && isBadge(lines[start] ?? '');
  return joined(places.map((place) => (isAlone(place) ? { ...place } : widened(place, around))));
}

const LINK_DEFINITION = /^\s{0,3}\[[^\]]{1,200}\]:(?:\s|$)|^\s*<?https?:\S+\s*$/;
const BADGE = /\]\(https?:|<img\s|\]\[|badge/i;

/** Where a link of a Markdown text leads to. It belongs to no section. */
export const isLinkDefinition = (line: string): boolean => LINK_DEFINITION.test(line);

/** A picture that states a license, which stands between other pictures at the head of a text. */
const isBadge = (line: string): boolean => LINK_DEFINITION.test(line) || (BADGE.test(line) && /!\[|<img\s/.test(line));

/** A comment, section or paragraph. */
interface Block extends LineRegion {
  /** What belongs to a statement in the block, if that is more than the block. */
  with?: LineRegion;
}

/** The place with all blocks that it touches. */
function widened(place: LineRegion, blocks: readonly Block[]): LineRegion {
  let { start, end } = place;
  for (const block of blocks) {
    if (block.start > place.end) break;
    if (block.end < place.start) continue;
    const whole = block.with ?? block;
    start = Math.min(start, whole.start);
    end = Math.max(end, whole.end);
  }
  return { start, end };
}

function joined(regions: LineRegion[]): LineRegion[] {
  const result: LineRegion[] = [];
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
/** Not the directives of C, and not the first signs of minified JavaScript. */
const COMMENT_LINE =
  /^(?:\/\/|#(?!\s*(?:include|import|define|undef|if|ifdef|ifndef|elif|else|endif|pragma|error|warning|line|cmakedefine(?:01)?)\b)|--|;(?![(\w])|%|\*|!(?![\w(])|'|dnl\b|rem\b|\.\\")/i;

/** Comments, those with only blank lines between them as one: a license and its exception are often two. */
export function commentsOf(lines: readonly string[]): LineRegion[] {
  const comments: LineRegion[] = [];
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

/** A text without headings that is longer than a license with what people write around it. */
const LONG_TEXT = 120;

const LEGAL_HEADING = /licen[sc]e|copyright|legal|terms|notice|warranty|disclaimer|credits/i;

/** What begins as Debian's and GNU's lists of changes do: the newest entry stands above the former ones, with who wrote it. */
const HISTORY = /^(?:\S+ \([^)]{1,80}\) [\w. -]{1,80}; urgency=|\d{4}-\d\d-\d\d {1,3}\S.{0,100}<\S+@\S+>)/;

export const isHistory = (lines: readonly string[]): boolean => HISTORY.test(lines[0] ?? '');

/** The parts between headings; a long text without headings is its paragraphs, a short one is one part. Those whose heading does not announce terms are paragraphs, each with its neighbours. */
function sectionsOf(lines: readonly string[]): Block[] {
  const starts = lines.flatMap((line, at) => {
    const isUnderlined = at > 0 && UNDERLINE.test(line) && lines[at - 1]?.trim() !== '';
    return HEADING.test(line) ? [at] : isUnderlined ? [at - 1] : [];
  });
  const sections = [0, ...starts.filter((start) => start > 0)].map((start, index, all) => ({
    start,
    end: (all[index + 1] ?? lines.length) - 1,
  }));
  if (sections.length === 1)
    return lines.length > LONG_TEXT ? paragraphsOf(lines, sections[0] as LineRegion) : sections;
  return sections.flatMap((section) =>
    LEGAL_HEADING.test(lines[section.start] ?? '') ? [section] : paragraphsOf(lines, section),
  );
}

function paragraphsOf(lines: readonly string[], { start, end }: LineRegion): Block[] {
  const paragraphs: LineRegion[] = [];
  for (let at = start; at <= end; at++) {
    if (lines[at]?.trim() === '') continue;
    const last = paragraphs.at(-1);
    if (last && last.end === at - 1) last.end = at;
    else paragraphs.push({ start: at, end: at });
  }
  return paragraphs.map((paragraph, at) => ({
    ...paragraph,
    with: { start: (paragraphs[at - 1] ?? paragraph).start, end: (paragraphs[at + 1] ?? paragraph).end },
  }));
}
