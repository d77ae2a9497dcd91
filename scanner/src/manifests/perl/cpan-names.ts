// Shared by the files of CPAN. A purl names a distribution, but manifests name modules: the module `Foo::Bar` becomes
// the distribution `Foo-Bar`.

import type { DependencyScope } from '../../dependency-scopes.ts';
import { isStrongerScope } from '../../dependency-scopes.ts';
import type { ManifestRequirement } from '../shared/identity.ts';

/** undefined for Perl itself. */
export function cpanRequest(
  module: string,
  version: string,
  scope: DependencyScope,
  line: number | undefined,
): ManifestRequirement | undefined {
  if (module === 'perl' || !/^\w+(::\w+|'\w+|-\w+)*$/.test(module)) return undefined;
  const requirement = version === '0' ? '' : version;
  // A bare version is the lowest allowed one.
  const exact = /^==\s*(v?\d[\w.]*)$/.exec(requirement)?.[1] ?? '';
  return { fullName: cpanName(module), requirement, version: exact, scope, line };
}

export function cpanName(module: string): string {
  return module.replace(/::|'/g, '-');
}

/** By phase and relation of a prerequisite. */
export function cpanScope(phase: string, relation: string): DependencyScope {
  if (phase === 'test') return 'test';
  if (phase === 'develop') return 'development';
  if (phase === 'build' || phase === 'configure') return 'build';
  return /recommend|suggest/.test(relation) ? 'optional' : 'runtime';
}

/** Runtime requirements have priority over others. */
export function addCpanRequest(byName: Map<string, ManifestRequirement>, found: ManifestRequirement | undefined): void {
  if (found === undefined) return;
  const before = byName.get(found.fullName);
  if (before === undefined || isStrongerScope(found.scope, before.scope)) byName.set(found.fullName, found);
}
