// Collects errors of a manifest as issues that name the field, and reads values of expected shapes. Independent of the format.

import type { Found, Issue, PackageFinding } from '../../findings.ts';
import { firstOf, isFields, own } from '../../items.ts';

export { isFields, own } from '../../items.ts';

/** Further issues of one manifest are only counted. */
const MAX_LISTED = 20;
const MAX_SENTENCE = 500;

export interface Problems {
  /** `sentence` is a whole sentence that names the field. */
  add(sentence: string): void;
  issues(): Issue[];
}

export function createProblems(): Problems {
  const sentences: string[] = [];
  let unlisted = 0;
  return {
    add(sentence) {
      if (sentences.length < MAX_LISTED) sentences.push(shortened(sentence));
      else unlisted += 1;
    },
    issues() {
      const all =
        unlisted === 0
          ? sentences
          : [...sentences, `${unlisted} more fields of this manifest have a wrong shape; they were left out.`];
      return all.map((message) => ({ code: 'bad-manifest', path: '', message }));
    },
  };
}

/**
 * Runs a reader and turns every error into an issue: errors of a parser, and stack overflow from deep nesting.
 * `what` names the format: `The package.json`.
 */
export function readSafely(what: string, read: (problems: Problems) => PackageFinding[]): Found<PackageFinding[]> {
  const problems = createProblems();
  let findings: PackageFinding[] = [];
  try {
    findings = read(problems);
  } catch (error) {
    problems.add(`${what} could not be read: ${reasonOf(error)}.`);
  }
  return { findings, issues: problems.issues() };
}

/** Decodes UTF-8 without byte order mark; invalid bytes become replacement characters. */
export function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** '' when absent. A number counts as text, because versions are sometimes unquoted. */
export function asText(value: unknown, field: string, problems: Problems): string {
  if (typeof value === 'string') return value.trim();
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  problems.add(`"${field}" should be a text but is ${shapeOf(value)}; it was left out.`);
  return '';
}

/** The value below these keys; undefined if there is none. */
export function valueAt(value: unknown, ...keys: string[]): unknown {
  return keys.reduce((from: unknown, key) => (isFields(from) ? own(from, key) : undefined), value);
}

/** Names and values of the fields of an object; none if there is no object. */
export function asEntries(value: unknown, field: string, problems: Problems): [string, unknown][] {
  return Object.entries(asFields(value, field, problems));
}

export function asFields(value: unknown, field: string, problems: Problems): Record<string, unknown> {
  if (isFields(value)) return value;
  if (value !== undefined && value !== null) {
    problems.add(`"${field}" should be an object but is ${shapeOf(value)}; it was left out.`);
  }
  return {};
}

export function asList(value: unknown, field: string, problems: Problems): unknown[] {
  if (Array.isArray(value)) return value;
  if (value !== undefined && value !== null) {
    problems.add(`"${field}" should be a list but is ${shapeOf(value)}; it was left out.`);
  }
  return [];
}

export function asTexts(value: unknown, field: string, problems: Problems): string[] {
  return asList(value, field, problems)
    .map((item, i) => asText(item, `${field}[${i}]`, problems))
    .filter((text) => text !== '');
}

/** A shortened text of a manifest for a message. */
export function quoted(text: string): string {
  const folded = text.replace(/\s+/g, ' ');
  return `"${folded.length > 100 ? `${folded.slice(0, 100)}…` : folded}"`;
}

/** Field names come from the file and may have any length; the end of the sentence says what was done. */
function shortened(sentence: string): string {
  return sentence.length <= MAX_SENTENCE
    ? sentence
    : `${sentence.slice(0, MAX_SENTENCE - 100)}…${sentence.slice(-100)}`;
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  return typeof value === 'object'
    ? 'an object'
    : typeof value === 'boolean'
      ? `the value ${value}`
      : `a ${typeof value}`;
}

/** What a parser says, in the form of a part of a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep';
  const text = error instanceof Error ? error.message : String(error);
  return firstOf(text.split('\n'))
    .replace(/[.:]+$/, '')
    .slice(0, 200);
}
