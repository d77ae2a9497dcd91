// Poms of one Maven repository, with the parents and bills of material that they lead to. A pom never changes, so that each is asked for once
// as long as the server of the repository is open.

import type { RegistryServer } from '../registry.ts';
import {
  type Coordinates,
  type EffectivePom,
  effectivePom,
  type PomModel,
  parentsOf,
  readPom,
} from './effective-pom.ts';

/** Rounds in which one pom leads to others. Chains of parents are short; a circle ends here. */
const MOST_ROUNDS = 40;
/** Of one pom, with all that it leads to. */
const MOST_POMS = 500;

export interface CompletePom {
  /** The pom and its parents, as far as the repository has them. */
  chain: PomModel[];
  effective: EffectivePom;
}

/** Finds poms that lie elsewhere than in the repository: in the code base. */
export type OtherPoms = (wanted: Coordinates, from: PomModel) => PomModel | undefined;

const fetched = new WeakMap<RegistryServer, Map<string, Promise<PomModel | undefined>>>();

export function folderOf(group: string, artifact: string): string {
  return `/${[...group.split('.'), artifact].map(encodeURIComponent).join('/')}`;
}

/** undefined where the repository has no such pom, or it cannot be read. */
export function fetchPom(server: RegistryServer, wanted: Coordinates): Promise<PomModel | undefined> {
  const known = fetched.get(server) ?? new Map<string, Promise<PomModel | undefined>>();
  fetched.set(server, known);
  const path = pathOf(wanted);
  const before = known.get(path);
  if (before !== undefined) return before;
  const asked = server.text(path).then((text) => (text === undefined ? undefined : readPom(text)));
  known.set(path, asked);
  // What failed may be asked for again.
  asked.catch(() => known.delete(path));
  return asked;
}

/** Fetches what the pom leads to, level by level, until nothing is missing that the repository has. */
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

function pathOf({ group, artifact, version }: Coordinates): string {
  return `${folderOf(group, artifact)}/${encodeURIComponent(version)}/${encodeURIComponent(`${artifact}-${version}.pom`)}`;
}

function isNamed({ group, artifact, version }: Coordinates): boolean {
  return [group, artifact, version].every((part) => part !== '' && !part.includes('${'));
}
