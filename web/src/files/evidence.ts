// Prepares what was found in a file: as a list of texts and as ranges to colour.
import type { FileDetails } from '../api/models.ts';
import { countText } from '../elements/quantities.ts';
import type { EvidenceRange } from './code-lines.tsx';

type License = FileDetails['licenses'][number];

/**
 * Code and comment lines are counted only for languages whose comment syntax is known. In other languages the parts do
 * not add up to the total.
 */
export function lineCountsText({ total, code, comment, blank }: FileDetails['lines']): string {
  if (code + comment + blank === total)
    return `${countText(total)}: ${countText(code)} code, ${countText(comment)} comment, ${countText(blank)} blank`;
  return blank > 0 ? `${countText(total)}, ${countText(blank)} of them blank` : countText(total);
}

export function licenseNote({ expression, rule, kind, score, coverage, why }: License): string {
  return `${expression}: ${kind} by rule ${rule}, score ${round(score)}, coverage ${round(coverage)} %. Why: ${why}.`;
}

/** Mentions are shown apart, because they license nothing. */
export function partLicenses(licenses: License[]): { stated: License[]; mentioned: License[] } {
  const { stated = [], mentioned = [] } = Object.groupBy(licenses, ({ kind }) =>
    kind === 'mention' ? 'mentioned' : 'stated',
  );
  return { stated, mentioned };
}

/** The same statement in several places of a file. */
export interface MatchGroup {
  key: string;
  match: License;
  places: [Place, ...Place[]];
}

interface Place {
  startLine: number;
  endLine: number;
}

/** By license and rule, in the order of the first place of each. */
export function groupMatches(licenses: License[]): MatchGroup[] {
  const groups = new Map<string, MatchGroup>();
  for (const match of licenses) {
    const { expression, rule, kind, role, score, via, startLine, endLine, sentence } = match;
    const key = JSON.stringify([expression, rule, kind, role, score, via, kind === 'mention' && sentence]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, match, places: [{ startLine, endLine }] });
    else group.places.push({ startLine, endLine });
  }
  return [...groups.values()];
}

/** The nearest line after `from`, or before it; behind the last one, the first. */
export function nextLine(lines: readonly number[], from: number, isBack: boolean): number | undefined {
  const sorted = [...new Set(lines)].sort((a, b) => a - b);
  return isBack
    ? (sorted.findLast((line) => line < from) ?? sorted.at(-1))
    : (sorted.find((line) => line > from) ?? sorted[0]);
}

const ROLE_TEXTS: Record<NonNullable<License['role']>, string> = {
  grants: 'granted',
  choice: 'one to choose',
  bundled: 'of a bundled part',
  documentation: 'of the documentation',
  'other-work': 'other work',
  forbids: 'forbidden to combine',
  denies: 'denied',
  compatible: 'compatible',
  past: 'in the past',
  future: 'in the future',
  thanks: 'thanks',
  tooling: 'data of a tool',
  contribution: 'contributions',
};

export const roleText = (role: NonNullable<License['role']>): string => ROLE_TEXTS[role];

export function mentionText({ role, sentence }: License): string {
  const said = role === undefined ? 'mentioned' : `mentioned: ${roleText(role)}`;
  return sentence === undefined ? said : `${said} — ${sentence}`;
}

export function rangesOf(licenses: FileDetails['licenses'], copyrights: FileDetails['copyrights']): EvidenceRange[] {
  return [
    ...licenses.map((match) => ({
      kind: 'license' as const,
      startLine: match.startLine,
      endLine: match.endLine,
      note: licenseNote(match),
    })),
    ...copyrights.map(({ statement, startLine, endLine }) => ({
      kind: 'copyright' as const,
      startLine,
      endLine,
      note: statement,
    })),
  ];
}

export function linesText(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}

export function round(percentage: number): string {
  return String(Math.round(percentage * 10) / 10);
}
