// Reads saved output of Swift's package manager: of `swift package dump-package` (Package.swift.json,
// Package.swift.deplock) and of `swift package show-dependencies --format json` (swift-show-dependencies.deplock).
// Format: https://docs.swift.org/package-manager/
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { registryName, swiftName } from '../swift-names.ts';

type Fields = Record<string, unknown>;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The description of a Swift package', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const tree: unknown = JSON.parse(text);
      if (!isFields(tree) || own(tree, 'dependencies') === undefined) {
        problems.add('The description of a Swift package should have "dependencies"; nothing was read from it.');
        return [];
      }
      // Older versions of Swift gave no identity. A package that is described by `dump-package` has no address.
      const isShown = own(tree, 'identity') !== undefined || own(tree, 'url') !== undefined;
      return isShown ? shown(tree, text, problems) : requested(tree, text, problems);
    }),
};

/** `dump-package`: a list of objects with one field each, the kind of source. */
function requested(tree: Fields, text: string, problems: Problems): PackageFinding[] {
  const lineOf = createLineCursor(text);
  return asList(own(tree, 'dependencies'), 'dependencies', problems).flatMap((entry, i) => {
    const wanted = asFields(entry, `dependencies[${i}]`, problems);
    const [source] = asList(
      own(wanted, 'sourceControl') ?? own(wanted, 'registry') ?? own(wanted, 'scm'),
      `dependencies[${i}]`,
      problems,
    );
    if (!isFields(source)) return [];
    const address = addressOf(source);
    const fullName =
      address === '' ? registryName(asText(own(source, 'identity'), 'identity', problems)) : swiftName(address);
    const requirement = requirementOf(own(source, 'requirement'));
    const version = /^[\d.]+[\w.+-]*$/.test(requirement) ? requirement : '';
    const parts = {
      role: 'requires' as const,
      version,
      requirement,
      isDirect: true,
      repositoryUrl: address,
      line: lineOf(address),
    } as const;
    return fullName === '' ? [] : (packageOf('swift', fullName, parts, problems) ?? []);
  });
}

function addressOf(source: Fields): string {
  const location = own(source, 'location');
  const remote = isFields(location) ? own(location, 'remote') : undefined;
  const first: unknown = Array.isArray(remote) ? remote[0] : remote;
  const url = isFields(first) ? own(first, 'urlString') : (first ?? own(source, 'url'));
  return typeof url === 'string' ? url : '';
}

function requirementOf(value: unknown): string {
  if (!isFields(value)) return '';
  const first = (name: string): unknown => {
    const list = own(value, name);
    return Array.isArray(list) ? list[0] : list;
  };
  const range = first('range');
  if (isFields(range)) return `>= ${String(own(range, 'lowerBound'))}, < ${String(own(range, 'upperBound'))}`;
  const exact = first('exact');
  if (typeof exact === 'string') return exact;
  const named = ['branch', 'revision'].find((name) => typeof first(name) === 'string');
  return named === undefined ? '' : `${named} ${String(first(named))}`;
}

interface Shown {
  fullName: string;
  version: string;
  address: string;
  children: Shown[];
}

/** `show-dependencies`: a tree, in which a package occurs under each package that depends on it. */
function shown(tree: Fields, text: string, problems: Problems): PackageFinding[] {
  const root = shownOf(tree, problems);
  const lineOf = createLineCursor(text);
  const direct = new Set(root.children.map(({ fullName }) => fullName));
  const byName = new Map<string, PackageFinding>();
  const waiting = [...root.children];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (byName.has(next.fullName)) continue;
    const found = packageOf(
      'swift',
      next.fullName,
      {
        role: 'locks',
        version: next.version,
        isDirect: direct.has(next.fullName),
        repositoryUrl: next.address,
        line: lineOf(next.address),
        dependencies: next.children.flatMap((child): PackageDependency[] => {
          const { version } = child;
          const dependency = dependencyOf(
            'swift',
            child.fullName,
            { version, requirement: version, scope: 'runtime' },
            problems,
          );
          return dependency === undefined ? [] : [dependency];
        }),
      },
      problems,
    );
    if (found !== undefined) byName.set(next.fullName, found);
    waiting.unshift(...next.children);
  }
  return [...byName.values()];
}

function shownOf(tree: Fields, problems: Problems): Shown {
  const made = (fields: Fields): Shown => {
    const address = asText(own(fields, 'url'), 'url', problems);
    const version = asText(own(fields, 'version'), 'version', problems);
    return {
      fullName: swiftName(address) || address,
      version: version === 'unspecified' ? '' : version,
      address,
      children: [],
    };
  };
  const root = made(tree);
  const waiting: [Fields, Shown][] = [[tree, root]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [fields, shownHere] = next;
    for (const entry of asList(own(fields, 'dependencies'), 'dependencies', problems)) {
      if (!isFields(entry)) continue;
      const child = made(entry);
      shownHere.children.push(child);
      waiting.push([entry, child]);
    }
  }
  return root;
}
