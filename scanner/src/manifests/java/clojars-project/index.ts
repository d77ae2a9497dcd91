// Reads project.clj of Leiningen and deps.edn of the Clojure CLI, without running them. The artifacts are Maven
// artifacts.
// Formats: https://codeberg.org/leiningen/leiningen/src/branch/main/sample.project.clj, https://clojure.org/reference/deps_edn

import type { DependencyScope } from '../../../dependency-scopes.ts';
import { isStrongerScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

interface Token {
  kind: 'open' | 'close' | 'text' | 'word';
  value: string;
  line: number;
}

/** Limits the work: each request checks all brackets that are open around it. */
const MAX_DEPTH = 1000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Clojure project', (problems) => {
      const tokens = withoutDiscarded(tokenize(textOf(bytes)));
      const versions = versionsOf(tokens);
      const requirements = new Map<string, ManifestRequirement>();
      /** The keys of the open maps and the first words of the open lists. */
      const open: string[] = [];
      tokens.forEach((token, at) => {
        if (open.length > MAX_DEPTH) throw new RangeError('nested too deep');
        if (token.kind === 'open') open.push(keyBefore(tokens, at));
        else if (token.kind === 'close') open.pop();
        const found = requestAt(tokens, at, open, versions);
        const before = found === undefined ? undefined : requirements.get(found.fullName);
        if (found !== undefined && (before === undefined || isStrongerScope(found.scope, before.scope)))
          requirements.set(found.fullName, found);
      });
      return manifestFindings('maven', selfOf(tokens), [...requirements.values()], problems);
    }),
};

/** `(defproject group/artifact "1.0" …` */
function selfOf(tokens: readonly Token[]) {
  const at = tokens.findIndex(({ value }) => value === 'defproject');
  const [name, version] = [tokens[at + 1], tokens[at + 2]];
  if (at < 0 || name?.kind !== 'word') return undefined;
  const textAfter = (key: string) => {
    const found = tokens.findIndex(({ kind, value }) => kind === 'word' && value === key);
    const next = found < 0 ? undefined : tokens[found + 1];
    return next?.kind === 'text' ? next.value : '';
  };
  const license = tokens.findIndex(({ value }) => value === ':license');
  const licenseName =
    license < 0 ? -1 : tokens.findIndex(({ value }, i) => i > license && i < license + 8 && value === ':name');
  return {
    fullName: coordinates(name.value),
    role: 'declares' as const,
    version: version?.kind === 'text' ? version.value : '',
    description: textAfter(':description'),
    homepageUrl: textAfter(':url'),
    declaredLicense: licenseName < 0 ? '' : (tokens[licenseName + 1]?.value ?? ''),
  };
}

/** `(def name "1.0")`, and the versions of `:managed-dependencies` by `group:artifact`. */
function versionsOf(tokens: readonly Token[]): Map<string, string> {
  const versions = new Map<string, string>();
  const open: string[] = [];
  tokens.forEach((token, at) => {
    if (token.kind === 'open') open.push(keyBefore(tokens, at));
    else if (token.kind === 'close') open.pop();
    const [name, value] = [tokens[at + 1], tokens[at + 2]];
    if (value?.kind !== 'text' || (name?.kind !== 'word' && name?.kind !== 'text')) return;
    if (token.value === 'def' && token.kind === 'word') versions.set(`~${name.value}`, value.value);
    else if (token.value === '[' && open.at(-2) === ':managed-dependencies')
      versions.set(coordinates(name.value), value.value);
  });
  return versions;
}

