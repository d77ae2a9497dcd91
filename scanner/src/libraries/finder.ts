// Recognises files copied from well-known libraries by version macros and banners of their authors. Knows only bytes
// and the language; packages/ combines all files to find the library's folder and version.

import type { PackageFinding } from '../findings.ts';
import { firstOf, itemAt, present, valueFor } from '../items.ts';
import { formatPurl, parsePurl } from '../purl/purl.ts';
import { createTextPlaces } from '../search-terms/places.ts';
import { guardedExec } from './guarded.ts';
import type { LibraryConfidence, LibraryLanguage, LibraryRule, LibrarySign } from './rule.ts';
import { type SignSearch, searchesOf } from './signs.ts';

/** In headers the version is within this size. A generated table of megabytes has none. */
const C_BYTES = 512 * 1024;
/** The largest number of possible anchors to examine, so that a text that repeats one costs no more. */
const MOST_TRIES = 64;
const LONGEST_PROOF = 200;
/** More signs than any library has. Higher ranks are for signs that were found only in part. */
const MOST_SIGNS = 1000;

const LANGUAGES: Readonly<Record<string, LibraryLanguage>> = {
  C: 'c',
  'C++': 'c',
  'Objective-C': 'c',
  'Objective-C++': 'c',
  Cuda: 'c',
  JavaScript: 'javascript',
  CSS: 'javascript',
  Java: 'java',
};

export interface LibraryFinder {
  find(text: Uint8Array, language: string): LibrariesFound;
  /** The library whose published file has this digest (SHA-1 or SHA-256). */
  findByDigest(sha1: string, sha256: string): PackageFinding[];
}

interface LibrariesFound {
  packages: PackageFinding[];
  /** A foreign expression was stopped before it finished. */
  isOutOfTime: boolean;
}

const nothing = (): LibrariesFound => ({ packages: [], isOutOfTime: false });

/** Throws if a sign of the rule cannot be searched. */
export function checkSigns(rule: LibraryRule): void {
  createSearch([rule]);
}

/** A finder for one thread. rule-files.ts or import.ts has checked its rules, so an invalid sign throws with the first file of its language. */
export function createLibraryFinder(rules: readonly LibraryRule[]): LibraryFinder {
  // Built with the first file of the language: few trees have all of them.
  const searches = new Map<LibraryLanguage, ReturnType<typeof createSearch> | undefined>();
  const searchFor = (language: LibraryLanguage) => {
    if (!searches.has(language)) {
      const own = rules.filter((rule) => rule.language === language);
      searches.set(language, own.length === 0 ? undefined : createSearch(own));
    }
    return searches.get(language);
  };
  const byDigest = new Map(
    rules.flatMap((rule) => Object.entries(rule.digests ?? {}).map(([digest, version]) => [digest, { rule, version }])),
  );
  return {
    find(text, language) {
      const kind = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
      const search = kind === undefined ? undefined : searchFor(kind);
      return search === undefined
        ? nothing()
        : search(text, kind === 'c' ? Math.min(C_BYTES, text.length) : text.length);
    },
    findByDigest(sha1, sha256) {
      const found = byDigest.get(sha1) ?? byDigest.get(sha256);
      return found === undefined
        ? []
        : findingOf(found.rule, found.version, {
            confidence: 'HIGH',
            proof: `digest ${byDigest.has(sha1) ? sha1 : sha256}`,
          });
    },
  };
}

interface Search extends SignSearch {
  rule: LibraryRule;
  sign: LibrarySign;
  rank: number;
}

/** What one file shows about one library. */
interface Recognition {
  rank: number;
  version: string;
  at: number;
  confidence: LibraryConfidence;
}

