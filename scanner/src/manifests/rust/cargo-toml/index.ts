// Reads Cargo.toml. packages/cargo/ fills in the values that a crate inherits from the file of its workspace
// (`version.workspace = true`).
// Format: https://doc.rust-lang.org/cargo/reference/manifest.html
import type { CargoWorkspace } from '../../../definitions.ts';
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import { partyIn } from '../../../parties.ts';
import type { ManifestReader } from '../../member.ts';
import { visitTomlLines } from '../../shared/formats/lines.ts';
import { readToml } from '../../shared/formats/toml-tables.ts';
import { definitionsOf, type ManifestRequirement, manifestFindings, packageOf } from '../../shared/identity.ts';
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

type Fields = Record<string, unknown>;

const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['build-dependencies', 'build'],
  ['dev-dependencies', 'development'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Cargo.toml', (problems) => {
      const source = textOf(bytes);
      const manifest = readToml(source, problems);
      const lines = linesOf(source);
      const workspace = asFields(own(manifest, 'workspace'), 'workspace', problems);
      const crate = asFields(own(manifest, 'package') ?? own(manifest, 'project'), 'package', problems);
      const shared = asFields(own(workspace, 'package'), 'workspace.package', problems);
      const text = (key: string) => asText(inherited(own(crate, key), own(shared, key)), `package.${key}`, problems);
      const fullName = text('name');
      const self = {
        fullName,
        role: 'declares' as const,
        version: text('version'),
        declaredLicense: text('license') || licenseFile(text('license-file')),
        description: text('description'),
        homepageUrl: text('homepage'),
        repositoryUrl: text('repository'),
        supplier: partyIn(inherited(own(crate, 'authors'), own(shared, 'authors'))),
      };
      const requirements = requirementsOf(
        manifest,
        asFields(own(workspace, 'dependencies'), 'workspace.dependencies', problems),
        lines,
        problems,
      );
      const findings = [
        ...manifestFindings('cargo', fullName === '' ? undefined : self, requirements, problems),
        ...replacements(manifest, lines, problems),
      ];
      const sharing = sharingOf(manifest, workspace, crate, problems);
      return sharing === undefined ? findings : [...findings, definitionsOf('cargo', { cargo: sharing })];
    }),
};

/** The lines by section and key, for example `dependencies.serde`. */
function linesOf(source: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  visitTomlLines(source, (path, line) => {
    const name = path.join('.');
    if (!lines.has(name)) lines.set(name, line);
  });
  return lines;
}

/**
 * Crates whose source `[patch]` or `[replace]` changes to a repository. The crate is used under the same name, often by another crate, so this is a
 * request of its own if no lockfile settles it. A path leads to a crate of the code base.
 */
