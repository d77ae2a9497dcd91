// Maven artifacts in calls of Bazel's rules.
import type { StarlarkCall } from './starlark-calls.ts';

export interface BazelArtifact {
  fullName: string;
  version: string;
  line: number;
}

/** Those in the list `artifacts`, as `group:artifact[:type]:version`, and the one that `group`, `artifact` and `version` name. */
export function artifactsOf({ values, line }: StarlarkCall): BazelArtifact[] {
  const first = (name: string) => values.get(name)?.[0] ?? '';
  const listed = (values.get('artifacts') ?? []).map((text) => text.split(':'));
  const named = first('artifact').includes(':')
    ? first('artifact').split(':')
    : [first('group'), first('artifact'), first('version')];
  return [...listed, named]
    .filter(([group, artifact]) => (group ?? '') !== '' && (artifact ?? '') !== '')
    .map((parts) => ({
      fullName: `${parts[0]}:${parts[1]}`,
      version: parts.length > 2 ? (parts.at(-1) ?? '') : '',
      line,
    }));
}
