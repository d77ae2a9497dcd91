// Reads WORKSPACE and .bzl files: the archives and repositories that Bazel fetches.
// Format: https://bazel.build/rules/lib/repo/http
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { type Problems, readSafely, textOf } from '../problems.ts';
import { archiveIdentity, gitIdentity, type SourceIdentity } from '../source-location.ts';
import { readStarlarkCalls, type StarlarkCall } from '../starlark-calls.ts';

const ARCHIVES = /(^|\.|_)(http_archive|http_file|http_jar)$/;
const REPOSITORIES = /(^|\.|_)(new_)?git_repository$/;

export const bazelWorkspace: ManifestMember = {
  name: 'bazel-workspace',
  mayBeEmpty: true,
  wants: (_path, file) => /^WORKSPACE(\.bazel|\.bzlmod)?$/.test(file) || file.endsWith('.bzl'),
  read: (bytes) =>
    readSafely('The Bazel file', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      for (const call of readStarlarkCalls(textOf(bytes), problems)) {
        const found = findingOf(call, problems);
        if (found !== undefined && !findings.has(found.purl)) findings.set(found.purl, found);
      }
      return [...findings.values()];
    }),
};

function findingOf(call: StarlarkCall, problems: Problems): PackageFinding | undefined {
  const value = (name: string): string => call.values.get(name)?.[0] ?? '';
  const sha256 = /^[0-9a-f]{64}$/.test(value('sha256')) ? `sha256:${value('sha256')}` : '';
  let identity: SourceIdentity | undefined;
  if (ARCHIVES.test(call.name)) {
    const urls = [...(call.values.get('urls') ?? []), value('url')].filter((url) => url !== '');
    // The address of a mirror contains the original address, which identifies the project better.
    const url = urls.find((one) => !/mirror/.test(one)) ?? urls[0] ?? '';
    identity = archiveIdentity(value('name'), url, sha256);
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
