// What a Gradle script says about its own project: group, version, the name of the root project, and the projects of the build. Only statements
// of the script itself and of `allprojects` and `subprojects` count: tasks and publications have groups and versions too. Pure.
import type { GradleProject } from '../../../definitions.ts';
import { isMark } from '../../shared/languages/source-tokens.ts';
import type { ScriptToken } from './tokens.ts';
import { concatenated } from './variables.ts';

const MAX_INCLUDES = 10_000;
const MAX_LENGTH = 300;
/** No group, version or name. */
const UNKNOWN = '?';

/** undefined if the script says nothing about its project. */
export function projectOf(tokens: readonly ScriptToken[]): GradleProject | undefined {
  const project: GradleProject = {
    group: '',
    version: '',
    sharedGroup: '',
    sharedVersion: '',
    rootName: '',
    includes: [],
    line: 0,
  };
  let depth = 0;
  let outer = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isMark(token, '{') || isMark(token, '(') || isMark(token, '[')) {
      if (depth === 0) outer = isMark(token, '{') ? (tokens[at - 1]?.value ?? '') : '';
      depth += 1;
    } else if (isMark(token, '}') || isMark(token, ')') || isMark(token, ']')) depth = Math.max(0, depth - 1);
    else if (token.kind === 'name') {
      const isShared = depth === 1 && /^(?:allprojects|subprojects)$/.test(outer);
      if (depth === 0 || isShared) readStatement(tokens, at, isShared, project);
    }
  }
  return project.line === 0 ? undefined : project;
}

function readStatement(tokens: readonly ScriptToken[], at: number, isShared: boolean, project: GradleProject): void {
  const token = tokens[at];
  const before = tokens[at - 1];
  // `id 'x' version '1'` has the name inside a line.
  if (token === undefined || (before !== undefined && before.line === token.line && !';{}'.includes(before.value)))
    return;
  const name = token.value.replace(/^project\./, '');
  if (name === 'include' && !isShared) readIncludes(tokens, at + 1, project);
  else if (name === 'rootProject.name') set(project, 'rootName', valueAt(tokens, at + 1), token.line);
  else if (name === 'group') set(project, isShared ? 'sharedGroup' : 'group', valueAt(tokens, at + 1), token.line);
  else if (name === 'version')
    set(project, isShared ? 'sharedVersion' : 'version', valueAt(tokens, at + 1), token.line);
}

type Field = 'group' | 'version' | 'sharedGroup' | 'sharedVersion' | 'rootName';

function set(project: GradleProject, field: Field, value: string, line: number): void {
  if (value === '' || value.length > MAX_LENGTH) return;
  project[field] = value;
  project.line ||= line;
}

/** `= 'text'`, `'text'`, or `= name` of a variable. A computed value is unknown, and replaces that of another script. */
function valueAt(tokens: readonly ScriptToken[], start: number): string {
  const hasSign = isMark(tokens[start], '=');
  const at = hasSign ? start + 1 : start;
  const value = tokens[at];
  if (value?.kind === 'text' && value.line === tokens[start]?.line && value.line === tokens[start - 1]?.line)
    return concatenated(tokens, at).value;
  const isCall = isMark(tokens[at + 1], '(') || isMark(tokens[at + 1], '[') || isMark(tokens[at + 1], '?');
  if (!hasSign) return '';
  return value?.kind === 'name' && !isCall ? `\${${value.value}}` : UNKNOWN;
}

/** `include 'a', ':b:c'` with or without parentheses. */
function readIncludes(tokens: readonly ScriptToken[], start: number, project: GradleProject): void {
  for (let at = isMark(tokens[start], '(') ? start + 1 : start; at < tokens.length; at += 2) {
    const path = tokens[at];
    if (path?.kind !== 'text' || project.includes.length >= MAX_INCLUDES) return;
    if (path.value.length <= MAX_LENGTH) project.includes.push(path.value);
    project.line ||= path.line;
    if (!isMark(tokens[at + 1], ',')) return;
  }
}
