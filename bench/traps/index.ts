// Traps in real packages: changes after which a decision must not count, and changes after which it must. Each changes one package of a tree in memory.
import { fileKinds, plantInFile } from './files.ts';
import { type Ground, type Place, type Planted, placesOf, shuffled } from './ground.ts';
import { makeDevelopersOwn, packageKinds, plantInPackage } from './packages.ts';
import { plantInSeed, seed, seededKinds } from './seeded.ts';
import { type Prepared, plantVulnerability, prepare, setAside, vulnerabilityKinds } from './vulnerabilities.ts';

export { type Ground, type Planted, placesOf, shuffled } from './ground.ts';

export const trapKinds = [...fileKinds, ...seededKinds, ...packageKinds, ...vulnerabilityKinds];

export interface Prepares {
  prepared: Prepared;
  /** `name version` of items whose vulnerabilities a person sets aside before they are approved. */
  setAside: string[];
}

/** What has to be there before the first scan, so that each kind can be planted this many times. */
export function prepareTree(ground: Ground, each: number): Prepares {
  const places = shuffled(placesOf(ground.tree), ground.pick);
  seed(ground, places, each);
  const prepared = prepare(ground, places, each);
  const others = places.filter(({ folder }) => !prepared.has(folder));
  makeDevelopersOwn(ground, others.slice(0, 3 * each));
  return { prepared, setAside: setAside(prepared, places) };
}

/** Plants a trap in a package; undefined if it does not fit. */
export function plant(kind: string, place: Place, ground: Ground, prepared: Prepared): Planted | undefined {
  if (vulnerabilityKinds.includes(kind)) return plantVulnerability(kind, place, ground, prepared);
  // Its version is needed as it is.
  if (prepared.has(place.folder)) return undefined;
  if (fileKinds.includes(kind)) return plantInFile(kind, place, ground);
  if (seededKinds.includes(kind)) return plantInSeed(kind, place, ground);
  return plantInPackage(kind, place, ground);
}
