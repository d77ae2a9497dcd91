// Package URLs: parses them, formats the canonical form, and canonicalises any written form. No other file knows their syntax.
// Specification: https://github.com/package-url/purl-spec (ECMA-427). The rules of single types are in purl-types.ts.
import { own } from '../items.ts';
import { type PurlTypeRule, purlTypeRules } from './purl-types.ts';

export interface Purl {
  type: string;
  /** null when absent, like all that follow. */
  namespace: string | null;
  name: string;
  version: string | null;
  qualifiers: Record<string, string> | null;
  subpath: string | null;
}

/** Parts from a caller: '' and absent mean the same. */
export interface PurlParts {
  type: string;
  namespace?: string | null;
  name: string;
  version?: string | null;
  qualifiers?: Readonly<Record<string, string | null | undefined>> | null;
  subpath?: string | null;
}

export type PurlAnswer<Value> = { value: Value } | { problem: string };

/** A refusal inside the reader; callers of this file get it as a value. */
class NoPurl extends Error {}

const TYPE = /^[a-z][a-z0-9.-]*$/;
/** Accepts capitals after the first letter, because the specification's suite does. */
const QUALIFIER = /^[a-z][a-zA-Z0-9._-]*$/;

/** Parses a package URL strictly: qualifier keys begin with a lower-case letter, and the rules of the type hold. Parts are canonical. */
export function parsePurl(text: string): PurlAnswer<Purl> {
  return answer(() => canonicalParts(split(text)));
}

/** The canonical form of these parts. */
export function formatPurl(parts: PurlParts): PurlAnswer<string> {
  return answer(() => written(canonicalParts(parts)));
}

/** The canonical form of a loosely written URL: capitals in keys, slashes and characters that should be encoded. */
export function canonicalPurl(text: string): PurlAnswer<string> {
  return answer(() => {
    const parts = split(text);
    const qualifiers = Object.entries(parts.qualifiers ?? {}).map(
      ([key, value]) => [key.toLowerCase(), value] as const,
    );
    return written(canonicalParts({ ...parts, qualifiers: Object.fromEntries(qualifiers) }));
  });
}

function answer<Value>(read: () => Value): PurlAnswer<Value> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof NoPurl) return { problem: error.message };
    throw error;
  }
}

