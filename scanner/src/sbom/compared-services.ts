// The services of two documents. A document whose format has no services says nothing of them. Pure.
import type { SbomService } from './read/model.ts';

export interface ServiceDifference {
  service: string;
  /** What is said of it on one side alone, such as `version 2` or an address; of a service that came or went, all that is said. */
  before: string[];
  after: string[];
  kind: 'added' | 'removed' | 'changed';
}

export const nameOfService = ({ group, name, place }: Pick<SbomService, 'group' | 'name' | 'place'>): string =>
  [group, name].filter((one) => one !== '').join('/') || place;

/** Services of one name are compared together: versions and addresses of several instances. */
export function compareServices(before: readonly SbomService[], after: readonly SbomService[]): ServiceDifference[] {
  const [old, fresh] = [factsByName(before), factsByName(after)];
  const found: ServiceDifference[] = [];
  for (const service of new Set([...old.keys(), ...fresh.keys()])) {
    const [was, is] = [old.get(service), fresh.get(service)];
    const difference = {
      ...{ service, before: without(was, is), after: without(is, was) },
      kind: was === undefined ? ('added' as const) : is === undefined ? ('removed' as const) : ('changed' as const),
    };
    if (difference.kind !== 'changed' || difference.before.length + difference.after.length > 0) found.push(difference);
  }
  return found.sort((a, b) => (a.service < b.service ? -1 : 1));
}

type Facts = ReadonlySet<string>;

const without = (facts: Facts = new Set(), others: Facts = new Set()): string[] => [...facts.difference(others)].sort();

function factsByName(services: readonly SbomService[]): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const service of services) {
    const name = nameOfService(service);
    const facts = all.get(name) ?? new Set();
    all.set(name, facts);
    for (const fact of factsOf(service)) facts.add(fact);
  }
  return all;
}

const factsOf = ({ version, endpoints, isAuthenticated, crossesTrustBoundary }: SbomService): string[] => [
  ...(version === '' ? [] : [`version ${version}`]),
  ...endpoints,
  ...(isAuthenticated === undefined ? [] : [isAuthenticated ? 'needs authentication' : 'needs no authentication']),
  ...(crossesTrustBoundary === undefined ? [] : [`${crossesTrustBoundary ? 'crosses' : 'crosses no'} trust boundary`]),
];
