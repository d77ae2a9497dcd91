// Reads MODULE.bazel: the module, the modules that it requires, and the Maven artifacts that an extension installs.
// Format: https://bazel.build/rules/lib/globals/module
import type { PackageFinding } from '../../findings.ts';
import { lockfilesNamedIn } from '../bazel-lockfiles.ts';
import { manifestFindings, packageOf, type Requirement } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';
import { readStarlarkCalls, type StarlarkCall } from '../starlark-calls.ts';

export const bazelModule: ManifestMember = {
  name: 'bazel-module',
  mayBeEmpty: true,
  wants: (_path, file) => file === 'MODULE.bazel' || file.endsWith('.MODULE.bazel'),
  read: (bytes) =>
    readSafely('The MODULE.bazel', (problems): PackageFinding[] => {
      const calls = readStarlarkCalls(textOf(bytes), problems);
      const module = calls.find(({ name }) => name === 'module');
      const self =
        module === undefined || first(module, 'name') === ''
          ? undefined
          : {
              fullName: first(module, 'name'),
              role: 'declares' as const,
              version: first(module, 'version'),
              line: module.line,
            };
      const wanted = new Map<string, Requirement>();
      for (const call of calls.filter(({ name }) => name === 'bazel_dep')) {
        const fullName = first(call, 'name');
        if (fullName === '' || wanted.has(fullName)) continue;
        const version = first(call, 'version');
        wanted.set(fullName, {
          fullName,
          version,
          requirement: version,
          scope: first(call, 'dev_dependency') === 'True' ? 'development' : 'runtime',
          line: call.line,
        });
      }
      const artifacts = calls.filter(({ name }) => /(^|\.)(install|artifact)$/.test(name)).flatMap(artifactsOf);
      const maven = artifacts.flatMap(({ fullName, version, line }) => {
        const parts = { role: 'requires' as const, isDirect: true, version, requirement: version, line };
        return packageOf('maven', fullName, parts, problems) ?? [];
      });
      return [...manifestFindings('bazel', self, [...wanted.values()], problems), ...maven];
    }),
  names: (bytes) => lockfilesNamedIn(textOf(bytes)),
};

function first({ values }: StarlarkCall, name: string): string {
  return values.get(name)?.[0] ?? '';
}

/** `group:artifact:version` in a list, or the three parts as arguments. */
function artifactsOf(call: StarlarkCall): { fullName: string; version: string; line: number }[] {
  const named = first(call, 'artifact');
  const listed = (call.values.get('artifacts') ?? []).map((text) => text.split(':'));
  const own = named === '' ? [] : [[first(call, 'group'), named, first(call, 'version')]];
  return [...listed, ...own]
    .filter(([group, artifact]) => (group ?? '') !== '' && (artifact ?? '') !== '')
    .map((parts) => ({
      fullName: `${parts[0]}:${parts[1]}`,
      version: parts.length > 2 ? (parts.at(-1) ?? '') : '',
      line: call.line,
    }));
}
