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
