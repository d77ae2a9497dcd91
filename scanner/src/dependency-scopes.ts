// The order of dependency scopes, from the product outwards: what several statements say about one package.
import type { DependencyScope } from './findings.ts';

export const SCOPE_ORDER: readonly DependencyScope[] = ['runtime', 'optional', 'peer', 'build', 'test', 'development'];

/** The scope that is nearer to the product. */
export function strongerScope(a: DependencyScope, b: DependencyScope): DependencyScope {
  return SCOPE_ORDER.indexOf(b) < SCOPE_ORDER.indexOf(a) ? b : a;
}
