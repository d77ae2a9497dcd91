// Reads WORKSPACE, .bzl and BUCK files: the archives and repositories that Bazel and Buck fetch.
// Formats: https://bazel.build/rules/lib/repo/http, https://buck.build/rule/remote_file.html
import type { PackageFinding } from '../../findings.ts';
import { lockfilesNamedIn } from '../bazel-lockfiles.ts';
import { packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { type Problems, readSafely, textOf } from '../problems.ts';
import { archiveIdentity, gitIdentity, type SourceIdentity } from '../source-location.ts';
import { readStarlarkCalls, type StarlarkCall } from '../starlark-calls.ts';

const ARCHIVES = /(^|\.|_)(http_archive|http_file|http_jar|remote_file)$/;
/** Buck's address of a Maven artifact: `mvn:repository?:group:artifact:type:version`. */
const MAVEN = /^mvn:(?:https?:[^:\s]+:)?([^:\s]+):([^:\s]+):(?:[^:\s]+:){1,2}([^:\s]+)$/;
const REPOSITORIES = /(^|\.|_)(new_)?git_repository$/;

export const bazelWorkspace: ManifestMember = {
  name: 'bazel-workspace',
  mayBeEmpty: true,
  wants: (_path, file) => /^WORKSPACE(\.bazel|\.bzlmod)?$/.test(file) || file === 'BUCK' || file.endsWith('.bzl'),
  read: (bytes) =>
    readSafely('The Bazel file', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      for (const call of readStarlarkCalls(textOf(bytes), problems)) {
        const found = findingOf(call, problems);
        if (found !== undefined && !findings.has(found.purl)) findings.set(found.purl, found);
      }
      return [...findings.values()];
    }),
  names: (bytes) => lockfilesNamedIn(textOf(bytes)),
};

function findingOf(call: StarlarkCall, problems: Problems): PackageFinding | undefined {
  const value = (name: string): string => call.values.get(name)?.[0] ?? '';
  const sha256 = /^[0-9a-f]{64}$/.test(value('sha256')) ? `sha256:${value('sha256')}` : '';
  let identity: SourceIdentity | undefined;
  if (ARCHIVES.test(call.name)) {
    const urls = [...(call.values.get('urls') ?? []), value('url')].filter((url) => url !== '');
    // The address of a mirror contains the original address, which identifies the project better.
    const url = urls.find((one) => !/mirror/.test(one)) ?? urls[0] ?? '';
    const [, group, artifact, version = ''] = MAVEN.exec(url) ?? [];
    identity =
      group === undefined
        ? archiveIdentity(value('name'), url, sha256)
        : {
            type: 'maven',
            fullName: `${group}:${artifact}`,
            version,
            qualifiers: {},
            downloadUrl: '',
            repositoryUrl: '',
          };
  } else if (REPOSITORIES.test(call.name)) {
    identity = gitIdentity(value('remote'), value('tag') || value('commit') || value('branch'));
  }
  if (identity === undefined) return undefined;
  const { type, fullName, ...parts } = identity;
  return packageOf(
    type,
    fullName,
    {
      role: 'requires',
      isDirect: true,
      requirement: parts.version,
      line: call.line,
      integrity: sha256 || value('integrity'),
      ...parts,
    },
    problems,
  );
}
