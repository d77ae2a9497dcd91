// Reads .pre-commit-config.yaml: the repositories that contain the hooks, and the further packages of hooks in Python and
// Node. A hook that does not repeat its language here has it in its repository, so its packages are unknown.
// Format: https://pre-commit.com/#adding-pre-commit-plugins-to-your-project
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { tagOrVersion } from '../../shared/formats/tag-comments.ts';
import { readYamlNodes, type YamlNode } from '../../shared/formats/yaml-nodes.ts';
import { type ManifestRequirement, manifestFindings, packageOf } from '../../shared/identity.ts';
import { exactNpmVersion, resolveNpmAlias } from '../../shared/npm-names.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { parseRequirement } from '../../shared/pypi-requirement.ts';
import { gitIdentity } from '../../shared/source-location.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The .pre-commit-config.yaml', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lines = text.split('\n');
      const findings = new Map<string, PackageFinding>();
      for (const root of readYamlNodes(text, problems)) {
        for (const entry of root.get('repos')?.items() ?? []) {
          const own = repositoryOf(entry, lines, problems);
          const added = (entry.get('hooks')?.items() ?? []).flatMap((hook) => addedTo(hook, problems));
          for (const found of own === undefined ? added : [own, ...added])
            if (!findings.has(found.purl)) findings.set(found.purl, found);
        }
      }
      return [...findings.values()];
    }),
};

function repositoryOf(entry: YamlNode, lines: readonly string[], problems: Problems): PackageFinding | undefined {
  const repository = entry.get('repo');
  if (repository === undefined || repository.text === 'local' || repository.text === 'meta') return undefined;
  const revision = entry.get('rev');
  const identity = gitIdentity(repository.text, revision?.text ?? '');
  if (identity === undefined) {
    problems.add(
      `Line ${repository.line}: "repo" should be the address of a repository but is ${quoted(repository.text)}; it was left out.`,
    );
    return undefined;
  }
  const { type, fullName, ...parts } = identity;
  const requirement = tagOrVersion(parts.version, revision === undefined ? '' : (lines[revision.line - 1] ?? ''));
  const request = { role: 'requires', scope: 'development', isDirect: true, line: repository.line } as const;
  return packageOf(type, fullName, { ...request, requirement, ...parts }, problems);
}

/** The packages of a hook that are installed beside its own. Folders and addresses of repositories name no package. */
function addedTo(hook: YamlNode, problems: Problems): PackageFinding[] {
  const language = hook.get('language')?.text;
  const added = (hook.get('additional_dependencies')?.items() ?? []).filter(({ text }) => /^@?[A-Za-z0-9]/.test(text));
  if (language === 'python') {
    const wanted = added
      .filter(({ text }) => !/^(?:\w+\+)?\w+:\/\//.test(text))
      .flatMap(({ text, line }): ManifestRequirement[] => {
        const request = parseRequirement(text, 'development', problems);
        return request === undefined ? [] : [{ ...request, line }];
      });
    return manifestFindings('pypi', undefined, wanted, problems);
  }
  if (language !== 'node') return [];
  const wanted = added.flatMap(({ text, line }): ManifestRequirement[] => {
    const [, key = '', range = ''] = /^(@[^@/]+\/[^@/]+|[^@/:]+)(?:@(.*))?$/s.exec(text) ?? [];
    if (key === '') return [];
    const { fullName, requirement } = resolveNpmAlias(key, range);
    return [{ fullName, requirement, version: exactNpmVersion(requirement), scope: 'development', line }];
  });
  return manifestFindings('npm', undefined, wanted, problems);
}
