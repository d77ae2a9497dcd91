// Reads environment.yml of Conda: packages of Conda, and those of PyPI below `pip`.
// Format: https://docs.conda.io/projects/conda/en/latest/user-guide/tasks/manage-environments.html
import type { NamedManifest } from '../../../definitions.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { type ManifestRequirement, packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { parseRequirement } from '../../shared/pypi-requirement.ts';
import { parseCondaSpec } from '../conda-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Conda environment', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const manifest = parseYaml(text);
      // Other tools use this file name too; a file without "dependencies" is not a Conda environment.
      if (!isFields(manifest) || own(manifest, 'dependencies') === undefined) return [];
      const lineOf = createLineCursor(text);
      lineOf('dependencies');
      const wanted = asList(own(manifest, 'dependencies'), 'dependencies', problems).flatMap((item, i) =>
        isFields(item)
          ? pipRequests(item, `dependencies[${i}]`, problems)
          : condaRequest(item, `dependencies[${i}]`, problems),
      );
      return wanted.flatMap(({ type, written, requirement }) => {
        const { fullName, ...parts } = requirement;
        const line = lineOf(written);
        const found = packageOf(
          type,
          fullName,
          { role: 'requires', ...parts, isDirect: true, ...(line === undefined ? {} : { line }) },
          problems,
        );
        return found === undefined ? [] : [found];
      });
    }),
  names: (bytes) =>
    textOf(bytes)
      .split('\n')
      .flatMap((line, at): NamedManifest[] => {
        const path = PIP_FILE.exec(line)?.[1];
        return path === undefined ? [] : [{ path, manifest: 'pypi-requirements', line: at + 1 }];
      }),
};

/** An item of the list `pip`: `- -r requirements.txt`. */
const PIP_FILE = /^\s*-\s+["']?(?:-[rc]|--(?:requirement|constraint))[\s=]*([^\s"'#=][^\s"']*)/;

interface Wanted {
  type: 'conda' | 'pypi';
  written: string;
  requirement: ManifestRequirement;
}

function condaRequest(item: unknown, field: string, problems: Problems): Wanted[] {
  const written = asText(item, field, problems);
  const requirement = written === '' ? undefined : parseCondaSpec(written, 'runtime', problems);
  return requirement === undefined ? [] : [{ type: 'conda', written, requirement }];
}

function pipRequests(item: unknown, field: string, problems: Problems): Wanted[] {
  return asList(own(asFields(item, field, problems), 'pip'), `${field}.pip`, problems).flatMap((one, i): Wanted[] => {
    const written = asText(one, `${field}.pip[${i}]`, problems);
    // As in a requirements file, an item may also be an option, a file or an address.
    if (/^-|^[\w+]+:\/\/|^\.{0,2}\//.test(written)) return [];
    const requirement = parseRequirement(written, 'runtime', problems);
    return requirement === undefined ? [] : [{ type: 'pypi', written, requirement }];
  });
}
