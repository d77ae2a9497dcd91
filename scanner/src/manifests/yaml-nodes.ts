// Reads YAML as nodes that know their lines. All scalars are texts, so that the version 1.10 stays 1.10. Aliases are
// followed only if the reader asks for them, and never expanded, so nothing multiplies. For configuration files;
// lockfile-yaml.ts reads lockfiles.
// Format: https://yaml.org/spec/1.2.2/
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import { createProblems, type Problems } from './problems.ts';

export interface YamlNode {
  /** 1-based. */
  line: number;
  /** Of a scalar; '' for others. */
  text: string;
  /** The value of a key. Undefined if there is none. */
  get(key: string): YamlNode | undefined;
  /** The pairs of a mapping, otherwise none. */
  entries(): [key: string, value: YamlNode][];
  /** The items of a list, otherwise none. */
  items(): YamlNode[];
}

/** People write such files; larger ones are data, for which the parser takes quadratic time. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_LINES = 30_000;
const MAX_LINE = 100_000;
const MAX_DOCUMENTS = 1000;

/** One node per document. Syntax errors become problems; the rest is read. */
export function readYamlNodes(text: string, problems: Problems = createProblems()): YamlNode[] {
  const lines = text.split('\n', MAX_LINES + 1);
  if (text.length > MAX_BYTES || lines.length > MAX_LINES || lines.some(({ length }) => length > MAX_LINE)) {
    problems.add(
      `The YAML has more than ${MAX_BYTES / 1024 / 1024} MB, ${MAX_LINES} lines or ${MAX_LINE} signs in a line; nothing was read from it.`,
    );
    return [];
  }
  const lineCounter = new LineCounter();
  // Each pretty error copies a part of the text, and there may be one error for each of its bytes.
  const parsed = parseAllDocuments(text, {
    lineCounter,
    uniqueKeys: false,
    schema: 'failsafe',
    logLevel: 'silent',
    prettyErrors: false,
  });
  const documents = Array.isArray(parsed) ? parsed.slice(0, MAX_DOCUMENTS) : [];
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined)
      problems.add(
        `Line ${lineCounter.linePos(error.pos[0]).line}: the YAML is not well-formed: ${error.message.replace(/[.:]+$/, '')}.`,
      );
    return document.contents === null ? [] : [nodeOf(document.contents, document, lineCounter)];
  });
}

function nodeOf(given: Node, document: Document, lineCounter: LineCounter): YamlNode {
  const node = isAlias(given) ? (given.resolve(document) ?? given) : given;
  const wrap = (value: unknown): YamlNode | undefined =>
    isScalar(value) || isMap(value) || isSeq(value) || isAlias(value)
      ? nodeOf(value, document, lineCounter)
      : undefined;
  const entries = (): [string, YamlNode][] =>
    isMap(node)
      ? node.items.flatMap((pair): [string, YamlNode][] => {
          const value = wrap(pair.value);
          return value === undefined ? [] : [[isScalar(pair.key) ? String(pair.key.value) : '', value]];
        })
      : [];
  return {
    get line() {
      return lineCounter.linePos(given.range?.[0] ?? 0).line;
    },
    text: isScalar(node) && typeof node.value === 'string' ? node.value.trim() : '',
    get: (key) => entries().find(([name]) => name === key)?.[1],
    entries,
    items: () => (isSeq(node) ? node.items.flatMap((item) => wrap(item) ?? []) : []),
  };
}
