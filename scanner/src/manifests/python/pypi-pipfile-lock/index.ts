// Reads Pipfile.lock of Pipenv. It lists packages without marking direct dependencies.
// Format: https://pipenv.pypa.io/en/latest/pipfile.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { visitJsonLines } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asEntries, asFields, asText, asTexts, isFields, own, readSafely, textOf } from '../../shared/problems.ts';
import { exactPypiVersion } from '../../shared/pypi-requirement.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Pipfile.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock: unknown = JSON.parse(text);
      const lines = new Map<string, number>();
      visitJsonLines(text, 2, ([section, key], line) => lines.set(`${section} ${key}`, line));
      const fields = asFields(lock, 'Pipfile.lock', problems);
      // Packages in both sections are needed at run time.
      const byPurl = new Map<string, PackageFinding>();
      for (const [section, value] of Object.entries(fields)) {
        if (section === '_meta') continue;
        const scope: DependencyScope = section === 'default' ? 'runtime' : 'development';
        for (const [fullName, entry] of asEntries(value, section, problems)) {
          const about = isFields(entry) ? entry : { version: entry };
          const found = packageOf(
            'pypi',
            fullName,
            {
              role: 'locks',
              scope,
              line: lines.get(`${section} ${fullName}`),
              version: exactPypiVersion(asText(own(about, 'version'), `${section}.${fullName}.version`, problems)),
              downloadUrl: asText(own(about, 'git') ?? own(about, 'file'), `${section}.${fullName}`, problems),
              integrity: asTexts(own(about, 'hashes'), `${section}.${fullName}.hashes`, problems)[0] ?? '',
            },
            problems,
          );
          const isLocal = own(about, 'path') !== undefined;
          if (found === undefined || isLocal) continue;
          if (!byPurl.has(found.purl) || scope === 'runtime') byPurl.set(found.purl, found);
        }
      }
      return [...byPurl.values()];
    }),
};
