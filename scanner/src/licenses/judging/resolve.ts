// Makes sense of a file's matches as a whole: takes back false positives and lists of license names, lets a version speak for an unversioned
// name, joins choices (A OR B) and exceptions (A WITH B), and writes the answer. Pure.
import type { LicenseMatch } from '../../findings.ts';
import { FLAG_IMPORTED, FLAG_WEAK } from '../engine/index-format.ts';
import { lineCounter } from '../engine/line-counter.ts';
import type { Candidate } from '../engine/select.ts';
import { familyStem, idsOf, isSpdxException } from '../expression.ts';
import { isBesideChecksum } from '../reading/checksum-lines.ts';
import { copiesOfChoices, isOneOfTwo, joinChoices } from '../reading/choices.ts';
import { isOfCompatibility } from '../reading/compatible.ts';
import { isInsideEncoded } from '../reading/encoded.ts';
import { noticeAround } from '../reading/gnu-notices.ts';
import { isStated, MENTION_TRUST, partMentions } from '../reading/mentions.ts';
import { stretchOf } from '../reading/stretch.ts';

/** A file that names this many different licenses, and little else of licensing, is a list of licenses or a license tool. */
const LIST_OF_LICENSES = 14;

/** The answer of one file. */
export interface Resolution {
  matches: LicenseMatch[];
  spdx: string[];
  rejected: Candidate[];
  /** What the matches are made of, before choices and exceptions were joined. */
  accepted: Candidate[];
}

export function resolveMatches(bytes: Uint8Array, candidates: Candidate[]): Resolution {
  const rejected: Candidate[] = [];
  let standing = candidates.filter((candidate) =>
    keep(candidate.kind !== 'false-positive' && candidate.expression !== '', candidate, 'says nothing by itself'),
  );
  function keep(isKept: boolean, candidate: Candidate, why: string): boolean {
    if (!isKept) rejected.push({ ...candidate, rejection: why });
    return isKept;
  }
  standing = standing.filter((candidate) =>
    keep(
      !isBareName(candidate) || !isBesideChecksum(bytes, candidate.startByte, candidate.endByte),
      candidate,
      'the name of a file beside its checksum',
    ),
  );
  standing = standing.filter((candidate) =>
    keep(
      !isBareName(candidate) || !isOfCompatibility(bytes, candidate.startByte, candidate.endByte),
      candidate,
      'the name of a license that another one is said to go with, or not',
    ),
  );
  standing = standing.filter((candidate) =>
    keep(
      !isBareName(candidate) || !isInsideEncoded(bytes, candidate.startByte, candidate.endByte),
      candidate,
      'letters in the middle of encoded bytes',
    ),
  );
  if (isListOfLicenses(standing)) {
    standing = standing.filter((candidate) =>
      keep(!isListed(candidate), candidate, 'one of a long list of license names'),
    );
  }
  standing = standing.filter((candidate) =>
    keep(!candidate.isQuoted, candidate, 'an id in quotes, with no word of licensing beside it'),
  );
  const texts = standing.filter(
    ({ kind, matched, expression }) => kind === 'text' && matched >= TITLED_TEXT && !isSpdxException(expression),
  );
  standing = standing.filter((candidate) =>
    keep(!isTitle(candidate, texts), candidate, 'the title of a text, which says it more exactly'),
  );
  const isMitWithoutX11 =
    texts.some(({ expression }) => expression === 'MIT') && !texts.some(({ expression }) => expression === 'X11');
  standing = standing.filter((candidate) =>
    keep(
      !(isMitWithoutX11 && candidate.expression === 'X11' && isBareName(candidate)),
      candidate,
      'a name that the MIT license bears as well, whose text the file holds',
    ),
  );
  standing = standing.filter((candidate) =>
    keep(!isLoneException(candidate, standing), candidate, 'an exception named without a license beside it'),
  );
  standing = standing.filter((candidate, i) =>
    keep(
      !(candidate.flags & FLAG_IMPORTED && candidate.kind === 'notice' && isRestOfNotice(candidate, standing[i - 1])),
      candidate,
      'goes on with a notice that names the version',
    ),
  );
  const { stated, mentioned } = partMentions(bytes, standing);
  standing = stated;
  const isGnuStatement = standing.some(
    (candidate) => !candidate.isEcho && /(^|\W)(A|L)?GPL-|GFDL-/.test(candidate.expression),
  );
  standing = standing.filter((candidate) =>
    keep(!candidate.isEcho || !isGnuStatement, candidate, 'echoes the license that the file names elsewhere'),
  );
  const versioned = new Set(
    standing.filter((candidate) => candidate.family && candidate.isVersioned).map((candidate) => candidate.family),
  );
  const stems = new Set(
    standing
      .flatMap((candidate) => (candidate.family && !candidate.isVersioned ? [] : idsOf(candidate.expression)))
      .map(familyStem),
  );
  standing = withVersionsInChoices(bytes, standing);
  standing = standing.filter((candidate) =>
    keep(
      !candidate.family ||
        candidate.isVersioned ||
        !(versioned.has(candidate.family) || stems.has(familyStem(candidate.expression))),
      candidate,
      'the file names the version elsewhere',
    ),
  );
  const unversioned = new Set(
    standing.filter((candidate) => candidate.family && !candidate.isVersioned).map((candidate) => candidate.expression),
  );
  standing = standing.filter((candidate) =>
    keep(
      candidate.expression !== 'LGPL-2.0-or-later' || candidate.isVersioned || !unversioned.has('LGPL-2.1-or-later'),
      candidate,
      'the file calls the license Lesser elsewhere, as it is called from version 2.1 on',
    ),
  );
  const free = new Set(
    standing
      .filter((candidate) => candidate.kind !== 'tag')
      .flatMap((candidate) => idsOf(candidate.expression))
      .filter((id) => id.endsWith('-or-later')),
  );
  standing = standing.filter((candidate) =>
    keep(
      !candidate.isImplied ||
        isGrant(bytes, candidate.startByte) ||
        !free.has(candidate.expression.replace(/-only$/, '-or-later')),
      candidate,
      'the file says elsewhere that later versions may be chosen',
    ),
  );
  const strong = new Set(
    standing
      .filter((candidate) => !(candidate.flags & FLAG_WEAK))
      .flatMap((candidate) => idsOf(candidate.expression))
      .map(familyStem),
  );
  standing = standing.filter((candidate) =>
    keep(
      !(candidate.flags & FLAG_WEAK) || !strong.has(familyStem(candidate.expression)),
      candidate,
      'the file says the same more exactly elsewhere',
    ),
  );
  const joined = joinChoices(bytes, attachExceptions(standing));
  const copies = copiesOfChoices(joined);
  const lines = lineCounter(bytes);
  const mentions = mentioned.filter((candidate) =>
    keep(!isStated(candidate, joined), candidate, 'mentions a license that the file states elsewhere'),
  );
  return {
    matches: [...joined, ...mentions]
      .sort((a, b) => a.startByte - b.startByte)
      .map((candidate) => toMatch(bytes, candidate, lines)),
    spdx: [
      ...new Set(joined.filter((candidate) => !copies.has(candidate)).map((candidate) => candidate.expression)),
    ].sort(),
    rejected,
    accepted: standing,
  };
}

