// License files that give the licenses of parts too: of what a binary distribution bundles, and of single folders. The matches of
// those parts get the role of bundled parts, so that they do not become the license of the whole. Pure.
import { familyStem, idsOf } from '../../expressions/index.ts';
import type { LicenseMatch } from '../../findings.ts';
import { anyOf, knowledge } from '../rules/knowledge.ts';
import { isDep5 } from './dep5.ts';
import { stretchOf } from './stretch.ts';

const { words } = knowledge('bundled-parts');
/** A sentence of few words: the same words in a paragraph are prose. */
const HEADING = new RegExp(String.raw`^[^\n]{0,90}\b${anyOf(words('heading'), String.raw`\s+`)}\b[^\n]{0,60}$`, 'im');
/** An entry of a list, with its license behind a colon or in quotes, or a sentence that begins with the rest. */
const REST = new RegExp(
  String.raw`^[ \t]*(?:[-*+\u2022][ \t]*)?(?:[^\n:]{0,60}\b)?${anyOf(words('rest'), String.raw`\s+`)}\b[^\n]*$`,
  'gim',
);
const ENTRY = new RegExp(String.raw`^[ \t]*[-*+\u2022]|:|^[ \t]*${anyOf(words('rest'), String.raw`\s+`)}\b`, 'i');
const MOST_BYTES = 300_000;
/** Overviews are at the beginning. */
const OVERVIEW_BYTES = 4000;

/** The matches, those of bundled parts with their role. */
export function withBundledParts(bytes: Uint8Array, matches: LicenseMatch[]): LicenseMatch[] {
  if (matches.length < 2 || isDep5(bytes)) return matches;
  const text = stretchOf(bytes, 0, MOST_BYTES);
  const isBundled = ofOverview(text, matches) ?? belowHeading(text, matches);
  if (!isBundled) return matches;
  return matches.map((match) =>
    match.role === undefined && match.kind !== 'mention' && isBundled(match) ? { ...match, role: 'bundled' } : match,
  );
}

type Decision = (match: LicenseMatch) => boolean;

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** What a heading announces. There must be a license of the whole above it. */
function belowHeading(text: string, matches: readonly LicenseMatch[]): Decision | undefined {
  const heading = HEADING.exec(text);
  if (!heading) return undefined;
  const line = lineAt(text, heading.index);
  return matches.some(({ endLine }) => endLine < line) ? ({ startLine }) => startLine > line : undefined;
}

/** "All other files: the LGPL": all licenses of another family belong to parts. */
function ofOverview(text: string, matches: readonly LicenseMatch[]): Decision | undefined {
  const stems = new Set(matches.flatMap(({ expression }) => idsOf(expression)).map(familyStem));
  for (const { 0: line } of text.slice(0, OVERVIEW_BYTES).matchAll(REST)) {
    if (!ENTRY.test(line)) continue;
    const named = [...stems].filter((stem) => new RegExp(String.raw`\b${escaped(stem)}(?![a-z])`, 'i').test(line));
    const [main] = named;
    if (main === undefined || named.length > 1 || stems.size < 2) continue;
    return ({ expression }) => !idsOf(expression).some((id) => familyStem(id) === main);
  }
  return undefined;
}

const escaped = (stem: string): string => stem.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
