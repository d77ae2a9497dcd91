// Reads go.mod: the module and its required modules, which Go uses in exactly these versions.
// Format: https://go.dev/ref/mod#go-mod-file
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { goDirectives, goReplacement } from '../golang-directives.ts';
import { goRepository } from '../golang-names.ts';

interface Required {
  path: string;
  version: string;
  isDirect: boolean;
  line: number;
}

interface GoMod {
  module: string;
  required: Required[];
  /** Packages that `go tool` runs. */
  tools: string[];
  /** `path@version`: versions that Go must not use. It uses the next higher version, which only the registry knows. */
  excluded: Set<string>;
  /** By `path` or `path@version`; the version is '' for a folder of the project. */
  replaced: Map<string, { path: string; version: string }>;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The go.mod', (problems): PackageFinding[] => {
      const goMod = parse(textOf(bytes), problems);
      const required = goMod.required.map((wanted) => ({
        ...wanted,
        scope: scopeOf(wanted, goMod),
        ...replacement(wanted, goMod),
      }));
      // A module replaced by a folder is part of the project.
      const locked = required
        .filter(({ version }) => version !== '')
        .map((wanted) => ({ ...wanted, ...settled(wanted, goMod) }));
      const findings: PackageFinding[] = [];
      const dependencies = locked.flatMap(
        ({ path, version, requirement, isDirect, scope, line }): PackageDependency[] => {
          const dependency = dependencyOf('golang', path, { version, requirement, scope, isDirect, line }, problems);
          return dependency === undefined ? [] : [dependency];
        },
      );
      const self =
        goMod.module === ''
          ? undefined
          : packageOf(
              'golang',
              goMod.module,
              { role: 'declares', repositoryUrl: goRepository(goMod.module), dependencies },
              problems,
            );
      if (self !== undefined) findings.push(self);
      for (const { path, version, requirement, isDirect, scope, line } of locked) {
        const role = version === '' ? ({ role: 'requires', requirement } as const) : ({ role: 'locks' } as const);
        const found = packageOf(
          'golang',
          path,
          { ...role, version, isDirect, scope, line, repositoryUrl: goRepository(path) },
          problems,
        );
        if (found !== undefined) findings.push(found);
      }
      return findings;
    }),
};

function parse(text: string, problems: Problems): GoMod {
  const goMod: GoMod = { module: '', required: [], tools: [], excluded: new Set(), replaced: new Map() };
  for (const { verb, args, comment, line } of goDirectives(text)) {
    const [path = '', version = ''] = args;
    if (verb === 'module') goMod.module = path;
    else if (verb === 'tool') goMod.tools.push(path);
    else if (verb === 'exclude') goMod.excluded.add(`${path}@${version}`);
    else if (verb === 'replace') {
      const replaced = goReplacement(args, line, problems);
      if (replaced !== undefined) goMod.replaced.set(replaced.from, replaced);
    } else if (verb === 'require') {
      const isDirect = !/^\s*indirect\b/.test(comment);
      if (/^v\d/.test(version)) goMod.required.push({ path, version, isDirect, line });
      else
        problems.add(
          `Line ${line}: "require" should have a module path and a version such as v1.2.3, not ${quoted(args.join(' '))}; it was left out.`,
        );
    }
  }
  return goMod;
}

function replacement({ path, version }: Required, { replaced }: GoMod): { path: string; version: string } {
  return replaced.get(`${path}@${version}`) ?? replaced.get(path) ?? { path, version };
}

/** The version is '' if the required version is excluded. */
function settled(
  { path, version }: { path: string; version: string },
  { excluded }: GoMod,
): { version: string; requirement: string } {
  return { version: excluded.has(`${path}@${version}`) ? '' : version, requirement: version };
}

/** A module is not part of the product if no package imports it and only a tool needs it. */
function scopeOf({ path, isDirect }: Required, { tools }: GoMod): DependencyScope {
  return !isDirect && tools.some((tool) => tool === path || tool.startsWith(`${path}/`)) ? 'development' : 'runtime';
}
