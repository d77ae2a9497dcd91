// The order of scopes, for packages with several requests. Pure.
import type { DependencyScope } from '../findings.ts';

/** The strongest first. */
export const SCOPE_ORDER: readonly DependencyScope[] = ['runtime', 'optional', 'peer', 'build', 'test', 'development'];

export function isStrongerScope(scope: DependencyScope, than: DependencyScope): boolean {
  return SCOPE_ORDER.indexOf(scope) < SCOPE_ORDER.indexOf(than);
}
