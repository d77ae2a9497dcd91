// The properties of one MSBuild file. Fills them into texts, if the file itself sets them. Pure.
import type { TextPairs } from '../../../definitions.ts';
import type { Element } from '../../../xml.ts';

export interface MsbuildProperties {
  /** '' if the file does not set it. */
  get(name: string): string;
  /** Replaces `$(Name)`, unless the name is unknown. */
  fill(text: string): string;
  /** '' if the text still contains an unknown property. */
  known(text: string): string;
  /** All properties as written; if a property is set twice, the first value. */
  pairs: TextPairs;
}

const MAX_LENGTH = 10_000;
const MAX_ROUNDS = 8;
const MAX_PAIRS = 10_000;

export function createMsbuildProperties(project: Element): MsbuildProperties {
  const values = new Map<string, string>();
  const pairs: TextPairs = [];
  for (const group of project.children) {
    if (group.name !== 'PropertyGroup') continue;
    for (const { name, text } of group.children) {
      const key = name.toLowerCase();
      if (values.has(key) || values.size >= MAX_PAIRS) continue;
      values.set(key, text.trim());
      pairs.push([name, text.trim()]);
    }
  }
  const fill = (text: string) => fillProperties(text, (name) => values.get(name));
  return {
    get: (name) => fill(values.get(name.toLowerCase()) ?? ''),
    fill,
    known: (text) => (/\$\(/.test(text) ? '' : text),
    pairs,
  };
}

/**
 * Replaces `$(name)`; `lookUp` gets names in lower case. Values may contain properties; the length of the text is
 * limited.
 */
export function fillProperties(text: string, lookUp: (name: string) => string | undefined): string {
  let filled = text;
  for (let round = 0; round < MAX_ROUNDS && filled.includes('$(') && filled.length < MAX_LENGTH; round++) {
    const next = filled.replace(/\$\(([\w.-]{1,200})\)/g, (whole, name: string) => lookUp(name.toLowerCase()) ?? whole);
    if (next === filled || next.length > MAX_LENGTH) break;
    filled = next;
  }
  return filled;
}