/** "Either the BSD License or the GPL": the name in the choice means the version whose text the file holds, when that is one. */
function withVersionsInChoices(bytes: Uint8Array, candidates: Candidate[]): Candidate[] {
  const ids = candidates.filter(({ kind }) => kind === 'text').flatMap(({ expression }) => idsOf(expression));
  if (ids.length === 0) return candidates;
  const ofStem = Map.groupBy(new Set(ids), familyStem);
  return candidates.map((candidate, at) => {
    const [expression, another] = ofStem.get(familyStem(candidate.expression)) ?? [];
    if (!candidate.family || candidate.isVersioned || expression === undefined || another !== undefined)
      return candidate;
    const [before, after] = [candidates[at - 1], candidates[at + 1]];
    const isInChoice =
      (before && isOneOfTwo(bytes, before, candidate)) || (after && isOneOfTwo(bytes, candidate, after));
    return isInChoice ? { ...candidate, expression, isVersioned: true } : candidate;
  });
}

/** "… is licensed under the terms of the GPL version 2": a grant of its own, which another one for later versions does not take back. */
const GRANT =
  /\b(?:is|are|be) (?:(?:hereby|also|dual|made|only) )*(?:licen[cs]ed|released|distributed|available|covered|published)\b[^.;:]{0,60}$/i;
const GRANT_REACH_BYTES = 120;

