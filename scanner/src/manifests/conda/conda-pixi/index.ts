// Reads pixi.toml: the Conda and PyPI packages that a workspace requests, for all platforms and environments.
// Format: https://pixi.sh/latest/reference/pixi_manifest/
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { tomlLines } from '../../shared/formats/line-index.ts';
import { readToml } from '../../shared/formats/toml-tables.ts';
import { type Ecosystem, packageOf } from '../../shared/identity.ts';
import {
  asEntries,
  asFields,
  asText,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';
import { exactPypiVersion } from '../../shared/pypi-requirement.ts';
import { parseCondaSpec } from '../conda-names.ts';

type Fields = Record<string, unknown>;

const SECTIONS: readonly [string, Ecosystem, DependencyScope][] = [
  ['dependencies', 'conda', 'runtime'],
  ['run-dependencies', 'conda', 'runtime'],
  ['host-dependencies', 'conda', 'build'],
  ['build-dependencies', 'conda', 'build'],
  ['pypi-dependencies', 'pypi', 'runtime'],
];
/** Names of environments that are used only to develop the code. */
const DEVELOPMENT = /^(dev|develop|development|test|tests|testing|lint|docs?|ci|qa)$/i;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The pixi.toml', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const manifest = readToml(text, problems);
      if (own(manifest, 'workspace') === undefined && own(manifest, 'project') === undefined)
        problems.add('A pixi.toml should have a table "workspace" (or "project"), with its name.');
      const lineOf = tomlLines(text);
      const found = new Map<string, PackageFinding>();
      for (const { table, path } of tablesOf(manifest, problems)) {
        for (const [section, type, scope] of SECTIONS) {
          for (const [name, value] of asEntries(own(table, section), [...path, section].join('.'), problems)) {
            const isForDevelopment = path[0] === 'feature' && DEVELOPMENT.test(path[1] ?? '');
            const line = lineOf(...path, section, name);
            const asked = { name, value, scope: isForDevelopment ? ('development' as const) : scope, line };
            const one = requestOf(type, asked, problems);
            if (one !== undefined && !found.has(one.purl)) found.set(one.purl, one);
          }
        }
      }
      return [...found.values()];
    }),
};

/** The dependency tables of the workspace, of each platform, of each feature, and of each platform of a feature. */
function tablesOf(manifest: Fields, problems: Problems): { table: Fields; path: string[] }[] {
  const below = (table: Fields, path: string[], key: string) =>
    asEntries(own(table, key), [...path, key].join('.'), problems).map(([name, value]) => ({
      table: asFields(value, [...path, key, name].join('.'), problems),
      path: [...path, key, name],
    }));
  const package_ = asFields(own(manifest, 'package'), 'package', problems);
  const features = below(manifest, [], 'feature');
  return [
    { table: manifest, path: [] },
    { table: package_, path: ['package'] },
    ...below(manifest, [], 'target'),
    ...features,
    ...features.flatMap(({ table, path }) => below(table, path, 'target')),
  ];
}

/** `">=1.2"`, or a table with `version`, `git` or `url`. A table with a path is part of the code base. */
function requestOf(
  type: Ecosystem,
  asked: { name: string; value: unknown; scope: DependencyScope; line: number | undefined },
  problems: Problems,
): PackageFinding | undefined {
  const { name, value, scope, line } = asked;
  const table = isFields(value) ? value : { version: value };
  const of = (key: string) => asText(own(table, key), `${name}.${key}`, problems);
  if (of('path') !== '') return undefined;
  const range = of('version') === '*' ? '' : of('version');
  const version =
    type === 'pypi' ? exactPypiVersion(range) : parseCondaSpec(`${name} ${range}`, scope, problems)?.version;
  const address = of('git') || of('url');
  return packageOf(
    type,
    name,
    {
      role: 'requires',
      version: version ?? '',
      requirement: range,
      scope,
      isDirect: true,
      downloadUrl: address,
      ...(line === undefined ? {} : { line }),
    },
    problems,
  );
}
