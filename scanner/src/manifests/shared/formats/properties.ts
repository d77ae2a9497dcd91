// Reads the .properties files of Java: `name=value` lines. Pure.
// Format: https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/Properties.html
import type { TextPairs } from '../../../definitions.ts';

/** In their order; comments are left out, lines that end with `\` go on in the next one. */
export function parseProperties(text: string): TextPairs {
  const pairs: TextPairs = [];
  let unfinished: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (unfinished.length === 0 && (line === '' || line.startsWith('#') || line.startsWith('!'))) continue;
    if (line.endsWith('\\') && !line.endsWith('\\\\')) {
      unfinished.push(line.slice(0, -1));
      continue;
    }
    const whole = [...unfinished, line].join('');
    unfinished = [];
    const separator = whole.search(/[=:\s]/);
    if (separator <= 0) continue;
    pairs.push([whole.slice(0, separator), whole.slice(separator).replace(/^\s*[=:]?\s*/, '')]);
  }
  return pairs;
}
