// The lines of all entries of a JSON, TOML or YAML text. Callers look them up by the keys that lead to an entry.
import { type VisitLine, visitJsonLines, visitTomlLines, visitYamlLines } from './lines.ts';

/** The line of the first entry under these keys; undefined when it is unknown. */
export type LineOf = (...path: readonly (string | number)[]) => number | undefined;

export function jsonLines(text: string, maxDepth: number): LineOf {
  return indexed((visit) => visitJsonLines(text, maxDepth, visit));
}

export function tomlLines(text: string): LineOf {
  return indexed((visit) => visitTomlLines(text, visit));
}

export function yamlLines(text: string, maxDepth: number): LineOf {
  return indexed((visit) => visitYamlLines(text, maxDepth, visit));
}

function indexed(visitAll: (visit: VisitLine) => void): LineOf {
  const lines = new Map<string, number>();
  visitAll((path, line) => {
    const key = path.join('\n');
    // A key of a megabyte is not stored, because every path below it would repeat it.
    if (key.length < 2000 && !lines.has(key)) lines.set(key, line);
  });
  return (...path) => lines.get(path.join('\n'));
}
