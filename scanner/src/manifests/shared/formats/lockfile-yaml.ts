// Reads the YAML that package managers write into lockfiles. Uses js-yaml, because `yaml` takes seconds for long files.
// All values are texts; an empty one is null. Reading stops at an anchor, because aliases could multiply its contents.
import { type EventType, FAILSAFE_SCHEMA, loadAll, type State, YAMLException } from 'js-yaml';
import { detachTexts } from '../../../detached-text.ts';
import { isFields, type Problems } from '../problems.ts';

type YamlValue = string | null | YamlValue[] | YamlFields;
/** These objects inherit members like every object; read foreign names with `own`. */
export interface YamlFields {
  [key: string]: YamlValue;
}

/** Fields of js-yaml that its types do not declare. */
interface ReadingState extends State {
  depth: number;
  anchor?: string | null;
}

/** `json` lets the last of two equal keys count. */
const OPTIONS = { schema: FAILSAFE_SCHEMA, json: true, maxDepth: 64 };
const MAX_REASON = 200;
/** Errors of js-yaml quote all lines, so a text of too many lines would take gigabytes. This limit allows half a million packages. */
const MAX_LINES = 4_000_000;

/** Later documents replace fields of earlier ones. */
export function parseLockfileYaml(text: string, problems: Problems): YamlFields {
  const mappings = parseLockfileDocuments(text, problems);
  return mappings.length > 1 ? Object.fromEntries(mappings.flatMap(Object.entries)) : (mappings[0] ?? {});
}

/** The mappings of all documents. */
export function parseLockfileDocuments(text: string, problems: Problems): YamlFields[] {
  if (hasTooManyLines(text)) {
    problems.add(`The YAML has more than ${MAX_LINES} lines; nothing was read from it.`);
    return [];
  }
  /** Documents, and fields of the outermost mapping, are complete before this position. */
  let complete = 0;
  const listener = (event: EventType, state: ReadingState) => {
    if (typeof state.anchor === 'string') throw anchorError(state, state.anchor);
    const isKey = event === 'open' && state.depth === 2 && state.position === state.lineStart + state.lineIndent;
    if (isKey || (event === 'close' && state.depth === 1)) complete = state.position;
  };
  try {
    const documents = loadAll(text, null, { ...OPTIONS, listener });
    if (documents.some((document) => document !== null && !isFields(document)))
      problems.add('The YAML should be lines of "name: value"; other lines were left out.');
    return mappingsOf(documents);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const reason = error.reason.startsWith('nesting exceeded') ? 'it is nested too deep' : error.reason;
    problems.add(
      `Line ${error.mark.line + 1} breaks the YAML: ${reason.slice(0, MAX_REASON).replace(/\s+/g, ' ')}; the field there and what follows were left out.`,
    );
  }
  try {
    return mappingsOf(loadAll(text.slice(0, complete), null, OPTIONS));
  } catch (error) {
    // A flow collection has no part that can be read alone. The reason is already reported.
    if (error instanceof YAMLException) return [];
    throw error;
  }
}

/** Counts the characters that js-yaml treats as line ends. */
function hasTooManyLines(text: string): boolean {
  if (text.length <= MAX_LINES) return false;
  let ends = 0;
  for (let i = 0; i < text.length && ends <= MAX_LINES; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13 || code === 0) ends += 1;
  }
  return ends > MAX_LINES;
}

function anchorError({ line, position }: State, anchor: string): YAMLException {
  const mark = { name: '', buffer: '', snippet: '', position, line, column: 0 };
  return new YAMLException(`a lockfile should have no anchors such as "&${anchor.slice(0, MAX_REASON)}"`, mark);
}

/** The parser cuts values out of a copy of the text. Its own limit keeps the depth small. */
function detachAll(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  detachTexts(value);
  for (const inner of Object.values(value)) detachAll(inner);
}

function mappingsOf(documents: unknown[]): YamlFields[] {
  detachAll(documents);
  return documents.filter((document): document is YamlFields => isFields(document));
}
