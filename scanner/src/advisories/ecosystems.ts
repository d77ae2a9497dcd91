// The known ecosystems: the names that OSV uses, the types of package URLs, and the distributions with their releases. They are data: ecosystems.yaml.
import { readData } from '../data-files.ts';

export interface Distribution {
  /** As OSV names it. */
  ecosystem: string;
  /** Namespace of its package URLs. */
  id: string;
  type: 'deb' | 'apk' | 'rpm';
  /** How many parts of the version number identify a release. Undefined: all parts. */
  parts?: number;
  /** The records name source packages, so that the name of a binary package alone proves nothing. */
  speaksOf?: 'sources';
  /** How PLATFORM_ID begins in systems that are made of its packages: `el` of `platform:el9`. */
  platform?: string;
  /** Number of a release by its name. */
  codenames: ReadonlyMap<string, string>;
}

/** A distribution without records of its own, made of another one's packages. */
export interface Derivative {
  id: string;
  name: string;
  /** Id of the other distribution. */
  of: string;
  /** The packages have the other one's versions, so that its records apply. */
  isRebuild: boolean;
  /** From this release on, it is published before the other one, under this name. */
  precedes?: { from: number; name: string };
  /** Its release to that of the other one. Undefined: the same number. */
  releases: ReadonlyMap<string, string> | undefined;
}

type Names = Readonly<Record<string, string>>;

interface EcosystemsFile {
  types: Names;
  names: Names;
  github: Names;
  registries: Names;
  distributions: (Omit<Distribution, 'codenames'> & { codenames?: Names })[];
  aliases: Names;
  derivatives: {
    id: string;
    name: string;
    of: string;
    isRebuild?: true;
    precedes?: { from: number; name: string };
    releases?: Names;
  }[];
  kernelSeries: Readonly<Record<string, string[]>>;
  systems: Record<'names' | 'beginnings' | 'endings', string[]>;
  targets: Readonly<Record<string, string[]>>;
}

const data = readData(new URL('./ecosystems.yaml', import.meta.url)) as EcosystemsFile;

// These are maps, because names from feeds and package URLs are looked up in them: an object would have a member
// "constructor".

/** Lower-case name of OSV to type of package URL. */
export const ECOSYSTEMS: ReadonlyMap<string, string> = mapOf(data.types);

/** Type of package URL to the name of its ecosystem as people write it. */
const ECOSYSTEM_NAMES: ReadonlyMap<string, string> = mapOf(data.names);

export function ecosystemName(type: string): string {
  return ECOSYSTEM_NAMES.get(type) ?? type;
}

/** GitHub's name of an ecosystem to that of OSV. */
export const GITHUB_ECOSYSTEMS: ReadonlyMap<string, string> = mapOf(data.github);

/** Host of a registry to type of package URL. */
export const COLLECTIONS: ReadonlyMap<string, string> = mapOf(data.registries);

export const DISTRIBUTIONS: readonly Distribution[] = data.distributions.map((one) => ({
  ...one,
  codenames: mapOf(one.codenames ?? {}),
}));

/** Another name of a distribution to its id. */
export const DISTRIBUTION_ALIASES: ReadonlyMap<string, string> = mapOf(data.aliases);

/** By id. */
export const DERIVATIVES: ReadonlyMap<string, Derivative> = new Map(
  data.derivatives.map(({ releases, isRebuild = false, ...one }) => [
    one.id,
    { ...one, isRebuild, releases: releases === undefined ? undefined : mapOf(releases) },
  ]),
);

/** Id of a distribution to the beginnings of names of kernels that it publishes in several series. */
export const KERNEL_SERIES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(data.kernelSeries));

/** Type of package URL to the software for which CPEs say that its packages are made. */
export const TARGETS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(data.targets));

/** Whether the target software of a CPE is a system, and not software that the product extends. */
export function isSystem(target: string): boolean {
  const { names, beginnings, endings } = data.systems;
  if (names.includes(target)) return true;
  return (
    /^\w*$/.test(target) &&
    (beginnings.some((word) => target.startsWith(word)) || endings.some((word) => target.endsWith(word)))
  );
}

function mapOf(names: Names): ReadonlyMap<string, string> {
  return new Map(Object.entries(names));
}