function createSearch(rules: readonly LibraryRule[]): (text: Uint8Array, end: number) => LibrariesFound {
  const searches: Search[] = rules.flatMap((rule) =>
    rule.signs.flatMap((sign, rank) => searchesOf(sign).map((search) => ({ ...search, rule, sign, rank }))),
  );
  const places = createTextPlaces(searches.map(({ anchor }) => anchor));
  return (text, end) => {
    const state: State = { recognised: new Map(), numbers: new Map(), isOutOfTime: false };
    const tries = new Map<number, number>();
    places.find(text, end, (index, at) => {
      const tried = tries.get(index) ?? 0;
      if (tried < MOST_TRIES) {
        tries.set(index, tried + 1);
        look(itemAt(searches, index), text, at, state);
      }
      return true;
    });
    if (tries.size === 0) return nothing();
    for (const { rule, sign, rank, part } of searches)
      if (part === 0 && state.numbers.has(sign))
        keepBest(state.recognised, rule, joined(sign, valueFor(state.numbers, sign), rank));
    return { packages: findingsOf(state.recognised, text), isOutOfTime: state.isOutOfTime };
  };
}

interface State {
  recognised: Map<LibraryRule, Recognition>;
  numbers: Map<LibrarySign, NumberFound[]>;
  isOutOfTime: boolean;
}

/** In the order of their places. Built-in and imported rules of one library make one finding. */
function findingsOf(recognised: ReadonlyMap<LibraryRule, Recognition>, text: Uint8Array): PackageFinding[] {
  const byPurl = new Map<string, [LibraryRule, Recognition]>();
  for (const [rule, one] of recognised) {
    const known = byPurl.get(rule.purl);
    if (known === undefined || (known[1].version === '' && one.version !== '')) byPurl.set(rule.purl, [rule, one]);
  }
  return [...byPurl.values()]
    .sort(([, a], [, b]) => a.at - b.at)
    .flatMap(([rule, { version, at, confidence }]) => findingOf(rule, version, { ...lineAt(text, at), confidence }));
}

interface NumberFound {
  value: number;
  at: number;
}

function look(search: Search, text: Uint8Array, at: number, state: State): void {
  const { anchor, before, behind, expression, part, rule, sign, rank } = search;
  const from = Math.max(0, at - before);
  const around = Buffer.from(text.buffer, text.byteOffset + from, Math.min(text.length, at + behind) - from).toString(
    'latin1',
  );
  // Once a foreign expression has exceeded its time in this text, no other one is tried.
  if (sign.pattern !== undefined && state.isOutOfTime) return;
  const match = sign.pattern === undefined ? expression.exec(around) : guardedExec(expression, around);
  if (match === undefined) state.isOutOfTime = true;
  if (!match) return;
  // A comment that names the macro shortly before its definition is another place.
  const isMacro = sign.text === undefined && sign.pattern === undefined;
  if (isMacro && from + match.index + match[0].indexOf(anchor) !== at) return;
  const version = versionIn(match, sign, expression);
  if (part !== undefined) {
    const found = state.numbers.get(sign) ?? [];
    found[part] ??= { value: Number(version), at };
    state.numbers.set(sign, found);
    return;
  }
  const known = sign.packed === undefined ? readable(version) : unpacked(Number(version), sign.divisors ?? []);
  keepBest(state.recognised, rule, {
    rank,
    version: sign.as === undefined || known === '' ? known : sign.as.replace('{}', known),
    at: from + match.index,
    confidence: sign.confidence ?? (version === '' ? 'MEDIUM' : 'HIGH'),
  });
}

function versionIn(match: RegExpExecArray, { replacement }: LibrarySign, expression: RegExp): string {
  if (replacement !== undefined) return match[0].replace(expression, replacement);
  const { version = parted(match.groups ?? {}) } = match.groups ?? {};
  return version;
}

/** `XR_MAKE_VERSION(1, 0, 34)` */
function parted({ major, minor, patch }: Record<string, string>): string {
  return [major, minor, patch].filter((part) => part !== undefined).join('.');
}

