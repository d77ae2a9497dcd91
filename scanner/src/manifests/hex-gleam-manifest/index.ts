// Reads manifest.toml, the lockfile of Gleam. Other tools use this name too: a file without a list `packages` is
// ignored.
// Format: https://gleam.run/writing-gleam/gleam-toml/
import { parse } from 'smol-toml';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { dependencyOf, packageOf } from '../identity.ts';
import { createLineCounter, createLineCursor } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { asFields, asText, asTexts, own, type Problems, readSafely, reasonOf, textOf } from '../problems.ts';
import { readToml } from '../toml-tables.ts';

export const hexGleamManifest: ManifestMember = {
  name: 'hex-gleam-manifest',
  wants: (_path, file) => file === 'manifest.toml',
  read: (bytes) =>
    readSafely('The manifest.toml', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const manifest = readManifestToml(text, problems);
      const listed = own(manifest, 'packages');
      if (!Array.isArray(listed)) return [];
      const entries = listed.map((entry, i) => asFields(entry, `packages[${i}]`, problems));
      const of = (entry: Record<string, unknown>, name: string) =>
        asText(own(entry, name), `packages.${name}`, problems);
      const versions = new Map(entries.map((entry) => [of(entry, 'name'), of(entry, 'version')]));
      // A package in a folder of the project belongs to the project, so its requests are the project's too.
      const local = new Set(entries.filter((entry) => of(entry, 'source') === 'local'));
      const direct = new Set([
        ...Object.keys(asFields(own(manifest, 'requirements'), 'requirements', problems)),
        ...[...local].flatMap((entry) => asTexts(own(entry, 'requirements'), 'packages.requirements', problems)),
      ]);
      const lineOf = createLineCursor(text);
      return entries.flatMap((entry) => {
        const name = of(entry, 'name');
        const line = lineOf(`name = "${name}"`);
        if (local.has(entry)) return [];
        const checksum = of(entry, 'outer_checksum');
        const dependencies = asTexts(own(entry, 'requirements'), 'packages.requirements', problems).flatMap(
          (wanted): PackageDependency[] => {
            const parts = { version: versions.get(wanted) ?? '', requirement: '', scope: 'runtime' as const };
            const found = dependencyOf('hex', wanted, parts, problems);
            return found === undefined ? [] : [found];
          },
        );
        const found = packageOf(
          'hex',
          name,
          {
            role: 'locks',
            version: of(entry, 'version'),
            isDirect: direct.has(name),
            line,
            integrity: checksum === '' ? '' : `sha256:${checksum.toLowerCase()}`,
            repositoryUrl: of(entry, 'repo'),
            dependencies,
          },
          problems,
        );
        return found === undefined ? [] : [found];
      });
    }),
};

/** An entry of the list `packages`, which Gleam writes as one line each. */
const ENTRY = /^[^\S\n]*(\{.*\}),?[^\S\n]*\r?$/gm;

/** All packages are one value of TOML. If the text is broken, reads each line of it alone, so that a fault loses one package. */
function readManifestToml(text: string, problems: Problems): Record<string, unknown> {
  try {
    return parse(text) as Record<string, unknown>;
  } catch {
    const lineAt = createLineCounter(text);
    const entries: unknown[] = [];
    const rest = text.replace(ENTRY, (_, entry: string, offset: number) => {
      try {
        entries.push(own(parse(`entry = ${entry}`) as Record<string, unknown>, 'entry'));
      } catch (error) {
        const reason = reasonOf(error).replace('Invalid TOML document: ', '');
        problems.add(`Line ${lineAt(offset)} breaks the TOML: ${reason}; the package was left out.`);
      }
      return '';
    });
    const manifest = readToml(rest, problems);
    const listed = own(manifest, 'packages');
    return entries.length === 0
      ? manifest
      : { ...manifest, packages: [...(Array.isArray(listed) ? listed : []), ...entries] };
  }
}
