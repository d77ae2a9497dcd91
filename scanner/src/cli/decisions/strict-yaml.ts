// YAML files that people write for a check. Whatever is not understood is refused with its line: a decision that is not read must not look like one
// that was not needed.
import { isMap, isScalar, isSeq, LineCounter, parseDocument, YAMLMap } from 'yaml';
import { UsageError } from '../options.ts';
import { printable } from '../printable.ts';

/** A map of the file. Each method throws a UsageError that names the line. */
export class StrictMap {
  readonly line: number;
  readonly #node: YAMLMap;
  readonly #source: string;
  readonly #lines: LineCounter;

  constructor(node: YAMLMap, source: string, lines: LineCounter) {
    this.#node = node;
    this.#source = source;
    this.#lines = lines;
    this.line = lines.linePos(node.range?.[0] ?? 0).line;
  }

  refuse(what: string): never {
    return refuseLine(this.#source, this.line, what);
  }

  /** @param what for the sentence: `an entry` */
  hasOnly(names: readonly string[], what: string): void {
    for (const { key } of this.#node.items)
      if (!names.includes(String(key))) this.refuse(`"${key}" is unknown; ${what} has ${names.join(', ')}.`);
  }

  /** '' if the member is missing. */
  text(name: string): string {
    const value = this.#node.get(name, true);
    if (value === undefined) return '';
    if (!isScalar(value) || (typeof value.value !== 'string' && typeof value.value !== 'number'))
      return this.refuse(`"${name}" must be a text.`);
    return String(value.value).trim();
  }

  /** @param like says what would be right */
  needed(name: string, like: string): string {
    return this.text(name) || this.refuse(`"${name}" is missing: ${like}.`);
  }

  /** Undefined if the member is missing. */
  texts(name: string): string[] | undefined {
    const list = this.#list(name);
    return list?.map((one) =>
      isScalar(one) && typeof one.value === 'string'
        ? one.value.trim()
        : this.refuse(`"${name}" must be a list of texts.`),
    );
  }

  maps(name: string): StrictMap[] {
    return (this.#list(name) ?? []).map((one) =>
      isMap(one)
        ? new StrictMap(one, this.#source, this.#lines)
        : this.refuse(`each entry of "${name}" must be a map.`),
    );
  }

  /** A day that exists, `2027-05-01`. */
  day(name: string): string {
    const text = this.needed(name, 'give the last day on which the decision holds, such as 2027-05-01');
    return isDay(text) ? text : this.refuse(`"${name}" is "${text}", but must be a day such as 2027-05-01.`);
  }

  #list(name: string): unknown[] | undefined {
    const list = this.#node.get(name, true);
    if (list === undefined) return undefined;
    return isSeq(list) ? list.items : this.refuse(`"${name}" must be a list.`);
  }
}

/** An empty file is an empty map. Throws a UsageError that names the line. */
export function strictYaml(text: string, source: string): StrictMap {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false });
  const fault = document.errors[0];
  if (fault) refuseLine(source, lines.linePos(fault.pos[0]).line, fault.message.split('\n', 1)[0] ?? '');
  const contents = document.contents ?? new YAMLMap();
  if (!isMap(contents)) return refuseLine(source, 1, 'the file must be a map.');
  return new StrictMap(contents, source, lines);
}

function refuseLine(source: string, line: number, what: string): never {
  throw new UsageError(`${printable(source)}, line ${line}: ${printable(what)}`);
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A decision holds to the end of its last day, in UTC. */
export const hasEnded = (day: string, at: Date): boolean => at.toISOString().slice(0, 10) > day;