function requestAt(
  tokens: readonly Token[],
  at: number,
  open: readonly string[],
  versions: ReadonlyMap<string, string>,
): ManifestRequirement | undefined {
  const [token, next, value] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (token === undefined) return undefined;
  // `[group/artifact "1.0" :scope "test"]` in `:dependencies` and `:plugins`
  const list = open.at(-2);
  if (
    token.kind === 'open' &&
    token.value === '[' &&
    /^:(dependencies|plugins|managed-dependencies)$/.test(list ?? '')
  ) {
    const isName = next?.kind === 'word' || next?.kind === 'text';
    if (!isName || list === ':managed-dependencies') return undefined;
    const written = value?.kind === 'text' || value?.value.startsWith('~') ? value.value : '';
    const version = versions.get(written === '' ? coordinates(next.value) : written) ?? written;
    const isForTests = open.some((key) => /^:(dev|test|repl|user)$/.test(key)) || scopeIn(tokens, at) === 'test';
    const scope =
      list === ':plugins' ? 'build' : isForTests ? 'test' : scopeIn(tokens, at) === 'provided' ? 'peer' : 'runtime';
    return requirementOf(next.value, version, scope, token.line);
  }
  // `group/artifact {:mvn/version "1.0"}` in `:deps` and `:extra-deps`; `:override-deps` only gives versions to what
  // others request.
  const isEntry =
    token.kind === 'word' && next?.value === '{' && /^:(deps|extra-deps|replace-deps)$/.test(open.at(-1) ?? '');
  if (!isEntry) return undefined;
  const version = textIn(tokens, at + 1, ':mvn/version') || textIn(tokens, at + 1, ':git/tag');
  if (version === '' && textIn(tokens, at + 1, ':local/root') !== '') return undefined;
  const requirement = version || textIn(tokens, at + 1, ':git/sha') || textIn(tokens, at + 1, ':sha');
  const isForTests = open.some((key) => /^:(dev|test|build|repl)$/.test(key));
  return requirementOf(
    token.value,
    requirement,
    open.includes(':build') ? 'build' : isForTests ? 'test' : 'runtime',
    token.line,
  );
}

function requirementOf(name: string, requirement: string, scope: DependencyScope, line: number): ManifestRequirement {
  const isExact = /^[\w.+-]+$/.test(requirement) && !/^(LATEST|RELEASE)$/.test(requirement);
  return { fullName: coordinates(name), requirement, version: isExact ? requirement : '', scope, line };
}

/** `a` means `a/a`; a `$` starts a classifier. */
function coordinates(name: string): string {
  const [whole = ''] = name.split('$');
  const slash = whole.lastIndexOf('/');
  return slash < 0 ? `${whole}:${whole}` : `${whole.slice(0, slash)}:${whole.slice(slash + 1)}`;
}

function keyBefore(tokens: readonly Token[], at: number): string {
  const before = tokens[at - 1];
  return before?.kind === 'word' ? before.value : '';
}

function scopeIn(tokens: readonly Token[], at: number): string {
  return textIn(tokens, at, ':scope');
}

/** The string after a key, between the bracket at `at` and its closing bracket. */
function textIn(tokens: readonly Token[], at: number, key: string): string {
  let depth = 0;
  for (let i = at; i < tokens.length && i < at + 100; i++) {
    const token = tokens[i];
    if (token?.kind === 'open') depth += 1;
    if (token?.kind === 'close') depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && token?.value === key && tokens[i + 1]?.kind === 'text') return tokens[i + 1]?.value ?? '';
  }
  return '';
}

/** `#_` makes Clojure skip the next form. */
function withoutDiscarded(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind !== 'word' || !token.value.startsWith('#_')) kept.push(token);
    else if (token.value === '#_') at = endOfForm(tokens, at + 1);
  }
  return kept;
}

/** The position of the last token of the form that begins there. */
function endOfForm(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    if (tokens[at]?.kind === 'open') depth += 1;
    if (tokens[at]?.kind === 'close') depth -= 1;
    if (depth <= 0) return at;
  }
  return tokens.length;
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const match of source.matchAll(
    /\n|[ \t\r\f,]+|;[^\n]*|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"?|([([{])|([)\]}])|[^\s,;"()[\]{}]+/g,
  )) {
    const [whole, text, opening, closing] = match;
    if (opening !== undefined) tokens.push({ kind: 'open', value: opening, line });
    else if (closing !== undefined) tokens.push({ kind: 'close', value: closing, line });
    else if (text !== undefined) tokens.push({ kind: 'text', value: text, line });
    else if (!/^[\s,;]/.test(whole)) tokens.push({ kind: 'word', value: whole, line });
    if (whole === '\n') line += 1;
    else if (whole.startsWith('"')) line += whole.split('\n').length - 1;
  }
  return tokens;
}
