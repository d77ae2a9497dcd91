// Reads general YAML that people and tools write into manifests, with a limit on aliases. For long lockfiles there is lockfile-yaml.ts.
import { LineCounter, parseDocument } from 'yaml';
import { withoutStacks } from './yaml-errors.ts';

/** A longer text is a lockfile or hostile, and would take seconds. */
const MAX_LENGTH = 4 << 20;
/** How many nodes aliases may add for each written node. */
const MAX_ALIASES = 100;

/** The value of a YAML text; unknown tags are ignored. Throws an `Error` with the parser's reason. */
export function parseYaml(text: string): unknown {
  if (text.length > MAX_LENGTH) throw new Error(`it has more than ${MAX_LENGTH} characters`);
  const lineCounter = new LineCounter();
  const document = withoutStacks(() =>
    parseDocument(text, { lineCounter, logLevel: 'silent', uniqueKeys: false, prettyErrors: false, strict: false }),
  );
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`line ${lineCounter.linePos(error.pos[0]).line}: ${error.message}`);
  return document.toJS({ maxAliasCount: MAX_ALIASES });
}
