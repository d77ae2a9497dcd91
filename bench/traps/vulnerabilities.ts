// Traps in what is known of vulnerabilities: a review or an analysis must not count for what it did not know.
import { type Ground, nameOf, nextOf, type Place, type Planted, raise } from './ground.ts';

type Level = 'low' | 'grave';

const VECTORS: Record<Level, string> = {
  low: 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N',
  grave: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
};

interface Affecting {
  versions: readonly string[];
  level?: Level;
  modified?: string;
}

const FIRST = '2026-01-01T00:00:00Z';
const LATER = '2026-06-01T00:00:00Z';

function affect(
  { advisories }: Ground,
  id: string,
  name: string,
  { versions, level = 'low', modified = FIRST }: Affecting,
) {
  advisories.set(id, {
    ...{ schema_version: '1.6.0', id, modified, published: FIRST, summary: `Something is wrong with ${name}` },
    severity: [{ type: 'CVSS_V3', score: VECTORS[level] }],
    affected: [{ package: { ecosystem: 'npm', name }, versions }],
  });
}

/** @param now the version that was approved @param next the one that follows */
type Trap = (ground: Ground, place: Place, next: string) => boolean;

interface VulnerabilityTrap {
  /** Before the first scan. */
  before?: (ground: Ground, place: Place) => void;
  after: Trap;
  mustCarry?: boolean;
  /** The vulnerability is set aside for the approved version. */
  isSetAside?: boolean;
}

const idOf = ({ name }: Place) => `GHSA-trap-${name.replace(/[^a-z0-9]/gi, '').slice(0, 20)}-0001`;
const affectsNow = (ground: Ground, place: Place) =>
  affect(ground, idOf(place), place.name, { versions: [place.version] });
const stays: Trap = (ground, place, next) => {
  affect(ground, idOf(place), place.name, { versions: [place.version, next], modified: LATER });
  return true;
};

const TRAPS: Readonly<Record<string, VulnerabilityTrap>> = {
  'vulnerability of the next version': {
    after: (ground, place, next) => {
      affect(ground, idOf(place), place.name, { versions: [next] });
      return true;
    },
  },
  'vulnerability that stays': { before: affectsNow, after: stays, mustCarry: true },
  'vulnerability that is fixed': { before: affectsNow, after: () => true, mustCarry: true },
  'another vulnerability': {
    before: affectsNow,
    after: (ground, place, next) => {
      affect(ground, `${idOf(place)}-other`, place.name, { versions: [next] });
      return true;
    },
  },
  'vulnerability that is graver': {
    before: affectsNow,
    after: (ground, place, next) => {
      affect(ground, idOf(place), place.name, { versions: [place.version, next], level: 'grave', modified: LATER });
      return true;
    },
  },
  'vulnerability of a wider range': {
    before: (ground, place) => affect(ground, idOf(place), place.name, { versions: ['0.0.1-none'] }),
    after: (ground, place, next) => {
      affect(ground, idOf(place), place.name, { versions: ['0.0.1-none', next], modified: LATER });
      return true;
    },
  },
  'not affected, and another vulnerability': {
    before: affectsNow,
    isSetAside: true,
    after: (ground, place, next) => {
      affect(ground, `${idOf(place)}-other`, place.name, { versions: [next] });
      return true;
    },
  },
  'not affected, and the next version was not looked at': { before: affectsNow, isSetAside: true, after: stays },
  'malware in the next version': {
    after: (ground, place, next) => {
      affect(ground, `MAL-2026-${1000 + ground.pick(9000)}`, place.name, { versions: [next], level: 'grave' });
      return true;
    },
  },
};

export const vulnerabilityKinds = Object.keys(TRAPS);

/** The packages of each kind, by the folder of the package. */
export type Prepared = Map<string, string>;

/** @returns which package is for which kind */
export function prepare(ground: Ground, places: readonly Place[], each: number): Prepared {
  const waiting = vulnerabilityKinds.flatMap((kind) => Array.from({ length: each }, () => kind));
  const prepared: Prepared = new Map();
  for (const place of places) {
    const kind = waiting.pop();
    if (kind === undefined) break;
    TRAPS[kind]?.before?.(ground, place);
    prepared.set(place.folder, kind);
  }
  // So that all packages are compared, whether or not a record names them.
  affect(ground, 'GHSA-trap-of-nothing-0001', `nothing-${nameOf(ground.pick).toLowerCase()}`, { versions: ['1.0.0'] });
  return prepared;
}

/** `name version` of items whose vulnerability a person sets aside after the first scan. */
export const setAside = (prepared: Prepared, places: readonly Place[]): string[] =>
  places.flatMap(({ folder, name, version }) =>
    TRAPS[prepared.get(folder) ?? '']?.isSetAside ? [`${name} ${version}`] : [],
  );

export function plantVulnerability(
  kind: string,
  place: Place,
  ground: Ground,
  prepared: Prepared,
): Planted | undefined {
  const trap = TRAPS[kind];
  if (trap === undefined || prepared.get(place.folder) !== kind) return undefined;
  prepared.delete(place.folder);
  const next = nextOf(place.version);
  trap.after(ground, place, next);
  return { kind, files: [], item: raise(ground.tree, place), mustCarry: trap.mustCarry ?? false };
}
