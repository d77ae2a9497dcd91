// Numbers of things in sentences for people: "1 file", "37,297 rules".

const whole = new Intl.NumberFormat('en');

/** @param many what several of them are called; by default `one` with an s */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}
