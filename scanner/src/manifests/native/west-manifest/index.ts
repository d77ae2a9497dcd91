// Reads west.yml of Zephyr: the projects that west checks out.
// Format: https://docs.zephyrproject.org/latest/develop/west/manifest.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readYamlNodes } from '../../shared/formats/yaml-nodes.ts';
import { packageOf } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';
import { gitIdentity } from '../../shared/source-location.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The west.yml', (problems): PackageFinding[] => {
      const manifest = readYamlNodes(textOf(bytes), problems)[0]?.get('manifest');
      const remotes = new Map(
        (manifest?.get('remotes')?.items() ?? []).map((node) => [
          node.get('name')?.text ?? '',
          node.get('url-base')?.text ?? '',
        ]),
      );
      const defaults = manifest?.get('defaults');
      return (manifest?.get('projects')?.items() ?? []).flatMap((project) => {
        const name = project.get('name');
        const base = remotes.get(project.get('remote')?.text ?? defaults?.get('remote')?.text ?? '') ?? '';
        const path = project.get('repo-path')?.text ?? name?.text ?? '';
        const revision = project.get('revision')?.text ?? defaults?.get('revision')?.text ?? '';
        const identity = gitIdentity(project.get('url')?.text ?? `${base}/${path}`, revision);
        if (identity === undefined || name === undefined) {
          problems.add(`Line ${project.line}: the project ${quoted(path)} should have an address; it was left out.`);
          return [];
        }
        const { type, fullName, ...parts } = identity;
        const about = { role: 'requires' as const, isDirect: true, requirement: revision, line: name.line, ...parts };
        return packageOf(type, fullName, about, problems) ?? [];
      });
    }),
};
