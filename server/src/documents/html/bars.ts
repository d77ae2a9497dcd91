// A bar chart as inline SVG, with the figures beside the bars, so that it can be read without colours.
import type { Bar } from '../document.ts';
import { escapeMarkup, printableLine } from '../printable.ts';

const LABEL = 190;
const LONGEST = 420;
const STEP = 26;

export function bars(title: string, rows: readonly Bar[]): string {
  const largest = Math.max(1, ...rows.map(({ value }) => value));
  const caption = escapeMarkup(printableLine(title));
  const drawn = rows.map(({ label, value, tone }, at) => {
    const y = at * STEP;
    const width = Math.round((value / largest) * LONGEST);
    const colour = tone === undefined || tone === 'soft' ? 'var(--bar)' : `var(--${tone})`;
    return `<text x="${LABEL - 8}" y="${y + 17}" text-anchor="end">${escapeMarkup(shortened(printableLine(label)))}</text><rect x="${LABEL}" y="${y + 5}" width="${width}" height="16" rx="2" fill="${colour}"/><text x="${LABEL + width + 6}" y="${y + 17}">${value.toLocaleString('en')}</text>`;
  });
  const height = Math.max(STEP, rows.length * STEP);
  return `<figure><figcaption>${caption}</figcaption><svg role="img" aria-label="${caption}" width="${LABEL + LONGEST + 80}" height="${height}" viewBox="0 0 ${LABEL + LONGEST + 80} ${height}">${drawn.join('')}</svg></figure>`;
}

function shortened(label: string): string {
  return label.length <= 26 ? label : `${label.slice(0, 25)}…`.toWellFormed();
}
