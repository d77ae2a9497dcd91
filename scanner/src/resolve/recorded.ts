// Reads recorded universes, expected graphs and test cases in the text form of deps.dev:
// https://github.com/google/deps.dev/tree/main/util/resolve/internal/resolvetest Indented by tabs: a package, its
// versions, and the requirements of each. Text outside of blocks is a comment. Never throws.
import type { ResolvedGraph } from './graph.ts';
import { type Attributes, KnownUniverse, type Requirement, type UniverseVersion } from './universe.ts';

export interface RecordedCase {
  name: string;
  package: string;
  version: string;
  /** Names of universes. The text before a name is the registry from which it is reached, '' for the default one. */
  universes: { registry: string; name: string }[];
  graph: string;
  flags: string[];
}

export interface Recorded {
  universes: Map<string, KnownUniverse>;
  graphs: Map<string, ResolvedGraph>;
  cases: RecordedCase[];
  /** Lines that cannot be read. */
  issues: string[];
}

export function readRecorded(text: string): Recorded {
  const recorded: Recorded = { universes: new Map(), graphs: new Map(), cases: [], issues: [] };
  let block: { kind: string; name: string; lines: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (block !== undefined && trimmed.toLowerCase() === '-- end') {
      readBlock(block.kind, block.name, block.lines, recorded);
      block = undefined;
      continue;
    }
    const start = block === undefined ? /^-- (universe|graph|test) (.*)$/i.exec(trimmed) : null;
    if (start !== null) block = { kind: (start[1] ?? '').toLowerCase(), name: (start[2] ?? '').trim(), lines: [] };
    else block?.lines.push(line);
  }
  if (block !== undefined) recorded.issues.push(`The block "${block.name}" has no "-- END".`);
  return recorded;
}

/** The universe of a case: all its universes joined. Each version lists the registries that have it. */
export function universeOf(recorded: Recorded, { universes }: RecordedCase): KnownUniverse {
  const joined = new KnownUniverse();
  const places = new Map<string, string[]>();
  for (const { registry, name } of universes) {
    for (const version of recorded.universes.get(name)?.all() ?? []) {
      const key = `${version.name}@${version.version}`;
      places.set(key, [...(places.get(key) ?? []), registry]);
      const registries = places.get(key) ?? [];
      const isElsewhere = registries.length > 1 || registries[0] !== '';
      joined.add(isElsewhere ? withRegistries(version, registries) : version);
    }
  }
  return joined;
}

function withRegistries(version: UniverseVersion, registries: readonly string[]): UniverseVersion {
  const own = version.attributes.get('registries');
  const all = [...registries].sort().join('|') + (own === undefined ? '' : `|${own}`);
  return { ...version, attributes: new Map([...version.attributes, ['registries', all]]) };
}

function readBlock(kind: string, name: string, lines: string[], recorded: Recorded): void {
  if (kind === 'universe') recorded.universes.set(name, readUniverse(lines, recorded.issues));
  else if (kind === 'graph') recorded.graphs.set(name, readGraph(lines, recorded.issues));
  else recorded.cases.push(readCase(name, lines));
}

/** A single universe, without the lines of a block around it. */
export function readUniverse(lines: readonly string[], issues: string[]): KnownUniverse {
  const universe = new KnownUniverse();
  let name: string | undefined;
  let version: { version: string; attributes: Map<string, string>; requirements: Requirement[] } | undefined;
  const finish = () => {
    if (name !== undefined && version !== undefined) universe.add({ name, ...version });
    version = undefined;
  };
  for (const raw of lines) {
    const line = (raw.split('#', 1)[0] ?? '').trimEnd();
    if (line === '') continue;
    const depth = line.length - line.replace(/^\t+/, '').length;
    const text = line.slice(depth);
    if (depth === 0) {
      finish();
      name = text.trim().split(/\s+/)[0] ?? '';
      universe.addPackage(name);
    } else if (depth === 1 && name !== undefined) {
      finish();
      const [attributes, own] = splitAttributes(text);
      version = { version: own.trim(), attributes: new Map(attributes), requirements: [] };
    } else if (depth === 2 && version !== undefined && text.startsWith('ATTR:')) {
      const [key = '', ...value] = text.slice(5).trim().split(/\s+/);
      version.attributes.set(key.toLowerCase(), value.join(' '));
    } else if (depth === 2 && version !== undefined && text.includes('@')) {
      version.requirements.push(requirementOf(text));
    } else
      issues.push(`The line "${text.slice(0, 200)}" of a universe should be a package, a version or a requirement.`);
  }
  finish();
  return universe;
}

/**
 * `name@range`, with the type before a bar. The name ends at the first "@" after the type, unless that is the first
 * letter of the name.
 */
function requirementOf(text: string): Requirement {
  const [type, rest] = splitAttributes(text);
  const at = rest.indexOf('@', 1);
  return { type, name: rest.slice(0, at).trim(), range: rest.slice(at + 1).trim() };
}

