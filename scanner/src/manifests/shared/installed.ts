// The findings of a database of installed packages: which package provides what, and the edges that follow. Knows no
// format.
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { itemAt } from '../../items.ts';
import { consumed } from './consumed.ts';
import { dependencyOf, type Ecosystem, type PackageParts, packageOf } from './identity.ts';
import type { Problems } from './problems.ts';

/** No capability of a real system has more providers that are installed together. */
const MAX_PROVIDERS = 16;

/** What a package needs: one of several capabilities is enough. */
export interface Need {
  /** Names of packages or of what they provide, the preferred first. Every installed one counts, as apt keeps them all. */
  names: readonly string[];
  /** As written; '' for any version. */
  requirement: string;
  scope: DependencyScope;
  line?: number;
}

export interface Installed extends Omit<PackageParts, 'role' | 'dependencies' | 'isPresent' | 'provides'> {
  /** With namespace, as identity.ts divides it. */
  fullName: string;
  /** The name by which others need it. */
  name: string;
  /** Other names that others may need. */
  provides: readonly string[];
  needs: readonly Need[];
}

/**
 * An edge leads to each installed package that has the needed name, or to those that provide it if none has it. A need that no
 * installed package provides is left out, unless `others` makes a full name of it: then the file lists only a part of the system.
 * `others` is called after the last package has been read.
 */
export function installedFindings(
  type: Ecosystem,
  packages: Iterable<Installed>,
  problems: Problems,
  others?: (name: string) => string | undefined,
): PackageFinding[] {
  const findings: PackageFinding[] = [];
  const needs: (readonly Need[])[] = [];
  const named: Providers = new Map();
  const provided: Providers = new Map();
  for (const { fullName, name, provides, needs: wanted, ...parts } of packages) {
    const found = packageOf(type, fullName, { role: 'locks', isPresent: true, ...parts }, problems);
    if (found === undefined) continue;
    findings.push(found);
    needs.push(wanted);
    addProvider(named, name, found);
    for (const capability of provides) addProvider(provided, capability, found);
  }
  // The own name of a package has priority over names that others provide.
  const providersOf = (name: string) => named.get(name) ?? provided.get(name);
  consumed(needs, (wanted, i) => {
    const found = itemAt(findings, i);
    found.dependencies = edgesOf(type, found, wanted, providersOf, problems, others);
  });
  return findings;
}

type Providers = Map<string, PackageFinding[]>;

function addProvider(providers: Providers, name: string, found: PackageFinding): void {
  const all = providers.get(name);
  if (all === undefined) providers.set(name, [found]);
  // A capability that very many packages have tells nothing about any of them, and its edges would grow with the square.
  else if (all.length < MAX_PROVIDERS && all.at(-1) !== found) all.push(found);
}

/** A system with several architectures has a package more than once; each copy needs those of its own architecture. */
function ofSameArchitecture(from: PackageFinding, providers: readonly PackageFinding[]): readonly PackageFinding[] {
  if (providers.length < 2) return providers;
  const architecture = architectureOf(from);
  const same = providers.filter((one) => architectureOf(one) === architecture);
  return same.length > 0 ? same : providers;
}

function architectureOf({ purl }: PackageFinding): string {
  return /[?&]arch=([^&#]*)/.exec(purl)?.[1] ?? '';
}

function edgesOf(
  type: Ecosystem,
  from: PackageFinding,
  needs: readonly Need[],
  providersOf: (name: string) => readonly PackageFinding[] | undefined,
  problems: Problems,
  others: ((name: string) => string | undefined) | undefined,
): PackageDependency[] {
  const edges = new Map<string, PackageDependency>();
  for (const { names, requirement, scope, line } of needs) {
    const providers = names.flatMap((name) => ofSameArchitecture(from, providersOf(name) ?? []));
    const about = { requirement, scope, isDirect: true, ...(line === undefined ? {} : { line }) };
    const found = providers.map(({ purl }): PackageDependency => ({ purl, ...about }));
    if (found.length === 0 && others !== undefined && scope === 'runtime' && names[0] !== undefined) {
      const fullName = others(names[0]);
      const other = fullName === undefined ? undefined : dependencyOf(type, fullName, about, problems);
      if (other !== undefined) found.push(other);
    }
    for (const edge of found) if (edge.purl !== from.purl && !edges.has(edge.purl)) edges.set(edge.purl, edge);
  }
  return [...edges.values()];
}
