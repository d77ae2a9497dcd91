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
import { createProblems, type Problems, textOf } from '../problems.ts';
import { withoutStacks } from './yaml-errors.ts';

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

interface Parsed {
  documents: Document.Parsed[];
  lineCounter: LineCounter;
}

/** One node per document. Syntax errors become problems; the rest is read. */
export function readYamlNodes(text: string, problems: Problems = createProblems()): YamlNode[] {
  return nodesIn(parsed(text), problems);
}

/** Of bytes that are read twice, for their packages and for the manifests that they name: parsing takes nearly all of the time. */
const parsedBytes = new WeakMap<Uint8Array, Parsed | 'too-large'>();

/** As `readYamlNodes`, of bytes that are read again and never change. */
export function readYamlNodesOf(bytes: Uint8Array, problems: Problems = createProblems()): YamlNode[] {
  const known = parsedBytes.get(bytes) ?? parsed(textOf(bytes));
  parsedBytes.set(bytes, known);
  return nodesIn(known, problems);
}

function parsed(text: string): Parsed | 'too-large' {
  const lines = text.split('\n', MAX_LINES + 1);
  if (text.length > MAX_BYTES || lines.length > MAX_LINES || lines.some(({ length }) => length > MAX_LINE))
    return 'too-large';
  const lineCounter = new LineCounter();
  // Each pretty error copies a part of the text, and there may be one error for each of its bytes.
  const documents = withoutStacks(() =>
    parseAllDocuments(text, {
      lineCounter,
      uniqueKeys: false,
      schema: 'failsafe',
      logLevel: 'silent',
      prettyErrors: false,
    }),
  );
  return { documents: Array.isArray(documents) ? documents.slice(0, MAX_DOCUMENTS) : [], lineCounter };
}

function nodesIn(read: Parsed | 'too-large', problems: Problems): YamlNode[] {
  if (read === 'too-large') {
    problems.add(
      `The YAML has more than ${MAX_BYTES / 1024 / 1024} MB, ${MAX_LINES} lines or ${MAX_LINE} signs in a line; nothing was read from it.`,
    );
    return [];
  }
  const { documents, lineCounter } = read;
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined)
      problems.add(
        `Line ${lineCounter.linePos(error.pos[0]).line}: the YAML is not well-formed: ${error.message.replace(/[.:]+$/, '')}.`,
      );
    if (document.contents === null) return [];
    const meantBy = aliasReader(document);
    return [nodeOf(document.contents, { meantBy, mergedValue: mergeReader(meantBy, problems), lineCounter })];
  });
}

type AliasReader = (alias: Alias) => Node | undefined;
type MergeReader = (mapping: YAMLMap, key: string) => unknown;

interface Source {
  meantBy: AliasReader;
  mergedValue: MergeReader;
  lineCounter: LineCounter;
}

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

function nodeOf(given: Node, source: Source): YamlNode {
  const node = isAlias(given) ? (source.meantBy(given) ?? given) : given;
  const wrap = (value: unknown): YamlNode | undefined =>
    isScalar(value) || isMap(value) || isSeq(value) || isAlias(value) ? nodeOf(value, source) : undefined;
  const entries = (): [string, YamlNode][] =>
    isMap(node)
      ? node.items.flatMap((pair): [string, YamlNode][] => {
          const value = wrap(pair.value);
          return value === undefined ? [] : [[isScalar(pair.key) ? String(pair.key.value) : '', value]];
        })
      : [];
  return {
    get line() {
      return source.lineCounter.linePos(given.range?.[0] ?? 0).line;
    },
    text: isScalar(node) && typeof node.value === 'string' ? node.value.trim() : '',
    get: (key) => {
      const own = entries().find(([name]) => name === key)?.[1];
      return own ?? (isMap(node) ? wrap(source.mergedValue(node, key)) : undefined);
    },
    entries,
    items: () => (isSeq(node) ? node.items.flatMap((item) => wrap(item) ?? []) : []),
  };
}

/** Reads the value of a key in the mappings that `<<: *a` and `<<: [*a, *b]` merge; the first of several counts. */
function mergeReader(meantBy: AliasReader, problems: Problems): MergeReader {
  const contents = new Map<YAMLMap, MergedContents>();
  let isReported = false;
  const contentsOf = (mapping: YAMLMap): MergedContents => {
    const known = contents.get(mapping) ?? contentsOfMapping(mapping, meantBy);
    contents.set(mapping, known);
    return known;
  };
  return (mapping, key) => {
    const seen = new Set<YAMLMap>();
    const valueIn = (at: YAMLMap): unknown => {
      if (seen.has(at)) return undefined;
      if (seen.size > MAX_MERGED) {
        if (!isReported)
          problems.add(`The YAML has mappings that merge more than ${MAX_MERGED} others; further ones were left out.`);
        isReported = true;
        return undefined;
      }
      seen.add(at);
      const { values, merged } = contentsOf(at);
      return values.get(key) ?? merged.reduce<unknown>((found, next) => found ?? valueIn(next), undefined);
    };
    return valueIn(mapping);
  };
}

interface MergedContents {
  values: ReadonlyMap<string, unknown>;
  /** At most one more than may be merged. */
  merged: readonly YAMLMap[];
}

function contentsOfMapping(mapping: YAMLMap, meantBy: AliasReader): MergedContents {
  const followed = (value: unknown): unknown => (isAlias(value) ? meantBy(value) : value);
  const values = new Map<string, unknown>();
  const merged = new Set<YAMLMap>();
  for (const { key, value } of mapping.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (name !== '<<') {
      if (!values.has(name)) values.set(name, value);
      continue;
    }
    const given = followed(value);
    for (const one of isSeq(given) ? given.items : [given]) {
      const target = followed(one);
      if (isMap(target) && merged.size <= MAX_MERGED) merged.add(target);
    }
  }
  return { values, merged: [...merged] };
}
