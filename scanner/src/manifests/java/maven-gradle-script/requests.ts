// The requests in the `dependencies` and `plugins` blocks of a Gradle script. Pure.
import type { DependencyScope } from '../../../dependency-scopes.ts';
import { isMark } from '../../shared/languages/source-tokens.ts';
import type { ScriptToken } from './tokens.ts';
import { concatenated } from './variables.ts';
import { dependencySet, versionInBlock } from './versions.ts';

/** One argument of a configuration: a string `g:a:v`, or the name of a variable or of a catalog entry. */
export interface RequestedNotation {
  /** `notation` has the form `group:artifact[:version]`; `accessor` is a dotted name. */
  kind: 'notation' | 'accessor';
  text: string;
  scope: DependencyScope;
  line: number;
}

export interface Requests {
  notations: RequestedNotation[];
  /** Versions for requests without one: constraints, and Spring's `dependencyManagement`. */
  managed: string[];
  /** Those of them that are for the projects below, too. */
  shared: string[];
}

/** Blocks that only control the execution of their contents. */
const TRANSPARENT = new Set(['if', 'else', 'for', 'each', 'forEach', 'try', 'with', 'run', 'apply']);
/** Blocks whose contents apply to the projects below. */
const SHARING = new Set(['allprojects', 'subprojects', 'configure']);
/** Calls whose argument is the request. `project`, `files` and others request nothing external. */
const WRAPPERS = new Set([
  'platform',
  'enforcedPlatform',
  'testFixtures',
  'dependencies.create',
  'create',
  'variantOf',
]);
const OWN =
  /^(project|files|fileTree|gradleApi|localGroovy|gradleTestKit|gradleKotlinDsl|projects(\..*)?|sourceSets(\..*)?|rootProject.*)$/;
/** Configurations of the usual plugins. Other calls with several texts are functions of the build. */
const CONFIGURATION =
  /^(?:\w*(?:[iI]mplementation|[aA]pi|[cC]ompile(?:Only(?:Api)?)?|[rR]untime(?:Only)?|[aA]nnotationProcessor)|kapt\w*|ksp\w*|classpath)$/;
const MAX_OPEN = 1000;

interface Block {
  name: string;
  /** Whether one of the surrounding blocks is for tests. */
  isTest: boolean;
}

export function requestsOf(tokens: readonly ScriptToken[]): Requests {
  const requests: Requests = { notations: [], managed: [], shared: [] };
  const open: Block[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isMark(token, '{')) {
      const name = open.length < MAX_OPEN ? nameOfBlock(tokens, at) : '';
      open.push({ name, isTest: isTestName(name) || open.at(-1)?.isTest === true });
    } else if (isMark(token, '}')) open.pop();
    else if (token.kind !== 'mark') {
      const place = placeOf(open);
      if (place === 'plugins') readPlugin(tokens, at, requests);
      else if (place !== undefined) at = readRequest(tokens, at, place, open, requests);
    }
  }
  return requests;
}

type PlaceOfRequest = 'dependencies' | 'managed' | 'plugins';

function placeOf(open: readonly Block[]): PlaceOfRequest | undefined {
  let at = open.length - 1;
  while (at >= 0 && TRANSPARENT.has(open[at]?.name ?? '')) at -= 1;
  const name = open[at]?.name;
  const outer = open[at - 1]?.name;
  if (name === 'plugins') return 'plugins';
  if (name === 'dependencies') return outer === 'dependencyManagement' ? 'managed' : 'dependencies';
  return name === 'constraints' && outer === 'dependencies' ? 'managed' : undefined;
}

