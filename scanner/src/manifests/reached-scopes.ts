// The scopes of the packages in a graph, for lockfiles that only state which packages the project itself requests. Pure.
import type { DependencyScope } from '../findings.ts';
import { SCOPE_ORDER } from './scopes.ts';

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
  const queues = SCOPE_ORDER.map((): string[] => []);
  for (const { key, scope } of roots) queues[SCOPE_ORDER.indexOf(scope)]?.push(key);
  const reached = new Map<string, DependencyScope>();
  for (const [rank, scope] of SCOPE_ORDER.entries()) {
    const queue = queues[rank] ?? [];
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      if (reached.has(key)) continue;
      reached.set(key, scope);
      for (const step of stepsFrom(key)) {
        if (!reached.has(step.key)) queues[Math.max(rank, SCOPE_ORDER.indexOf(step.scope))]?.push(step.key);
      }
    }
  }
  return reached;
}
