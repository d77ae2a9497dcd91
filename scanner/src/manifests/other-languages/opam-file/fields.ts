// The fields of an opam file: texts in quotes, each with its filter in braces. A field in a section has a key with the
// name of the section: `url.src`.

export interface OpamItem {
  text: string;
  /** The content of the braces after it. */
  filter: string;
  line: number;
}

export interface OpamField {
  items: OpamItem[];
  line: number;
}

/** An unclosed text or comment extends to the end of the file. */
const TOKEN =
  /"""((?:[^"]|"(?!""))*)(?:""")?|"((?:[^"\\]|\\[\s\S])*)"?|([{}])|([A-Za-z_][\w-]*)\s{0,100}(:)?|#[^\n]*|\(\*[\s\S]*?(?:\*\)|$)|\n|[^\s]/g;
const MAX_FIELDS = 1000;

/** Sections whose fields count. */
const SECTIONS = new Set(['url', 'extra-source']);
/** What stands behind the name of a section: perhaps a text, and the brace. */
const SECTION_BEGINS = /^\s*("[^"]*")?\s*\{/;
const LONGEST_BEGINNING = 200;

interface State {
  text: string;
  fields: Map<string, OpamField>;
  section: string;
  current: OpamField | undefined;
  line: number;
  /** Offset after the opening brace of a filter; -1 outside of a filter. */
  filterFrom: number;
  depth: number;
}

export function readOpam(text: string): Map<string, OpamField> {
  const state: State = {
    text,
    fields: new Map(),
    section: '',
    current: undefined,
    line: 1,
    filterFrom: -1,
    depth: 0,
  };
  for (const found of text.matchAll(TOKEN)) {
    if (state.filterFrom >= 0) takeInFilter(state, found);
    else take(state, found);
    const [whole] = found;
    if (whole.includes('\n')) state.line += whole.split('\n').length - 1;
  }
  return state.fields;
}

/** A filter ends with the brace that closes it. */
function takeInFilter(state: State, { index, 3: brace }: RegExpExecArray): void {
  if (brace === '{') state.depth += 1;
  if (brace === '}') state.depth -= 1;
  if (state.depth > 0) return;
  const item = state.current?.items.at(-1);
  if (item !== undefined) item.filter = state.text.slice(state.filterFrom, index).replace(/\s+/g, ' ').trim();
  state.filterFrom = -1;
}

function take(state: State, found: RegExpExecArray): void {
  const [whole, long, short, brace, name, colon] = found;
  const end = found.index + whole.length;
  if (brace === '{') beginFilter(state, end);
  else if (brace === '}') state.section = '';
  else if (name !== undefined && colon === ':') beginField(state, name);
  else if (name !== undefined && SECTIONS.has(name) && isSectionAt(state.text, end)) {
    state.section = name;
    state.current = undefined;
  } else if (long !== undefined || short !== undefined) {
    const value = long ?? (short ?? '').replace(/\\([\s\S])/g, '$1');
    state.current?.items.push({ text: value.replace(/\s+/g, ' ').trim(), filter: '', line: state.line });
  }
}

/** After a text, a brace starts a filter; after a bare name, it starts a section. */
function beginFilter(state: State, from: number): void {
  if (state.current === undefined || state.current.items.length === 0) return;
  state.filterFrom = from;
  state.depth = 1;
}

/** The first field of a name counts. */
function beginField(state: State, name: string): void {
  state.current = { items: [], line: state.line };
  const key = state.section === '' ? name : `${state.section}.${name}`;
  if (state.fields.size < MAX_FIELDS && !state.fields.has(key)) state.fields.set(key, state.current);
}

function isSectionAt(text: string, at: number): boolean {
  return SECTION_BEGINS.test(text.slice(at, at + LONGEST_BEGINNING));
}
