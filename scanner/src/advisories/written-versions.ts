// Versions as the CVE list writes them in one text: comparisons, and lists of versions. Pure.
import type { AffectedPackage, RangeEvent, VersionRange } from './advisory.ts';

type Written = Pick<AffectedPackage, 'ranges' | 'versions' | 'unaffected'>;

const COMPARISON = /^(>=|<=|>|<|==?)\s*v?(\d[\w.+~:-]*)$/i;
const VERSION = /^v?\d[\w.+~:-]*$/i;

/** "*" and "All versions". */
export function isEvery(text: string): boolean {
  return /^(?:\*|all|all versions|any|any version)$/i.test(text.trim());
}

/** Text in other words ("4.1 and earlier") stays as one version, which no version can be compared with. */
export function versionsIn(text: string): Written {
  const none: Written = { ranges: [], versions: [], unaffected: [] };
  if (isEvery(text)) return { ...none, ranges: [rangeFrom('0')] };
  const parts = text
    .trim()
    .replace(/^all versions\s*(?=[<>=])/i, '')
    .split(/\s*(?:,|;|\|\||&&)\s*|(?<=[\w*])\s+(?=[<>=])/)
    .filter((part) => part !== '');
  if (parts.length > 0 && parts.every((part) => VERSION.test(part))) return { ...none, versions: parts };
  if (parts.length > 0 && parts.every((part) => COMPARISON.test(part))) return rangesOf(parts);
  return { ...none, versions: [text.trim()] };
}

/** Comparisons one after the other: a new beginning, or a second end, begins a new range. */
function rangesOf(comparisons: readonly string[]): Written {
  const written: Written = { ranges: [], versions: [], unaffected: [] };
  let range: VersionRange | undefined;
  for (const comparison of comparisons) {
    const [, sign = '', version = ''] = COMPARISON.exec(comparison) ?? [];
    if (sign.startsWith('=')) written.versions.push(version);
    else if (sign.startsWith('>')) {
      range = rangeFrom(version);
      written.ranges.push(range);
      if (sign === '>') written.unaffected.push(version);
    } else {
      if (range === undefined || range.events.length > 1) {
        range = rangeFrom('0');
        written.ranges.push(range);
      }
      range.events.push({ event: sign === '<' ? 'fixed' : 'last_affected', version } satisfies RangeEvent);
    }
  }
  return written;
}

function rangeFrom(version: string): VersionRange {
  return { kind: 'ECOSYSTEM', repo: '', events: [{ event: 'introduced', version }] };
}
