// Reads YAML as nodes that know their lines. All scalars are texts, so that the version 1.10 stays 1.10. Aliases and
// merged mappings are followed only if the reader asks for them, and never expanded, so nothing multiplies. For configuration files;
// lockfile-yaml.ts reads lockfiles.
// Format: https://yaml.org/spec/1.2.2/
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from 'yaml';
import { createProblems, type Problems } from './problems.ts';

export interface YamlNode {
  /** 1-based. */
  line: number;
  /** Of a scalar; '' for others. */
  text: string;
  /** The value of a key, also of one in a mapping that `<<` merges. Undefined if there is none. */
  get(key: string): YamlNode | undefined;
  /** The pairs of a mapping without merged ones, otherwise none. */
  entries(): [key: string, value: YamlNode][];
  /** The items of a list, otherwise none. */
  items(): YamlNode[];
}

/** People write such files; larger ones are data, for which the parser takes quadratic time. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_LINES = 30_000;
const MAX_LINE = 100_000;
const MAX_DOCUMENTS = 1000;
/** Mappings that one mapping merges, also by others. */
const MAX_MERGED = 20;

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
    return document.contents === null ? [] : [nodeOf(document.contents, aliasReader(document), lineCounter)];
  });
}

type AliasReader = (alias: Alias) => Node | undefined;

/** `resolve` of the parser walks through the document for each alias; here one walk finds all of them. */
function aliasReader(document: Document): AliasReader {
  let meant: Map<Alias, Node> | undefined;
  const readAll = (): Map<Alias, Node> => {
    const anchored = new Map<string, Node>();
    const found = new Map<Alias, Node>();
    visit(document, {
      Node: (_key, node) => {
        if (!isAlias(node)) {
          if (node.anchor !== undefined) anchored.set(node.anchor, node);
          return;
        }
        const target = anchored.get(node.source);
        if (target !== undefined) found.set(node, target);
      },
    });
    return found;
  };
  return (alias) => {
    meant ??= readAll();
    return meant.get(alias);
  };
}

function nodeOf(given: Node, meantBy: AliasReader, lineCounter: LineCounter): YamlNode {
  const node = isAlias(given) ? (meantBy(given) ?? given) : given;
  const wrap = (value: unknown): YamlNode | undefined =>
    isScalar(value) || isMap(value) || isSeq(value) || isAlias(value) ? nodeOf(value, meantBy, lineCounter) : undefined;
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
    get: (key) => {
      const own = entries().find(([name]) => name === key)?.[1];
      return own ?? (isMap(node) ? wrap(mergedValue(node, key, meantBy)) : undefined);
    },
    entries,
    items: () => (isSeq(node) ? node.items.flatMap((item) => wrap(item) ?? []) : []),
  };
}

/** The value of a key in the mappings that `<<: *a` and `<<: [*a, *b]` merge; the first of several counts. */
function mergedValue(mapping: YAMLMap, key: string, meantBy: AliasReader): unknown {
  const seen = new Set<unknown>();
  const valueIn = (at: YAMLMap): unknown => {
    if (seen.has(at) || seen.size > MAX_MERGED) return undefined;
    seen.add(at);
    const own = at.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.value;
    return own ?? mergedBy(at, meantBy).reduce<unknown>((found, merged) => found ?? valueIn(merged), undefined);
  };
  return valueIn(mapping);
}

function mergedBy(mapping: YAMLMap, meantBy: AliasReader): YAMLMap[] {
  const followed = (value: unknown): unknown => (isAlias(value) ? meantBy(value) : value);
  return mapping.items
    .filter((pair) => isScalar(pair.key) && pair.key.value === '<<')
    .flatMap((pair): unknown[] => {
      const value = followed(pair.value);
      return isSeq(value) ? value.items.slice(0, MAX_MERGED).map(followed) : [value];
    })
    .filter(isMap);
}