function replacements(manifest: Fields, lines: ReadonlyMap<string, number>, problems: Problems): PackageFinding[] {
  const tables = [
    ...asEntries(own(manifest, 'patch'), 'patch', problems).map(
      ([source, table]) => [`patch.${source}`, table] as const,
    ),
    ['replace', own(manifest, 'replace')] as const,
  ];
  return tables.flatMap(([field, table]) =>
    asEntries(table, field, problems).flatMap(([key, value]) => {
      const about = asFields(value, `${field}.${key}`, problems);
      const text = (name: string) => asText(own(about, name), `${field}.${key}.${name}`, problems);
      const url = text('git');
      if (url === '') return [];
      const [, name = key, version = ''] =
        field === 'replace' ? (/^(?:.*#)?([\w-]+):(\d[\w.+-]*)$/.exec(key) ?? []) : [];
      const ref = text('rev') || text('tag') || text('branch');
      const found = packageOf(
        'cargo',
        text('package') || name,
        {
          role: 'requires',
          isDirect: false,
          version,
          requirement: ['git', url, ref].join(' ').trim(),
          repositoryUrl: url,
          line: lines.get(`${field}.${key}`),
        },
        problems,
      );
      return found ?? [];
    }),
  );
}

/** The values that this file defines for the crates of its workspace, or inherits from the workspace. */
function sharingOf(manifest: Fields, workspace: Fields, crate: Fields, problems: Problems): CargoWorkspace | undefined {
  const isTaken = (value: unknown) => isFields(value) && own(value, 'workspace') === true;
  const shared = asEntries(own(workspace, 'package'), 'workspace.package', problems).flatMap(
    ([key, value]): [string, string][] => (typeof value === 'string' ? [[key, value]] : []),
  );
  const dependencies = asEntries(own(workspace, 'dependencies'), 'workspace.dependencies', problems).map(
    ([key, value]) => {
      const table = isFields(value) ? value : { version: value };
      const requirement = own(table, 'version');
      const fullName = own(table, 'package');
      return {
        key,
        fullName: typeof fullName === 'string' ? fullName : key,
        requirement: typeof requirement === 'string' ? requirement : '',
        ...(requirement === undefined && own(table, 'path') !== undefined ? { isLocal: true as const } : {}),
      };
    },
  );
  const inherits = Object.entries(crate).flatMap(([key, value]) => (isTaken(value) ? [key] : []));
  const tables = [manifest, ...Object.values(asFields(own(manifest, 'target'), 'target', problems))];
  const inheritsDependencies = tables.flatMap((table) =>
    SECTIONS.flatMap(([section]) => {
      const value = isFields(table) ? (own(table, section) ?? own(table, section.replace('-', '_'))) : undefined;
      return isFields(value) ? Object.entries(value).flatMap(([key, one]) => (isTaken(one) ? [key] : [])) : [];
    }),
  );
  const isAlone = shared.length + dependencies.length + inherits.length + inheritsDependencies.length === 0;
  return isAlone ? undefined : { shared, dependencies, inherits, inheritsDependencies };
}

function requirementsOf(
  manifest: Fields,
  workspace: Fields,
  lines: ReadonlyMap<string, number>,
  problems: Problems,
): ManifestRequirement[] {
  const targets = asEntries(own(manifest, 'target'), 'target', problems).map(([name, value]) => ({
    prefix: `target.${name}.`,
    table: asFields(value, `target.${name}`, problems),
  }));
  const byName = new Map<string, ManifestRequirement>();
  for (const { prefix, table } of [{ prefix: '', table: manifest }, ...targets]) {
    for (const [section, scope] of SECTIONS) {
      // Cargo still accepts the spelling with an underscore.
      const value = own(table, section) ?? own(table, section.replace('-', '_'));
      for (const [key, written] of asEntries(value, prefix + section, problems)) {
        const requirement = requirementOf(key, written, own(workspace, key), scope, prefix + section, problems);
        const field = `${prefix}${section}.${key}`;
        // A dependency in its own table has its own line: `[dependencies.serde]`.
        const line = lines.get(field) ?? lines.get(field.replaceAll('-', '_'));
        if (requirement !== undefined && !byName.has(requirement.fullName))
          byName.set(requirement.fullName, { ...requirement, line });
      }
    }
  }
  return [...byName.values()];
}

/**
 * A string is a version. A table may give the real name of a renamed crate, mark it optional, or refer to the table of
 * the workspace.
 */
function requirementOf(
  key: string,
  written: unknown,
  shared: unknown,
  scope: DependencyScope,
  field: string,
  problems: Problems,
): ManifestRequirement | undefined {
  const table = isFields(written) ? written : { version: written };
  const base =
    own(table, 'workspace') === true && shared !== undefined
      ? isFields(shared)
        ? shared
        : { version: shared }
      : table;
  const requirement = asText(own(base, 'version'), `${field}.${key}.version`, problems);
  // It has only a path: it is a crate of the same project.
  if (requirement === '' && own(base, 'path') !== undefined) return undefined;
  const fullName = asText(own(base, 'package'), `${field}.${key}.package`, problems) || key;
  return {
    fullName,
    requirement,
    version: exactCargoVersion(requirement),
    scope: own(table, 'optional') === true ? 'optional' : scope,
  };
}

/** Only `=1.2.3` allows one version; `1.2.3` allows every compatible one. */
function exactCargoVersion(requirement: string): string {
  return /^=\s*(\d+\.\d+\.\d+\S*)$/.exec(requirement)?.[1] ?? '';
}

function inherited(value: unknown, shared: unknown): unknown {
  return isFields(value) && own(value, 'workspace') === true ? shared : value;
}

/** npm's notation for a license file, so that the same code handles both. */
function licenseFile(file: string): string {
  return file === '' ? '' : `SEE LICENSE IN ${file}`;
}
