// Shared by the files of Hex: scopes of environments, exact versions, organisations.
import type { DependencyScope } from '../../dependency-scopes.ts';

/** `only: :test`, `only: [:dev, :test]`; an environment such as `:prod` belongs to the product. */
export function scopeOfEnvironments(names: readonly string[]): DependencyScope {
  if (names.length === 0 || names.some((name) => !/^(dev|test|docs?|ci|lint|bench)$/.test(name))) return 'runtime';
  return names.includes('test') ? 'test' : 'development';
}

/** `1.0.0`, `== 1.0.0` */
export function exactHexVersion(requirement: string): string {
  return /^(?:==\s*)?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(requirement.trim())?.[1] ?? '';
}

/** `hexpm:acme` is the repository of an organisation. */
export function hexName(name: string, repository: string): string {
  const organisation = /^hexpm:(.+)$/.exec(repository)?.[1];
  return organisation === undefined ? name : `${organisation}/${name}`;
}