/** `dependencies {`, `sourceSets.main {`, `getByName("test") {`, `named<T>("x") {` */
function nameOfBlock(tokens: readonly ScriptToken[], at: number): string {
  let before = at - 1;
  const parameter = tokens[before];
  // `val commonTest by getting {`
  if (parameter?.value === 'getting' || parameter?.value === 'creating') return tokens[at - 3]?.value ?? '';
  if (isMark(parameter, ')')) {
    let depth = 0;
    let argument = '';
    for (; before >= 0 && at - before < 200; before--) {
      const token = tokens[before];
      if (isMark(token, ')')) depth += 1;
      if (isMark(token, '(')) depth -= 1;
      if (token?.kind === 'text') argument = token.value;
      if (depth === 0) break;
    }
    const called = tokens[before - 1];
    return called?.kind === 'name' && !/^(getByName|named|create|register|maybeCreate|val)$/.test(called.value)
      ? called.value
      : argument;
  }
  return parameter?.kind === 'name' || parameter?.kind === 'text' ? (parameter.value.split('.').at(-1) ?? '') : '';
}

/** `configuration 'g:a:v', name`, with or without parentheses. Returns the position of the last token read. */
function readRequest(
  tokens: readonly ScriptToken[],
  start: number,
  place: PlaceOfRequest,
  open: readonly Block[],
  requests: Requests,
): number {
  const configuration = tokens[start] as ScriptToken;
  const next = tokens[start + 1];
  if (isMark(next, '{') || isMark(next, '=') || next === undefined) return start;
  const hasParentheses = isMark(next, '(');
  if (!hasParentheses && (next.line !== configuration.line || next.kind === 'mark') && !isMark(next, '[')) return start;
  let name = configuration.value.split('.').at(-1) ?? '';
  let at = start + (hasParentheses ? 2 : 1);
  // `add("implementation", "g:a:v")`
  if (name === 'add' && tokens[at]?.kind === 'text' && isMark(tokens[at + 1], ',')) {
    name = tokens[at]?.value ?? '';
    at += 2;
  }
  if (place === 'managed' && name === 'dependencySet') {
    const { notations, end } = dependencySet(tokens, start);
    addManaged(notations, open, requests);
    return end;
  }
  const scope = scopeOf(name, open.at(-1)?.isTest === true);
  const found: RequestedNotation[] = [];
  const end = readArguments(tokens, at, hasParentheses, scope, found);
  if (found.length === 0 && hasParentheses && CONFIGURATION.test(name)) found.push(...positional(tokens, at, scope));
  const [one] = found;
  if (one?.kind === 'notation' && found.length === 1 && isMark(tokens[end + 1], '{') && !/:.*:/.test(one.text)) {
    const version = versionInBlock(tokens, end + 1);
    if (version !== '') one.text += `:${version}`;
  }
  if (place === 'managed')
    addManaged(
      found.filter(({ kind }) => kind === 'notation').map(({ text }) => text),
      open,
      requests,
    );
  else requests.notations.push(...found);
  return end;
}

function addManaged(notations: readonly string[], open: readonly Block[], { managed, shared }: Requests): void {
  managed.push(...notations);
  if (open.some(({ name }) => SHARING.has(name))) shared.push(...notations);
}

/** `implementation("group", "name", "version")` of Kotlin. */
function positional(tokens: readonly ScriptToken[], start: number, scope: DependencyScope): RequestedNotation[] {
  const texts: string[] = [];
  let at = start;
  for (; tokens[at]?.kind === 'text' && texts.length < 3; at += 2) {
    texts.push(tokens[at]?.value ?? '');
    if (!isMark(tokens[at + 1], ',')) break;
  }
  const text = texts.join(':');
  return texts.length > 1 && isNotation(text)
    ? [{ kind: 'notation', text, scope, line: tokens[start]?.line ?? 0 }]
    : [];
}

/** The arguments of one request, as far as they were read. */
interface Arguments {
  readonly tokens: readonly ScriptToken[];
  readonly found: RequestedNotation[];
  /** The scope of the configuration, and that of the call around the argument. */
  readonly scope: DependencyScope;
  inner: DependencyScope;
  /** Open parentheses and brackets. */
  depth: number;
  /** `group: 'g', name: 'a', version: 'v'` */
  readonly map: Map<string, string>;
  readonly firstLine: number;
}

