// Reads Cargo.lock of versions 1 to 4.
// Format: https://doc.rust-lang.org/cargo/guide/cargo-toml-vs-cargo-lock.html
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { readTomlTables } from '../../shared/formats/toml-tables.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, asTexts, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

const REGISTRIES = /^(registry|sparse)\+/;

interface Locked {
  fullName: string;
  version: string;
  /** '' for a crate of the project itself. */
  source: string;
  checksum: string;
  wanted: string[];
  line: number;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Cargo.lock', (problems): PackageFinding[] => {
      const { rest: lock, tables } = readTomlTables(textOf(bytes), 'package', problems);
      asList(own(lock, 'package'), 'package', problems);
      // Version 1 keeps checksums in a separate table; the first files call the project `root`.
      const metadata = asFields(own(lock, 'metadata'), 'metadata', problems);
      const root = own(lock, 'root');
      const packages = consumed(tables, ({ fields, line }) => lockedOf(fields, line, metadata, problems));
      if (root !== undefined) packages.push(lockedOf(asFields(root, 'root', problems), 1, metadata, problems));
      const versions = new Map<string, string[]>();
      for (const { fullName, version } of packages) {
        const same = versions.get(fullName);
        if (same === undefined) versions.set(fullName, [version]);
        else same.push(version);
      }
      const direct = new Set(
        packages
          .filter(({ source }) => source === '')
          .flatMap(({ wanted }) => wanted.map((text) => targetOf(text, versions).id)),
      );
      return consumed(packages, (locked) =>
        locked.source === '' ? undefined : findingOf(locked, versions, direct, problems),
      );
    }),
};

function lockedOf(
  entry: Record<string, unknown>,
  line: number,
  metadata: Record<string, unknown>,
  problems: Problems,
): Locked {
  const fullName = asText(own(entry, 'name'), 'package.name', problems);
  const field = `package.${fullName}`;
  const version = asText(own(entry, 'version'), `${field}.version`, problems);
  const source = asText(own(entry, 'source'), `${field}.source`, problems);
  const checksum = asText(
    own(entry, 'checksum') ?? own(metadata, `checksum ${fullName} ${version} (${source})`),
    `${field}.checksum`,
    problems,
  );
  return {
    fullName,
    version,
    source,
    checksum,
    line,
    wanted: asTexts(own(entry, 'dependencies'), `${field}.dependencies`, problems),
  };
}

function findingOf(
  locked: Locked,
  versions: ReadonlyMap<string, string[]>,
  direct: ReadonlySet<string>,
  problems: Problems,
): PackageFinding | undefined {
  const { fullName, version, source, checksum, line } = locked;
  return packageOf(
    'cargo',
    fullName,
    {
      role: 'locks',
      version,
      ...(line === undefined ? {} : { line }),
      isDirect: direct.has(`${fullName} ${version}`),
      downloadUrl: REGISTRIES.test(source) ? '' : source.replace(/^git\+/, ''),
      integrity: /^[0-9a-f]{64}$/.test(checksum) ? `sha256:${checksum}` : '',
      dependencies: locked.wanted.flatMap((text): PackageDependency[] => {
        const target = targetOf(text, versions);
        const dependency = dependencyOf(
          'cargo',
          target.name,
          { version: target.version, requirement: '', scope: 'runtime' },
          problems,
        );
        return dependency === undefined ? [] : [dependency];
      }),
    },
    problems,
  );
}

/** `name`, `name version` or `name version (source)`; the version is omitted if there is only one. */
function targetOf(
  text: string,
  versions: ReadonlyMap<string, string[]>,
): { name: string; version: string; id: string } {
  const [name = '', written = ''] = text.split(' ');
  const version = written || (versions.get(name)?.[0] ?? '');
  return { name, version, id: `${name} ${version}` };
}
