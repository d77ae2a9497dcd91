// Reads Pipfile of Pipenv: the requests of a project. The Pipfile.lock beside it contains the versions.
// Format: https://pipenv.pypa.io/en/latest/pipfile.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { visitTomlLines } from '../../shared/formats/lines.ts';
import { readToml } from '../../shared/formats/toml-tables.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asEntries, asText, isFields, own, readSafely, textOf } from '../../shared/problems.ts';
import { scopeOfGroup } from '../../shared/pypi-purposes.ts';
import { exactPypiVersion } from '../../shared/pypi-requirement.ts';

const SETTINGS = new Set(['source', 'requires', 'scripts', 'pipenv', 'pipfile']);

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Pipfile', (problems) => {
      const text = textOf(bytes);
      const manifest = readToml(text, problems);
      const lines = new Map<string, number>();
      visitTomlLines(text, (path, line) => {
        if (path.length === 2) lines.set(path.join(' '), line);
      });
      const byName = new Map<string, ManifestRequirement>();
      // `packages` is first, because a runtime dependency stays one, even if other groups list it too.
      const sections = Object.keys(manifest).filter((section) => !SETTINGS.has(section));
      sections.sort((a, b) => Number(b === 'packages') - Number(a === 'packages'));
      for (const section of sections) {
        const scope: DependencyScope = section === 'packages' ? 'runtime' : scopeOfGroup(section);
        for (const [key, written] of asEntries(own(manifest, section), section, problems)) {
          // The package is in a folder of the project.
          if (isFields(written) && own(written, 'path') !== undefined) continue;
          const version = isFields(written) ? (own(written, 'version') ?? own(written, 'ref')) : written;
          const requirement = asText(version, `${section}.${key}`, problems);
          // Pipenv takes extras behind the name too.
          const fullName = key.replace(/(\[[^[\]]*\])+$/, '');
          if (byName.has(fullName)) continue;
          byName.set(fullName, {
            fullName,
            requirement: requirement === '*' ? '' : requirement,
            version: exactPypiVersion(requirement),
            scope,
            line: lines.get(`${section} ${key}`),
          });
        }
      }
      return manifestFindings('pypi', undefined, [...byName.values()], problems);
    }),
};