function readCase(name: string, lines: readonly string[]): RecordedCase {
  const found: RecordedCase = { name, package: '', version: '', universes: [], graph: '', flags: [] };
  for (const line of lines) {
    const [key = '', ...values] = line.trim().split(/\s+/);
    if (/^resolve$/i.test(key)) [found.package = '', found.version = ''] = values;
    else if (/^graph$/i.test(key)) found.graph = values.join(' ');
    else if (/^flag$/i.test(key)) found.flags.push(...values);
    else if (/^universe$/i.test(key)) found.universes = values.join(' ').split(',').map(universeName);
  }
  return found;
}

function universeName(text: string): { registry: string; name: string } {
  const [before = '', after] = text.split(':');
  return after === undefined ? { registry: '', name: before.trim() } : { registry: before.trim(), name: after.trim() };
}

interface Row {
  depth: number;
  label: string;
  name: string;
  version: string;
  requirement: string;
  problem: string;
  type: Attributes;
}

/** A graph as a tree of lines. `$label` refers to a version on another line. */
function readGraph(lines: readonly string[], issues: string[]): ResolvedGraph {
  const graph: ResolvedGraph = { nodes: [], edges: [], problems: [] };
  const rows: Row[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    if (text.startsWith('ERROR:')) graph.problems.push(text.slice(6).trim());
    else rows.push(readRow(line));
  }
  const labels = new Map<string, number>();
  const ids = rows.map((row) => {
    if (row.name === '' || row.problem !== '') return -1;
    graph.nodes.push({ name: row.name, version: row.version, unresolved: [] });
    if (row.label !== '') labels.set(row.label, graph.nodes.length - 1);
    return graph.nodes.length - 1;
  });
  const parents: number[] = [];
  rows.forEach((row, at) => {
    const id = row.name === '' ? (labels.get(row.label) ?? -1) : (ids[at] ?? -1);
    parents[row.depth] = id;
    if (row.depth === 0) return;
    const from = parents[row.depth - 1] ?? -1;
    const type = new Map([...row.type].filter(([key]) => key !== 'selector'));
    if (row.problem !== '') {
      const requirement = { name: row.name, range: row.requirement, type };
      graph.nodes[from]?.unresolved.push({ requirement, problem: row.problem });
    } else if (id === -1 || from === -1)
      issues.push(
        `The line for "${row.name || row.label}" of a graph has no parent line, or refers to an unknown label.`,
      );
    else graph.edges.push({ from, to: id, requirement: row.requirement, type, isSelector: row.type.has('selector') });
  });
  return graph;
}

function readRow(line: string): Row {
  let rest = line;
  let depth = 0;
  for (
    let match = /^(?:\t| {3}|├─ |│ {2}|└─ )/.exec(rest);
    match !== null;
    match = /^(?:\t| {3}|├─ |│ {2}|└─ )/.exec(rest)
  ) {
    depth++;
    rest = rest.slice(match[0].length);
  }
  rest = rest.trim();
  const error = rest.indexOf(' ERROR: ');
  const problem = error === -1 ? '' : rest.slice(error + 8);
  if (error !== -1) rest = rest.slice(0, error);
  const colon = rest.indexOf(': ');
  const defined = colon === -1 ? '' : rest.slice(0, colon);
  if (colon !== -1) rest = rest.slice(colon + 2).trim();
  const [type, item] = splitAttributes(rest);
  const [target = '', version = ''] = item.trim().split(/\s+/);
  const at = target.indexOf('@', 1);
  const name = at === -1 ? target : target.slice(0, at);
  const isReference = name.startsWith('$');
  return {
    depth,
    label: isReference ? name.slice(1) : defined,
    name: isReference ? '' : name,
    version,
    requirement: at === -1 ? '' : target.slice(at + 1),
    problem,
    type,
  };
}

/** Attributes without a value. */
const FLAGS = new Set(['dev', 'opt', 'test', 'selector', 'blocked', 'deleted', 'error']);

/** The attributes before the last bar outside of quotes, and the text after it. */
function splitAttributes(text: string): [Attributes, string] {
  const bar = text.lastIndexOf('|');
  if (bar === -1) return [new Map(), text];
  const attributes = new Map<string, string>();
  const words = wordsOf(text.slice(0, bar));
  for (let at = 0; at < words.length; at++) {
    const key = (words[at] ?? '').toLowerCase();
    attributes.set(key, FLAGS.has(key) ? '' : (words[++at] ?? ''));
  }
  return [attributes, text.slice(bar + 1)];
}

/**
 * Words separated by blanks. A word that begins with a quotation mark ends with one, and a backslash escapes the next
 * character.
 */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (/\s/.test(text[at] ?? '')) continue;
    let word = '';
    if (text[at] === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) {
        if (text[at] === '\\') at++;
        word += text[at] ?? '';
      }
    } else for (; at < text.length && !/\s/.test(text[at] ?? ''); at++) word += text[at];
    words.push(word);
  }
  return words;
}
