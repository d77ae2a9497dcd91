// The order of dependency scopes, from the product outwards: what several statements say about one package, and what a graph says about all.

/** What a dependency is needed for, from the product outwards: the strongest first. */
export const dependencyScopes = ['runtime', 'optional', 'peer', 'build', 'test', 'development'] as const;
export type DependencyScope = (typeof dependencyScopes)[number];

export function isStrongerScope(scope: DependencyScope, than: DependencyScope): boolean {
  return dependencyScopes.indexOf(scope) < dependencyScopes.indexOf(than);
}

/** The scope that is nearer to the product. */
export function strongerScope(a: DependencyScope, b: DependencyScope): DependencyScope {
  return isStrongerScope(b, a) ? b : a;
}

export interface ScopedStep {
  key: string;
  scope: DependencyScope;
}

/**
 * For each key the strongest scope in which a root needs it. A path is as weak as its weakest step: what only an optional package needs is
 * optional, and what only a tool of the development needs belongs to the development.
 */
export function reachedScopes(
  roots: Iterable<ScopedStep>,
  stepsFrom: (key: string) => Iterable<ScopedStep>,
): Map<string, DependencyScope> {
  const queues = dependencyScopes.map((): string[] => []);
  for (const { key, scope } of roots) queues[dependencyScopes.indexOf(scope)]?.push(key);
  const reached = new Map<string, DependencyScope>();
  for (const [rank, scope] of dependencyScopes.entries()) {
    const queue = queues[rank] ?? [];
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      if (reached.has(key)) continue;
      reached.set(key, scope);
      for (const step of stepsFrom(key)) {
        if (!reached.has(step.key)) queues[Math.max(rank, dependencyScopes.indexOf(step.scope))]?.push(step.key);
      }
    }
  }
  return reached;
}
