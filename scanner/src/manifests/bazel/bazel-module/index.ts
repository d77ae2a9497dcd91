// Reads MODULE.bazel: the module, the modules that it requires with their overrides, and what extensions and
// repository rules fetch.
// Format: https://bazel.build/rules/lib/globals/module
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings, packageOf } from '../../shared/identity.ts';
import { readStarlarkCalls, type StarlarkCall } from '../../shared/languages/starlark-calls.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { lockfilesNamedIn } from '../bazel-lockfiles.ts';
import { fetchedBy, sourceIdentity, textOfArgument } from '../starlark-fetches.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The MODULE.bazel', (problems): PackageFinding[] => {
      const calls = readStarlarkCalls(textOf(bytes), problems);
      const module = calls.find(({ name }) => name === 'module');
      const self =
        module === undefined || textOfArgument(module, 'name') === ''
          ? undefined
          : {
              fullName: textOfArgument(module, 'name'),
              role: 'declares' as const,
              version: textOfArgument(module, 'version'),
              line: module.line,
            };
      const overrides = overridesOf(calls);
      const wanted = new Map<string, ManifestRequirement>();
      const others = new Map<string, PackageFinding>();
      for (const call of calls.filter(({ name }) => name === 'bazel_dep')) {
        const fullName = textOfArgument(call, 'name');
        if (fullName === '' || wanted.has(fullName)) continue;
        const override = overrides.get(fullName);
        // A module in a folder is part of the code base.
        if (override?.name === 'local_path_override') continue;
        const scope: DependencyScope = textOfArgument(call, 'dev_dependency') === 'True' ? 'development' : 'runtime';
        const source = override === undefined ? undefined : sourceIdentity(override, fullName);
        if (source === undefined) {
          const version =
            (override === undefined ? '' : textOfArgument(override, 'version')) || textOfArgument(call, 'version');
          wanted.set(fullName, { fullName, version, requirement: version, scope, line: call.line });
          continue;
        }
        const { type, fullName: sourceName, ...parts } = source;
        const about = { role: 'requires' as const, isDirect: true, requirement: parts.version, scope, line: call.line };
        const found = packageOf(type, sourceName, { ...about, ...parts }, problems);
        if (found !== undefined) others.set(found.purl, found);
      }
      for (const call of calls)
        for (const found of fetchedBy(call, problems)) if (!others.has(found.purl)) others.set(found.purl, found);
      return [...manifestFindings('bazel', self, [...wanted.values()], problems), ...others.values()];
    }),
  names: (bytes) => lockfilesNamedIn(textOf(bytes)),
};

/** What replaces the version or source of a module, by its name. */
function overridesOf(calls: readonly StarlarkCall[]): Map<string, StarlarkCall> {
  const overrides = new Map<string, StarlarkCall>();
  for (const call of calls) {
    const module = textOfArgument(call, 'module_name');
    if (/^(?:single_version|git|archive|local_path)_override$/.test(call.name) && module !== '')
      overrides.set(module, call);
  }
  return overrides;
}