/** Takes the first sign of a rule that gives a version; a sign without a version is better than none. */
function keepBest(recognised: Map<LibraryRule, Recognition>, rule: LibraryRule, one: Recognition | undefined): void {
  if (one === undefined) return;
  const known = recognised.get(rule);
  const isBetter =
    known === undefined ||
    (one.version !== '' && known.version === '') ||
    (one.rank < known.rank && (one.version !== '' || known.version === ''));
  if (isBetter) recognised.set(rule, one);
}

/** undefined unless the first two numbers, or the only number, are present. */
function joined(sign: LibrarySign, found: readonly (NumberFound | undefined)[], rank: number): Recognition | undefined {
  const all = sign.numbers?.length ?? 0;
  const wanted = Math.min(2, all);
  const values: number[] = [];
  for (const one of found) {
    if (one === undefined) break;
    values.push(one.value);
  }
  if (values.length < wanted) return undefined;
  // If a later sign contains all of these numbers, its version is more exact.
  const isWhole = values.length === all;
  return {
    rank: isWhole ? rank : rank + MOST_SIGNS,
    version: values.join('.'),
    at: present(firstOf(found), 'first number').at,
    confidence: sign.confidence ?? 'HIGH',
  };
}

function unpacked(value: number, divisors: readonly number[]): string {
  return divisors
    .map((divisor, index) => {
      const above = index === 0 ? Number.POSITIVE_INFINITY : itemAt(divisors, index - 1) / divisor;
      const part = Math.floor(value / divisor);
      return index === 0 ? part : part % above;
    })
    .join('.');
}

/** Identifiers write 1.83 as `1_83`. */
function readable(version: string): string {
  return /^[0-9]+(?:_[0-9]+)+$/.test(version) ? version.replaceAll('_', '.') : version;
}

type Identity = Pick<PackageFinding, 'purl' | 'type' | 'namespace' | 'name' | 'version'>;

/** All of a library's hundreds of files share one identity. */
const identities = new WeakMap<LibraryRule, Map<string, Identity | undefined>>();

function identityOf(rule: LibraryRule, version: string): Identity | undefined {
  const known = identities.get(rule) ?? new Map<string, Identity | undefined>();
  identities.set(rule, known);
  if (known.has(version)) return known.get(version);
  const parts = parsePurl(rule.purl);
  const purl = 'value' in parts ? formatPurl({ ...parts.value, version }) : parts;
  const identity =
    'value' in parts && 'value' in purl
      ? {
          purl: purl.value,
          type: parts.value.type,
          namespace: parts.value.namespace ?? '',
          name: parts.value.name,
          version,
        }
      : undefined;
  if (known.size < MOST_VERSIONS_KEPT) known.set(version, identity);
  return identity;
}

const MOST_VERSIONS_KEPT = 100;

function findingOf(
  rule: LibraryRule,
  version: string,
  proof: Pick<PackageFinding, 'line' | 'proof' | 'confidence'>,
): PackageFinding[] {
  const identity = identityOf(rule, version);
  if (identity === undefined) return [];
  return [
    {
      ...identity,
      role: 'copies',
      scope: 'runtime',
      declaredLicense: '',
      description: '',
      homepageUrl: rule.homepage ?? '',
      repositoryUrl: rule.repository ?? '',
      downloadUrl: '',
      integrity: '',
      dependencies: [],
      ...proof,
    },
  ];
}

/** The 1-based line of an offset, and its text, with white space folded and shortened. */
function lineAt(text: Uint8Array, at: number): { line: number; proof: string } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf(10); next !== -1 && next < at; next = text.indexOf(10, next + 1)) {
    line++;
    start = next + 1;
  }
  const end = text.indexOf(10, at);
  // A minified file is one line, so take the text around the place.
  const from = at - start > LONGEST_PROOF ? at : start;
  const bytes = text.subarray(from, Math.min(end === -1 ? text.length : end, from + LONGEST_PROOF));
  return { line, proof: Buffer.from(bytes).toString('utf8').replace(/\s+/g, ' ').trim() };
}
