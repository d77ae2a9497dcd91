// Reads WORKSPACE, .bzl and BUCK files: what Bazel and Buck fetch.
// Formats: https://bazel.build/external/overview#workspace-system, https://buck.build/rule/remote_file.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readStarlarkCalls } from '../../shared/languages/starlark-calls.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { lockfilesNamedIn } from '../bazel-lockfiles.ts';
import { fetchedBy } from '../starlark-fetches.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Bazel file', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      for (const call of readStarlarkCalls(textOf(bytes), problems))
        for (const found of fetchedBy(call, problems)) if (!findings.has(found.purl)) findings.set(found.purl, found);
      return [...findings.values()];
    }),
  names: (bytes) => lockfilesNamedIn(textOf(bytes)),
};
