// Reads stanzas of `Name: value` lines, as Debian, opkg and others write them: a blank line ends a stanza, an indented line continues a value.
// Format: https://www.debian.org/doc/debian-policy/ch-controlfields.html

import { type Problems, quoted } from '../problems.ts';
import { linesOf } from './lines.ts';

export interface Stanza {
  /** 1-based line of its first field. */
  line: number;
  /** By name in lower case. Lines of one value are joined by line feeds, without their indentation. */
  fields: Map<string, string>;
  /** 1-based lines of the fields. */
  lines: Map<string, number>;
}

const FIELD = /^[A-Za-z0-9][\w.-]*[ \t]*:/;
/** A longer name is not a field. */
const MAX_FIELD_NAME = 200;

/** `keeps` lists wanted fields in lower case. Others are skipped, because values may be long. */
export function readStanzas(text: string, keeps: ReadonlySet<string>, problems: Problems): Stanza[] {
  return [...eachStanza(text, keeps, problems)];
}

/** The same one by one, because all stanzas of a long list take several times the memory of its text. */
export function* eachStanza(
  text: string,
  keeps: ReadonlySet<string>,
  problems: Problems,
): Generator<Stanza, void, undefined> {
  let stanza: Stanza | undefined;
  /** The value that is being read. `name` is '' for an unwanted field, undefined outside of a field. */
  let name: string | undefined;
  let values: string[] = [];
  let number = 0;
  const endField = (): void => {
    if (stanza !== undefined && name !== undefined && name !== '') stanza.fields.set(name, values.join('\n').trim());
    name = undefined;
    values = [];
  };
  for (const raw of linesOf(text)) {
    number += 1;
    const line = raw.trimEnd();
    if (line === '') {
      endField();
      if (stanza !== undefined) yield stanza;
      stanza = undefined;
    } else if (line[0] === ' ' || line[0] === '\t') {
      if (name === undefined) problems.add(`Line ${number} is indented but continues no field; it was left out.`);
      else if (name !== '') values.push(line.trimStart());
    } else if (line[0] !== '#' && !line.startsWith('-----')) {
      endField();
      const start = FIELD.exec(line.slice(0, MAX_FIELD_NAME))?.[0];
      if (start === undefined) {
        problems.add(`Line ${number} should be "Field: value" but is ${quoted(line)}; it was left out.`);
        continue;
      }
      stanza ??= { line: number, fields: new Map(), lines: new Map() };
      const field = start.slice(0, -1).trim().toLowerCase();
      // If two fields have one name, the first counts.
      name = keeps.has(field) && !stanza.lines.has(field) ? field : '';
      if (name === '') continue;
      stanza.lines.set(name, number);
      values = [line.slice(start.length).trim()];
    }
  }
  endField();
  if (stanza !== undefined) yield stanza;
}
