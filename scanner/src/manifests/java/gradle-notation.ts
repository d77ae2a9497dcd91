// Gradle's notation of requests and variables, shared by the reader of single scripts and the code that combines them. Pure.

const MAX_STEPS = 12;
const MAX_LENGTH = 2000;

/** `group:artifact:version:classifier@type`, as `group:artifact` and the version. */
export function splitNotation(notation: string): [fullName: string, version: string] {
  const [group = '', name = '', ...rest] = notation.replace(/@[^@:]*$/, '').split(':');
  // `${versions.get("a:b")}` may contain a colon; a classifier is not part of the version.
  const version = rest[0]?.startsWith('$') === true ? rest.join(':') : (rest[0] ?? '');
  return [`${group}:${name}`, version.replace(/!!$/, '')];
}

/** `1.2.3`; '' for `1.+`, `[1,2)` and `latest.release`. */
export function exactGradleVersion(requirement: string): string {
  const isExact = /^[\w.\uE000-]+(\+[\w.]+)*$/.test(requirement) && !/^latest\./.test(requirement);
  return isExact ? withDollars(requirement) : '';
}

/**
 * A `$` that begins no variable, until all variables are filled in: a character that no script has, as a backslash before a dollar sign is
 * itself in Kotlin's raw texts.
 */
export const LITERAL_DOLLAR = '\uE000';

/** The text with plain dollar signs, when nothing is to be filled in any more. */
export function withDollars(text: string): string {
  return text.replaceAll(LITERAL_DOLLAR, '$');
}

/** A text of a language without variables in texts, such as TOML. */
export function withoutVariables(text: string): string {
  return text.replaceAll('$', LITERAL_DOLLAR);
}

/**
 * Fills in `$name`, `$map.key` of Groovy, and `${name}`; keeps names that `lookUp` does not know. In Kotlin `$name.x`
 * is the value of `name` before `.x`, so a dotted name that is unknown is read up to a dot.
 */
export function fillVariables(text: string, lookUp: (name: string) => string | undefined): string {
  let current = text;
  for (let step = 0; step < MAX_STEPS && current.includes('$'); step++) {
    const next = current.replace(
      /\$(?:\{([^{}$]*)\}|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,5}))/g,
      (whole, inBraces?: string, bare?: string) =>
        (inBraces === undefined ? dottedValue(bare ?? '', lookUp) : lookUp(plainName(inBraces))) ?? whole,
    );
    if (next === current || next.length > MAX_LENGTH) break;
    current = next;
  }
  return current;
}

function dottedValue(written: string, lookUp: (name: string) => string | undefined): string | undefined {
  for (let end = written.length; end > 0; end = written.lastIndexOf('.', end - 1)) {
    const value = lookUp(plainName(written.slice(0, end)));
    if (value !== undefined) return value + written.slice(end);
  }
  return undefined;
}

/**
 * The version that a rich version selects: what it prefers, unless the required version is exact.
 * Documentation: https://docs.gradle.org/current/userguide/dependency_versions.html
 */
export function richVersion(parts: { strictly: string; require: string; prefer: string }): string {
  const required = parts.strictly || parts.require;
  return exactGradleVersion(required) !== '' || parts.prefer === '' ? required : parts.prefer;
}

/** `rootProject.ext.versions.slf4j`, `property('slf4j')` and `versions["slf4j"]` mean the same as the short name. */
export function plainName(name: string): string {
  const called = /^(?:\w+\.)*(?:property|findProperty|get|getProperty)\(\s*["']([\w.-]+)["']\s*\)/.exec(name)?.[1];
  if (called !== undefined) return called;
  return name
    .trim()
    .replace(/\[\s*["']([\w.-]+)["']\s*\]/g, '.$1')
    .replace(/^(?:(?:rootProject|project|ext|extra|gradle|properties|this|parent)\.)+/, '')
    .replace(/\.(?:toString|get)\(\)$/, '');
}
