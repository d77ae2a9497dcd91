// Replaces `${…}` by properties and coordinates of the same pom.xml. Pure.

import { child, childText, type Element } from '../../../xml.ts';
import { chosenProfiles } from '../maven-profiles.ts';

export type Interpolate = (text: string) => string;

const MAX_STEPS = 20;
const MAX_LENGTH = 10_000;

/** Unknown names remain in the text; recursion stops after a few rounds. */
export function createInterpolation(project: Element): Interpolate {
  const parent = child(project, 'parent');
  const values = new Map<string, string>();
  for (const level of [project, ...chosenProfiles(project)])
    for (const { name, text } of child(level, 'properties')?.children ?? []) values.set(name, text.trim());
  for (const name of ['groupId', 'artifactId', 'version', 'name', 'url']) {
    const own = childText(project, name);
    const inherited = name === 'groupId' || name === 'version' ? childText(parent, name) : '';
    for (const prefix of ['project.', 'pom.', '']) {
      if (prefix !== '' || !values.has(name)) values.set(prefix + name, own || inherited);
    }
  }
  for (const name of ['groupId', 'artifactId', 'version']) {
    values.set(`project.parent.${name}`, childText(parent, name));
    values.set(`parent.${name}`, childText(parent, name));
  }
  const known = new Map<string, string>();
  return (text) => {
    if (!text.includes('${')) return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    let current = text;
    for (let step = 0; step < MAX_STEPS && current.includes('${'); step++) {
      const next = current.replace(/\$\{([^${}]+)\}/g, (whole, name: string) => values.get(name.trim()) || whole);
      // Properties that double the text in each round must not fill the memory.
      if (next === current || next.length > MAX_LENGTH) break;
      current = next;
    }
    known.set(text, current);
    return current;
  };
}
