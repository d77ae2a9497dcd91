// Reads manifest.toml, the lockfile of Gleam. Other tools use this name too: a file without a list `packages` is
// ignored.
// Format: https://gleam.run/writing-gleam/gleam-toml/
import { detachedText } from '../../../detached-text.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { type LinedTable, readTomlRows } from '../../shared/formats/toml-rows.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { asFields, asText, asTexts, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

interface Locked {
  name: string;
  version: string;
  isLocal: boolean;
  wanted: string[];
  checksum: string;
  address: string;
  line: number | undefined;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The manifest.toml', (problems): PackageFinding[] => {
      const { rest, rows } = readTomlRows(textOf(bytes), 'packages', problems);
      const direct = new Set(Object.keys(asFields(own(rest, 'requirements'), 'requirements', problems)));
      const locked = consumed(rows, (row) => lockedOf(row, problems));
      // A package in a folder of the project belongs to the project, so its requests are the project's too.
      for (const { isLocal, wanted } of locked) if (isLocal) for (const name of wanted) direct.add(name);
      const versions = new Map(locked.map(({ name, version }) => [name, version]));
      return consumed(locked, (one) => (one.isLocal ? undefined : findingOf(one, versions, direct, problems)));
    }),
};

function lockedOf({ fields, line }: LinedTable, problems: Problems): Locked {
  const entry = asFields(fields, 'packages', problems);
  const of = (name: string) => detachedText(asText(own(entry, name), `packages.${name}`, problems));
  return {
    name: of('name'),
    version: of('version'),
    // The package is in a folder of the project.
    isLocal: of('source') === 'local',
    wanted: asTexts(own(entry, 'requirements'), 'packages.requirements', problems).map(detachedText),
    checksum: of('outer_checksum'),
    address: of('repo'),
    line,
  };
}

function findingOf(
  { name, version, wanted, checksum, address, line }: Locked,
  versions: ReadonlyMap<string, string>,
  direct: ReadonlySet<string>,
  problems: Problems,
): PackageFinding | undefined {
  const dependencies = wanted.flatMap((one): PackageDependency[] => {
    const parts = { version: versions.get(one) ?? '', requirement: '', scope: 'runtime' as const };
    const found = dependencyOf('hex', one, parts, problems);
    return found === undefined ? [] : [found];
  });
  return packageOf(
    'hex',
    name,
    {
      role: 'locks',
      version,
      isDirect: direct.has(name),
      line,
      integrity: checksum === '' ? '' : `sha256:${checksum.toLowerCase()}`,
      repositoryUrl: address,
      dependencies,
    },
    problems,
  );
}
