// Ranges of versions as text, `vers:npm/>=1.0.0|<2.0.0`: reads, writes and tests them. The only place that knows their syntax.
// Specification: https://github.com/package-url/vers-spec
import { intervalsOf, type RangeOrder } from './intervals.ts';
import type { Comparator, Constraint, VersionScheme } from './scheme.ts';
import { versionSchemeOf } from './schemes.ts';

export interface Vers {
  /** The name of the version scheme, usually a type of package URLs. */
  scheme: string;
  /** True for `*`, which means every version. Then there are no constraints. */
  isAny: boolean;
  constraints: Constraint[];
}

export type VersAnswer<Value> = { value: Value } | { problem: string };

const COMPARATORS: readonly Comparator[] = ['>=', '<=', '!=', '<', '>', '='];

/** Reads a range in its canonical form, strictly. */
export function parseVers(text: string): VersAnswer<Vers> {
  if (/\s/.test(text)) return nonCanonical('whitespace is not permitted');
  const parts = /^vers:([a-z][a-z0-9.-]*)\/(.*)$/s.exec(text);
  if (parts === null) {
    return { problem: 'A range of versions is written "vers:", the scheme in small letters, "/" and its constraints.' };
  }
  const [scheme, list] = [parts[1] as string, parts[2] as string];
  const problem = problemOfList(scheme, list);
  if (problem !== undefined) return problem;
  const read = readConstraints(list);
  if ('problem' in read) return read;
  const order = orderOf(scheme);
  const isSorted = read.value.every((one, at, all) => at === 0 || order(all[at - 1]?.version ?? '', one.version) <= 0);
  if (!isSorted) return nonCanonical('constraints are not sorted by version');
  return { value: { scheme, isAny: list === '*', constraints: read.value } };
}

/** The canonical form of a range that was written with blanks, capitals or constraints in any order. */
export function canonicalVers(text: string): VersAnswer<string> {
  const read = readLoosely(text);
  return 'problem' in read ? read : { value: formatVers(read.value) };
}

/** The canonical text of a range: constraints in the order of their versions. */
export function formatVers({ scheme, isAny, constraints }: Vers): string {
  if (isAny) return `vers:${scheme}/*`;
  const written = sorted(scheme, constraints).map(
    ({ comparator, version }) => `${comparator === '=' ? '' : comparator}${encoded(version)}`,
  );
  return `vers:${scheme}/${written.join('|')}`;
}

/** Whether the range contains this version. A text that is not a range contains none. */
export function versionInRange(vers: string | Vers, version: string): boolean {
  return versionTest(vers)(version);
}

/** The range as a test function, prepared for many versions. */
export function versionTest(vers: string | Vers): (version: string) => boolean {
  const read = typeof vers === 'string' ? readLoosely(vers) : { value: vers };
  if ('problem' in read) return () => false;
  if (read.value.isAny) return () => true;
  return constraintsTest(read.value);
}

function constraintsTest({ scheme, constraints }: Vers): (version: string) => boolean {
  const { parse, compare } = rangeScheme(scheme);
  const parsed = sorted(scheme, constraints).map(({ comparator, version }) => ({
    comparator,
    version: parse(version),
  }));
  const [including, excluding] = [['=', '<=', '>='], ['!=']].map((kinds) =>
    parsed.filter((one) => kinds.includes(one.comparator)),
  ) as [typeof parsed, typeof parsed];
  const intervals = intervalsOf(parsed);
  const isOnlyExcluding = parsed.length > 0 && excluding.length === parsed.length;
  return (version) => {
    const asked = parse(version);
    const equals = (one: { version: unknown }) => compare(one.version, asked) === 0;
    if (including.some(equals)) return true;
    if (excluding.some(equals)) return false;
    if (isOnlyExcluding) return true;
    return intervals.some(
      ({ lower, upper }) =>
        (lower === undefined || compare(lower.version, asked) < 0) &&
        (upper === undefined || compare(asked, upper.version) < 0),
    );
  };
}

function readLoosely(text: string): VersAnswer<Vers> {
  const parts = /^vers:([a-z][a-z0-9.-]*)\/(.*)$/is.exec(text.trim());
  if (parts === null) {
    return { problem: 'A range of versions is written "vers:", the scheme, "/" and its constraints.' };
  }
  const scheme = (parts[1] as string).toLowerCase();
  const list = (parts[2] as string)
    .replace(/\s+/g, '')
    .split('|')
    .filter((one) => one !== '')
    .join('|');
  const read = readConstraints(list);
  if ('problem' in read) return read;
  return { value: { scheme, isAny: list === '*', constraints: read.value } };
}

function readConstraints(list: string): VersAnswer<Constraint[]> {
  if (list === '*') return { value: [] };
  if (list === '') return { problem: 'A range of versions has constraints, or "*" for all versions.' };
  const constraints: Constraint[] = [];
  for (const part of list.split('|')) {
    const comparator = COMPARATORS.find((one) => part.startsWith(one));
    const version = decoded(part.slice(comparator?.length ?? 0));
    if (version === undefined) return nonCanonical('invalid percent-encoding in version');
    if (version === '' || /^[*<>=!]/.test(part.slice(comparator?.length ?? 0))) {
      return {
        problem: `The constraint "${part}" of a range is a comparator (>=, <=, !=, <, >, = or none) and a version.`,
      };
    }
    constraints.push({ comparator: comparator ?? '=', version });
  }
  return { value: constraints };
}

function problemOfList(scheme: string, list: string): { problem: string } | undefined {
  if (list.startsWith('|')) return nonCanonical('leading pipe is not permitted');
  if (list.endsWith('|')) return nonCanonical('trailing pipe is not permitted');
  if (list.includes('||')) return nonCanonical('consecutive pipes are not permitted');
  if (/(?:^|\|)=/.test(list)) return nonCanonical('the equality comparator is not written');
  if (/%(?![0-9A-Fa-f]{2})/.test(list)) return nonCanonical('invalid percent-encoding in version');
  if (/%(?![0-9A-F]{2})/.test(list)) return nonCanonical('percent-encoding in version is not canonical');
  if (scheme !== 'datetime') return undefined;
  if (/%3A/.test(list)) return nonCanonical('datetime time colons must be unencoded');
  if (/[tz]/.test(list)) return nonCanonical('datetime must use uppercase T and Z');
  return undefined;
}

function nonCanonical(what: string): { problem: string } {
  return { problem: `non-canonical VERS: ${what}` };
}

export function orderOf(scheme: string): RangeOrder {
  const { parse, compare } = rangeScheme(scheme);
  return (a, b) => compare(parse(a), parse(b));
}

/** The order of versions in ranges. */
export function rangeScheme(name: string): Pick<VersionScheme, 'parse' | 'compare'> {
  const scheme = versionSchemeOf(name);
  const { rangeForm } = scheme;
  return rangeForm === undefined
    ? scheme
    : { parse: (version) => scheme.parse(rangeForm(version)), compare: scheme.compare };
}

/** Constraints of equal versions keep their order. */
function sorted(scheme: string, constraints: readonly Constraint[]): Constraint[] {
  const { parse, compare } = rangeScheme(scheme);
  return constraints
    .map((constraint) => ({ constraint, parsed: parse(constraint.version) }))
    .sort((a, b) => compare(a.parsed, b.parsed))
    .map(({ constraint }) => constraint);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Percent-encodes all characters except letters, digits and `.-_~:`, as package URLs do. */
function encoded(version: string): string {
  return encodeURIComponent(version.toWellFormed())
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%3A', ':');
}
