// Counts in sentences for people: "1 file", "37,297 rules".

const whole = new Intl.NumberFormat('en');

/** "2,308" */
export function numberText(count: number): string {
  return whole.format(count);
}

/** @param many the plural; by default `one` with an s */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** "1.2 GB"; in steps of 1,000. */
export function sizeText(bytes: number): string {
  const unit = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** unit;
  return `${whole.format(unit > 0 && size < 10 ? Math.round(size * 10) / 10 : Math.round(size))} ${UNITS[unit]}`;
}
