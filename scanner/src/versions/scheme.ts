// The interface of a member of the family of version schemes. Types only.

export type Order = -1 | 0 | 1;

export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export interface Constraint {
  comparator: Comparator;
  version: string;
  /** How `vers` writes the version, if the bound is the first pre-release of a version. `vers` has no sign for that. */
  written?: string;
}

/** Versions from `lower` to `upper`; an absent bound sets no limit. */
export interface Interval {
  lower?: Constraint & { comparator: '>' | '>=' };
  upper?: Constraint & { comparator: '<' | '<=' };
}

/** The versions that a native range allows: those in any interval that are not excluded. Without intervals it allows nothing. */
export interface NativeRange {
  intervals: Interval[];
  excluded?: string[];
}

export type NativeAnswer = NativeRange | { problem: string };

/**
 * The versions of one ecosystem. `parse` accepts any string, takes linear time and never throws; an invalid version also has a place in the order.
 * `compare` is a total order: antisymmetric and transitive.
 */
export interface VersionScheme<Parsed = unknown> {
  /** The package URL type. */
  name: string;
  /** Other names of the scheme: package URL types with the same order, and names of the `vers` specification. */
  aliases?: readonly string[];
  parse(version: string): Parsed;
  compare(a: Parsed, b: Parsed): Order;
  /** Whether a version is a pre-release. By default the rule of semantic versions applies: `1.0.0-rc.1`. */
  isPrerelease?(version: string): boolean;
  /** Reads a range in the notation of the ecosystem's manifests. Default: comparators separated by commas or blanks. */
  readRange?(range: string): NativeAnswer;
  /** The form in which ranges compare a version. Default: the version itself. */
  rangeForm?(version: string): string;
  /** Whether a range that `readRange` can read has a version, if that depends on more than their order, which `ordered` tests. */
  rangeTest?(range: string, ordered: (version: string) => boolean): ((version: string) => boolean) | undefined;
}

/** Hides the type of parsed versions inside the scheme. */
export function versionScheme<Parsed>(scheme: VersionScheme<Parsed>): VersionScheme {
  return scheme as VersionScheme;
}