/** Splits a text into decoded parts, from the right, because only parts further left may contain the separators of parts on the right. */
function split(text: string): PurlParts {
  const scheme = /^pkg:\/*/i.exec(text.trim());
  if (!scheme) throw new NoPurl('A package URL begins with "pkg:".');
  let rest = text.trim().slice(scheme[0].length);
  const cut = (at: number): string => {
    const right = rest.slice(at + 1);
    rest = rest.slice(0, at);
    return right;
  };
  const hash = rest.lastIndexOf('#');
  const subpath = hash === -1 ? null : cut(hash).split('/').map(decoded).join('/');
  const mark = rest.lastIndexOf('?');
  const qualifiers = mark === -1 ? null : readQualifiers(cut(mark));
  const slash = rest.indexOf('/');
  if (slash === -1) throw new NoPurl('A package URL has a type and a name: pkg:type/name.');
  const type = rest.slice(0, slash);
  rest = rest.slice(slash + 1).replace(/^\/+|\/+$/g, '');
  const at = rest.lastIndexOf('@');
  // The @ of an npm scope begins a segment that is not the last; any other @ begins the version.
  const isScope = at !== -1 && (at === 0 || rest[at - 1] === '/') && rest.includes('/', at);
  const version = at === -1 || isScope ? null : decoded(cut(at));
  if (version !== null && rest.endsWith('/')) throw new NoPurl('A package URL has a name.');
  const segments = rest
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
  const name = segments.pop() ?? '';
  return { type, namespace: segments.join('/'), name, version, qualifiers, subpath };
}

function readQualifiers(text: string): Record<string, string> {
  const qualifiers = new Map<string, string>();
  for (const pair of text.split('&').filter((one) => one !== '')) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw new NoPurl(`The qualifier "${pair}" of a package URL is a key, "=" and a value.`);
    const key = decoded(pair.slice(0, equals));
    if (qualifiers.has(key)) throw new NoPurl(`A package URL has the qualifier "${key}" twice.`);
    qualifiers.set(key, decoded(pair.slice(equals + 1)));
  }
  return Object.fromEntries(qualifiers);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new NoPurl(`"${text}" in a package URL has a "%" that encodes nothing; it is written %25.`);
  }
}

function canonicalParts(parts: PurlParts): Purl {
  const type = (parts.type ?? '').toLowerCase();
  if (!TYPE.test(type))
    throw new NoPurl(`The type "${parts.type}" of a package URL is a letter, then letters, digits, "." and "-".`);
  const rule = own(purlTypeRules, type) ?? {};
  const purl: Purl = {
    type,
    ...placed(parts, rule),
    version: parts.version ? cased(parts.version, 'version', rule) : null,
    qualifiers: sortedQualifiers(parts.qualifiers ?? {}),
    subpath: nullIfEmpty(pathOf(parts.subpath ?? '', (segment) => segment !== '.' && segment !== '..')),
  };
  refuseByType(purl, rule);
  return purl;
}

/** Namespace and name. */
function placed(parts: PurlParts, rule: PurlTypeRule): Pick<Purl, 'namespace' | 'name'> {
  let namespace = pathOf(parts.namespace ?? '');
  let name = (parts.name ?? '').replace(/^\/+|\/+$/g, '');
  if (rule.hasPathAsName)
    [namespace = '', name] = [namespace.split('/')[0], [...namespace.split('/').slice(1), name].join('/')];
  if (name === '') throw new NoPurl('A package URL has a name.');
  const replaced = rule.replaced ? name.replace(...rule.replaced) : name;
  const hosts = [namespace, parts.qualifiers?.repository_url ?? ''];
  const isCaseless = hosts.some((host) => rule.caselessHosts?.test(host));
  return {
    namespace: nullIfEmpty(cased(namespace, 'namespace', rule)),
    name: isCaseless ? replaced.toLowerCase() : cased(replaced, 'name', rule),
  };
}

function cased(text: string, part: 'namespace' | 'name' | 'version', rule: PurlTypeRule): string {
  return rule.lowerCase?.includes(part) ? text.toLowerCase() : text;
}

function sortedQualifiers(qualifiers: NonNullable<PurlParts['qualifiers']>): Record<string, string> | null {
  const pairs: [string, string][] = [];
  for (const [key, value] of Object.entries(qualifiers)) {
    if (!QUALIFIER.test(key))
      throw new NoPurl(
        `The qualifier "${key}" of a package URL is a small letter, then small letters, digits, ".", "-" and "_".`,
      );
    // Drops a qualifier without a value.
    if (value !== null && value !== undefined && value !== '') pairs.push([key.toLowerCase(), value]);
  }
  return pairs.length === 0 ? null : Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function refuseByType(purl: Purl, rule: PurlTypeRule): void {
  const { type, namespace, name, version, qualifiers } = purl;
  const refuse = (what: string): never => {
    throw new NoPurl(`A package URL of the type "${type}" ${what}.`);
  };
  if (rule.namespace === 'required' && namespace === null) refuse('has a namespace');
  if (rule.namespace === 'prohibited' && namespace !== null) refuse(`has no namespace; it is "${namespace}"`);
  for (const key of rule.requiredQualifiers ?? [])
    if (qualifiers?.[key] === undefined) refuse(`has the qualifier "${key}"`);
  if (rule.name && !rule.name.test(name)) refuse(`cannot have the name "${name}"`);
  if (rule.version && version !== null && !rule.version.test(version)) refuse(`cannot have the version "${version}"`);
}

function written({ type, namespace, name, version, qualifiers, subpath }: Purl): string {
  // The name of a git repository is a path; elsewhere a slash in a name is encoded.
  const ownName = purlTypeRules[type]?.hasPathAsName ? encodePurlPath(name) : encoded(name);
  const pairs = Object.entries(qualifiers ?? {}).map(([key, value]) => `${key}=${encoded(value)}`);
  return [
    `pkg:${type}/${namespace === null ? '' : `${encodePurlPath(namespace)}/`}${ownName}`,
    version === null ? '' : `@${encoded(version)}`,
    pairs.length === 0 ? '' : `?${pairs.join('&')}`,
    subpath === null ? '' : `#${encodePurlPath(subpath)}`,
  ].join('');
}

/** The purl without its qualifiers and subpath. */
export function withoutQualifiers(purl: string): string {
  const end = purl.search(/[?#]/);
  return end === -1 ? purl : purl.slice(0, end);
}

/** `@scope/name` in canonical form: each segment encoded. */
export function encodePurlPath(text: string): string {
  return text.split('/').map(encoded).join('/');
}

/** Percent-encodes all characters except letters, digits and `.-_~:`. */
function encoded(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%3A', ':');
}

function pathOf(text: string, keeps: (segment: string) => boolean = () => true): string {
  return text
    .split('/')
    .filter((segment) => segment !== '' && keeps(segment))
    .join('/');
}

function nullIfEmpty(text: string): string | null {
  return text === '' ? null : text;
}
