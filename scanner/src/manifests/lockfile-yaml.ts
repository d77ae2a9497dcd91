// Reads the YAML that package managers write into lockfiles, by js-yaml: it takes long ones, for which `yaml` takes seconds.
// Values are texts; an empty one is null. Anchors end the reading, because aliases could multiply what they stand for.
import { type EventType, FAILSAFE_SCHEMA, loadAll, type State, YAMLException } from 'js-yaml';
import { isFields, type Problems } from './problems.ts';

type YamlValue = string | null | YamlValue[] | YamlFields;
/** They inherit as every object does: ask for foreign names by `own`. */
export interface YamlFields {
  [key: string]: YamlValue;
}

/** What js-yaml knows besides what its types tell. */
interface ReadingState extends State {
  depth: number;
  anchor?: string | null;
}

/** `json`: the last of two equal keys counts. */
const OPTIONS = { schema: FAILSAFE_SCHEMA, json: true, maxDepth: 64 };
const MAX_REASON = 200;
/** Errors of js-yaml list all lines, so that many of them would take gigabytes. This is half a million packages. */
const MAX_LINES = 4_000_000;

/** Of several documents the later ones replace fields of the earlier: pnpm writes what it needs itself before what the project needs. */
export function parseLockfileYaml(text: string, problems: Problems): YamlFields {
  if (hasTooManyLines(text)) {
    problems.add(`The YAML has more than ${MAX_LINES} lines; nothing was read from it.`);
    return {};
  }
  /** Before it, documents and fields of the outermost mapping are complete. */
  let complete = 0;
  const listener = (event: EventType, state: ReadingState) => {
    if (typeof state.anchor === 'string') throw anchorError(state, state.anchor);
    const isKey = event === 'open' && state.depth === 2 && state.position === state.lineStart + state.lineIndent;
    if (isKey || (event === 'close' && state.depth === 1)) complete = state.position;
  };
  try {
    const documents = loadAll(text, null, { ...OPTIONS, listener });
    if (documents.some((document) => document !== null && !isFields(document)))
      problems.add('The YAML should be lines of "name: value"; what is none was left out.');
    return fieldsOf(documents);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const reason = error.reason.startsWith('nesting exceeded') ? 'it is nested too deep' : error.reason;
    problems.add(
      `Line ${error.mark.line + 1} breaks the YAML: ${reason.slice(0, MAX_REASON).replace(/\s+/g, ' ')}; the field there and what follows were left out.`,
    );
  }
  try {
    return fieldsOf(loadAll(text.slice(0, complete), null, OPTIONS));
  } catch (error) {
    // Flow collections have no part that stands alone. Why they cannot be read is told already.
    if (error instanceof YAMLException) return {};
    throw error;
  }
}

/** By what js-yaml takes for the end of a line. */
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

function fieldsOf(documents: unknown[]): YamlFields {
  const mappings = documents.filter((document): document is YamlFields => isFields(document));
  return mappings.length > 1 ? Object.fromEntries(mappings.flatMap(Object.entries)) : (mappings[0] ?? {});
}