/** The last token of an argument, and whether it is the last argument: `closed` by the bracket of the request itself. */
interface Step {
  at: number;
  ends: 'no' | 'here' | 'closed';
}

/** Returns the position of the last token read. */
function readArguments(
  tokens: readonly ScriptToken[],
  start: number,
  hasParentheses: boolean,
  scope: DependencyScope,
  found: RequestedNotation[],
): number {
  const read: Arguments = {
    ...{ tokens, found, scope, inner: scope, depth: hasParentheses ? 1 : 0 },
    ...{ map: new Map(), firstLine: tokens[start]?.line ?? 0 },
  };
  let at = start;
  for (; at < tokens.length; at++) {
    const token = tokens[at] as ScriptToken;
    const step = readArgument(read, token, at);
    at = step.at;
    if (step.ends === 'closed') return at;
    if (step.ends === 'here') break;
    if (read.depth === 0 && !isMark(tokens[at + 1], ',') && !isMark(token, ',')) break;
  }
  addMap(read);
  return Math.min(at, tokens.length - 1);
}

function readArgument(read: Arguments, token: ScriptToken, at: number): Step {
  const next = read.tokens[at + 1];
  if (token.kind === 'text') return goOn(readNotation(read, token, at));
  if (token.kind === 'mark') return readMark(read, token, at);
  if (isMark(next, ':') || isMark(next, '=')) return goOn(readEntry(read, token, at));
  if (isMark(next, '(')) return readCall(read, token, at);
  const isOwn = OWN.test(token.value);
  if (token.value.includes('.') && !isOwn) add(read, 'accessor', token.value, token.line);
  return { at, ends: read.depth === 0 && isOwn ? 'here' : 'no' };
}

const goOn = (at: number): Step => ({ at, ends: 'no' });

function add({ found, inner }: Arguments, kind: RequestedNotation['kind'], text: string, line: number): void {
  found.push({ kind, text, scope: inner, line });
}

function addMap(read: Arguments): void {
  const [group = '', name = '', version = ''] = ['group', 'name', 'version'].map((key) => read.map.get(key) ?? '');
  if (name !== '') add(read, 'notation', `${group}:${name}${version === '' ? '' : `:${version}`}`, read.firstLine);
  read.map.clear();
}

function readNotation(read: Arguments, token: ScriptToken, at: number): number {
  const { value, end } = concatenated(read.tokens, at);
  if (isNotation(value)) add(read, 'notation', value, token.line);
  return end - 1;
}

/** `name: 'a'`, `version = v` */
function readEntry({ tokens, map }: Arguments, token: ScriptToken, at: number): number {
  const value = tokens[at + 2];
  if (value?.kind === 'text') {
    const { value: text, end } = concatenated(tokens, at + 2);
    map.set(token.value, text);
    return end - 1;
  }
  if (value?.kind !== 'name') return at + 1;
  map.set(token.value, `\${${value.value}}`);
  return at + 2;
}

function readCall(read: Arguments, token: ScriptToken, at: number): Step {
  const { tokens } = read;
  if (WRAPPERS.has(token.value)) {
    if (/latform$/.test(token.value)) read.inner = 'build';
    read.depth += 1;
    return goOn(at + 1);
  }
  const argument = tokens[at + 2];
  const text = argument?.kind === 'text' ? argument.value : undefined;
  const end = skipCall(tokens, at + 1);
  if (token.value === 'kotlin' && text !== undefined) {
    const version = isMark(tokens[at + 3], ',') && tokens[at + 4]?.kind === 'text' ? `:${tokens[at + 4]?.value}` : '';
    add(read, 'notation', `org.jetbrains.kotlin:kotlin-${text}${version}`, token.line);
    return goOn(end);
  }
  // `libs.a.b.get()`, `libs.findLibrary("a-b").get()`
  if (token.value.endsWith('.get')) add(read, 'accessor', token.value.slice(0, -4), token.line);
  else if (/\.find(Library|Bundle)$/.test(token.value) && text !== undefined)
    add(read, 'accessor', catalogAccessor(token.value, text), token.line);
  return { at: end, ends: tokens[end + 1]?.value === '.' ? 'here' : 'no' };
}

