// What the calls of Bazel and Buck files fetch: archives, repositories, Maven artifacts, Go modules and container
// images. The rules have the same names in WORKSPACE, in .bzl files, and as repository rules or extensions in
// MODULE.bazel.
// Formats: https://bazel.build/rules/lib/repo/http, https://github.com/bazel-contrib/rules_jvm_external,
// https://github.com/bazel-contrib/bazel-gazelle/blob/master/repository.md,
// https://github.com/bazel-contrib/rules_oci,
// https://buck.build/rule/remote_file.html
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../shared/identity.ts';
import type { StarlarkCall } from '../shared/languages/starlark-calls.ts';
import { imageRequest } from '../shared/oci-image.ts';
import type { Problems } from '../shared/problems.ts';
import { archiveIdentity, gitIdentity, type SourceIdentity } from '../shared/source-location.ts';

const ARCHIVES = /(^|\.|_)(http_archive|http_file|http_jar|remote_file)$/;
const REPOSITORIES = /(^|\.|_)(new_)?git_repository$/;
/** Buck's address of a Maven artifact: `mvn:repository?:group:artifact:type:version`. */
const MAVEN = /^mvn:(?:https?:[^:\s]+:)?([^:\s]+):([^:\s]+):(?:[^:\s]+:){1,2}([^:\s]+)$/;
const MAVEN_LISTS = /^(?:\w*maven_install|maven_jar|maven\.install|maven\.artifact|\w+\.install|\w+\.artifact)$/;
const IMAGES = /^(?:container_pull|oci_pull|oci\.pull|pull)$/;

/** The packages that a call fetches; none for other calls. */
export function fetchedBy(call: StarlarkCall, problems: Problems): PackageFinding[] {
  if (MAVEN_LISTS.test(call.name)) return artifactsOf(call, problems);
  if (IMAGES.test(call.name)) return imageOf(call, problems);
  if (call.name === 'go_repository') return goModuleOf(call, problems);
  return listOf(sourceOf(call, problems));
}

function listOf(found: PackageFinding | undefined): PackageFinding[] {
  return found === undefined ? [] : [found];
}

/** The first text of an argument; '' if it has none. */
export function textOfArgument({ values }: StarlarkCall, name: string): string {
  return values.get(name)?.[0] ?? '';
}

/** The source that the arguments of an archive or a repository name. */
export function sourceIdentity(call: StarlarkCall, name: string): SourceIdentity | undefined {
  const text = (argument: string) => textOfArgument(call, argument);
  const urls = [...(call.values.get('urls') ?? []), text('url')].filter((url) => url !== '');
  // The address of a mirror contains the original address, which identifies the project better.
  const url = urls.find((one) => !/mirror/.test(one)) ?? urls[0] ?? '';
  const remote = text('remote');
  if (remote !== '') return gitIdentity(remote, text('tag') || text('commit') || text('branch'));
  const [, group, artifact, version = ''] = MAVEN.exec(url) ?? [];
  if (group === undefined) return archiveIdentity(name, url, checksumOf(call));
  const fullName = `${group}:${artifact}`;
  return { type: 'maven', fullName, version, qualifiers: {}, downloadUrl: '', repositoryUrl: '' };
}

function checksumOf(call: StarlarkCall): string {
  const sha256 = textOfArgument(call, 'sha256');
  return /^[0-9a-f]{64}$/.test(sha256) ? `sha256:${sha256}` : '';
}

function sourceOf(call: StarlarkCall, problems: Problems): PackageFinding | undefined {
  const isArchive = ARCHIVES.test(call.name);
  const isRepository = REPOSITORIES.test(call.name) && textOfArgument(call, 'remote') !== '';
  const identity = isArchive || isRepository ? sourceIdentity(call, textOfArgument(call, 'name')) : undefined;
  if (identity === undefined) return undefined;
  const { type, fullName, ...parts } = identity;
  const integrity = checksumOf(call) || textOfArgument(call, 'integrity');
  const about = { role: 'requires' as const, isDirect: true, requirement: parts.version, line: call.line, integrity };
  return packageOf(type, fullName, { ...about, ...parts }, problems);
}

/** `group:artifact:version` in a list or as an argument, or the three parts as arguments. */
function artifactsOf(call: StarlarkCall, problems: Problems): PackageFinding[] {
  const text = (argument: string) => textOfArgument(call, argument);
  const listed = (call.values.get('artifacts') ?? []).map((artifact) => artifact.split(':'));
  const named = text('artifact').includes(':')
    ? text('artifact').split(':')
    : [text('group'), text('artifact'), text('version')];
  return [...listed, named].flatMap(([group = '', artifact = '', ...rest]) => {
    if (group === '' || artifact === '') return [];
    const version = rest.at(-1) ?? '';
    const parts = { role: 'requires' as const, isDirect: true, version, requirement: version, line: call.line };
    return packageOf('maven', `${group}:${artifact}`, parts, problems) ?? [];
  });
}

function imageOf(call: StarlarkCall, problems: Problems): PackageFinding[] {
  const text = (argument: string) => textOfArgument(call, argument);
  const path = text('image') || [text('registry'), text('repository')].filter((part) => part !== '').join('/');
  const tag = text('tag') === '' ? '' : `:${text('tag')}`;
  const digest = text('digest') === '' ? '' : `@${text('digest')}`;
  const wanted = path === '' ? undefined : imageRequest(`${path}${tag}${digest}`, 'runtime', call.line);
  if (wanted === undefined) return [];
  const { fullName, ...parts } = wanted;
  return listOf(packageOf('docker', fullName, { role: 'requires', isDirect: true, ...parts }, problems));
}

/** A module of Go; `remote` names a fork that is fetched instead. */
function goModuleOf(call: StarlarkCall, problems: Problems): PackageFinding[] {
  const text = (argument: string) => textOfArgument(call, argument);
  const fork = /^https?:\/\/([\w.-]+\/[^?#\s]+?)(?:\.git)?\/?$/.exec(text('remote'))?.[1];
  const path = fork ?? (text('replace') || text('importpath'));
  if (path === '') return [];
  const version = text('version') || text('tag') || text('commit');
  const about = { role: 'requires' as const, isDirect: true, version, requirement: version, line: call.line };
  return listOf(packageOf('golang', path, { ...about, integrity: text('sum') }, problems));
}
