// The findings of a database of installed packages: which package provides what, and the edges that follow. Knows no
// format.
import type { DependencyScope, PackageDependency, PackageFinding } from '../findings.ts';
import { dependencyOf, type Ecosystem, type PackageParts, packageOf } from './identity.ts';
import type { Problems } from './problems.ts';

/** What a package needs: one of several capabilities is enough. */
export interface Need {
  /** Names of packages or of what they provide, the preferred first. */
  names: readonly string[];
  /** As written; '' for any version. */
  requirement: string;
  scope: DependencyScope;
  line?: number;
}

export interface Installed extends Omit<PackageParts, 'role' | 'dependencies' | 'isPresent'> {
  /** With namespace, as identity.ts divides it. */
  fullName: string;
  /** The name by which others need it. */
  name: string;
  /** Other names that others may need. */
  provides: readonly string[];
  needs: readonly Need[];
}

/**
 * An edge leads to the installed package that has or provides the needed name. A need that no installed package
 * provides is left out, unless `others` makes a full name of it: then the file lists only a part of the system.
 */
export function installedFindings(
  type: Ecosystem,
  packages: readonly Installed[],
  problems: Problems,
  others?: (name: string) => string | undefined,
): PackageFinding[] {
  const findings: PackageFinding[] = [];
  const needs: (readonly Need[])[] = [];
  const providers = new Map<string, PackageFinding>();
  const provided: [string, PackageFinding][] = [];
  for (const { fullName, name, provides, needs: wanted, ...parts } of packages) {
    const found = packageOf(type, fullName, { role: 'locks', isPresent: true, ...parts }, problems);
    if (found === undefined) continue;
    findings.push(found);
    needs.push(wanted);
    if (!providers.has(name)) providers.set(name, found);
    for (const capability of provides) provided.push([capability, found]);
  }
  // The own name of a package has priority over names that others provide.
  for (const [capability, found] of provided) if (!providers.has(capability)) providers.set(capability, found);
  findings.forEach((found, i) => {
    found.dependencies = edgesOf(type, found, needs[i] ?? [], providers, problems, others);
  });
  return findings;
}

function edgesOf(
  type: Ecosystem,
  from: PackageFinding,
  needs: readonly Need[],
  providers: ReadonlyMap<string, PackageFinding>,
  problems: Problems,
  others: ((name: string) => string | undefined) | undefined,
): PackageDependency[] {
  const edges = new Map<string, PackageDependency>();
  for (const { names, requirement, scope, line } of needs) {
    const provider = names.map((name) => providers.get(name)).find((one) => one !== undefined);
    const about = { requirement, scope, isDirect: true, ...(line === undefined ? {} : { line }) };
    let edge: PackageDependency | undefined;
    if (provider !== undefined) edge = { purl: provider.purl, ...about };
    else if (others !== undefined && scope === 'runtime' && names[0] !== undefined) {
      const fullName = others(names[0]);
      if (fullName !== undefined) edge = dependencyOf(type, fullName, about, problems);
    }
    if (edge !== undefined && edge.purl !== from.purl && !edges.has(edge.purl)) edges.set(edge.purl, edge);
  }
  return [...edges.values()];
}
