// The interface of a member of the family of version schemes. Types only.

export type Order = -1 | 0 | 1;

export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export interface Constraint {
  comparator: Comparator;
  version: string;
}

/** Versions from `lower` to `upper`; a bound that is absent does not bound. */
export interface Interval {
  lower?: Constraint & { comparator: '>' | '>=' };
  upper?: Constraint & { comparator: '<' | '<=' };
}

/** What a native range allows: any of the intervals, and none of the excluded versions. No interval allows nothing. */
export interface NativeRange {
  intervals: Interval[];
  excluded?: string[];
}

export type NativeAnswer = NativeRange | { problem: string };

/**
 * The versions of one ecosystem. `parse` takes any string, takes linear time and never throws; a string that is no version of the
 * ecosystem has its place in the order too. `compare` is a total order: antisymmetric and transitive.
 */
export interface VersionScheme<Parsed = unknown> {
  /** The type of its package URLs. */
  name: string;
  /** Other names under which it is asked for: types of package URLs that order their versions alike, and names of the `vers` specification. */
  aliases?: readonly string[];
  parse(version: string): Parsed;
  compare(a: Parsed, b: Parsed): Order;
  /** Whether a version is a pre-release. By default the rule of semantic versions applies: `1.0.0-rc.1`. */
  isPrerelease?(version: string): boolean;
  /** Reads a range as people write it in the ecosystem's manifests. Without it, comparators beside each other with commas or blanks. */
  readRange?(range: string): NativeAnswer;
}

/** Keeps the type of the parsed versions inside the scheme. */
export function versionScheme<Parsed>(scheme: VersionScheme<Parsed>): VersionScheme {
  return scheme as VersionScheme;
}