function readMark(read: Arguments, token: ScriptToken, at: number): Step {
  if (isMark(token, '(') || isMark(token, '[')) read.depth += 1;
  else if (isMark(token, ')') || isMark(token, ']')) {
    addMap(read);
    read.depth -= 1;
    read.inner = read.scope;
    if (read.depth < 0) return { at, ends: 'closed' };
  } else if (!',:@'.includes(token.value)) return { at: at - 1, ends: 'here' };
  return goOn(at);
}

function catalogAccessor(called: string, alias: string): string {
  const [catalog = ''] = called.split('.');
  return `${catalog}.${called.endsWith('Bundle') ? 'bundles.' : ''}${alias.replace(/[-_]/g, '.')}`;
}

/** From an opening parenthesis to the closing one. */
function skipCall(tokens: readonly ScriptToken[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    if (isMark(tokens[at], '(')) depth += 1;
    if (isMark(tokens[at], ')')) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

/** `id 'x' version '1'`, `id("x") version "1"`, `kotlin("jvm") version "1"`, `alias(libs.plugins.x)` */
function readPlugin(tokens: readonly ScriptToken[], at: number, { notations }: Requests): void {
  const word = tokens[at];
  if (word?.kind !== 'name' || !/^(id|kotlin|alias)$/.test(word.value)) return;
  const hasParentheses = isMark(tokens[at + 1], '(');
  const argument = tokens[at + (hasParentheses ? 2 : 1)];
  if (argument === undefined || argument.line > word.line + 2) return;
  // `id("x").version("1")` is the same as `id("x") version "1"`.
  const closing = at + (hasParentheses ? 4 : 2);
  const behind = isMark(tokens[closing], '.') ? closing + 1 : closing;
  if (word.value === 'alias') {
    if (argument.kind === 'name')
      notations.push({ kind: 'accessor', text: argument.value, scope: 'build', line: word.line });
    return;
  }
  if (argument.kind !== 'text' || tokens[behind]?.value !== 'version') return;
  const version = tokens[behind + (isMark(tokens[behind + 1], '(') ? 2 : 1)];
  const id = word.value === 'kotlin' ? `org.jetbrains.kotlin.${argument.value}` : argument.value;
  const text = version?.kind === 'text' ? version.value : version?.kind === 'name' ? `\${${version.value}}` : '';
  // Plugins without a version are part of Gradle or of the build itself.
  if (text !== '' && /^[\w.-]+$/.test(id))
    notations.push({ kind: 'notation', text: `${id}:${id}.gradle.plugin:${text}`, scope: 'build', line: word.line });
}

function isNotation(text: string): boolean {
  return /^[^\s:/]+:[^\s:/]+(:[^\s]*)?$/.test(text) && !text.startsWith(':');
}

function isTestName(name: string): boolean {
  return /^(test|integrationTest|functionalTest)|Test$/.test(name);
}

function scopeOf(configuration: string, isTest: boolean): DependencyScope {
  if (isTest || /^(test|androidTest|integrationTest|funTest|functionalTest|jmh)|Test[A-Z]\w*$/.test(configuration))
    return 'test';
  if (/compileOnly|provided/i.test(configuration)) return 'peer';
  if (/annotationProcessor|kapt|ksp|classpath|plugin|detekt|checkstyle|lint|coreLibraryDesugaring/i.test(configuration))
    return 'build';
  return /^development/.test(configuration) ? 'development' : 'runtime';
}
