// Reads WORKSPACE, .bzl and BUCK files: the archives, repositories, Maven artifacts and Go modules that Bazel and Buck fetch.
// Formats: https://bazel.build/rules/lib/repo/http, https://buck.build/rule/remote_file.html
import type { PackageFinding } from '../../findings.ts';
import { artifactsOf } from '../bazel-maven.ts';
import { packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { type Problems, readSafely, textOf } from '../problems.ts';
import { archiveIdentity, gitIdentity, type SourceIdentity } from '../source-location.ts';
import { readStarlarkCalls, type StarlarkCall } from '../starlark-calls.ts';

/** Gazelle's rule for a module of Go. */
const GO_MODULES = /(^|\.|_)go_repository$/;
const ARCHIVES = /(^|\.|_)(http_archive|http_file|http_jar|remote_file)$/;
/** Buck's address of a Maven artifact: `mvn:repository?:group:artifact:type:version`. */
const MAVEN = /^mvn:(?:https?:[^:\s]+:)?([^:\s]+):([^:\s]+):(?:[^:\s]+:){1,2}([^:\s]+)$/;
/** `maven_install(artifacts = [...])`, `maven_jar(artifact = "g:a:v")` */
const MAVEN_RULES = /(^|\.|_)(maven_install|maven_jar|maven_import_external|maven_server_jar)$/;
const REPOSITORIES = /(^|\.|_)(new_)?git_repository$/;

export const bazelWorkspace: ManifestMember = {
  name: 'bazel-workspace',
  mayBeEmpty: true,
  wants: (_path, file) => /^WORKSPACE(\.bazel|\.bzlmod)?$/.test(file) || file === 'BUCK' || file.endsWith('.bzl'),
  read: (bytes) =>
    readSafely('The Bazel file', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      for (const call of readStarlarkCalls(textOf(bytes), problems)) {
        const found = MAVEN_RULES.test(call.name) ? mavenFindings(call, problems) : [findingOf(call, problems)];
        for (const one of found) if (one !== undefined && !findings.has(one.purl)) findings.set(one.purl, one);
      }
      return [...findings.values()];
    }),
};

function mavenFindings(call: StarlarkCall, problems: Problems): (PackageFinding | undefined)[] {
  return artifactsOf(call).map(({ fullName, version, line }) => {
    const parts = { role: 'requires' as const, isDirect: true, version, requirement: version, line };
    return packageOf('maven', fullName, parts, problems);
  });
}

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
  } else if (GO_MODULES.test(call.name) && value('importpath') !== '') {
    identity = {
      type: 'golang',
      fullName: value('importpath'),
      version: value('version') || value('tag') || value('commit'),
      qualifiers: {},
      downloadUrl: '',
      repositoryUrl: '',
    };
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
