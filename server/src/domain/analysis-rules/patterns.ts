// Patterns in rules: package URLs and names with `*` for any characters. No regular expressions, so that no pattern can take long. Pure.
import { parsePurl } from '@assay/scanner/packages';

export interface PackagePattern {
  /** Type of the package URL. */
  type: string;
  /** Namespace and name without `*`: only this package. Undefined if there is a `*`. */
  exact: string | undefined;
  /** How the name begins: all before the first `*`. */
  beginning: string;
  test(name: string): boolean;
}

/** A package by type, and by its namespace and name together. */
export interface NamedPackage {
  type: string;
  name: string;
}

/** Undefined if it is no package URL, or one with more than type, namespace and name. */
export function packageOf(purl: string): (NamedPackage & { version: string | null }) | undefined {
  const parsed = parsePurl(purl);
  if ('problem' in parsed) return undefined;
  const { type, namespace, name, version } = parsed.value;
  return { type, name: namespace === null ? name : `${namespace}/${name}`, version };
}

export function asPattern(text: string): PackagePattern | undefined {
  const written = text.trim();
  if (!written.includes('*')) {
    const read = parsePurl(written);
    if (
      'problem' in read ||
      read.value.version !== null ||
      read.value.qualifiers !== null ||
      read.value.subpath !== null
    )
      return undefined;
    const exact = packageOf(written);
    return exact && { type: exact.type, exact: exact.name, beginning: exact.name, test: (name) => name === exact.name };
  }
  const parts = /^pkg:([a-z][a-z0-9.-]*)\/([^?#]+)$/i.exec(written);
  if (parts === null) return undefined;
  const [type = '', name = ''] = parts.slice(1).map(decoded);
  // In a version, `@` follows the name; in a namespace such as @babel it comes first.
  return /[^/]@/.test(name)
    ? undefined
    : { type: type.toLowerCase(), exact: undefined, beginning: name.replace(/\*.*$/s, ''), test: wildcardTest(name) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Each `*` stands for any characters, also none. Takes as many steps as the text has characters for each part of the pattern. */
export function wildcardTest(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}
