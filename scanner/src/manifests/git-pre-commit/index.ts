// Reads .pre-commit-config.yaml: the repositories that contain the hooks. Further packages that hooks install are not
// read, because they depend on the language of the hook.
// Format: https://pre-commit.com/#adding-pre-commit-plugins-to-your-project
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { quoted, readSafely, textOf } from '../problems.ts';
import { gitIdentity } from '../source-location.ts';
import { readYamlNodes } from '../yaml-nodes.ts';

export const gitPreCommit: ManifestMember = {
  name: 'git-pre-commit',
  wants: (_path, file) => /^\.pre-commit-config\.ya?ml$/.test(file),
  read: (bytes) =>
    readSafely('The .pre-commit-config.yaml', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      for (const root of readYamlNodes(textOf(bytes), problems)) {
        for (const entry of root.get('repos')?.items() ?? []) {
          const repository = entry.get('repo');
          if (repository === undefined || repository.text === 'local' || repository.text === 'meta') continue;
          const identity = gitIdentity(repository.text, entry.get('rev')?.text ?? '');
          if (identity === undefined) {
            problems.add(
              `Line ${repository.line}: "repo" should be the address of a repository but is ${quoted(repository.text)}; it was left out.`,
            );
            continue;
          }
          const { type, fullName, ...parts } = identity;
          const found = packageOf(
            type,
            fullName,
            {
              role: 'requires',
              scope: 'development',
              isDirect: true,
              line: repository.line,
              requirement: parts.version,
              ...parts,
            },
            problems,
          );
          if (found !== undefined && !findings.has(found.purl)) findings.set(found.purl, found);
        }
      }
      return [...findings.values()];
    }),
};