const isGrant = (bytes: Uint8Array, startByte: number): boolean =>
  GRANT.test(stretchOf(bytes, startByte - GRANT_REACH_BYTES, startByte).replace(/\s*\n[\s*#/;]*/g, ' '));

/** Bytes between a notice and the paragraph on warranty behind it. */
const SAME_NOTICE_BYTES = 200;

/** "… See the GNU General Public License for more details" behind a notice that names the version, as imported rules have it apart. */
function isRestOfNotice(candidate: Candidate, before: Candidate | undefined): boolean {
  if (!before || !UNVERSIONED.test(candidate.expression) || UNVERSIONED.test(before.expression)) return false;
  return (
    candidate.startByte - before.endByte < SAME_NOTICE_BYTES &&
    idsOf(before.expression).some((id) => familyStem(id) === familyStem(candidate.expression))
  );
}

const UNVERSIONED = /^(?:GPL-1\.0|LGPL-2\.0)-or-later$/;

const TITLED_TEXT = 60;
const TITLE_REACH_BYTES = 600;

/** A name right before a text: that of the text's family, or one so general (BSD) that any text may bear it. */
function isTitle(candidate: Candidate, texts: Candidate[]): boolean {
  if (!isBareName(candidate) || isSpdxException(candidate.expression)) return false;
  const isGeneral = candidate.family === 'BSD';
  return texts.some((text) => {
    const distance = text.startByte - candidate.endByte;
    if (text.expression === candidate.expression || distance < 0 || distance > TITLE_REACH_BYTES) return false;
    return isGeneral || familyStem(text.expression) === familyStem(candidate.expression);
  });
}

const EXCEPTION_REACH_BYTES = 400;

function isLoneException(candidate: Candidate, candidates: Candidate[]): boolean {
  if (candidate.kind !== 'reference' || !isSpdxException(candidate.expression)) return false;
  return !candidates.some(
    (other) =>
      baseOf(candidate.expression).test(other.expression) &&
      other.startByte <= candidate.startByte &&
      candidate.startByte - other.endByte < EXCEPTION_REACH_BYTES,
  );
}

const isBareName = (candidate: Candidate): boolean =>
  candidate.rule >= 0 && candidate.isExact && candidate.matched <= 12;

/** As lists write them: an id, or an id and the full name side by side. */
const isListed = (candidate: Candidate): boolean =>
  isBareName(candidate) ||
  (candidate.rule >= 0 && candidate.isExact && candidate.kind === 'reference' && candidate.matched <= 30);

function isListOfLicenses(candidates: Candidate[]): boolean {
  const named = new Set(candidates.filter(isListed).flatMap((candidate) => idsOf(candidate.expression)));
  if (named.size < LIST_OF_LICENSES) return false;
  const others = new Set(
    candidates.filter((candidate) => !isListed(candidate)).flatMap((candidate) => idsOf(candidate.expression)),
  );
  return others.size * 3 < named.size;
}

/** Licenses that exceptions bend: the GNU ones, but for the few exceptions that are made for others. */
const GNU_BASE = /\b((?:A|L)?GPL-[\d.]+(?:-only|-or-later))(?! WITH)/;
const OTHER_BASES: [exceptions: RegExp, base: RegExp][] = [
  [/^(LLVM-exception|Swift-exception|SHL-2\.[01])$/, /\b(Apache-2\.0)(?! WITH)/],
  [/^(KiCad-libraries|GNOME-examples)-exception$/, /\b(CC-BY-SA-[\d.]+)(?! WITH)/],
  [/^fmt-exception$/, /\b(MIT)(?! WITH|-)/],
  [/^LZMA-exception$/, /\b(CPL-1\.0)(?! WITH)/],
  [/^QPL-1\.0-INRIA-2004-exception$/, /\b(QPL-1\.0(?:-INRIA-2004)?)(?! WITH|-)/],
];

const baseOf = (exception: string): RegExp =>
  OTHER_BASES.find(([exceptions]) => exceptions.test(exception))?.[1] ?? GNU_BASE;

const SAME_SENTENCE_BYTES = 60;

/** An exception is said beside the license it bends: the nearest one before it, or after it. */
function attachExceptions(candidates: Candidate[]): Candidate[] {
  const out = candidates.map((candidate) => ({ ...candidate }));
  const gone = new Set<Candidate>();
  out.forEach((candidate, i) => {
    if (!isSpdxException(candidate.expression)) return;
    const isBase = ({ expression }: Candidate) => baseOf(candidate.expression).test(expression);
    const bent = ` WITH ${candidate.expression}`;
    let at = i - 1;
    while (at >= 0 && !isBase(out[at]!) && !out[at]!.expression.endsWith(bent)) at--;
    if (at >= 0 && !isBase(out[at]!)) {
      // Said once more, as where a sentence announces the exception and its text follows.
      out[at]!.endByte = Math.max(out[at]!.endByte, candidate.endByte);
      gone.add(candidate);
      return;
    }
    if (at < 0) at = out.findIndex((other, j) => j > i && isBase(other));
    const base = out[at];
    if (!base) return;
    // The license may be named more than once in a sentence: "the GNU Library General Public License (LGPL) with ...".
    const named = base.expression;
    const isNamed = (j: number) =>
      out[j]?.expression === named && out[j + 1]!.startByte - out[j]!.endByte < SAME_SENTENCE_BYTES;
    do out[at]!.expression = named.replace(baseOf(candidate.expression), `$1${bent}`);
    while (isNamed(--at));
    base.endByte = Math.max(base.endByte, candidate.endByte);
    base.name = `${base.name}, ${candidate.name}`;
    gone.add(candidate);
  });
  return out.filter((candidate) => !gone.has(candidate));
}

function toMatch(bytes: Uint8Array, candidate: Candidate, lineOf: (byte: number) => number): LicenseMatch {
  const { startByte, endByte } = candidate;
  const isGnuName = candidate.isVersioned && /^(?:[AL]?GPL|GFDL)/.test(candidate.family);
  const { start, end } = isGnuName ? noticeAround(bytes, startByte, endByte) : { start: startByte, end: endByte };
  const kind = candidate.kind === 'family' || candidate.kind === 'false-positive' ? 'reference' : candidate.kind;
  const trust = kind === 'mention' ? MENTION_TRUST : 1;
  return {
    expression: candidate.expression,
    startLine: lineOf(start),
    endLine: lineOf(end),
    score: Math.round((candidate.coverage * candidate.relevance * trust) / 10) / 10,
    coverage: candidate.coverage,
    rule: candidate.name,
    kind,
  };
}
