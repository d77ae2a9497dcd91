// Poms of one Maven repository, with their parents and bills of material. A pom never changes, so each is requested once while the server of the
// repository is open.

import type { RegistryServer } from '../registry.ts';
import {
  type EffectivePom,
  effectivePom,
  type MavenCoordinates,
  type PomModel,
  parentsOf,
  readPom,
} from './effective-pom.ts';

/** Rounds in which a pom leads to further poms. Chains of parents are short; this limit ends a circle. */
const MOST_ROUNDS = 40;
/** For one pom, with all poms that it leads to. */
const MOST_POMS = 500;

export interface CompletePom {
  /** The pom and its parents, as far as the repository has them. */
  chain: PomModel[];
  effective: EffectivePom;
}

/** Finds poms outside the repository: in the code base. */
export type OtherPoms = (wanted: MavenCoordinates, from: PomModel) => PomModel | undefined;

const fetched = new WeakMap<RegistryServer, Map<string, Promise<PomModel | undefined>>>();

export function folderOf(group: string, artifact: string): string {
  return `/${[...group.split('.'), artifact].map(encodeURIComponent).join('/')}`;
}

/** Undefined if the repository does not have the pom, or if it cannot be read. */
export function fetchPom(server: RegistryServer, wanted: MavenCoordinates): Promise<PomModel | undefined> {
  const known = fetched.get(server) ?? new Map<string, Promise<PomModel | undefined>>();
  fetched.set(server, known);
  const path = pathOf(wanted);
  const before = known.get(path);
  if (before !== undefined) return before;
  const requested = server.text(path).then((text) => (text === undefined ? undefined : readPom(text)));
  known.set(path, requested);
  // A failed request may be repeated.
  requested.catch(() => known.delete(path));
  return requested;
}

/** Fetches the needed poms level by level, until the repository has no more of them. */
export async function completePom(
  server: RegistryServer,
  pom: PomModel,
  others: OtherPoms = () => undefined,
): Promise<CompletePom> {
  const poms = new Map<string, PomModel | undefined>();
  const find: OtherPoms = (wanted, from) => others(wanted, from) ?? poms.get(pathOf(wanted));
  for (let round = 1; ; round++) {
    const effective = effectivePom(pom, find);
    const wanted = effective.missing.filter((one) => isNamed(one) && !poms.has(pathOf(one)));
    if (wanted.length === 0 || round === MOST_ROUNDS || poms.size >= MOST_POMS)
      return { chain: parentsOf(pom, find, () => undefined), effective };
    await Promise.all(wanted.map(async (one) => poms.set(pathOf(one), await fetchPom(server, one))));
  }
}

function pathOf({ group, artifact, version }: MavenCoordinates): string {
  return `${folderOf(group, artifact)}/${encodeURIComponent(version)}/${encodeURIComponent(`${artifact}-${version}.pom`)}`;
}

function isNamed({ group, artifact, version }: MavenCoordinates): boolean {
  return [group, artifact, version].every((part) => part !== '' && !part.includes('${'));
}
