// The repositories that have a version, and those that it names for its dependencies:
// `central|dep:https://repo.example`.
import type { UniverseVersion } from '../universe.ts';

const CENTRAL = /^https?:\/\/repo\.maven\.apache\.org\/+maven2\/*$/;

export function repositoriesOf({ attributes }: UniverseVersion): { holding: string[]; named: string[] } {
  const text = attributes.get('registries');
  const all = text === undefined ? [] : text.split('|').map((one) => one.trim());
  return {
    holding: all.filter((one) => !one.startsWith('dep:')),
    named: all.filter((one) => one.startsWith('dep:')).map((one) => one.slice('dep:'.length)),
  };
}

/** The central repository is always available. */
export function isReachable(version: UniverseVersion, repositories: readonly string[]): boolean {
  const { holding } = repositoriesOf(version);
  return holding.length === 0 || holding.some((one) => one === '' || CENTRAL.test(one) || repositories.includes(one));
}
