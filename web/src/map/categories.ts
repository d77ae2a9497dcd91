// What a colour of the map means, and which meaning each folder and file has. A folder that is drawn as one area has one meaning too.
import { countOf, countText } from '../elements/quantities.ts';
import type { Shown } from './layout.ts';
import type { Coloring } from './search.ts';

export interface Category {
  key: string;
  label: string;
  /** A custom property of the style sheet, without `--map-`. */
  token: string;
  /** The head of an open folder has the colour too, as what is grave may lie in something that is too small to be seen. */
  isGrave?: true;
}

/** Licenses with a colour of their own: those with most files of the whole code base, so that a license keeps its colour in every folder. */
export const LICENSE_COLORS = 7;

const NOT_SCANNED: Category = { key: 'not-scanned', label: 'Not scanned', token: 'unlooked' };
const NO_LICENSE: Category = { key: 'none', label: 'No license found', token: 'none' };
const OTHER_LICENSE: Category = { key: 'other', label: 'Another license', token: 'other' };
const OTHERS: Category = { key: 'others', label: 'Many small ones', token: 'none' };

const REVIEW = {
  all: { key: 'all', label: 'All files reviewed', token: 'good' },
  done: { key: 'done', label: 'Nothing open', token: 'calm' },
  most: { key: 'most', label: 'Half or more reviewed', token: 'low' },
  some: { key: 'some', label: 'Less than half reviewed', token: 'medium' },
  open: { key: 'open', label: 'Open: evidence, none reviewed', token: 'high' },
} as const satisfies Record<string, Category>;

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;
type Severity = (typeof SEVERITIES)[number];

const EXPOSED: Record<Severity | 'clear' | 'missed' | 'untied', Category> = {
  critical: { key: 'critical', label: 'Critical', token: 'critical', isGrave: true },
  high: { key: 'high', label: 'High', token: 'high', isGrave: true },
  medium: { key: 'medium', label: 'Medium', token: 'medium', isGrave: true },
  low: { key: 'low', label: 'Low', token: 'low', isGrave: true },
  none: { key: 'none', label: 'Severity "none"', token: 'calm' },
  unknown: { key: 'unknown', label: 'Unknown severity', token: 'other', isGrave: true },
  missed: { key: 'missed', label: 'Not compared', token: 'unlooked' },
  clear: { key: 'clear', label: 'No vulnerability known', token: 'good' },
  untied: { key: 'untied', label: 'In no item', token: 'none' },
};
/** What is graver decides about a folder; what nobody compared is graver than what is known to be harmless. */
const GRAVEST = ['critical', 'high', 'unknown', 'medium', 'low', 'missed', 'none', 'clear', 'untied'] as const;

/** All meanings of a colouring, in the order of the legend. */
export function categoriesOf(coloring: Coloring, licenses: readonly string[]): Category[] {
  if (coloring === 'review') return [...Object.values(REVIEW), NOT_SCANNED];
  if (coloring === 'vulnerabilities') return GRAVEST.map((key) => EXPOSED[key]);
  return [...licenses.slice(0, LICENSE_COLORS).map(licenseCategory), OTHER_LICENSE, NO_LICENSE, NOT_SCANNED];
}

const licenseCategory = (license: string, at: number): Category => ({
  key: license,
  label: license,
  token: `${at + 1}`,
});

export function categoryOf(entry: Shown, coloring: Coloring, licenses: readonly string[]): Category {
  if (coloring === 'review') return reviewOf(entry);
  if (entry.kind === 'others') return OTHERS;
  if (coloring === 'vulnerabilities') return exposureOf(entry.exposure);
  return licenseOf(entry, licenses);
}

/** The heaviest license that was found: files without one say nothing against it. */
function licenseOf(
  { licenses: found, files, notScanned }: Exclude<Shown, { kind: 'others' }>,
  colored: readonly string[],
) {
  const first = found.find(({ license }) => license !== '');
  if (first === undefined) return notScanned === files && files > 0 ? NOT_SCANNED : NO_LICENSE;
  const at = colored.indexOf(first.license);
  return at < 0 || at >= LICENSE_COLORS ? OTHER_LICENSE : licenseCategory(first.license, at);
}

function reviewOf({ files, reviewed, open, notScanned }: Shown): Category {
  if (reviewed === files) return REVIEW.all;
  if (open === 0) return notScanned > 0 && notScanned + reviewed >= files ? NOT_SCANNED : REVIEW.done;
  if (reviewed === 0) return REVIEW.open;
  return reviewed >= open ? REVIEW.most : REVIEW.some;
}

function exposureOf(exposure: Exclude<Shown, { kind: 'others' }>['exposure']): Category {
  const is: Record<(typeof GRAVEST)[number], boolean> = {
    critical: exposure.critical > 0,
    high: exposure.high > 0,
    unknown: exposure.unknown > 0,
    medium: exposure.medium > 0,
    low: exposure.low > 0,
    missed: exposure.notCompared > 0,
    none: exposure.none > 0,
    clear: exposure.items > 0,
    untied: true,
  };
  return EXPOSED[GRAVEST.find((key) => is[key]) ?? 'untied'];
}

/** The licenses as words, such as `MIT, ISC and 2 more`. */
export function licenseWords(entry: Shown): string {
  if (entry.kind === 'others') return '';
  const named = entry.licenses.map(({ license }) => license).filter(Boolean);
  if (named.length === 0) return entry.notScanned === entry.files ? 'not scanned' : 'no license found';
  return `${named.join(', ')}${entry.moreLicenses > 0 ? ` and ${countText(entry.moreLicenses)} more` : ''}`;
}

/** Such as `2 critical, 1 low; 3 of 5 items not compared`. */
export function exposureWords(entry: Shown): string {
  if (entry.kind === 'others') return '';
  const { exposure } = entry;
  if (exposure.items === 0) return 'in no item';
  const counts = SEVERITIES.filter((name) => exposure[name] > 0).map((name) => `${countText(exposure[name])} ${name}`);
  const missed =
    exposure.notCompared > 0
      ? `${countText(exposure.notCompared)} of ${countOf(exposure.items, 'item')} not compared`
      : '';
  if (counts.length === 0 && exposure.notCompared === exposure.items) return 'not compared';
  return [counts.join(', ') || 'none known', missed].filter(Boolean).join('; ');
}

export function reviewWords({ reviewed, open }: Shown): string {
  return `${countText(reviewed)} reviewed, ${countText(open)} open`;
}
