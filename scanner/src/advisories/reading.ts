// What all readers of advisories share: values of expected types, times, vectors, ranges. Nothing here throws. A value
// of a wrong type becomes a sentence that names the field.
import { asFields, asList, asText, own, type Problems, quoted } from '../manifests/shared/problems.ts';
import type { AdvisoryItem, SeverityStatement } from './advisory.ts';
import { labelOf, scoreVector } from './scores.ts';

export { asText, isFields, own, type Problems, quoted } from '../manifests/shared/problems.ts';

/** The input of a reader besides the document. */
export interface ReadingContext {
  /** Name of the file, for sources that name advisories by it. */
  path: string;
  problems: Problems;
  emit(item: AdvisoryItem): void;
}

/** The format of one source. A document is parsed JSON or YAML, or the text of a table. */
export interface AdvisoryMember {
  /** The name of its folder. */
  name: string;
  /** Its name for people. */
  title: string;
  format: 'json' | 'yaml' | 'csv';
  /** Recognises the format by its content, never by the file name alone. */
  isMine(document: unknown, path: string): boolean;
  read(document: unknown, reading: ReadingContext): void;
}

export function textField(fields: Record<string, unknown>, name: string, problems: Problems): string {
  return asText(own(fields, name), name, problems);
}

export function fieldsOf(fields: Record<string, unknown>, name: string, problems: Problems): Record<string, unknown> {
  return asFields(own(fields, name), name, problems);
}

/** The objects of a list. Other values are reported and left out. */
export function recordsOf(
  fields: Record<string, unknown>,
  name: string,
  problems: Problems,
): Record<string, unknown>[] {
  return asList(own(fields, name), name, problems).map((item, i) => asFields(item, `${name}[${i}]`, problems));
}

export function textsOf(fields: Record<string, unknown>, name: string, problems: Problems): string[] {
  return asList(own(fields, name), name, problems)
    .map((item, i) => asText(item, `${name}[${i}]`, problems))
    .filter((text) => text !== '');
}

/** ISO 8601. Null if it is missing, or is the placeholder that some sources write for "unknown". */
export function timeField(fields: Record<string, unknown>, name: string, problems: Problems): string | null {
  const text = textField(fields, name, problems);
  if (text === '') return null;
  const time = new Date(/^\d{4}\/\d\d\/\d\d$/.test(text) ? text.replaceAll('/', '-') : text);
  if (Number.isNaN(time.getTime())) {
    problems.add(`"${name}" is ${quoted(text)}, but must be a time such as 2024-05-01T12:00:00Z; it was left out.`);
    return null;
  }
  return time.getUTCFullYear() < 1990 ? null : time.toISOString();
}

/** The severity by a vector. A wrong vector is reported and gives none, never a score of 0. */
export function vectorStatement(vector: string, source: string, problems: Problems): SeverityStatement[] {
  const scored = scoreVector(vector);
  if ('problem' in scored) {
    problems.add(`The CVSS vector ${quoted(vector)} is wrong: ${scored.problem}; it was left out and gives no score.`);
    return [];
  }
  return [{ ...scored, label: null, source }];
}

/** The severity by a word. A word without a known meaning gives none. */
export function labelStatement(word: string, source: string): SeverityStatement[] {
  const label = labelOf(word);
  return label === undefined ? [] : [{ system: 'LABEL', vector: '', score: null, label, source }];
}

/** The `CWE-79` in a text. Undefined for "NVD-CWE-noinfo" and similar texts. */
export function cweOf(text: string): string | undefined {
  const number = /\bCWE-(\d{1,6})\b/i.exec(text)?.[1];
  return number === undefined || /^NVD-/i.test(text) ? undefined : `CWE-${Number(number)}`;
}

/** The path of a file in its sources: `file:lib/a.c`, `./lib/a.c` and `lib/a.c` name the same one. '' if it is none. */
export function filePathIn(text: string): string {
  const path = text.replace(/^(?:file:)?(?:\.?\/)*/, '');
  return /[\s*?]|:\/\//.test(path) ? '' : path;
}

export function distinct(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.filter((text) => text !== undefined && text !== ''))] as string[];
}

/** An identifier of an advisory: `CVE-2024-1`, `GHSA-…`. At most 128 characters, none of them a blank. */
export function identifierField(fields: Record<string, unknown>, name: string, problems: Problems): string {
  const text = textField(fields, name, problems);
  if (isIdentifier(text)) return text;
  problems.add(
    `"${name}" is ${quoted(text)}, but must be the name of an advisory, such as CVE-2024-12345; the record was left out.`,
  );
  return '';
}

export function isIdentifier(text: string): boolean {
  return text.length <= 128 && /^[A-Za-z0-9][\w.:@+-]*$/.test(text) && text.length > 2;
}
