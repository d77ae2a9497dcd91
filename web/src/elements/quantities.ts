// Formats numbers, sizes, times and durations for people.

const whole = new Intl.NumberFormat('en');
const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const SIZE_UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

export function countText(count: number): string {
  return whole.format(count);
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

/** Decimal units: 1 kB is 1000 bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let size = bytes;
  let unit = -1;
  while (size >= 999.5 && unit < SIZE_UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${SIZE_UNITS[unit]}`;
}

export function durationText(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  if (rounded < 60) return `${rounded} s`;
  const minutes = Math.floor(rounded / 60);
  if (minutes < 60) return `${minutes} min ${rounded % 60} s`;
  const hours = Math.floor(minutes / 60);
  return `${hours} h ${minutes % 60} min`;
}

/** Parses `YYYY-MM-DD HH:MM:SS` (UTC in the API) or ISO 8601. Returns undefined for anything else. */
export function momentOf(text: string | null | undefined): Date | undefined {
  if (!text) return undefined;
  const isWire = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/.test(text);
  const moment = new Date(isWire ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

export function momentText(text: string | null | undefined): string {
  const moment = momentOf(text);
  return moment ? dateTime.format(moment) : (text ?? '');
}

export function dateText(text: string | null | undefined): string {
  const moment = momentOf(text);
  return moment ? dateOnly.format(moment) : (text ?? '');
}
